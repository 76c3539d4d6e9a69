"""Where numbers stand in their cells, so that a column's decimal points lie below each other."""

import re
from functools import lru_cache

from qkv.numerals import REMEMBERED

_DECIMAL = re.compile(r"([-+−]?[0-9]*)((?:\.[0-9]*)?)")


def decimal_shifts(rows, room):
    """Per text, by how many half digits it has to stand right of the middle for its column's decimal points to be aligned.

    Texts that are no decimal number (1/3, ∞) stay in the middle, and so does a column that aligned would need more than
    `room` half digits. Shape: rows [m, n] of shown texts, result [m, n].
    """
    columns = [_column_shifts(column, room) for column in zip(*rows, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


@lru_cache(maxsize=REMEMBERED)
def _column_shifts(texts, room):
    sides = [_sides(text) for text in texts]
    before, after = (max((side[end] for side in sides if side), default=0) for end in (0, 1))
    fits = before + after <= room
    return [(before - side[0]) - (after - side[1]) if side and fits else 0 for side in sides]


@lru_cache(maxsize=REMEMBERED)
def _sides(text):
    """Widths before and after the decimal point, in half digits: a point or a sign takes about one.

    Returns: None for a text that has no point to align.
    """
    parts = _DECIMAL.fullmatch(text)
    return parts and tuple(sum(2 if letter.isdigit() else 1 for letter in part) for part in parts.groups())
