"""Beyond the single sequence and the three mistakes, through the bridge that the page uses."""

import copy
import math
from decimal import Decimal

import pytest

from qkv import examples, flow, mistakes, state
from tests.reference import COMPUTED, GIVEN, MATRICES, attend

EXAMPLE, CAUSAL, CROSS, BATCH = (examples.PRESETS[name] for name in ("example-15.1", "causal", "cross", "batch"))


def with_cells(base, *cells, **more):
    changed = copy.deepcopy(base) | more
    for matrix, row, column, text in cells:
        changed["cells"][matrix][row][column] = text
    return changed


def values(ask, base):
    reply = ask(type="compute", state=base)
    assert reply["type"] == "computed", reply
    return {name: matrix["values"] for name, matrix in reply["matrices"].items()}


def agrees(found, exact):
    for name, rows in exact.items():
        assert [len(row) for row in found[name]] == [len(row) for row in rows], name
        for found_row, true_row in zip(found[name], rows, strict=True):
            for number, true in zip(found_row, true_row, strict=True):
                assert Decimal(number) == true or abs(Decimal(number) - true) <= Decimal("1e-12") * max(1, abs(true)), (name, number, true)


@pytest.mark.parametrize("base, causal", [(CAUSAL, True), (CROSS, False), (BATCH, False)], ids=["causal", "cross", "batch"])
@pytest.mark.parametrize("pins", [[], [["K", 1, 0, "3/2"], ["S", 2, 1, "-1"], ["A", 0, 0, "0.5"]]], ids=["plain", "pinned"])
def test_every_variant_agrees_with_the_reference_and_passes_the_check(ask, base, causal, pins):
    base = base | {"pins": pins}
    agrees(values(ask, base), attend(base["cells"], [(m, i, c, {"3/2": "1.5"}.get(t, t)) for m, i, c, t in pins], causal))
    record = ask(type="verify", state=base)["record"]
    assert record["pass"], record
    expected = MATRICES if base is not CROSS and "X_src" not in base["cells"] else GIVEN + ["X_src"] + COMPUTED
    assert [row["matrix"] for row in record["matrices"]] == expected * (2 if base.get("variant") == "batch" else 1)


def test_the_causal_mask_shows_forbidden_scores_as_minus_infinity_and_weights_as_zero(ask):
    reply = ask(type="compute", state=CAUSAL)
    S, A = (reply["matrices"][name] for name in "SA")
    forbidden = [(0, 1), (0, 2), (1, 2)]
    assert {S["values"][i][j] for i, j in forbidden} == {"-Infinity"} and {S["texts"][i][j] for i, j in forbidden} == {"-∞"}
    assert {A["values"][i][j] for i, j in forbidden} == {"0"} and A["values"][0] == ["1", "0", "0"]
    assert reply["notes"] == []
    about = ask(type="explain", state=CAUSAL, matrix="S", row=0, column=2)
    assert about["forbidden"] and about["formula"] == "S[1,3] = −∞" and about["reads"] == []
    assert not ask(type="explain", state=CAUSAL, matrix="S", row=2, column=0)["forbidden"]


def test_under_the_mask_a_later_position_leaves_earlier_outputs_bitwise_unchanged(ask):
    before, after = values(ask, CAUSAL), values(ask, with_cells(CAUSAL, ["X", 2, 0, "-7"]))
    assert after["O"][:2] == before["O"][:2] and after["O"][2] != before["O"][2]
    free = values(ask, with_cells(EXAMPLE, ["X", 2, 0, "-7"]))
    assert free["O"][0] != values(ask, EXAMPLE)["O"][0]  # without the mask they do change


def test_exact_forms_under_the_mask_count_the_allowed_sources_alone(ask):
    forms = ask(type="compute", state=CAUSAL)["exact"]
    assert forms["S"][0] == ["s", "−∞", "−∞"]
    assert forms["rows"][1]["A"] == ["1", "1", "0"] and forms["rows"][1]["sum"] == "2" and forms["rows"][1]["O"] == ["2", "2"]
    assert forms["rows"][2]["A"] == ["r", "1", "r²"]


def test_cross_attention_has_its_own_length_and_editing_the_sources_leaves_the_queries(ask):
    reply = ask(type="compute", state=CROSS)
    assert reply["sizes"] == {"T": 3, "d_in": 2, "d_k": 2, "d_v": 2, "T_src": 4}
    shapes = {name: (matrix["rows"], matrix["columns"]) for name, matrix in reply["matrices"].items()}
    assert shapes["X_src"] == (4, 2) and shapes["K"] == shapes["V"] == (4, 2) and shapes["D"] == shapes["A"] == (3, 4) and shapes["O"] == (3, 2)
    before, after = values(ask, CROSS), values(ask, with_cells(CROSS, ["X_src", 0, 0, "5"]))
    assert {name for name in before if before[name] != after[name]} == {"X_src", "K", "V", "D", "S", "A", "O"}
    before, after = values(ask, CROSS), values(ask, with_cells(CROSS, ["X", 0, 0, "5"]))
    assert {name for name in before if before[name] != after[name]} == {"X", "Q", "D", "S", "A", "O"}
    about = ask(type="explain", state=CROSS, matrix="K", row=3, column=1)
    assert about["reads"] == [["X_src", 3, None], ["W_K", None, 1]] and about["formula"].startswith("K[4,2] = 0·1 + 2·1")
    assert flow.downstream(state.read(CROSS), "X_src") == ["K", "V", "D", "S", "A", "O"]
    assert ask(type="compute", state=CROSS)["exact"]["rows"][0]["sum"] == "2r+2"


