"""A double -> its text: in full, as it reads back, and as a reader sees it."""

import math
from functools import lru_cache

REMEMBERED = 1 << 13  # most numbers of a large figure stay as they are from one edit to the next


def shortest(value):
    """The shortest text that reads back as this very double, also in JavaScript: 0.4011120926797859, 1, -0, NaN."""
    value = float(value)
    if value == 0:
        return "0" if math.copysign(1, value) > 0 else "-0"
    return _shortest(value)


@lru_cache(maxsize=REMEMBERED)
def _shortest(value):
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(value).removesuffix(".0")


@lru_cache(maxsize=REMEMBERED)
def shown(value):
    """The text a reader sees: integers as integers, everything else with six decimals."""
    value = float(value)
    if not math.isfinite(value):
        return {math.inf: "∞", -math.inf: "-∞"}.get(value, "NaN")
    if value.is_integer():
        return str(int(value)) if abs(value) < 1e16 else f"{value:.6g}"
    return f"{value:.6f}" if abs(value) < 1e16 else f"{value:.6g}"
