"""Mistakes made on purpose: each is really made, and the right result stands beside it."""

import copy
import math
from decimal import Decimal

import pytest

from qkv import examples, figure, mistakes
from tests.helpers.states import BATCH, CAUSAL, CROSS, EXAMPLE, place_json, values
from tests.reference import weights


def softmax(scores):
    return [float(weight) for weight in weights([Decimal(score) for score in scores])]


def columns(rows):
    return [list(column) for column in zip(*rows, strict=True)]


def test_the_names_of_the_mistakes_are_those_that_states_may_carry_and_each_is_a_function():
    form = figure.SCHEMA["$defs"]["bare-state"]["properties"]["mistake"]
    assert form == {"enum": ["columns", "root-T", "no-division", "no-shift"]} == {"enum": list(figure.MISTAKES)}
    for about in figure.MISTAKES.values():
        assert callable(getattr(mistakes, about.verb)) and about.replaces in figure.COMPUTED_NAMES


def test_softmax_by_column_sums_columns_to_one_and_rows_are_no_mixes(ask):
    reply = ask(type="compute", state=EXAMPLE | {"mistake": "columns"})
    A, S = ([[float(value) for value in row] for row in reply["matrices"][name]["values"]] for name in "AS")
    for column, scores in zip(columns(A), columns(S), strict=True):
        assert column == pytest.approx(softmax(scores), abs=1e-12)
    assert all(abs(float(total["value"]) - 1) < 1e-12 for total in reply["sums"]["columns"])
    assert [note["code"] for note in reply["notes"]][:3] == ["row-sum"] * 3
    about = ask(type="explain", state=EXAMPLE | {"mistake": "columns"}, matrix="A", row=0, column=1)
    assert about["reads"] == [place_json("S", None, 1)]
    assert reply["ledger"]["divisor"].count(";") == 2  # every column has a divisor of its own


def test_the_axis_that_softmax_by_column_sums_over_is_the_receivers(ask):
    about = ask(type="explain", state=EXAMPLE | {"mistake": "columns"}, matrix="A", row=0, column=0)
    assert (
        about["axis"] == "receiving"
        and ask(type="explain", state=EXAMPLE, matrix="A", row=0, column=0)["axis"] == "source"
    )


@pytest.mark.parametrize("mistake, divisor", [("root-T", math.sqrt(3)), ("no-division", 1)])
def test_a_wrong_divisor_is_really_used(ask, mistake, divisor):
    base = EXAMPLE | {"mistake": mistake}
    found = values(ask, base)
    for row, dots in zip(found["S"], found["D"], strict=True):
        assert [float(value) for value in row] == pytest.approx([float(dot) / divisor for dot in dots], abs=1e-15)
    for row, scores in zip(found["A"], found["S"], strict=True):
        assert [float(value) for value in row] == pytest.approx(softmax(scores), abs=1e-12)
    assert ask(type="explain", state=base, matrix="S", row=2, column=2)["formula"].startswith(
        "S[3,3] = 3/√3 ≈" if mistake == "root-T" else "S[3,3] = 3 = 3"
    )


def test_exp_without_the_maximum_overflows_and_shows_inf_and_nan_as_what_they_are(ask):
    reply = ask(type="compute", state=examples.PRESETS["scores-near-1000"])
    assert 990 < float(reply["matrices"]["S"]["values"][0][0]) < 1010
    assert reply["matrices"]["A"]["values"][0] == ["NaN", "0", "NaN"] and reply["matrices"]["A"]["texts"][0] == [
        "NaN",
        "0",
        "NaN",
    ]
    assert reply["ledger"]["exps"][0].endswith("= ∞") and reply["ledger"]["divisor"].endswith("= ∞")
    assert [note["code"] for note in reply["notes"]] == ["row-not-a-number"] * 3
    assert [row[0] for row in reply["right"]["A"]["numbers"]] == ["0.500000", "0", "0"]
    assert all(math.isfinite(float(value)) for name in "AO" for row in reply["right"][name]["values"] for value in row)
    record = ask(type="verify", state=examples.PRESETS["scores-near-1000"])
    assert not record["record"]["pass"] and record["max_error"] == "∞"


def test_with_small_scores_leaving_the_maximum_out_changes_nothing_that_shows(ask):
    right, wrong = (ask(type="compute", state=EXAMPLE | more)["matrices"] for more in ({}, {"mistake": "no-shift"}))
    assert {name: wrong[name]["texts"] for name in wrong} == {name: right[name]["texts"] for name in right}


@pytest.mark.parametrize("base", [EXAMPLE, CAUSAL, CROSS, BATCH], ids=["self", "causal", "cross", "batch"])
@pytest.mark.parametrize("mistake", figure.MISTAKES)
def test_the_right_result_stands_beside_every_mistake_and_the_check_catches_what_differs(ask, base, mistake):
    wrong, right = ask(type="compute", state=base | {"mistake": mistake}), ask(type="compute", state=base)
    assert wrong["type"] == right["type"] == "computed" and right["right"] is None
    assert wrong["right"] == {
        name: {key: right["matrices"][name][key] for key in ("columns", "values", "numbers")} for name in "AO"}
    record = ask(type="verify", state=base | {"mistake": mistake})["record"]
    failed = [row["matrix"] for row in record["matrices"] if not row["pass"]]
    if mistake == "no-shift":
        assert record["pass"]
    else:
        assert failed[0] == ("A" if mistake == "columns" else "S")
    assert wrong["exact"] == {"why": "mistake", "matrix": "S"}


def test_q_at_k_is_refused_by_numpy_where_shapes_do_not_meet_and_only_seems_to_fit_elsewhere(ask):
    said = ask(type="compute", state=EXAMPLE)["untransposed"]
    assert (said["left"], said["right"], said["columns"], said["rows"]) == ("[3,2]", "[3,2]", 2, 3)
    assert "size 3 is different from 2" in said["error"] and (said["transposed"], said["result"]) == ("[2,3]", "[3,3]")
    square = copy.deepcopy(EXAMPLE)
    square["cells"]["X"].pop()
    square["tokens"].pop()
    assert ask(type="compute", state=square)["untransposed"]["error"] is None
