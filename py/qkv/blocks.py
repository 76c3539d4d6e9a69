"""A block of cells as text: read what a reader copied elsewhere, write what a reader takes along, fill rows at once.

Read: tab- or blank-separated tables, NumPy (array([[1, 0], [0, 1]])), LaTeX (bmatrix and its kin), JSON,
comma-separated lines. Cells stay text: cells.py judges each of them later, in its place.
"""

import json
import math
import re

from qkv.cells import parse
from qkv.numerals import shortest
from qkv.problems import Problem, Refused

_LATEX = re.compile(r"\\begin\{(\w*)(?:matrix|array)\}(?:\{[^}]*\})?(.*?)\\end\{\1(?:matrix|array)\}", re.DOTALL)
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_ROOT = re.compile(r"\\sqrt\{([^{}]*)\}")
_WRAPPER = re.compile(
    r"^\s*(?:np\.|numpy\.)?(?:array|asarray|matrix)\s*"
    r"\((.*?)(?:,\s*dtype\s*=\s*[\w.'\"]+\s*)?\)\s*;?\s*$",
    re.DOTALL,
)


def split(text):
    """Split a pasted text into rows of cell texts.

    Raises: Refused with block-syntax, or block-ragged naming the first row of another length.
    """
    latex, wrapped = _LATEX.search(text), _WRAPPER.match(text)
    if latex:
        rows = _latex_rows(latex[2])
    elif wrapped or text.strip().startswith("["):
        rows = _bracketed_rows(wrapped[1] if wrapped else text)
    else:
        rows = _table_rows(text)
    if not rows or not all(rows):
        raise Refused([Problem("block-syntax", got=text[:64])])
    for position, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise Refused([Problem("block-ragged", row=position, got=len(row), need=len(rows[0]))])
    return rows


def write(values, form):
    """A matrix as text at full precision.

    Shapes: values [m][n], rows of doubles; form is tsv, numpy, latex or json.
    """
    # floats in NumPy: an array of integers would cut whatever is put into it later
    as_text = (lambda number: repr(float(number))) if form == "numpy" else shortest
    texts = [[as_text(number) for number in row] for row in values]
    if form == "tsv":
        return "\n".join("\t".join(row) for row in texts)
    if form == "latex":
        lines = " \\\\\n".join(" & ".join(row) for row in texts)
        return f"\\begin{{bmatrix}}\n{lines}\n\\end{{bmatrix}}"
    body = ",\n".join(f"  [{', '.join(row)}]" for row in texts)
    return {"numpy": f"np.array([\n{body},\n])", "json": f"[\n{body}\n]"}[form]


def fill(flow, matrix, kind, row=None, vector=None):
    """Set a whole row or matrix.

    kind: zero (of one row, where row is given), identity, or add, which adds the vector's texts to every row.
    Returns: the cells to write, as (row, column, text).
    Raises: Refused where the vector's cells do not read or do not fit.
    """
    values = flow.values[matrix]
    rows, columns = values.shape
    wanted = range(rows) if row is None else [row]
    if kind == "add":
        if len(vector) != columns:
            raise Refused([Problem("vector-length", matrix, got=len(vector), need=columns)])
        added = [parse(text).value for text in vector]
        return [
            (i, c, shortest(values[i, c] + added[c]))
            for i in wanted
            for c in range(columns)
            if math.isfinite(values[i, c])  # a score that the mask forbids stays forbidden
        ]
    ones = {"zero": lambda i, c: False, "identity": lambda i, c: i == c}[kind]
    return [(i, c, "1" if ones(i, c) else "0") for i in wanted for c in range(columns)]


def _latex_rows(body):
    body = _ROOT.sub(r"sqrt(\1)", _FRACTION.sub(r"\1/\2", body)).replace(r"\cdot", "*").replace(r"\hline", "")
    lines = [line for line in re.split(r"\\\\(?:\[[^\]]*\])?", body) if line.strip()]
    return [[cell.strip().strip("{}") for cell in line.split("&")] for line in lines]


def _bracketed_rows(text):
    """Nested brackets, JSON or Python; a printed NumPy array has blanks where Python has commas."""
    try:
        value = json.loads(text)
        rows = value if value and isinstance(value[0], list) else [value]
        if all(isinstance(cell, int | float | str) and not isinstance(cell, bool) for row in rows for cell in row):
            # the text as written where it can be had: 1e-3 stays 1e-3
            value = json.loads(text, parse_float=str, parse_int=str)
            return value if isinstance(value[0], list) else [value]
    except (ValueError, TypeError, IndexError, KeyError):
        pass
    inner = re.findall(r"\[([^\[\]]*)\]", text)
    if re.sub(r"\[[^\[\]]*\]", "", text).strip(" \t\r\n[],;"):
        return []
    return [_cells(row) for row in inner if row.strip()]


def _table_rows(text):
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    if any("\t" in line for line in lines):
        return [[cell.strip() for cell in line.split("\t")] for line in lines]
    return [_cells(line) for line in lines if line.strip()]


def _cells(line):
    """Cells of a line: at commas or semicolons where there are any, else at blanks."""
    parts = re.split(r"[,;，；]", line.strip().rstrip(",;")) if re.search(r"[,;，；]", line) else line.split()
    return [part.strip().strip("'\"") for part in parts]
