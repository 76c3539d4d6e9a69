"""Where one number comes from: its terms written out, the axis that is summed, the shapes that meet.

Formulas are plain text with readers' 1-based positions, the same in every language; words belong to the locale files.
"""

import math
from decimal import Decimal
from typing import NamedTuple

import numpy as np

from qkv.cells import shortest, shown
from qkv.flow import steps
from qkv.state import GIVEN, SOURCE

AXES = {"Q": "input", "K": "input", "V": "input", "D": "key", "S": None, "A": "source", "O": "source"}
PLAIN_SCORES = (-7, 20)  # within, exp reads well with six decimals; beyond, the row maximum is subtracted in sight


def cell(flow, state, matrix, row, column):
    """Explain one cell.

    Returns: a dict with formula, value, text, pinned, would_be (what a pin hides), axis, shapes, forbidden (by the causal
    mask) and reads: the cells it is made from as [matrix, row, column], None for a whole row or column.
    Raises: KeyError for no such matrix, IndexError for no such cell.
    """
    if not (0 <= row < len(flow.values[matrix]) and 0 <= column < len(flow.values[matrix][0])):
        raise IndexError(f"{matrix} has no cell {[row, column]}")
    place = f"{matrix}[{row + 1},{column + 1}]"
    text = _number(flow.values[matrix][row, column])
    forbidden = matrix in "SA" and state.forbids(row, column) and bool(flow.values["S"][row, column] == -math.inf)  # no pin
    about = {
        "matrix": matrix, "row": row, "column": column, "text": text, "pinned": False, "would_be": None, "forbidden": forbidden,
    }
    if matrix in GIVEN | SOURCE:
        return about | {"formula": f"{place} = {text}", "axis": None, "shapes": None, "reads": []}
    computed = flow.computed[matrix][row, column]
    right, shapes, reads = _FORMULAS[matrix](flow, state, matrix, row, column)
    about |= {
        "formula": f"{place} = {right} {equals(computed)}" if right else f"{place} {equals(computed)}",
        "axis": "receiving" if matrix == "A" and state.mistake == "columns" else AXES[matrix],
        "shapes": shapes,
        "reads": reads,
    }
    if (matrix, row, column) in state.pins:
        about |= {"pinned": True, "would_be": _number(computed)}
    return about


def follow(flow, state, row):
    """Write out everything that one receiving row does: compare, scale, exp, divide, mix.

    Returns: a dict of the row's query, its cells of D, S, A and O as from `cell`, its powers and their sum, the divisor
    (one for every column where the mistake is to normalise by column).
    Source: §15.2 to §15.4, panel (b) and (c) of the figure.
    """
    shares = [_share(flow, state, row, j) for j in range(len(flow.values["S"][row]))]
    divisors = [f"{' + '.join(_number(power) for power in share.powers)} {equals(sum(share.powers))}" for share in shares]
    return {
        "row": row,
        "query": _vector(flow.values["Q"][row]),
        **{
            name: [
                {key: about[key] for key in ("formula", "pinned")}
                for about in (cell(flow, state, name, row, c) for c in range(len(flow.values[name][row])))
            ]
            for name in "DSAO"
        },
        "exps": [f"exp({share.exponent}) {equals(share.power)}" for share in shares],
        "divisor": "; ".join(dict.fromkeys(divisors)),
        "weights": _vector(flow.values["A"][row]),
        "output": _vector(flow.values["O"][row]),
    }


def untransposed(flow):
    """What becomes of Q @ K, where one forgets the transpose: the shapes, and what NumPy says of them.

    Returns: a dict of left, right and their sizes that should meet, transposed, result, and error, None where they do meet.
    Source: §15.2.
    """
    Q, K = flow.values["Q"], flow.values["K"]
    try:
        np.matmul(Q, K)
        error = None
    except ValueError as refused:
        error = str(refused)
    return {
        "left": shape_text(Q), "right": shape_text(K), "columns": Q.shape[1], "rows": K.shape[0], "error": error,
        "transposed": shape_text(K.T), "result": shape_text(flow.values["D"]),
    }


def _product(flow, state, matrix, row, column):
    left, right = steps(state)[matrix][0]
    rows, columns = flow.values[left], flow.values[right]
    if matrix == "D":  # K stores a key per row: column j of its transpose is row j
        columns, reads = columns.T, [[left, row, None], [right, column, None]]
    else:
        reads = [[left, row, None], [right, None, column]]
    terms = [
        f"{_factor(a, first=position == 0)}·{_factor(b)}"
        for position, (a, b) in enumerate(zip(rows[row], columns[:, column], strict=True))
    ]
    shapes = f"{shape_text(rows)} @ {shape_text(columns)} → {shape_text(flow.values[matrix])}"
    return " + ".join(terms), shapes, reads


def divisor(state):
    """What D is divided by, as text: √d_k as a number, or what a mistake puts in its place; empty for nothing."""
    return {"root-T": f"√{state.sizes['T_src']}", "no-division": ""}.get(state.mistake, f"√{state.sizes['d_k']}")


def _scaled(flow, state, matrix, row, column):
    if state.forbids(row, column):
        return "", shape_text(flow.values["S"]), []
    by, shape = divisor(state), shape_text(flow.values["D"])
    right = _number(flow.values["D"][row, column]) + (f"/{by}" if by else "")
    return right, f"{shape} ÷ {by or 1} → {shape}", [["D", row, column]]


def _weight(flow, state, matrix, row, column):
    share = _share(flow, state, row, column)
    shape = shape_text(flow.values["S"])
    line = ["S", None, column] if state.mistake == "columns" else ["S", row, None]
    return f"exp({share.exponent})/{_number(sum(share.powers))}", f"{shape} → {shape}", [line]


_FORMULAS = {"Q": _product, "K": _product, "V": _product, "D": _product, "S": _scaled, "A": _weight, "O": _product}


class _Share(NamedTuple):
    """One weight before its division: the exponent as text, its power, and the powers of the line that is normalised."""

    exponent: str
    power: float
    powers: list[float]


def _share(flow, state, row, column):
    """exp of the score as the chapter writes it, or of score - maximum where that would not read, or overflow."""
    by_column = state.mistake == "columns"
    scores = [float(score) for score in (flow.values["S"][:, column] if by_column else flow.values["S"][row])]
    largest = max(scores)
    shift = 0.0 if state.mistake == "no-shift" or PLAIN_SCORES[0] <= largest <= PLAIN_SCORES[1] else largest
    powers = [_exp(score - shift) for score in scores]
    own = row if by_column else column
    return _Share(_exponent(scores[own], shift), powers[own], powers)


def _exp(exponent):
    try:
        return math.exp(exponent)
    except OverflowError:
        return math.inf


def _exponent(score, shift):
    return _number(score) if shift == 0 else f"{_number(score)} − {_factor(shift)}"


def _number(value):
    return shown(value).replace("-", "−")


def _factor(value, first=False):
    text = _number(value)
    return f"({text})" if text.startswith("−") and not first else text


def _vector(values):
    return f"[{', '.join(_number(value) for value in values)}]"


def shape_text(array):
    """[rows,columns] as a reader sees it.

    Shapes: array [m, n].
    """
    return f"[{array.shape[0]},{array.shape[1]}]"


def equals(value):
    """The sign that is true: what is shown with six decimals was rounded."""
    exact = not math.isfinite(value) or Decimal(shown(value)) == Decimal(shortest(value))
    return f"{'=' if exact else '≈'} {_number(value)}"

