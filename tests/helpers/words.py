"""The words of every language that the build knows."""

import build

WORDS = {locale: build.read_words(locale) for locale in build.LOCALES}
ZH = WORDS["zh"]
