"""The causal mask, cross-attention and a batch, through the bridge that the page uses."""

import copy

import pytest

from qkv import state
from tests.helpers.states import BATCH, CAUSAL, CROSS, EXAMPLE, downstream, edited, place_json, values
from tests.reference import COMPUTED, GIVEN, MATRICES, assert_close, attend


@pytest.mark.parametrize(
    "base, causal", [(CAUSAL, True), (CROSS, False), (BATCH, False)], ids=["causal", "cross", "batch"]
)
@pytest.mark.parametrize(
    "pins", [[], [["K", 1, 0, "3/2"], ["S", 2, 1, "-1"], ["A", 0, 0, "0.5"]]], ids=["plain", "pinned"]
)
def test_every_variant_agrees_with_the_reference_and_passes_the_check(ask, base, causal, pins):
    base = base | {"pins": pins}
    assert_close(
        values(ask, base), attend(base["cells"], [(m, i, c, {"3/2": "1.5"}.get(t, t)) for m, i, c, t in pins], causal)
    )
    record = ask(type="verify", state=base)["record"]
    assert record["pass"], record
    expected = MATRICES if base is not CROSS and "X_src" not in base["cells"] else GIVEN + ["X_src"] + COMPUTED
    assert [row["matrix"] for row in record["matrices"]] == expected * (2 if base.get("variant") == "batch" else 1)


def test_the_causal_mask_shows_forbidden_scores_as_minus_infinity_and_weights_as_zero(ask):
    reply = ask(type="compute", state=CAUSAL)
    S, A = (reply["matrices"][name] for name in "SA")
    forbidden = [(0, 1), (0, 2), (1, 2)]
    assert {S["values"][i][j] for i, j in forbidden} == {"-Infinity"} and {S["texts"][i][j] for i, j in forbidden} == {
        "-∞"
    }
    assert {A["values"][i][j] for i, j in forbidden} == {"0"} and A["values"][0] == ["1", "0", "0"]
    assert reply["notes"] == []
    about = ask(type="explain", state=CAUSAL, matrix="S", row=0, column=2)
    assert about["forbidden"] and about["formula"] == "S[1,3] = −∞" and about["reads"] == []
    assert not ask(type="explain", state=CAUSAL, matrix="S", row=2, column=0)["forbidden"]


def test_under_the_mask_a_later_position_leaves_earlier_outputs_bitwise_unchanged(ask):
    before, after = values(ask, CAUSAL), values(ask, edited(["X", 2, 0, "-7"], base=CAUSAL))
    assert after["O"][:2] == before["O"][:2] and after["O"][2] != before["O"][2]
    free = values(ask, edited(["X", 2, 0, "-7"]))
    assert free["O"][0] != values(ask, EXAMPLE)["O"][0]  # without the mask they do change


def test_a_pin_on_a_forbidden_score_lets_it_be_read(ask):
    about = ask(type="explain", state=CAUSAL | {"pins": [["S", 0, 2, "5"]]}, matrix="A", row=0, column=2)
    assert not about["forbidden"] and about["formula"].startswith("A[1,3] = exp(5)/")


def test_exact_forms_under_the_mask_count_the_allowed_sources_alone(ask):
    forms = ask(type="compute", state=CAUSAL)["exact"]
    assert forms["S"][0] == ["s", "−∞", "−∞"]
    assert (
        forms["rows"][1]["A"] == ["1", "1", "0"]
        and forms["rows"][1]["sum"] == "2"
        and forms["rows"][1]["O"] == ["2", "2"]
    )
    assert forms["rows"][2]["A"] == ["r", "1", "r²"]


