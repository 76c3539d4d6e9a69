"""One table of good and broken states: Python, JavaScript and the standard's own validator agree with it."""

import copy
import json
import subprocess

import jsonschema
import pytest

from building.folders import ROOT
from qkv import examples, figure
from qkv.problems import Refused
from qkv.state import read
from tests.helpers.states import BATCH, CROSS, EXAMPLE

GOOD = "good"
FORM = "no form"  # what JSON Schema itself can say: state-malformed
UNFIT = "unfit"  # of the right form, but something does not keep to the sizes: state-malformed
ABSENT = object()
ROWS_17 = [["1", "0"]] * 17
OTHER_X = [["9", "8"], ["7", "6"], ["5", "4"]]


def having(*writes, base=EXAMPLE):
    """A state with values written at paths like "cells.X" and "pins.0.1"; ABSENT takes away what is there."""
    state = copy.deepcopy(base)
    for path, value in writes:
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        part = state
        for step in steps:
            part = part[step]
        if value is ABSENT:
            del part[last]
        else:
            part[last] = copy.deepcopy(value)
    return state


def pinned(*pin, base=EXAMPLE):
    return having(("pins", [list(pin)]), base=base)


def compared(baseline):
    return having(("baseline", baseline))


def resized(T):
    return having(("cells.X", [["1", "0"]] * T), ("tokens", [""] * T))


RESTING = BATCH["resting"]
KEPT = having(("cells.X_src", CROSS["cells"]["X_src"]), ("source_tokens", CROSS["source_tokens"]))  # while out of use

