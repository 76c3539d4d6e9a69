"""The flow, its pins and its judge, through the bridge that the page uses."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qkv import bridge, examples
from qkv.state import read
from tests.helpers.states import DOWNSTREAM, EXAMPLE, downstream, edited
from tests.reference import COMPUTED, GIVEN, MATRICES, SHOWN, assert_close, attend


def agrees(reply, state):
    values = {name: matrix["values"] for name, matrix in reply["matrices"].items()}
    pins = [(name, row, column, values[name][row][column]) for name, row, column, _ in state["pins"]]
    assert_close(values, attend({name: values[name] for name in GIVEN}, pins))


def test_the_shown_texts_are_the_chapter_s(ask):
    reply = ask(type="compute", state=EXAMPLE)
    assert {name: reply["matrices"][name]["texts"] for name in MATRICES} == SHOWN
    agrees(reply, EXAMPLE)


@pytest.mark.parametrize("name, expected", DOWNSTREAM.items())
def test_downstream(name, expected):
    assert downstream(read(EXAMPLE), name) == expected.split()


@pytest.mark.parametrize("name", GIVEN)
def test_an_edit_changes_exactly_what_is_downstream(ask, name):
    reply = ask(type="compute", state=edited([name, 0, 0, "2.5"], [name, 1, 1, "-3"]))
    changed = [matrix for matrix in MATRICES if reply["changed"][matrix]["changed"]]
    assert changed == [matrix for matrix in MATRICES if matrix == name or matrix in DOWNSTREAM[name].split()]


@pytest.mark.parametrize("name", COMPUTED)
def test_a_pin_cuts_its_own_upstream_alone(ask, name):
    state = edited(pins=[(name, 1, 0, "7/3")])
    reply = ask(type="compute", state=state)
    before = ask(type="compute", state=EXAMPLE)["matrices"]
    after = reply["matrices"]
    assert after[name]["texts"][1][0] == "7/3" and after[name]["values"][1][0] == "2.3333333333333335"
    others = [(i, c) for i, row in enumerate(after[name]["values"]) for c in range(len(row)) if (i, c) != (1, 0)]
    assert all(after[name]["values"][i][c] == before[name]["values"][i][c] for i, c in others)
    for matrix in MATRICES:
        if matrix != name and matrix not in DOWNSTREAM[name].split():
            assert after[matrix] == before[matrix], matrix
    agrees(reply, state)


BEYOND = {"causal", "cross", "batch", "scores-near-1000"}  # test_beyond.py has these


@pytest.mark.parametrize("preset", sorted(set(examples.PRESETS) - BEYOND))
def test_every_preset_agrees_with_the_reference_and_passes_the_check(ask, preset):
    state = examples.PRESETS[preset]
    reply = ask(type="compute", state=state)
    if preset != "large-scores":
        agrees(reply, state)
    record = ask(type="verify", state=state)["record"]
    assert record["pass"] and [matrix["matrix"] for matrix in record["matrices"]] == MATRICES


def test_presets_are_the_chapter_s(ask):
    def texts(preset, name):
        return ask(type="compute", state=examples.PRESETS[preset])["matrices"][name]["numbers"]

    def changed(preset):
        report = ask(type="compute", state=examples.PRESETS[preset])["changed"]
        return "".join(name[-1] if name[0] != "W" else name for name in COMPUTED if report[name]["changed"])

    assert texts("example-15.2", "O") == [["0", "0"]] * 3 and changed("example-15.2") == "VO"
    assert texts("v-plus", "V") == [["3", "-1"], ["3", "1"], ["4", "1"]] and texts("v-plus", "O")[0] == [
        "3.401112",
        "0.197776",
    ]
    assert texts("v-plus-row-1", "V") == [["3", "-1"], ["1", "2"], ["2", "2"]] and changed("v-plus-row-1") == "VO"
    gained = ask(type="compute", state=examples.PRESETS["v-plus-row-1"])["matrices"]["O"]["values"][0]
    assert abs(float(gained[0]) - (1.401112092679786 + 2 * 0.4011120926797859)) < 1e-12
    assert texts("exercise-1", "A")[2] == ["0.333333"] * 3 and texts("exercise-1", "O")[2] == ["1.333333"] * 2
    assert texts("exercise-2", "A") == [["1", "1", "1"], ["0"] * 3, ["0"] * 3] and texts("exercise-2", "O")[0] == [
        "4",
        "4",
    ]
    sizes = ask(type="compute", state=examples.PRESETS["exercise-4"])
    assert (
        sizes["sizes"] | {"d_in": 4} == {"T": 5, "d_in": 4, "d_k": 4, "d_v": 3, "T_src": 5} and sizes["divisor"] == "2"
    )
    assert texts("one-position", "A") == [["1"]]
    assert float(ask(type="compute", state=examples.PRESETS["large-scores"])["matrices"]["A"]["values"][2][2]) > 0.999


def test_broken_invariants_are_reported_where_they_show(ask):
    notes = ask(type="compute", state=examples.PRESETS["exercise-2"])["notes"]
    assert [(note["code"], note["matrix"], note["row"], note["got"]) for note in notes[:3]] == [
        ("row-sum", "A", 0, "3"), ("row-sum", "A", 1, "0"), ("row-sum", "A", 2, "0")]
    assert {(note["row"], note["column"]) for note in notes if note["code"] == "outside-box"} == {
        (0, 0),
        (0, 1),
        (1, 0),
        (2, 0),
    }
    notes = ask(type="compute", state=edited(pins=[("A", 0, 0, "-1"), ("A", 0, 1, "2"), ("A", 0, 2, "0")]))["notes"]
    assert [(note["code"], note["row"], note["column"]) for note in notes][:1] == [("negative-weight", 0, 0)]
    notes = ask(type="compute", state=edited(pins=[("O", 1, 1, "99")]))["notes"]
    assert [(note["code"], note["row"], note["column"]) for note in notes] == [("outside-box", 1, 1)]
    assert ask(type="compute", state=EXAMPLE)["notes"] == []


def test_every_problem_is_reported_at_once_with_its_place(ask):
    reply = ask(type="compute", state=edited(["X", 0, 1, ""], ["W_V", 1, 0, "1,5"], pins=[("D", 2, 2, "nan")]))
    assert reply["type"] == "rejected" and reply["id"] == 7
    assert [(p["code"], p["matrix"], p["row"], p["column"], p["got"]) for p in reply["problems"]] == [
        ("cell-empty", "X", 0, 1, ""), ("cell-separator", "W_V", 1, 0, "1,5"), ("cell-not-finite", "D", 2, 2, "nan")]


@pytest.mark.parametrize("change, problem", [
    (lambda c: c["W_K"].append(["0", "0"]), ("shape-rows", "W_K", 3, 2)),
    (lambda c: [row.append("0") for row in c["W_K"]], ("shape-columns", "W_K", 3, 2)),
    (lambda c: c["X"][1].append("0"), ("ragged", "X", 3, 2)),
    (lambda c: c.update(X=[["1", "0"]] * 17), ("size", None, "T = 17", 16)),
])
def test_shapes_that_do_not_meet(ask, change, problem):
    state = copy.deepcopy(EXAMPLE)
    change(state["cells"])
    first = ask(type="compute", state=state)["problems"][0]
    assert (first["code"], first["matrix"], first["got"], first["need"]) == problem


def test_a_pin_outside_and_a_malformed_state(ask):
    assert ask(type="compute", state=edited(pins=[("Q", 3, 0, "1")]))["problems"][0]["code"] == "pin-outside"
    for broken in [
        None,
        {},
        [],
        EXAMPLE | {"v": 2},
        EXAMPLE | {"pins": [["X", 0, 0, "1"]]},
        EXAMPLE | {"cells": {"X": []}},
        EXAMPLE | {"variant": "none"},
        EXAMPLE | {"variant": "cross"},
        EXAMPLE | {"variant": "batch"},
        EXAMPLE | {"mistake": "x"},
        EXAMPLE | {"mistake": ["columns"]},
        EXAMPLE | {"variant": "batch", "resting": {"X": [["1"]], "pins": None}},
        EXAMPLE | {"tokens": [1]},
        EXAMPLE | {"followed": -1},
        EXAMPLE | {"pins": [["Q", True, 0, "1"]]},
    ]:
        assert ask(type="compute", state=broken)["problems"][0]["code"] == "state-malformed"


def test_an_overflow_further_down_is_a_problem_and_a_pin_can_mend_it(ask):
    state = edited(["X", 0, 0, "1e200"], ["W_Q", 0, 0, "1e200"])
    problem = ask(type="compute", state=state)["problems"][0]
    assert (problem["code"], problem["matrix"], problem["row"], problem["column"]) == ("overflow", "Q", 0, 0)
    assert ask(type="compute", state=state | {"pins": [["Q", 0, 0, "1"], ["Q", 2, 0, "1"]]})["type"] == "computed"


def test_changed_is_bitwise_and_shows_old_values(ask):
    report = ask(type="compute", state=edited(["X", 0, 1, "-0"]))["changed"]
    assert report["X"] == {"changed": True, "cells": [[0, 1, "0"]]}
    own = edited(["X", 0, 0, "3"])
    report = ask(type="compute", state=own | {"baseline": own})["changed"]
    assert not any(entry["changed"] for entry in report.values())
    report = ask(type="compute", state=examples.PRESETS["exercise-4"])["changed"]
    assert report["A"] == {"changed": True, "cells": []}  # of another shape: there is no old cell


@given(st.data())
def test_random_states_with_pins_agree_with_both_judges(data):
    T, d_in, d_k, d_v = (data.draw(st.integers(1, 4)) for _ in range(4))
    cell = st.sampled_from(["0", "1", "-1", "2", "1/3", "√2", "-0.5", "1e-3"])

    def rows(m, n):
        return [[data.draw(cell) for _ in range(n)] for _ in range(m)]

    sizes = {"T": T, "d_in": d_in, "d_k": d_k, "d_v": d_v}
    state = EXAMPLE | {
        "cells": {"X": rows(T, d_in), "W_Q": rows(d_in, d_k), "W_K": rows(d_in, d_k), "W_V": rows(d_in, d_v)},
        "tokens": [""] * T,
    }
    shapes = {"Q": "T d_k", "K": "T d_k", "V": "T d_v", "D": "T T", "S": "T T", "A": "T T", "O": "T d_v"}
    places = [
        (name, i, c)
        for name, shape in shapes.items()
        for a, b in [shape.split()]
        for i in range(sizes[a])
        for c in range(sizes[b])
    ]
    chosen = data.draw(st.lists(st.sampled_from(places), unique=True, max_size=5))
    state["pins"] = [[*place, data.draw(cell)] for place in chosen]
    ask = lambda **message: json.loads(bridge.handle(json.dumps({"id": 1} | message)))  # noqa: E731
    agrees(ask(type="compute", state=state), state)
    assert ask(type="verify", state=state)["record"]["pass"]


def test_unknown_requests_are_ours_to_mend():
    with pytest.raises(KeyError):
        bridge.handle('{"type": "dance", "id": 1}')
    with pytest.raises(IndexError):
        bridge.handle(json.dumps({"type": "explain", "id": 1, "state": EXAMPLE, "matrix": "A", "row": 9, "column": 0}))


def test_a_baseline_that_does_not_read_is_none_and_blames_nobody(ask):
    broken = edited(["X", 0, 0, "abc"])
    reply = ask(type="compute", state=EXAMPLE | {"baseline": broken})
    assert reply["type"] == "computed" and all(
        entry == {"changed": True, "cells": []} for entry in reply["changed"].values()
    )


def test_sums_beyond_a_double_travel_as_text(ask):
    base = examples.PRESETS["example-15.2"] | {"pins": [["A", 0, 0, "1e308"], ["A", 0, 1, "1e308"]]}
    reply = ask(type="compute", state=base)
    assert (
        reply["sums"]["rows"][0] == {"value": "Infinity", "text": "∞", "shift": 0} and reply["notes"][0]["got"] == "∞"
    )
