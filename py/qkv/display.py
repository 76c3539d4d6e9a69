"""What the page draws of a matrix: values, shown texts, the reader's own texts, alignment, heat, sums."""

from functools import lru_cache

import numpy as np

from qkv.alignment import decimal_shifts
from qkv.figure import HEAT_LEVELS, SHIFT_ROOM, USUAL_SHIFT_ROOM
from qkv.numerals import shortest, shown

MIRRORED = ("X", "X_src", "Q", "K", "V", "A")  # they stand in the figure again as factors, K transposed


def matrix(state, array, name):
    """A matrix of a State as its grid draws it; by how much texts are shifted is left out where none is, nearly always.

    Shapes: array [m, n].
    """
    entry = readable(array)
    texts = [list(row) for row in entry["numbers"]]
    for place, text in state.texts.items():
        if place.matrix == name:
            texts[place.row][place.column] = text
    entry |= {"texts": texts, "rows": array.shape[0]}
    mirrored = []
    if name in MIRRORED:
        mirrored = list(zip(*entry["numbers"], strict=True)) if name == "K" else entry["numbers"]
    room = SHIFT_ROOM.get(name, USUAL_SHIFT_ROOM)
    shifts = {"shifts": decimal_shifts(texts, room), "mirror_shifts": decimal_shifts(mirrored, USUAL_SHIFT_ROOM)}
    entry |= {key: rows for key, rows in shifts.items() if any(map(any, rows))}
    if name == "A":
        levels = np.rint(np.clip(np.nan_to_num(array), 0, 1) * HEAT_LEVELS)
        entry["heat"] = levels.astype(int).tolist()
    return entry


def readable(array):
    """A matrix to read, not to edit: values in full, numbers as they are shown.

    Shapes: array [m, n].
    """
    values, numbers = zip(*(_row(row.tobytes()) for row in array), strict=True)
    return {"columns": array.shape[1], "values": values, "numbers": numbers}


@lru_cache(maxsize=1024)
def _row(row):
    """The doubles of a row, given as bytes, in full and as they are shown: most rows stay from one edit to the next."""
    numbers = np.frombuffer(row).tolist()
    return tuple(map(shortest, numbers)), tuple(map(shown, numbers))


def sums(A):
    """Row and column sums of A.

    Shapes: A [m, n] -> {"rows": m sums, "columns": n sums}.
    """
    rows, columns = ([{"value": shortest(total), "text": shown(total)} for total in A.sum(axis=axis)] for axis in (1, 0))
    shifts = decimal_shifts([[total["text"]] for total in rows], USUAL_SHIFT_ROOM)
    for total, (shift,) in zip(rows, shifts, strict=True):
        total["shift"] = shift
    return {"rows": rows, "columns": columns}