TABLE = {
    **{f"the preset {name}": (state, GOOD) for name, state in examples.PRESETS.items()},
    # of no form at all
    "null": (None, FORM),
    "a list": ([], FORM),
    "a text": ("example-15.1", FORM),
    "nothing": ({}, FORM),
    "true": (True, FORM),
    # fields
    "without v": (having(("v", ABSENT)), FORM),
    "another v": (having(("v", 2)), FORM),
    "true for v 1": (having(("v", True)), FORM),
    "a text for v": (having(("v", "1")), FORM),
    "without tokens": (having(("tokens", ABSENT)), FORM),
    "tokens that are null": (having(("tokens", None)), FORM),
    "tokens that are numbers": (having(("tokens", [1, 2, 3])), FORM),
    "one text for tokens": (having(("tokens", "abc")), FORM),
    "too few tokens": (having(("tokens", ["a", "b"])), UNFIT),
    "too many tokens": (having(("tokens", ["a", "b", "c", "d"])), UNFIT),
    "empty tokens": (having(("tokens", ["", "", ""])), GOOD),
    "without cells": (having(("cells", ABSENT)), FORM),
    "a list for cells": (having(("cells", [])), FORM),
    **{f"without {name}": (having((f"cells.{name}", ABSENT)), FORM) for name in ("X", "W_Q", "W_K", "W_V")},
    "cells of a computed matrix": (having(("cells.Q", [["1"]])), FORM),
    "cells of no matrix": (having(("cells.toString", [["1"]])), FORM),
    "a matrix that is null": (having(("cells.X", None)), FORM),
    "a matrix without rows": (having(("cells.X", [])), FORM),
    "a row without cells": (having(("cells.X", [[]] * 3)), FORM),
    "a row that is a text": (having(("cells.X.1", "10")), FORM),
    "numbers for texts": (having(("cells.X.0", [1, 0])), FORM),
    "a cell that is null": (having(("cells.X.0.0", None)), FORM),
    "without pins": (having(("pins", ABSENT)), FORM),
    "pins that are null": (having(("pins", None)), FORM),
    "an object for pins": (having(("pins", {})), FORM),
    "without followed": (having(("followed", ABSENT)), FORM),
    "followed below 0": (having(("followed", -1)), FORM),
    "followed that is true": (having(("followed", True)), FORM),
    "followed that is half a row": (having(("followed", 0.5)), FORM),
    "followed that is a text": (having(("followed", "0")), FORM),
    "followed past the end": (having(("followed", 3)), UNFIT),
    "followed at the end": (having(("followed", 2)), GOOD),
    "a field that nobody knows": (having(("colour", "red")), GOOD),
    "a preset of any name": (having(("preset", "mine")), GOOD),
    "a preset that is a number": (having(("preset", 5)), FORM),
    # what cells say is no matter of form
    "an empty cell": (having(("cells.X.0.1", "")), "cell-empty"),
    "a cell that does not read": (having(("cells.W_V.1.0", "1,5")), "cell-separator"),
    "a pin that does not read": (pinned("D", 2, 2, "nan"), "cell-not-finite"),
    # shapes
    "ragged": (having(("cells.X.1", ["0", "1", "0"])), "ragged"),
    "parameters with a row too many": (having(("cells.W_K", [["1", "0"]] * 3)), "shape-rows"),
    "keys that do not meet queries": (having(("cells.W_K", [["1"], ["0"]])), "shape-columns"),
    "16 positions": (resized(16), GOOD),
    "17 positions": (resized(17), "size"),
    "17 coordinates of values": (having(("cells.W_V", [["1"] * 17] * 2)), "size"),
    # pins
    "pins": (having(("pins", [["Q", 2, 0, "0"], ["A", 0, 2, "-1"]])), GOOD),
    "a pin with a list as matrix": (pinned(["Q"], 0, 0, "1"), FORM),
    "a pin of a given matrix": (pinned("X", 0, 0, "1"), FORM),
    "a pin of a name that every object has": (pinned("toString", 0, 0, "1"), FORM),
    "a pin of three parts": (pinned("Q", 0, 0), FORM),
    "a pin of five parts": (pinned("Q", 0, 0, "1", 0), FORM),
    "a pin with true for row 1": (pinned("Q", True, 0, "1"), FORM),
    "a pin with a row below 0": (pinned("Q", -1, 0, "1"), FORM),
    "a pin with a text for a column": (pinned("Q", 0, "0", "1"), FORM),
    "a pin with a number for its text": (pinned("Q", 0, 0, 1), FORM),
    "a pin that is an object": (having(("pins", [{"matrix": "Q"}])), FORM),
    "a pin below its matrix": (pinned("Q", 3, 0, "1"), "pin-outside"),
    "a pin beside its matrix": (pinned("V", 0, 2, "1"), "pin-outside"),
    # variants and mistakes
    "an unknown variant": (having(("variant", "none")), FORM),
    "a variant that every object has": (having(("variant", "toString")), FORM),
    "a variant that is a list": (having(("variant", ["self"])), FORM),
    "the variant by its name": (having(("variant", "self")), GOOD),
    "an unknown mistake": (having(("mistake", "x")), FORM),
    "a mistake that every object has": (having(("mistake", "constructor")), FORM),
    "a mistake that is a list": (having(("mistake", ["columns"])), FORM),
    "a mistake that is null": (having(("mistake", None)), FORM),
    **{f"the mistake {name}": (having(("mistake", name)), GOOD) for name in figure.MISTAKES},
    # other sources
    "cross without X_src": (having(("variant", "cross")), FORM),
    "cross without the sources' tokens": (having(("source_tokens", ABSENT), base=CROSS), FORM),
    "cross without the sources' cells": (having(("cells.X_src", ABSENT), base=CROSS), FORM),
    "the sources' tokens as a number": (having(("source_tokens", 5), base=CROSS), FORM),
    "source_tokens that are a number, out of use": (having(("source_tokens", 5), base=KEPT), FORM),
    "too few of the sources' tokens": (having(("source_tokens", ["a"]), base=CROSS), UNFIT),
    "sources of another width": (having(("cells.X_src", [["1"]] * 4), base=CROSS), "shape-source"),
    "ragged sources": (having(("cells.X_src.1", ["1"]), base=CROSS), "ragged"),
    "17 sources": (having(("cells.X_src", ROWS_17), ("source_tokens", [""] * 17), base=CROSS), "size"),
    "a pin at the last source": (pinned("D", 2, 3, "1", base=CROSS), GOOD),
    "a pin past the last source": (pinned("D", 0, 4, "1", base=CROSS), "pin-outside"),
    "a source that is empty": (having(("cells.X_src.0.0", ""), base=CROSS), "cell-empty"),
    "sources out of use": (KEPT, GOOD),
    "sources out of use without tokens": (having(("source_tokens", ABSENT), base=KEPT), FORM),
    "tokens of no sources": (having(("cells.X_src", ABSENT), base=KEPT), FORM),
    "sources out of use and too few tokens": (having(("source_tokens", ["a"]), base=KEPT), UNFIT),
    "sources out of use and of another width": (having(("cells.X_src", [["1"]] * 4), base=KEPT), UNFIT),
    "17 sources out of use": (having(("cells.X_src", ROWS_17), ("source_tokens", [""] * 17), base=KEPT), UNFIT),
    "a pin at a source out of use": (pinned("D", 0, 3, "1", base=KEPT), "pin-outside"),
    # a batch
    "batch without resting": (having(("resting", ABSENT), base=BATCH), FORM),
    "batch without a sample's number": (having(("sample", ABSENT), base=BATCH), FORM),
    "sample that is an object": (having(("sample", {}), base=BATCH), FORM),
    "sample that is true": (having(("sample", True), base=BATCH), FORM),
    "a third sample": (having(("sample", 2), base=BATCH), FORM),
    "sample 1": (having(("sample", 1), base=BATCH), GOOD),
    "resting that is null": (having(("resting", None), base=BATCH), FORM),
    "resting without pins": (having(("resting.pins", ABSENT), base=BATCH), FORM),
    "resting without X": (having(("resting.X", ABSENT), base=BATCH), FORM),
    "resting without tokens": (having(("resting.tokens", ABSENT), base=BATCH), FORM),
    "resting with pins that are null": (having(("resting.pins", None), base=BATCH), FORM),
    "resting with a pin of a given matrix": (having(("resting.pins", [["X", 0, 0, "1"]]), base=BATCH), FORM),
    "resting with a pin": (having(("resting.pins", [["Q", 0, 0, "1"]]), base=BATCH), GOOD),
    "resting with a pin outside": (having(("resting.pins", [["Q", 3, 0, "1"]]), base=BATCH), UNFIT),
    "resting with other numbers": (having(("resting.X", OTHER_X), base=BATCH), GOOD),
    "resting with a cell that is empty": (having(("resting.X.0.0", ""), base=BATCH), "cell-empty"),
    "resting with other shapes": (having(("resting.X", [["1", "2"]]), base=BATCH), UNFIT),
    "resting that is ragged": (having(("resting.X.0", ["1"]), base=BATCH), UNFIT),
    "resting with too few tokens": (having(("resting.tokens", ["a"]), base=BATCH), UNFIT),
    "a second sample out of use": (having(("resting", RESTING), ("sample", 0)), GOOD),
    "a second sample out of use, without its number": (having(("resting", RESTING)), FORM),
    "a sample's number without a second sample": (having(("sample", 0)), GOOD),
    # baselines
    "without a baseline": (having(("baseline", ABSENT)), GOOD),
    "another preset as baseline": (compared("exercise-4"), GOOD),
    "an unknown preset as baseline": (compared("nope"), FORM),
    "a baseline that every object has": (compared("toString"), FORM),
    "a baseline that is null": (compared(None), FORM),
    "a baseline that is a number": (compared(5), FORM),
    "a baseline that is empty": (compared({}), FORM),
    "a baseline that is a list": (compared([]), FORM),
    "a state as baseline": (compared(EXAMPLE), GOOD),
    "a state of other sizes as baseline": (compared(examples.PRESETS["exercise-4"]), GOOD),
    "a cross as baseline": (compared(CROSS), GOOD),
    "a batch as baseline": (compared(BATCH), GOOD),
    "a baseline whose cells do not read": (compared(having(("cells.X.0.0", "abc"))), GOOD),
    "a baseline without pins": (compared(having(("pins", ABSENT))), FORM),
    "a baseline of an unknown variant": (compared(having(("variant", "none"))), FORM),
    "a ragged baseline": (compared(having(("cells.X.1", ["1"]))), UNFIT),
    "a baseline of 17 positions": (compared(resized(17)), UNFIT),
    "a baseline with too few tokens": (compared(having(("tokens", ["a"]))), UNFIT),
    "a baseline with a pin outside": (compared(pinned("Q", 3, 0, "1")), UNFIT),
    "a baseline that follows no row": (compared(having(("followed", 3))), UNFIT),
}
CODES = {GOOD: set(), FORM: {"state-malformed"}, UNFIT: {"state-malformed"}}
READS = ("good", "cell-")  # the verdicts on states that the page can draw, whatever their cells say

