"""Both locales say the same pieces, with the same places to fill in, and a problem of every code has words."""

import re

import build
from qkv import examples

WORDS = {locale: build.read_words(locale) for locale in build.LOCALES}


def flat(words, prefix=""):
    for key, value in words.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            yield from flat({str(n): item for n, item in enumerate(value)}, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def test_both_locales_have_the_same_pieces_in_the_same_order():
    assert [key for key, _ in flat(WORDS["zh"])] == [key for key, _ in flat(WORDS["en"])]


def test_both_locales_fill_in_the_same_places():
    english = dict(flat(WORDS["en"]))
    for key, text in flat(WORDS["zh"]):
        places = [sorted(re.findall(r"\{[^{}]+\}", sentence)) for sentence in (text, english[key])]
        assert places[0] == places[1], key


def test_every_problem_and_note_has_words():
    source = "".join(path.read_text() for path in (build.ROOT / "py/qkv").glob("*.py"))
    codes = set(re.findall(r'(?:Problem|_refusal)\(\s*"([a-z-]+)"', source)) | {"cell-too-large", "cell-too-small"}
    assert codes == set(WORDS["zh"]["problems"]) | set(WORDS["zh"]["notes"])


def test_every_preset_has_words():
    assert set(WORDS["zh"]["presets"]) == set(examples.PRESETS)


def test_every_word_that_scripts_say_exists():
    for path in (build.ROOT / "site").glob("*.js"):
        for key in re.findall(r'say\("([a-z]+\.[a-z_]+)"', path.read_text()):
            group, name = key.split(".")
            assert name in WORDS["en"][group], (path.name, key)


def test_no_word_is_left_over():
    sources = "".join(path.read_text() for folder in ("site", "templates") for path in (build.ROOT / folder).glob("*.j*"))
    for key in WORDS["zh"]["ui"]:
        stem = re.sub(r"_(baked|loading|ready|failed|interpreter|packages|import|yes|no|decimal|exact|baseline|input|key|source|receiving|pass|fail|"
                      r"irrational|denominator|pinned|power|mistake|zero|row|identity|add)$", "_", key)
        assert re.search(rf"\b{key}\b", sources) or re.search(rf"ui(\.|\[\"){stem}", sources), key