def test_cross_attention_has_its_own_length_and_editing_the_sources_leaves_the_queries(ask):
    reply = ask(type="compute", state=CROSS)
    assert reply["sizes"] == {"T": 3, "d_in": 2, "d_k": 2, "d_v": 2, "T_src": 4}
    shapes = {name: (matrix["rows"], matrix["columns"]) for name, matrix in reply["matrices"].items()}
    assert (
        shapes["X_src"] == (4, 2)
        and shapes["K"] == shapes["V"] == (4, 2)
        and shapes["D"] == shapes["A"] == (3, 4)
        and shapes["O"] == (3, 2)
    )
    before, after = values(ask, CROSS), values(ask, edited(["X_src", 0, 0, "5"], base=CROSS))
    assert {name for name in before if before[name] != after[name]} == {"X_src", "K", "V", "D", "S", "A", "O"}
    before, after = values(ask, CROSS), values(ask, edited(["X", 0, 0, "5"], base=CROSS))
    assert {name for name in before if before[name] != after[name]} == {"X", "Q", "D", "S", "A", "O"}
    about = ask(type="explain", state=CROSS, matrix="K", row=3, column=1)
    assert about["reads"] == [place_json("X_src", 3, None), place_json("W_K", None, 1)]
    assert about["formula"].startswith("K[4,2] = 0·1 + 2·1")
    assert downstream(state.read(CROSS), "X_src") == ["K", "V", "D", "S", "A", "O"]
    assert ask(type="compute", state=CROSS)["exact"]["rows"][0]["sum"] == "2r+2"


def test_a_source_sequence_that_does_not_fit_says_what_to_change(ask):
    bad = copy.deepcopy(CROSS)
    bad["cells"]["X_src"] = [["1"], ["2"]]
    (problem,) = ask(type="compute", state=bad)["problems"]
    assert (problem["code"], problem["matrix"], problem["got"], problem["need"]) == ("shape-source", "X_src", 1, 2)


@pytest.mark.parametrize("cell", [["X", 0, 0, "9"], ["X", 2, 1, "-1/3"]])
def test_editing_one_sample_of_a_batch_leaves_the_other_bitwise_unchanged(ask, cell):
    before = ask(type="compute", state=BATCH)
    after = ask(type="compute", state=edited(cell, base=BATCH))
    assert after["resting"] == before["resting"] and after["matrices"]["O"] != before["matrices"]["O"]
    pinned = ask(type="compute", state=BATCH | {"pins": [["A", 0, 0, "5"]]})
    assert pinned["resting"] == before["resting"]


def test_both_samples_of_a_batch_are_what_they_are_alone(ask):
    reply = ask(type="compute", state=BATCH)
    alone = edited()
    alone["cells"]["X"] = BATCH["resting"]["X"]
    assert_close({name: matrix["values"] for name, matrix in reply["resting"].items()}, attend(alone["cells"]))
    assert {name: matrix["values"] for name, matrix in reply["matrices"].items()} == values(ask, EXAMPLE)
    shared = ask(type="compute", state=edited(["W_V", 0, 0, "7"], base=BATCH))
    assert shared["resting"]["V"] != reply["resting"]["V"]  # parameters are shared


def test_a_problem_of_the_resting_sample_says_that_it_is_there(ask):
    bad = copy.deepcopy(BATCH)
    bad["resting"]["X"][1][0] = "x"
    (problem,) = ask(type="compute", state=bad)["problems"]
    assert (problem["code"], problem["matrix"], problem["row"], problem["sample"]) == ("cell-syntax", "X", 1, "resting")


def test_the_baseline_of_a_batch_is_that_of_the_sample_on_show(ask):
    swapped = copy.deepcopy(BATCH) | {
        "sample": 1,
        "tokens": BATCH["resting"]["tokens"],
        "baseline": copy.deepcopy(BATCH),
    }
    swapped["cells"]["X"] = BATCH["resting"]["X"]
    swapped["resting"] = {"tokens": BATCH["tokens"], "X": BATCH["cells"]["X"], "pins": []}
    changed = ask(type="compute", state=swapped)["changed"]
    assert not any(entry["changed"] for entry in changed.values())
