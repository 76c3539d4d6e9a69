"""The words of every language there is, by the name of its file."""

from building import locales

WORDS = {path.stem: locales.read_words(path.stem) for path in sorted(locales.WORDS.glob("*.toml"))}
EN, ZH = WORDS["en"], WORDS["zh"]
