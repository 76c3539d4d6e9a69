"""Every number in the prose is one that the tests' own arithmetic gives, none is typed; every locale has the same."""

import re
from decimal import Decimal
from html.parser import HTMLParser

import pytest

from building import locales
from qkv import examples
from templates.guide import GUIDE
from tests.helpers.words import WORDS
from tests.reference import attend

PROSE = ("guide", "exercises", "laboratory", "mistakes", "variants", "pictures", "code", "closing", "glossary")


class Data(HTMLParser):
    """Collects <data value data-of>text</data> as (of, text)."""

    def __init__(self, html):
        super().__init__()
        self.found, self._of = [], None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self._of = dict(attributes)["data-of"] if tag == "data" else self._of

    def handle_data(self, text):
        if self._of:
            self.found.append((self._of, text))
            self._of = None


def matrices(preset):
    state = examples.PRESETS[preset]
    return attend(state["cells"], state["pins"], state.get("variant") == "causal")


def shown(number):
    number = Decimal(number)
    return (str(int(number)) if number == int(number) else f"{float(number):.6f}").replace("-", "−")


def expected(of):
    """What a place in the prose must say, by the tests' own arithmetic."""
    preset, _, place = of.rpartition(":")
    found = matrices(preset or "example-15.1")
    what, row, column = re.fullmatch(r"([A-Za-z_]+)(?:\[(\d+)(?:,(\d+))?\])?(?:\.shape)?", place).groups()
    if of == "tolerance":
        return "0.0005"
    if of == "added":
        return "[2, −1]"
    if what == "d_k":
        return "2"
    if what == "T":
        return str(len(found["X"]))
    if what == "r":
        return shown((1 / Decimal(2).sqrt()).exp())
    if what == "divisor":
        root = Decimal(len(found["Q"][0])).sqrt()
        return shown(sum(score.exp() for score in found["S"][int(row) - 1]) if row else root)
    if what == "sum":
        return shown(sum(found["A"][int(row) - 1]))
    if place.endswith(".shape"):
        return f"[{len(found[what])},{len(found[what][0])}]"
    line = found[what][int(row) - 1]
    return shown(line[int(column) - 1]) if column else f"[{', '.join(map(shown, line))}]"


@pytest.mark.parametrize("page", locales.LOCALES.values())
def test_every_number_in_the_prose_is_right(dist, page):
    found = Data((dist / page).read_text(encoding="utf-8")).found
    assert len(found) > 40
    for of, text in found:
        assert text == expected(of), of


def test_every_locale_inserts_the_same_numbers(dist):
    pages = [Data((dist / page).read_text(encoding="utf-8")).found for page in locales.LOCALES.values()]
    of = [sorted(of for of, _ in page) for page in pages]
    assert len(of) > 1 and all(one == of[0] for one in of)


def texts(value):
    if isinstance(value, str):
        yield value
    else:
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


@pytest.mark.parametrize("locale", locales.LOCALES)
def test_no_result_is_typed_into_the_prose(locale):
    """A decimal in a sentence would be one that Python did not give."""
    for group in PROSE:
        for text in texts(WORDS[locale][group]):
            plain = re.sub(r"\{[^{}]*\}|\$[^$]*\$|§[\d.–]+|NumPy 2\.0|15\.1", "", text)
            assert not re.search(r"\d+\.\d", plain), text


@pytest.mark.parametrize("locale", locales.LOCALES)
def test_every_formula_became_mathml(dist, locale):
    html = (dist / locales.LOCALES[locale]).read_text(encoding="utf-8")
    guide = WORDS[locale]["guide"]
    formulas = sum(
        text.count("$") // 2 for text in texts({key: said for key, said in guide.items() if isinstance(said, dict)})
    )
    section = html.split('id="guide"')[1].split("</section>")[0]
    assert section.count("<math") == formulas + 5 and "$" not in section  # and five on lines of their own


def test_the_path_walks_through_all_seven_sections():
    sections = [step["section"] for step in GUIDE]
    assert sections == sorted(sections) and set(sections) == {f"15.{n}" for n in range(1, 8)}
    for step in GUIDE:
        assert step["preset"] in examples.PRESETS
        for locale in locales.LOCALES:
            assert set(WORDS[locale]["guide"][step["id"]]) == {"title", "text", "question", "answer"}


def test_the_glossary_pairs_the_same_terms_in_both_locales():
    pairs = {locale: {key: entry[:2] for key, entry in WORDS[locale]["glossary"].items()} for locale in ("zh", "en")}
    assert pairs["zh"] == {key: entry[::-1] for key, entry in pairs["en"].items()} and len(pairs["zh"]) == 18
    assert pairs["zh"]["receiving"] == ["接收位置", "receiving position"]
