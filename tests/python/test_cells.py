"""The cell grammar: a table of what is accepted and what is refused, and why."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qkv.alignment import decimal_shifts
from qkv.cells import parse
from qkv.figure import USUAL_SHIFT_ROOM
from qkv.numerals import shortest, shown
from qkv.problems import Refused

ACCEPTED = {
    "0": 0.0,
    "1": 1.0,
    "-1": -1.0,
    "+2": 2.0,
    "0.5": 0.5,
    ".5": 0.5,
    "5.": 5.0,
    "-0.25": -0.25,
    "007": 7.0,
    "1e-3": 0.001,
    "2E3": 2000.0,
    "1.5e+2": 150.0,
    "1e308": 1e308,
    "5e-324": 5e-324,
    "1/3": 1 / 3,
    "-1/3": -1 / 3,
    "6/4": 1.5,
    "1/2/2": 0.25,
    "1.5/3": 0.5,
    "sqrt(2)": math.sqrt(2),
    "√2": math.sqrt(2),
    "√(2)": math.sqrt(2),
    "-√2": -math.sqrt(2),
    "sqrt ( 9 )": 3.0,
    "√0": 0.0,
    "1/√2": math.sqrt(0.5),
    "sqrt(2)/2": math.sqrt(0.5),
    "2*√3": math.sqrt(12),
    "√2*√2": 2.0,
    "√2·√8": 4.0,
    "2×3": 6.0,
    "6÷4": 1.5,
    "１／３": 1 / 3,
    "－1": -1.0,
    "＋１．５": 1.5,
    "1。5": 1.5,
    "１ｅ－３": 0.001,
    "ｓｑｒｔ（２）": math.sqrt(2),
    "２＊３": 6.0,
    "\u22121": -1.0,
    "\u2212√2/2": -math.sqrt(0.5),
    "  1 ": 1.0,
    "\u30001\u3000": 1.0,
    "\t2": 2.0,
    " 1 / 3 ": 1 / 3,
    "- 1": -1.0,
    "1e300*1e-300": 1.0,
    "0e999": 0.0,
}
REFUSED = {
    "": "cell-empty",
    "   ": "cell-empty",
    "\u3000": "cell-empty",
    "nan": "cell-not-finite",
    "NaN": "cell-not-finite",
    "inf": "cell-not-finite",
    "-inf": "cell-not-finite",
    "∞": "cell-not-finite",
    "Infinity": "cell-not-finite",
    "ｉｎｆ": "cell-not-finite",
    "1e400": "cell-too-large",
    "1e309": "cell-too-large",
    "1e999999999": "cell-too-large",
    "1e308*10": "cell-too-large",
    "1e-400": "cell-too-small",
    "1e-999999999": "cell-too-small",
    "1e-200*1e-200": "cell-too-small",
    "1/0": "cell-zero-division",
    "0/0": "cell-zero-division",
    "1/√0": "cell-zero-division",
    "1,000": "cell-separator",
    "0,5": "cell-separator",
    "1，5": "cell-separator",
    "-1,5": "cell-separator",
    "x": "cell-syntax",
    "1+1": "cell-syntax",
    "2-1": "cell-syntax",
    "1 2": "cell-syntax",
    "--1": "cell-syntax",
    "+-1": "cell-syntax",
    "2√3": "cell-syntax",
    "2**3": "cell-syntax",
    "2^3": "cell-syntax",
    "3²": "cell-syntax",
    "½": "cell-syntax",
    "1_000": "cell-syntax",
    "0x10": "cell-syntax",
    "1j": "cell-syntax",
    "√-1": "cell-syntax",
    "sqrt(-1)": "cell-syntax",
    "sqrt(2": "cell-syntax",
    "√(2": "cell-syntax",
    "2)": "cell-syntax",
    "(2)": "cell-syntax",
    "sqrt 2": "cell-syntax",
    "sqrt2": "cell-syntax",
    "√√2": "cell-syntax",
    "1/": "cell-syntax",
    "/2": "cell-syntax",
    "*": "cell-syntax",
    "-": "cell-syntax",
    ".": "cell-syntax",
    "e5": "cell-syntax",
    "1e": "cell-syntax",
    "1.2.3": "cell-syntax",
    "٣": "cell-syntax",
    "१": "cell-syntax",
    "__import__('os')": "cell-syntax",
    "True": "cell-syntax",
    "1" * 65: "cell-too-long",
}


@pytest.mark.parametrize("text, value", ACCEPTED.items(), ids=repr)
def test_accepted(text, value):
    assert parse(text).value == value


@pytest.mark.parametrize("text, code", REFUSED.items(), ids=repr)
def test_refused(text, code):
    with pytest.raises(Refused) as refused:
        parse(text)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_a_minus_zero_keeps_its_sign():
    assert math.copysign(1, parse("-0").value) == -1 and shortest(-0.0) == "-0" and shown(-0.0) == "0"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_the_shortest_text_of_a_double_reads_back_as_that_double(value):
    back = parse(shortest(value)).value
    assert back == value and math.copysign(1, back) == math.copysign(1, value)


@given(st.integers(-999, 999), st.integers(1, 999))
def test_a_fraction_is_the_nearest_double_and_stays_exact(numerator, denominator):
    number = parse(f"{numerator}/{denominator}")
    assert number.value == numerator / denominator
    assert number.rational == Fraction(numerator, denominator)


@given(st.integers(1, 10**6))
def test_a_root_is_the_nearest_double_and_rational_only_for_squares(radicand):
    number = parse(f"√{radicand}")
    assert number.value == math.sqrt(radicand)
    assert (number.rational is not None) == (math.isqrt(radicand) ** 2 == radicand)


@given(st.text(max_size=80))
def test_any_text_is_a_finite_number_or_refused(text):
    try:
        assert math.isfinite(parse(text).value)
    except Refused as refused:
        assert len(refused.problems) == 1


@pytest.mark.parametrize("value, text", [
    (1.0, "1"), (-2.0, "-2"), (0.0, "0"), (1 / 3, "0.333333"), (1 / 128, "0.007812"), (0.4011120926797859, "0.401112"),
    (2 / 3, "0.666667"), (1e15, "1000000000000000"), (1e300, "1e+300"), (-1e-9, "-0.000000"),
    (math.inf, "∞"), (-math.inf, "-∞"), (math.nan, "NaN"),
])
def test_shown_text(value, text):
    assert shown(value) == text


def test_texts_are_shifted_towards_their_column_s_decimal_point():
    """A line that is centred moves by half of its shift; a point or a sign is half as wide as a digit."""
    def shifts(rows, room=USUAL_SHIFT_ROOM):
        return decimal_shifts(rows, room)

    assert USUAL_SHIFT_ROOM == 17
    assert shifts([["0.707107", "1"], ["0", "1/3"], ["-1.414214", "-10"]]) == [[1, 3], [-12, 0], [0, 0]]
    assert shifts([["∞", "NaN"]]) == [[0, 0]]
    assert shifts([["1"], ["0." + "5" * 300]]) == [[0], [0]]  # no room for that
    assert shifts([["-100"], ["1.669762"]]) == [[0], [0]] and shifts([["-10"], ["1.669762"]]) == [[0], [0]]
    assert shifts([["1"], ["-1.669762"]]) == [[-12], [0]] and shifts([["1"], ["-2.5"]], room=10) == [[-2], [0]]
