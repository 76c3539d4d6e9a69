"""Every language says the same pieces as English, with the same places to fill in.

What is said has words, and no others are left.
"""

import re

import pytest

from building import folders, locales
from qkv import examples
from tests.helpers.words import EN, WORDS

SOURCES = {path: path.read_text() for folder in ("site", "templates") for path in (folders.ROOT / folder).rglob("*.j*")}
every_language = pytest.mark.parametrize("language", WORDS)


def flat(words, prefix=""):
    for key, value in words.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            yield from flat({str(n): item for n, item in enumerate(value)}, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def test_every_page_has_its_file_of_words():
    assert {"en", "zh"} <= set(locales.LOCALES) <= set(WORDS)


@every_language
def test_every_language_has_the_same_pieces_as_english_in_the_same_order(language):
    assert [key for key, _ in flat(WORDS[language])] == [key for key, _ in flat(EN)]


@every_language
def test_every_language_fills_in_the_same_places_as_english(language):
    english = dict(flat(EN))
    for key, text in flat(WORDS[language]):
        places = [sorted(re.findall(r"\{[^{}]+\}", sentence)) for sentence in (text, english[key])]
        assert places[0] == places[1], key


def test_every_problem_and_note_has_words():
    source = "".join(path.read_text() for path in (folders.ROOT / "py/qkv").glob("*.py"))
    codes = set(re.findall(r'(?:Problem|_refusal)\(\s*"([a-z-]+)"', source)) | {"cell-too-large", "cell-too-small"}
    codes |= set(re.findall(r'"(shape-[a-z]+)"', source))
    assert codes == set(EN["problems"]) | set(EN["notes"])


def test_every_preset_has_words():
    assert set(EN["presets"]) == set(examples.PRESETS)


def test_every_word_that_scripts_say_exists():
    said = [(path.name, *place) for path, source in SOURCES.items() if path.suffix == ".js"
            for place in re.findall(r'(?:say\([^()]*?|(?=["`]ui\.))["`]([a-z]+)\.([\w-]+)(["`$])', source)]
    assert len(said) > 80
    for script, group, name, end in said:
        words = [key for key in EN[group] if key == name or end == "$" and key.startswith(name)]
        assert words, (script, group, name)


def test_no_word_is_left_over():
    sources = "".join(SOURCES.values())
    families = tuple(re.findall(r'\bui\.(\w+_)\$\{|\bui\["(\w+_)" ~', sources))
    stems = tuple(stem for family in families for stem in family if stem)
    assert [key for key in EN["ui"] if not re.search(rf"\bui\.{key}\b", sources) and not key.startswith(stems)] == []
