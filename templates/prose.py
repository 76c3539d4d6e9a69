"""The sentences of words/*.toml -> HTML: Markdown, formulas as MathML, every number from the Python that the page runs.

In the sentences {O[1,1]} is a cell of example 15.1, {O[1]} a row, {v-plus:O[1]} a row of a preset, {exercise-4:Q.shape}
a shape, {d_k} a size; a few more have names (`named_numbers`). Positions are 1-based, as for readers.
"""

import json
import re

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

PLACE = re.compile(r"""
    \{(?:(?P<preset>[a-z][\w.-]*):)?
    (?P<what>[A-Za-z_]+)
    (?:\[(?P<row>\d+)(?:,(?P<column>\d+))?\])?
    (?P<shape>\.shape)?\}
""", re.VERBOSE)


class Numbers:
    """The numbers that sentences ask for, each as <data value data-of> so that a test can ask who it is."""

    def __init__(self, ask, presets, named):
        self._replies = {name: ask(type="compute", state=state) for name, state in presets.items()}
        self._named = named

    def fill(self, text):
        """Replace every place of a sentence, but not in its formulas, where braces are LaTeX's.

        Raises: KeyError or IndexError for a number that does not exist.
        """
        parts = text.split("$")  # every other part is a formula
        parts[::2] = [PLACE.sub(self._number, part) for part in parts[::2]]
        return "$".join(parts)

    def _number(self, match):
        reply = self._replies[match["preset"] or "example-15.1"]
        what, row, column = match["what"], match["row"], match["column"]
        value = None
        if match["shape"]:
            entry = reply["matrices"][what]
            text = f"[{entry['rows']},{entry['columns']}]"
        elif what == "divisor" and row is None:
            text = reply["divisor"]
        elif what == "divisor":  # of a row: the sum of its exponentials
            text = reply["ledger"]["divisor"].rsplit(" ", 1)[1]
        elif what == "sum":
            text, value = (reply["sums"]["rows"][int(row) - 1][key] for key in ("text", "value"))
        elif what in reply["sizes"] and row is None:
            text = str(reply["sizes"][what])
        elif row is None:
            text = self._named[what]
        else:
            entry = reply["matrices"][what]
            numbers, values = entry["numbers"][int(row) - 1], entry["values"][int(row) - 1]
            if column:
                text, value = numbers[int(column) - 1], values[int(column) - 1]
            else:
                text = f"[{', '.join(numbers)}]"
        shown = text.replace("-", "−")
        return Markup('<data value="{}" data-of="{}">{}</data>').format(value or text, match[0].strip("{}"), shown)


class Prose:
    """Turns one locale's sentences into HTML."""

    def __init__(self, numbers):
        self._numbers = numbers
        # html: the numbers are HTML by then, and the sentences are the project's own
        markdown = MarkdownIt("commonmark", {"html": True})
        self._markdown = markdown.use(dollarmath_plugin, renderer=self._formula, allow_space=False)

    def block(self, text):
        """Paragraphs."""
        return self._joined(self._markdown.render(self._numbers.fill(text)))

    def inline(self, text):
        """One sentence without a paragraph around it."""
        return self._joined(self._markdown.renderInline(self._numbers.fill(text)))

    @staticmethod
    def _joined(html):
        """A line may break after a formula, but not before the punctuation that follows it."""
        return Markup(re.sub(r"(</math></span>)(?=[、。，；：？！）”,.;:?!)])", "\\1\u2060", html))

    def formula(self, latex):
        """A formula on a line of its own."""
        return Markup(convert(latex, display="block"))

    def _formula(self, latex, _options):
        return convert(latex)


def named_numbers(tolerance, added, s, r):
    """Numbers that are no cell: see the sentences that use them."""
    return {"s": s, "r": r, "added": json.dumps(list(added)), "tolerance": str(tolerance)}
