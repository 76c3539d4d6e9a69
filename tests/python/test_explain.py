"""Where a number comes from: formulas, axes, shapes and what they read; the followed row."""

import math
import re
from decimal import getcontext

import pytest

from tests.helpers.states import EXAMPLE, edited, place_json

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
    assert (about["formula"], about["axis"], about["shapes"]) == (formula, axis, shapes)
    assert about["reads"] == [place_json(*read) for read in reads]
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
    state = edited(
        ["X", 0, 0, "0.5"], ["X", 2, 1, "-1.25"], ["W_Q", 0, 1, "3"], ["W_K", 1, 0, "-0.5"], ["W_V", 0, 1, "7"]
    )
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
    ledger = ask(type="compute", state=EXAMPLE | {"followed": 1})["ledger"]
    assert ledger["row"] == 1 and ledger["query"] == "[0, 1]"
    assert [cell["formula"] for cell in ledger["D"]] == [
        "D[2,1] = 0·1 + 1·1 = 1", "D[2,2] = 0·0 + 1·1 = 1", "D[2,3] = 0·1 + 1·2 = 2"]
    assert ledger["exps"] == ["exp(0.707107) ≈ 2.028115", "exp(0.707107) ≈ 2.028115", "exp(1.414214) ≈ 4.113250"]
    assert ledger["divisor"] == "2.028115 + 2.028115 + 4.113250 ≈ 8.169480"
    assert [cell["formula"] for cell in ledger["A"]] == [
        "A[2,1] = exp(0.707107)/8.169480 ≈ 0.248255", "A[2,2] = exp(0.707107)/8.169480 ≈ 0.248255",
        "A[2,3] = exp(1.414214)/8.169480 ≈ 0.503490"]
    assert ledger["output"] == "[1.503490, 1.503490]"
