"""Where one number comes from: its terms written out, the axis that is summed, the shapes that meet.

Formulas are plain text with readers' 1-based positions, the same in every language; words belong to the locale files.
"""

import math
from decimal import Decimal
from typing import NamedTuple

import numpy as np

from qkv.figure import COMPUTED, DIVISOR, Place
from qkv.flow import made_from
from qkv.numerals import shortest, shown

PLAIN_SCORES = (-7, 20)  # within, exp reads well with six decimals; beyond, the row maximum is subtracted in sight


def cell(flow, state, place):
    """Explain the cell at a figure.Place.

    Returns: a dict with its place, formula, text, pinned, would_be (what a pin hides), axis, shapes, forbidden (by the causal
    mask) and reads: the places it is made from, row or column None for all of them.
    Raises: KeyError for no such matrix, IndexError for no such cell.
    """
    _, matrix, row, column = place
    if not (0 <= row < len(flow.values[matrix]) and 0 <= column < len(flow.values[matrix][0])):
        raise IndexError(f"{matrix} has no cell {[row, column]}")
    name = f"{matrix}[{row + 1},{column + 1}]"
    text = _number(flow.values[matrix][row, column])
    hidden = matrix in ("S", "A") and state.forbids(row, column)
    about = place._asdict() | {
        "text": text,
        "pinned": False,
        "would_be": None,
        "forbidden": hidden and bool(flow.values["S"][row, column] == -math.inf),  # a pin lifts the mask
    }
    if state.matrices[matrix].kind != COMPUTED:
        return about | {"formula": f"{name} = {text}", "axis": None, "shapes": None, "reads": []}
    computed = flow.computed[matrix][row, column]
    right, shapes, reads = _FORMULAS[state.matrices[matrix].verb](flow, state, matrix, row, column)
    about |= {
        "formula": f"{name} = {right} {equals(computed)}" if right else f"{name} {equals(computed)}",
        "axis": _summed(state, matrix),
        "shapes": shapes,
        "reads": [place._asdict() for place in reads],
    }
    if place in state.pins:
        about |= {"pinned": True, "would_be": _number(computed)}
    return about


def ledger(flow, state, row):
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
                for about in (cell(flow, state, Place(0, name, row, c)) for c in range(len(flow.values[name][row])))
            ]
            for name in "DSAO"
        },
        "exps": [f"exp({share.exponent}) {equals(share.power)}" for share in shares],
        "divisor": "; ".join(dict.fromkeys(divisors)),
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
    left, right = made_from(state, matrix)
    rows, columns = flow.values[left], flow.values[right]
    if matrix == "D":  # K stores a key per row: column j of its transpose is row j
        columns, reads = columns.T, [Place(0, left, row, None), Place(0, right, column, None)]
    else:
        reads = [Place(0, left, row, None), Place(0, right, None, column)]
    terms = [
        f"{_factor(a, first=position == 0)}·{_factor(b)}"
        for position, (a, b) in enumerate(zip(rows[row], columns[:, column], strict=True))
    ]
    shapes = f"{shape_text(rows)} @ {shape_text(columns)} → {shape_text(flow.values[matrix])}"
    return " + ".join(terms), shapes, reads


def _summed(state, matrix):
    """The axis that the making of a matrix sums over, a mistake's own where one is on; None where nothing is summed."""
    if state.wrong and state.wrong.replaces == matrix and state.wrong.summed:
        return state.wrong.summed
    return state.matrices[matrix].summed


def divisor(state):
    """What D is divided by, as text: √d_k as a number, or what a mistake puts in its place; empty for nothing."""
    instead = state.wrong.divisor if state.wrong else None
    return (DIVISOR if instead is None else instead).format(**state.sizes)


def _scaled(flow, state, matrix, row, column):
    if state.forbids(row, column):
        return "", shape_text(flow.values["S"]), []
    by, shape = divisor(state), shape_text(flow.values["D"])
    right = _number(flow.values["D"][row, column]) + (f"/{by}" if by else "")
    return right, f"{shape} ÷ {by or 1} → {shape}", [Place(0, "D", row, column)]


def _weight(flow, state, matrix, row, column):
    share = _share(flow, state, row, column)
    shape = shape_text(flow.values["S"])
    line = Place(0, "S", None, column) if _summed(state, "A") == "receiving" else Place(0, "S", row, None)
    return f"exp({share.exponent})/{_number(sum(share.powers))}", f"{shape} → {shape}", [line]


_FORMULAS = {"project": _product, "compare": _product, "scale": _scaled, "softmax_rows": _weight, "mix": _product}


class _Share(NamedTuple):
    """One weight before its division: the exponent as text, its power, and the powers of the line that is normalised."""

    exponent: str
    power: float
    powers: list[float]


def _share(flow, state, row, column):
    """exp of the score as the chapter writes it, or of score - maximum where that would not read, or overflow."""
    by_column = _summed(state, "A") == "receiving"
    scores = [float(score) for score in (flow.values["S"][:, column] if by_column else flow.values["S"][row])]
    largest = max(scores)
    shifts = state.wrong is None or state.wrong.shifts
    shift = largest if shifts and not PLAIN_SCORES[0] <= largest <= PLAIN_SCORES[1] else 0.0
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

