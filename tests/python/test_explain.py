"""Where a number comes from: formulas, axes, shapes and what they read; the followed row; the exact forms."""

import math
import re
from decimal import Decimal, getcontext

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qkv import exact, examples
from qkv.state import read
from tests.python.test_flow import EXAMPLE, edited

getcontext().prec = 50


@pytest.mark.parametrize("place, formula, axis, shapes, reads", [
    (("Q", 2, 0), "Q[3,1] = 1·1 + 1·0 = 1", "input", "[3,2] @ [2,2] → [3,2]", [["X", 2, None], ["W_Q", None, 0]]),
    (("K", 2, 1), "K[3,2] = 1·1 + 1·1 = 2", "input", "[3,2] @ [2,2] → [3,2]", [["X", 2, None], ["W_K", None, 1]]),
    (("V", 1, 1), "V[2,2] = 0·0 + 1·2 = 2", "input", "[3,2] @ [2,2] → [3,2]", [["X", 1, None], ["W_V", None, 1]]),
    (("D", 2, 1), "D[3,2] = 1·0 + 1·1 = 1", "key", "[3,2] @ [2,3] → [3,3]", [["Q", 2, None], ["K", 1, None]]),
    (("S", 2, 2), "S[3,3] = 3/√2 ≈ 2.121320", None, "[3,3] ÷ √2 → [3,3]", [["D", 2, 2]]),
    (("A", 0, 0), "A[1,1] = exp(0.707107)/5.056230 ≈ 0.401112", "source", "[3,3] → [3,3]", [["S", 0, None]]),
    (("O", 0, 0), "O[1,1] = 0.401112·1 + 0.197776·1 + 0.401112·2 ≈ 1.401112", "source", "[3,3] @ [3,2] → [3,2]",
     [["A", 0, None], ["V", None, 0]]),
])
def test_the_chapter_s_cells(ask, place, formula, axis, shapes, reads):
    matrix, row, column = place
    about = ask(type="explain", state=EXAMPLE, matrix=matrix, row=row, column=column)
    assert (about["formula"], about["axis"], about["shapes"], about["reads"]) == (formula, axis, shapes, reads)
    assert not about["pinned"] and about["would_be"] is None


def test_a_given_cell_is_made_from_nothing(ask):
    about = ask(type="explain", state=EXAMPLE, matrix="X", row=0, column=1)
    assert (about["formula"], about["reads"], about["shapes"]) == ("X[1,2] = 0", [], None)


def test_a_pinned_cell_says_what_it_would_have_been(ask):
    about = ask(type="explain", state=edited(pins=[("Q", 2, 0, "0")]), matrix="Q", row=2, column=0)
    assert about["pinned"] and about["would_be"] == "1" and about["text"] == "0"
    assert about["formula"] == "Q[3,1] = 1·1 + 1·0 = 1"


def test_negative_factors_are_bracketed_and_scores_too_large_for_exp_are_shifted(ask):
    state = edited(["X", 0, 0, "-1"], ["W_V", 0, 0, "-2"])
    assert ask(type="explain", state=state, matrix="V", row=0, column=0)["formula"] == "V[1,1] = −1·(−2) + 0·1 = 2"
    state = edited(["W_Q", 0, 0, "5000"])
    formula = ask(type="explain", state=state, matrix="A", row=0, column=1)["formula"]
    assert formula == "A[1,2] = exp(0 − 3535.533906)/2 = 0"


def test_no_formula_divides_by_a_sum_that_reads_as_zero(ask):
    state = edited(pins=[("D", 0, 0, "-100"), ("D", 0, 1, "-100"), ("D", 0, 2, "-100")])
    formula = ask(type="explain", state=state, matrix="A", row=0, column=0)["formula"]
    assert formula == "A[1,1] = exp(−70.710678 − (−70.710678))/3 ≈ 0.333333"


@pytest.mark.parametrize("name", ["Q", "K", "V", "D", "O"])
def test_the_terms_of_a_sum_add_up_to_the_cell(ask, name):
    state = edited(["X", 0, 0, "0.5"], ["X", 2, 1, "-1.25"], ["W_Q", 0, 1, "3"], ["W_K", 1, 0, "-0.5"], ["W_V", 0, 1, "7"])
    reply = ask(type="compute", state=state)["matrices"][name]
    for row in range(reply["rows"]):
        for column in range(reply["columns"]):
            formula = ask(type="explain", state=state, matrix=name, row=row, column=column)["formula"]
            _, terms, result = re.split(r" [=≈] ", formula)
            number = lambda text: float(text.strip("()").replace("−", "-"))  # noqa: E731
            total = sum(math.prod(map(number, term.split("·"))) for term in terms.split(" + "))
            assert abs(total - float(reply["values"][row][column])) < 1e-5
            assert abs(number(result) - float(reply["values"][row][column])) < 1e-6


def test_the_followed_row_writes_out_every_step(ask):
    steps = ask(type="compute", state=EXAMPLE | {"followed": 1})["steps"]
    assert steps["row"] == 1 and steps["query"] == "[0, 1]"
    assert [cell["formula"] for cell in steps["D"]] == [
        "D[2,1] = 0·1 + 1·1 = 1", "D[2,2] = 0·0 + 1·1 = 1", "D[2,3] = 0·1 + 1·2 = 2"]
    assert steps["exps"] == ["exp(0.707107) ≈ 2.028115", "exp(0.707107) ≈ 2.028115", "exp(1.414214) ≈ 4.113250"]
    assert steps["divisor"] == "2.028115 + 2.028115 + 4.113250 ≈ 8.169480"
    assert steps["weights"] == "[0.248255, 0.248255, 0.503490]" and steps["output"] == "[1.503490, 1.503490]"


def test_the_chapter_s_exact_forms(ask):
    forms = ask(type="compute", state=EXAMPLE)["exact"]
    assert (forms["s"], forms["s_value"], forms["r"], forms["r_value"]) == ("1/√2", "≈ 0.707107", "exp(s)", "≈ 2.028115")
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
    rows = ask(type="compute", state=edited(["W_Q", 0, 0, "200"], pins=[("A", 1, 0, "1"), ("S", 2, 0, "1")]))["exact"]["rows"]
    assert [(row.get("why"), row.get("matrix")) for row in rows] == [("power", "S"), ("pinned", "A"), ("pinned", "S")]


def test_a_common_denominator_goes_into_r(ask):
    forms = ask(type="compute", state=edited(["X", 0, 0, "1/2"]))["exact"]
    assert forms["r"] == "exp(s/4)" and forms["S"][0][0] == "s/4"


def value(text, symbols):
    """A form like 3r²+2−r/2 in 50 digits: terms of coefficient, symbol, superscript power and denominator."""
    total = Decimal(0)
    for sign, number, symbol, power, over in re.findall(r"([+−]?)(\d*)([rs]?)([⁰¹²³⁴⁵⁶⁷⁸⁹]*)(?:/(\d+))?(?=[+−]|$)", text):
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
    from tests.reference import attend

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
