"""The present state to take along: every matrix as NumPy source or LaTeX, the figure as a drawing and as SVG.

Texts only, at full precision; who saves them is the page's business.
"""

import re
import unicodedata
from typing import NamedTuple

from qkv import blocks
from qkv.figure import KINDS, MATRICES, PANELS, PARAMETER, Place
from qkv.numerals import shortest, shown

CELL_WIDTH, CELL_HEIGHT, LABEL, GAP, HEAD, MARGIN = 72, 26, 56, 36, 40, 24
CREDIT = "图 15.1 · Figure 15.1 · CC BY-SA 4.0"
SANS, SERIF = "sans-serif", "serif"
INK, QUIET, LINE, PAPER = "#1d2733", "#55606c", "#c5cad0", "#ffffff"
ROLES = {"Q": "#1f5b94", "K": "#96500d", "V": "#266b3f", "A": "#6d3f94", "X": INK, "O": INK}
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# As html.escape does it; the module html would bring the table of all names of characters along.
ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
STORED, PINNED = "#efece4", "#ffe9a8"


class Drawing(NamedTuple):
    """Rectangles and texts in the order in which they are drawn, in pixels from the top left."""

    width: int
    height: int
    rectangles: list[dict]
    texts: list[dict]


def numpy_source(values):
    """A program that has every matrix as an array.

    Shapes: values {name: [m, n]}.
    """
    arrays = "\n".join(f"{name} = {blocks.write(array.tolist(), 'numpy')}" for name, array in values.items())
    return "import numpy as np\n\n" + re.sub(r"\b(inf|nan)\b", r"np.\1", arrays) + "\n"


def latex(values):
    """Every matrix as a displayed equation; needs amsmath.

    Shapes: values {name: [m, n]}.
    """
    lines = []
    for name, array in values.items():
        letter, _, index = name.partition("_")
        symbol = f"{letter}_{{\\mathrm{{{index}}}}}" if len(index) > 1 else f"{letter}_{index}" if index else letter
        body = blocks.write(array.tolist(), "latex").replace("Infinity", "\\infty").replace("NaN", "\\mathrm{NaN}")
        body = re.sub(r"(\d)e([+-]?)0*(\d+)", _times_ten_to_the, body)
        lines.append(f"\\[\n{symbol} = {body}\n\\]")
    if max(array.shape[1] for array in values.values()) > 10:  # amsmath stops there
        lines.insert(0, "\\setcounter{MaxMatrixCols}{16}")
    return "\n".join(lines) + "\n"


def _times_ten_to_the(match):
    digit, sign, exponent = match.groups()
    return f"{digit} \\times 10^{{{sign.strip('+')}{exponent}}}"


def drawing(values, state, tokens, source_tokens):
    """Every matrix of the figure with name, shape, labels and shown numbers, panel beside panel.

    Shapes: values {name: [m, n]}; tokens label receiving positions, source_tokens sources.
    """
    rectangles, texts = [], []
    x, bottom = MARGIN, 0
    for names in _columns(values):
        y, widest = MARGIN, 0
        for name in names:
            rows, columns = values[name].shape
            _matrix(rectangles, texts, name, values[name], state, (x, y), tokens, source_tokens)
            widest = max(widest, LABEL + columns * CELL_WIDTH)
            y += HEAD + rows * CELL_HEIGHT + GAP
        x += widest + GAP
        bottom = max(bottom, y)
    width, height = x - GAP + MARGIN, bottom - GAP + 2 * MARGIN
    texts.append(_text(CREDIT, (MARGIN, height - 12), anchor="start", size=11, fill=QUIET))
    paper = {"x": 0, "y": 0, "width": width, "height": height, "fill": PAPER, "stroke": None}
    return Drawing(width, height, [paper, *rectangles], texts)


def svg(drawn):
    """A Drawing as an SVG file."""
    parts = [
        f'<rect x="{r["x"]}" y="{r["y"]}" width="{r["width"]}" height="{r["height"]}" fill="{r["fill"]}"'
        + (f' stroke="{r["stroke"]}"' if r["stroke"] else "") + "/>"
        for r in drawn.rectangles
    ]
    for t in drawn.texts:
        font = f"font: {t['style']} {t['size']}px {t['family']}".translate(ESCAPED)
        place = f'x="{t["x"]}" y="{t["y"]}" text-anchor="{t["anchor"]}" fill="{t["fill"]}"'
        text = NOT_IN_XML.sub("\ufffd", t["text"]).translate(ESCAPED)
        parts.append(f"<text {place} style='{font}'>{text}</text>")
    size = f'width="{drawn.width}" height="{drawn.height}" viewBox="0 0 {drawn.width} {drawn.height}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', *parts, "</svg>"]) + "\n"


def _columns(values):
    """The names of the matrices, column beside column: panel by panel, what is of a kind from top to bottom."""
    columns = {}
    for name in values:
        matrix = MATRICES[name]
        columns.setdefault((PANELS.index(matrix.panel), matrix.kind), []).append(name)
    return [columns[key] for key in sorted(columns, key=lambda key: (key[0], KINDS.index(key[1])))]


def _text(text, at, anchor="middle", size=12, style="normal", fill=INK, family=SANS):
    x, y = at
    return {
        "x": x, "y": y, "text": text, "anchor": anchor,
        "size": size, "style": style, "fill": fill, "family": family,
    }


def _matrix(rectangles, texts, name, array, state, corner, tokens, source_tokens):
    x, y = corner
    role = ROLES[MATRICES[name].role]
    stored = MATRICES[name].kind == PARAMETER

    def write(*text, **how):
        texts.append(_text(*text, **how))

    write(f"{name} [{array.shape[0]},{array.shape[1]}]", (x + LABEL, y + 12), "start", 14, "italic", role, SERIF)
    rows, columns = MATRICES[name].axes
    labels = {"T": tokens, "T_src": source_tokens}
    for c in range(array.shape[1]):
        label = labels[columns][c] if columns in labels else str(c + 1)
        write(_fit(label, CELL_WIDTH), (x + LABEL + (c + 0.5) * CELL_WIDTH, y + HEAD - 8), size=11, fill=QUIET)
    for i in range(array.shape[0]):
        top = y + HEAD + i * CELL_HEIGHT
        label = labels[rows][i] if rows in labels else str(i + 1)
        write(_fit(label, LABEL - 8), (x + LABEL - 8, top + 17), "end", 11, fill=QUIET)
        for c in range(array.shape[1]):
            place = Place(0, name, i, c)
            left, pinned = x + LABEL + c * CELL_WIDTH, place in state.pins
            ground = STORED if stored else PAPER
            rectangles.append({
                "x": left, "y": top, "width": CELL_WIDTH, "height": CELL_HEIGHT,
                "fill": PINNED if pinned else ground, "stroke": role if stored else LINE,
            })
            text = state.texts.get(place) or shown(array[i, c])
            if len(text) > 10:
                text = shown(array[i, c]) if len(shown(array[i, c])) <= 10 else f"{float(shortest(array[i, c])):.3g}"
            write(text, (left + CELL_WIDTH / 2, top + 17), style="bold" if pinned else "normal", fill=INK)


def _fit(label, width):
    """A label cut to about so many pixels of an 11-pixel font: wide characters take 11 of them, others some 6."""
    taken = 0
    for position, letter in enumerate(label):
        taken += 11 if unicodedata.east_asian_width(letter) in "WF" else 6.2
        if taken > width - 6:
            return label[:position] + "…"
    return label
