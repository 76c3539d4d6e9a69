"""The languages of the site: their words and their pages."""

import tomllib

from building.folders import ROOT

WORDS = ROOT / "templates/words"
LOCALES = {  # the language of templates/words/*.toml and its page, beside which lies its embed
    "zh": "index.html",
    "en": "en/index.html",
}


def read_words(locale):
    """Every sentence of a language, as its file has them."""
    return tomllib.loads((WORDS / f"{locale}.toml").read_text(encoding="utf-8"))


def pages_of():
    """{template: {locale: page}}: the page of every locale, and the embed beside it."""
    return {
        "page.html.j2": LOCALES,
        "embed.html.j2": {locale: page.replace("index.html", "embed.html") for locale, page in LOCALES.items()},
    }
