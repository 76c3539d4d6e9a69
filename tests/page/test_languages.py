"""A third language is one file of words and one line in building/locales.py.

Tried with a made-up one in which every sentence is ⟦marked⟧.
"""

import re
import tomllib

import pytest
from playwright.sync_api import expect

import build
from building import locales
from tests.helpers.page import Companion

PLACES = re.compile(r"(\{[^{}]*\}|\$[^$]+\$|\[[^\]]*\]\([^)]*\)|`[^`]*`|\*\*)")  # what a translator leaves as it is
ACCENTS = str.maketrans("aeiouAEIOU", "àéîøüÀÉÎØÜ")
NOT_SENTENCES = {"lang", "terms_of", "name"}


def marked(text):
    """⟦Ûñdø⟧ for Undo: no translation, but no word of another language either."""
    return (
        "⟦" + "".join(part if PLACES.fullmatch(part) else part.translate(ACCENTS) for part in PLACES.split(text)) + "⟧"
    )


def pseudo(words):
    if isinstance(words, dict):
        return {key: value if key in NOT_SENTENCES else pseudo(value) for key, value in words.items()}
    return (
        [pseudo(item) for item in words]
        if isinstance(words, list)
        else marked(words)
        if isinstance(words, str)
        else words
    )


def toml(words, prefix=""):
    """As a file of words: strings, lists and tables are all there is in one."""
    own = "".join(f"{quoted(key)} = {value_of(value)}\n" for key, value in words.items() if not isinstance(value, dict))
    tables = "".join(
        f"\n[{prefix}{quoted(key)}]\n" + toml(value, f"{prefix}{quoted(key)}.")
        for key, value in words.items()
        if isinstance(value, dict)
    )
    return own + tables


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def value_of(value):
    return (
        "[" + ", ".join(value_of(item) for item in value) + "]"
        if isinstance(value, list)
        else quoted(value)
        if isinstance(value, str)
        else str(value).lower()
    )


@pytest.fixture(scope="module")
def third(tmp_path_factory, serve):
    """The site with a third language: one file, one line."""
    folder = tmp_path_factory.mktemp("third")
    for locale in locales.LOCALES:
        (folder / f"{locale}.toml").write_bytes((locales.WORDS / f"{locale}.toml").read_bytes())
    words = pseudo(locales.read_words("en")) | {"lang": "fr", "name": "Français"}
    (folder / "fr.toml").write_text(toml(words), encoding="utf-8")
    assert tomllib.loads((folder / "fr.toml").read_text(encoding="utf-8")) == words
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(locales, "WORDS", folder)
        patch.setitem(locales.LOCALES, "fr", "fr/index.html")
        build.build(folder / "dist")
    return serve(folder / "dist")


UNMARKED = """() => {
  // tokens, functions, names
  const SAME = ['red', 'key', 'exp', 'sqrt', 'NumPy', 'LaTeX', 'JSON', 'head', 'mistakes', 'wasm'];
  const APART = 'script, noscript, code, math, pre, table, svg, body [lang], #cite, [href$=".py"]';
  const NUMPY = /matmul: Input operand[^⟧]*/; // its own words
  const BUILD = JSON.parse(document.getElementById('baked').textContent).build;
  const isPlain = (word) => /[aeiou]/i.test(word) && !SAME.includes(word); // a marked word has no plain vowel
  const unmarked = (text) => text.replaceAll(BUILD, '').replace(NUMPY, '').match(/[a-z]{3,}/gi)?.some(isPlain);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.parentElement.closest(APART)) continue;
    if (unmarked(node.data)) found.push(node.data.trim());
  }
  for (const name of ['aria-label', 'title', 'placeholder']) {
    for (const element of document.querySelectorAll(`body [${name}]`)) {
      if (unmarked(element.getAttribute(name))) found.push(`${name}: ${element.getAttribute(name)}`);
    }
  }
  return found;
}"""


def test_a_third_language_is_one_file_and_one_line(cold, third):
    page = cold("fr/", at=third)
    page.ready()
    assert page.tab.evaluate("document.documentElement.lang") == "fr"
    assert "\n".join(page.tab.evaluate(UNMARKED)) == ""
    page.type("A", 0, 0, "0.75")
    expect(page.locator("#announce")).to_contain_text("⟦")
    page.type("X", 0, 0, "abc")
    expect(page.locator("#problems li")).to_contain_text("⟦")
    page.tab.keyboard.press("Control+z")
    page.settled()
    page.action("verify").click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "pass")
    assert "\n".join(page.tab.evaluate(UNMARKED)) == ""
    page.agrees_with_oracle()
    assert page.locator(".language").all_inner_texts() == ["中文", "English"]


def test_every_page_leads_to_every_other_and_the_state_goes_along(cold, third):
    page = cold("", at=third)
    page.ready()
    assert page.locator(".language").all_inner_texts() == ["English", "Français"]
    page.type("X", 0, 0, "3")
    page.locator('.language[hreflang="fr"]').click()
    page = Companion(page.tab, third)
    page.ready()
    page.settled()
    assert page.cell("D", 0, 0).input_value() == "9"


def test_an_embed_finds_the_third_language_by_its_parameter(cold, third):
    page = cold("embed.html?lang=fr&view=compact", at=third)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert "fr/embed.html?lang=fr&view=compact" in page.tab.url


def test_the_look_for_unmarked_words_finds_them(cold):
    page = cold("en/")
    page.ready()
    assert len(page.tab.evaluate(UNMARKED)) > 300