ARE_STATES = f"""
import {{ readFileSync }} from "node:fs";
const {{ Declared }} = await import({(ROOT / "site/state/declared.js").as_uri()!r});
const {{ figure, states, saved }} = JSON.parse(readFileSync(0, "utf8"));
const declared = new Declared(figure);
console.log(JSON.stringify({{
  states: states.map((state) => declared.isState(state)), saved: saved.map((one) => declared.isSaved(one)),
}}));
"""
SAVED = {
    "a state": ({"v": 1, "state": EXAMPLE}, True),
    "a state, how it is looked at, and no other": ({"v": 1, "view": "exact", "state": EXAMPLE, "own": None}, True),
    "the reader's own beside it": ({"v": 1, "view": "baseline", "state": EXAMPLE, "own": CROSS}, True),
    "no state": ({"v": 1, "view": "exact"}, False),
    "no version": ({"state": EXAMPLE}, False),
    "another version": ({"v": 2, "state": EXAMPLE}, False),
    "an unknown view": ({"v": 1, "view": "toString", "state": EXAMPLE}, False),
    "a state of no form": ({"v": 1, "state": having(("pins", None))}, False),
    "an own one of no form": ({"v": 1, "state": EXAMPLE, "own": {}}, False),
    "null": (None, False),
}


