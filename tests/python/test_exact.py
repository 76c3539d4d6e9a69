"""Exact forms in r and s, where there are any."""

import re
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qkv import exact, examples
from qkv.state import read
from tests.helpers.states import EXAMPLE, edited
from tests.reference import attend


def test_the_chapter_s_exact_forms(ask):
    forms = ask(type="compute", state=EXAMPLE)["exact"]
    assert (forms["s"], forms["s_value"], forms["r"], forms["r_value"]) == (
        "1/√2",
        "≈ 0.707107",
        "exp(s)",
        "≈ 2.028115",
    )
    assert forms["S"] == [["s", "0", "s"], ["s", "s", "2s"], ["2s", "s", "3s"]]
    assert [(row["A"], row["sum"]) for row in forms["rows"]] == [
        (["r", "1", "r"], "2r+1"), (["1", "1", "r"], "2+r"), (["r", "1", "r²"], "r+1+r²")]
    assert forms["rows"][0]["O"] == ["3r+1", "2r+2"]


@pytest.mark.parametrize("state, why", [
    (edited(["X", 0, 0, "√2"]), ("irrational", "X")),
    (edited(["X", 0, 0, "0.001"]), ("denominator", "D")),
])
def test_where_no_exact_form_applies_it_says_why(ask, state, why):
    forms = ask(type="compute", state=state)["exact"]
    assert (forms["why"], forms["matrix"]) == why


def test_a_pinned_row_and_a_high_power_have_no_form_of_their_own(ask):
    rows = ask(type="compute", state=edited(["W_Q", 0, 0, "200"], pins=[("A", 1, 0, "1"), ("S", 2, 0, "1")]))["exact"][
        "rows"
    ]
    assert [(row.get("why"), row.get("matrix")) for row in rows] == [("power", "S"), ("pinned", "A"), ("pinned", "S")]


def test_a_common_denominator_goes_into_r(ask):
    forms = ask(type="compute", state=edited(["X", 0, 0, "1/2"]))["exact"]
    assert forms["r"] == "exp(s/4)" and forms["S"][0][0] == "s/4"


def value(text, symbols):
    """A form like 3r²+2−r/2 in 50 digits: terms of coefficient, symbol, superscript power and denominator."""
    total = Decimal(0)
    for sign, number, symbol, power, over in re.findall(
        r"([+−]?)(\d*)([rs]?)([⁰¹²³⁴⁵⁶⁷⁸⁹]*)(?:/(\d+))?(?=[+−]|$)", text
    ):
        if number or symbol:
            exponent = int(power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")) or 1)
            term = Decimal(number or 1) * (symbols[symbol] ** exponent if symbol else 1) / Decimal(over or 1)
            total += -term if sign == "−" else term
    return total


@given(st.data())
def test_forms_are_the_decimals(data):
    d_k = data.draw(st.integers(1, 5))
    cell = st.sampled_from(["0", "1", "-1", "2", "3", "1/2", "0.5"])

    def rows(m, n):
        return [[data.draw(cell) for _ in range(n)] for _ in range(m)]

    T = data.draw(st.integers(1, 4))
    cells = {"X": rows(T, 2), "W_Q": rows(2, d_k), "W_K": rows(2, d_k), "W_V": rows(2, 2)}
    state = examples.PRESETS["example-15.1"] | {"cells": cells, "tokens": [""] * T}
    forms = exact.forms(read(state))
    assume("why" not in forms)
    s = 1 / Decimal(d_k).sqrt()
    symbols = {"s": s, "r": (s / forms["denominator"]).exp()}
    numbers = {name: [[eval_fraction(text) for text in row] for row in lines] for name, lines in cells.items()}
    true = attend(numbers)
    for i, row in enumerate(forms["rows"]):
        for form, expected in zip(forms["S"][i], true["S"][i], strict=True):
            assert abs(value(form, symbols) - expected) < Decimal("1e-40")
        if "why" not in row:
            total = value(row["sum"], symbols)
            for name in "AO":
                for form, expected in zip(row[name], true[name][i], strict=True):
                    assert abs(value(form, symbols) / total - expected) < Decimal("1e-35"), (name, form, row["sum"])


def eval_fraction(text):
    numerator, _, denominator = text.partition("/")
    return Decimal(numerator) / Decimal(denominator or 1)
