"""Where one number comes from: its terms written out, the axis that is summed, the shapes that meet.

Formulas are plain text with readers' 1-based positions, the same in every language; words belong to the locale files.
"""

import math
from decimal import Decimal

from qkv.cells import shortest, shown
from qkv.flow import STEPS
from qkv.state import GIVEN

AXES = {"Q": "input", "K": "input", "V": "input", "D": "key", "S": None, "A": "source", "O": "source"}
PLAIN_SCORES = (-7, 20)  # within, exp reads well with six decimals; beyond, the row maximum is subtracted in sight


def cell(flow, state, matrix, row, column):
    """Explain one cell.

    Returns: a dict with formula, value, text, pinned, would_be (what a pin hides), axis, shapes and reads: the cells it
    is made from as [matrix, row, column], None for a whole row or column.
    Raises: KeyError for no such matrix, IndexError for no such cell.
    """
    if not (0 <= row < len(flow.values[matrix]) and 0 <= column < len(flow.values[matrix][0])):
        raise IndexError(f"{matrix} has no cell {[row, column]}")
    place = f"{matrix}[{row + 1},{column + 1}]"
    text = _number(flow.values[matrix][row, column])
    about = {"matrix": matrix, "row": row, "column": column, "text": text, "pinned": False, "would_be": None}
    if matrix in GIVEN:
        return about | {"formula": f"{place} = {text}", "axis": None, "shapes": None, "reads": []}
    computed = flow.computed[matrix][row, column]
    right, shapes, reads = _FORMULAS[matrix](flow, state, matrix, row, column)
    about |= {
        "formula": f"{place} = {right} {equals(computed)}",
        "axis": AXES[matrix],
        "shapes": shapes,
        "reads": reads,
    }
    if (matrix, row, column) in state.pins:
        about |= {"pinned": True, "would_be": _number(computed)}
    return about


def follow(flow, state, row):
    """Write out everything that one receiving row does: compare, scale, exp, divide, mix.

    Returns: a dict of the row's query, its cells of D, S, A and O as from `cell`, its powers and their sum, the divisor.
    Source: §15.2 to §15.4, panel (b) and (c) of the figure.
    """
    shift, powers = _powers(flow.values["S"][row])
    exps = [
        f"exp({_exponent(score, shift)}) {equals(power)}"
        for score, power in zip(flow.values["S"][row], powers, strict=True)
    ]
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
        "exps": exps,
        "divisor": f"{' + '.join(_number(power) for power in powers)} {equals(sum(powers))}",
        "weights": _vector(flow.values["A"][row]),
        "output": _vector(flow.values["O"][row]),
    }


def _product(flow, state, matrix, row, column):
    left, right = STEPS[matrix][0]
    rows, columns = flow.values[left], flow.values[right]
    if matrix == "D":  # K stores a key per row: column j of its transpose is row j
        columns, reads = columns.T, [[left, row, None], [right, column, None]]
    else:
        reads = [[left, row, None], [right, None, column]]
    terms = [
        f"{_factor(a, first=position == 0)}·{_factor(b)}"
        for position, (a, b) in enumerate(zip(rows[row], columns[:, column], strict=True))
    ]
    shapes = f"{_shape(rows)} @ {_shape(columns)} → {_shape(flow.values[matrix])}"
    return " + ".join(terms), shapes, reads


def _scaled(flow, state, matrix, row, column):
    d_k = state.sizes["d_k"]
    shape = _shape(flow.values["D"])
    return f"{_number(flow.values['D'][row, column])}/√{d_k}", f"{shape} ÷ √{d_k} → {shape}", [["D", row, column]]


def _weight(flow, state, matrix, row, column):
    scores = flow.values["S"][row]
    shift, powers = _powers(scores)
    shape = _shape(flow.values["S"])
    return (
        f"exp({_exponent(scores[column], shift)})/{_number(sum(powers))}",
        f"{shape} → {shape}",
        [["S", row, None]],
    )


_FORMULAS = {"Q": _product, "K": _product, "V": _product, "D": _product, "S": _scaled, "A": _weight, "O": _product}


def _powers(scores):
    """exp of every score as the chapter writes it, or of score - maximum where that would not read, or overflow."""
    largest = float(max(scores))
    shift = 0.0 if PLAIN_SCORES[0] <= largest <= PLAIN_SCORES[1] else largest
    return shift, [math.exp(float(score) - shift) for score in scores]


def _exponent(score, shift):
    return _number(score) if shift == 0 else f"{_number(score)} − {_factor(shift)}"


def _number(value):
    return shown(value).replace("-", "−")


def _factor(value, first=False):
    text = _number(value)
    return f"({text})" if text.startswith("−") and not first else text


def _vector(values):
    return f"[{', '.join(_number(value) for value in values)}]"


def _shape(array):
    return f"[{array.shape[0]},{array.shape[1]}]"


def equals(value):
    """The sign that is true: what is shown with six decimals was rounded."""
    exact = Decimal(shown(value)) == Decimal(shortest(value))
    return f"{'=' if exact else '≈'} {_number(value)}"