def test_a_source_sequence_that_does_not_fit_says_what_to_change(ask):
    bad = copy.deepcopy(CROSS)
    bad["cells"]["X_src"] = [["1"], ["2"]]
    (problem,) = ask(type="compute", state=bad)["problems"]
    assert (problem["code"], problem["matrix"], problem["got"], problem["need"]) == ("shape-source", "X_src", 1, 2)


@pytest.mark.parametrize("cell", [["X", 0, 0, "9"], ["X", 2, 1, "-1/3"]])
def test_editing_one_sample_of_a_batch_leaves_the_other_bitwise_unchanged(ask, cell):
    before = ask(type="compute", state=BATCH)
    after = ask(type="compute", state=with_cells(BATCH, cell))
    assert after["resting"] == before["resting"] and after["matrices"]["O"] != before["matrices"]["O"]
    pinned = ask(type="compute", state=BATCH | {"pins": [["A", 0, 0, "5"]]})
    assert pinned["resting"] == before["resting"]


def test_both_samples_of_a_batch_are_what_they_are_alone(ask):
    reply = ask(type="compute", state=BATCH)
    alone = with_cells(EXAMPLE)
    alone["cells"]["X"] = BATCH["resting"]["X"]
    agrees({name: matrix["values"] for name, matrix in reply["resting"].items()}, attend(alone["cells"]))
    assert {name: matrix["values"] for name, matrix in reply["matrices"].items()} == values(ask, EXAMPLE)
    shared = ask(type="compute", state=with_cells(BATCH, ["W_V", 0, 0, "7"]))
    assert shared["resting"]["V"] != reply["resting"]["V"]  # parameters are shared


def test_a_problem_of_the_resting_sample_says_that_it_is_there(ask):
    bad = copy.deepcopy(BATCH)
    bad["resting"]["X"][1][0] = "x"
    (problem,) = ask(type="compute", state=bad)["problems"]
    assert (problem["code"], problem["matrix"], problem["row"], problem["sample"]) == ("cell-syntax", "X", 1, "resting")


def softmax(scores):
    return [float(weight) for weight in attend_weights([Decimal(score) for score in scores])]


def attend_weights(scores):
    from tests.reference import weights

    return weights(scores)


def columns(rows):
    return [list(column) for column in zip(*rows, strict=True)]


def test_the_names_of_the_mistakes_are_those_that_states_may_carry():
    assert tuple(mistakes.INSTEAD) == state.MISTAKES


def test_softmax_by_column_sums_columns_to_one_and_rows_are_no_mixes(ask):
    reply = ask(type="compute", state=EXAMPLE | {"mistake": "columns"})
    A, S = ([[float(value) for value in row] for row in reply["matrices"][name]["values"]] for name in "AS")
    for column, scores in zip(columns(A), columns(S), strict=True):
        assert column == pytest.approx(softmax(scores), abs=1e-12)
    assert all(abs(float(total["value"]) - 1) < 1e-12 for total in reply["sums"]["columns"])
    assert [note["code"] for note in reply["notes"]][:3] == ["row-sum"] * 3
    about = ask(type="explain", state=EXAMPLE | {"mistake": "columns"}, matrix="A", row=0, column=1)
    assert about["reads"] == [["S", None, 1]]
    assert reply["steps"]["divisor"].count(";") == 2  # every column has a divisor of its own


@pytest.mark.parametrize("mistake, divisor", [("root-T", math.sqrt(3)), ("no-division", 1)])
def test_a_wrong_divisor_is_really_used(ask, mistake, divisor):
    base = EXAMPLE | {"mistake": mistake}
    found = values(ask, base)
    for row, dots in zip(found["S"], found["D"], strict=True):
        assert [float(value) for value in row] == pytest.approx([float(dot) / divisor for dot in dots], abs=1e-15)
    for row, scores in zip(found["A"], found["S"], strict=True):
        assert [float(value) for value in row] == pytest.approx(softmax(scores), abs=1e-12)
    assert ask(type="explain", state=base, matrix="S", row=2, column=2)["formula"].startswith("S[3,3] = 3/√3 ≈" if mistake == "root-T" else "S[3,3] = 3 = 3")