@pytest.fixture(scope="module")
def javascript():
    """What site/state/declared.js says of every state, and of everything saved, by its name in the table."""
    asked = {
        "figure": figure.described(),
        "states": [state for state, _ in TABLE.values()], "saved": [saved for saved, _ in SAVED.values()],
    }
    command = ["node", "--input-type=module", "-e", ARE_STATES]
    said = json.loads(
        subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True).stdout
    )
    return {
        "states": dict(zip(TABLE, said["states"], strict=True)), "saved": dict(zip(SAVED, said["saved"], strict=True)),
    }


@pytest.fixture(scope="module")
def standard():
    """What the standard's own validator says, of a state or of what is saved: axes and sizes are no words of its."""
    jsonschema.Draft202012Validator.check_schema(figure.SCHEMA)
    whole = jsonschema.Draft202012Validator(figure.SCHEMA)
    return {
        "state": whole.evolve(schema=figure.SCHEMA["$defs"]["state"] | {"$defs": figure.SCHEMA["$defs"]}),
        "saved": whole,
    }


def refusals(state):
    """The codes with which Python refuses a state; none where it reads."""
    try:
        read(state)
    except Refused as refused:
        return {problem.code for problem in refused.problems}
    return set()


@pytest.mark.parametrize("name", TABLE)
def test_python_agrees_with_the_table(name):
    state, verdict = TABLE[name]
    assert refusals(state) == CODES.get(verdict, {verdict})


@pytest.mark.parametrize("name", TABLE)
def test_javascript_agrees_with_the_table(javascript, name):
    _, verdict = TABLE[name]
    assert javascript["states"][name] is verdict.startswith(READS)


@pytest.mark.parametrize("name", TABLE)
def test_the_standard_s_validator_agrees_with_the_table(standard, name):
    state, verdict = TABLE[name]
    assert standard["state"].is_valid(state) is (verdict != FORM)


@pytest.mark.parametrize("name", SAVED)
def test_what_is_saved_has_the_form_that_is_declared(javascript, standard, name):
    saved, good = SAVED[name]
    assert standard["saved"].is_valid(saved) is javascript["saved"][name] is good


def test_the_bridge_refuses_what_has_no_form_and_never_breaks(ask):
    for name, (state, verdict) in TABLE.items():
        if verdict != GOOD:
            codes = {problem["code"] for problem in ask(type="compute", state=state)["problems"]}
            assert codes == CODES.get(verdict, {verdict}), name
