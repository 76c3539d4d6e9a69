"""The words of every language there is, by the name of its file."""

import build

WORDS = {path.stem: build.read_words(path.stem) for path in sorted(build.WORDS.glob("*.toml"))}
EN, ZH = WORDS["en"], WORDS["zh"]