def test_exp_without_the_maximum_overflows_and_shows_inf_and_nan_as_what_they_are(ask):
    reply = ask(type="compute", state=examples.PRESETS["scores-near-1000"])
    assert 990 < float(reply["matrices"]["S"]["values"][0][0]) < 1010
    assert reply["matrices"]["A"]["values"][0] == ["NaN", "0", "NaN"] and reply["matrices"]["A"]["texts"][0] == ["NaN", "0", "NaN"]
    assert reply["steps"]["exps"][0].endswith("= ∞") and reply["steps"]["divisor"].endswith("= ∞")
    assert [note["code"] for note in reply["notes"]] == ["row-not-a-number"] * 3
    assert [row[0] for row in reply["right"]["A"]["numbers"]] == ["0.500000", "0", "0"]
    assert all(math.isfinite(float(value)) for name in "AO" for row in reply["right"][name]["values"] for value in row)
    record = ask(type="verify", state=examples.PRESETS["scores-near-1000"])
    assert not record["record"]["pass"] and record["max_error"] == "∞"


def test_with_small_scores_leaving_the_maximum_out_changes_nothing_that_shows(ask):
    right, wrong = (ask(type="compute", state=EXAMPLE | more)["matrices"] for more in ({}, {"mistake": "no-shift"}))
    assert {name: wrong[name]["texts"] for name in wrong} == {name: right[name]["texts"] for name in right}


@pytest.mark.parametrize("base", [EXAMPLE, CAUSAL, CROSS, BATCH], ids=["self", "causal", "cross", "batch"])
@pytest.mark.parametrize("mistake", state.MISTAKES)
def test_the_right_result_stands_beside_every_mistake_and_the_check_catches_what_differs(ask, base, mistake):
    wrong, right = ask(type="compute", state=base | {"mistake": mistake}), ask(type="compute", state=base)
    assert wrong["type"] == right["type"] == "computed" and right["right"] is None
    assert wrong["right"] == {name: right["matrices"][name] for name in "AO"}
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
    assert ask(type="compute", state=square)["untransposed"]["error"] is None


@pytest.mark.parametrize("base", [EXAMPLE, CAUSAL, CROSS], ids=["self", "causal", "cross"])
def test_run_py_runs_on_the_present_inputs(ask, base):
    reply = ask(type="run", state=with_cells(base, ["X", 0, 0, "√2"]) | {"pins": [["A", 0, 0, "9"]], "mistake": "columns"})
    lines = reply["output"].splitlines()
    assert reply["pass"] and [line.split()[:2] for line in lines[:-1]] == [[name, "pass"] for name in COMPUTED]
    assert lines[-1].startswith("pass: 7 matrices, tolerance 1e-12, NumPy ")


def test_the_baseline_of_a_batch_is_that_of_the_sample_on_show(ask):
    swapped = copy.deepcopy(BATCH) | {"sample": 1, "tokens": BATCH["resting"]["tokens"], "baseline": copy.deepcopy(BATCH)}
    swapped["cells"]["X"] = BATCH["resting"]["X"]
    swapped["resting"] = {"tokens": BATCH["tokens"], "X": BATCH["cells"]["X"], "pins": []}
    changed = ask(type="compute", state=swapped)["changed"]
    assert not any(entry["changed"] for entry in changed.values())


def test_a_baseline_that_does_not_read_is_none_and_blames_nobody(ask):
    broken = with_cells(EXAMPLE, ["X", 0, 0, "abc"])
    reply = ask(type="compute", state=EXAMPLE | {"baseline": broken})
    assert reply["type"] == "computed" and all(entry == {"changed": True, "cells": []} for entry in reply["changed"].values())


def test_sums_beyond_a_double_travel_as_text(ask):
    base = examples.PRESETS["example-15.2"] | {"pins": [["A", 0, 0, "1e308"], ["A", 0, 1, "1e308"]]}
    reply = ask(type="compute", state=base)
    assert reply["sums"]["rows"][0] == {"value": "Infinity", "text": "∞", "lean": 0} and reply["notes"][0]["got"] == "∞"


def test_the_axis_that_softmax_by_column_sums_over_is_the_receivers(ask):
    about = ask(type="explain", state=EXAMPLE | {"mistake": "columns"}, matrix="A", row=0, column=0)
    assert about["axis"] == "receiving" and ask(type="explain", state=EXAMPLE, matrix="A", row=0, column=0)["axis"] == "source"


def test_a_pin_on_a_forbidden_score_lets_it_be_read(ask):
    about = ask(type="explain", state=CAUSAL | {"pins": [["S", 0, 2, "5"]]}, matrix="A", row=0, column=2)
    assert not about["forbidden"] and about["formula"].startswith("A[1,3] = exp(5)/")


def test_run_py_is_as_tolerant_as_the_check(ask):
    assert ask(type="run", state=with_cells(EXAMPLE, ["X", 0, 0, "1e8/3"]))["pass"]
