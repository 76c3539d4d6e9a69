"""The five exercises of §15.8, judged on the live figure: by what the numbers do, never by comparing texts.

judge(number, state, answer) -> Verdict. A code says what the answer lacks, and the locale files put it into words;
"right" is the code of every right answer. Exercises are about the plain head, so a variant or a mistake has to be off.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from qkv import cells, examples, flow, head
from qkv.explain import shape_text
from qkv.numerals import shown
from qkv.problems import Refused
from qkv.state import read

SUM_TOLERANCE = 1e-9  # for "sums to 1": 1/3 three times does, 0.333333 three times does not
PREDICTION_TOLERANCE = 5e-4  # three decimals are enough of a prediction

RIGHT = "right"
CLOSE = 1e-12


@dataclass(frozen=True)
class Verdict:
    """code: RIGHT, or what is missing; places: what the code's sentence names; parts: what is right so far."""

    code: str
    places: dict = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)


def judge(number, state, answer):
    """Judge an answer to an exercise.

    state: a checked State, the figure as it stands; answer: {name: text or choice}, what was entered beside it.
    Raises: KeyError for no such exercise.
    Source: §15.8, §15.9.
    """
    exercise = _EXERCISES[number]
    if state.variant != "self" or state.mistake:
        return Verdict("not-plain")
    return exercise(state, answer)


def _zero_query(state, answer):
    """1: the third query is zero, keys and values are the example's."""
    values, before = flow.compute(state).values, _example()
    if state.sizes["T"] < 3:
        return Verdict("no-third-row", {"got": state.sizes["T"]})
    if np.any(values["Q"][2] != 0):
        return Verdict("query-not-zero", {"got": _row(values["Q"][2])})
    for name in ("K", "V"):
        if values[name].shape != before[name].shape or np.any(values[name] != before[name]):
            return Verdict("sources-changed", {"matrix": name})
    third = values["A"][2]
    if np.abs(third - 1 / len(third)).max() > CLOSE:
        return Verdict("weights-overridden", {"got": _row(third)})
    if any(row == 2 for row, _ in state.pins_of("O")):
        return Verdict("output-overridden", {"got": _row(values["O"][2])})
    return Verdict(RIGHT, {"weights": _row(third), "output": _row(values["O"][2])})


def _column_sums(state, answer):
    """2: every column of A sums to 1, and its first row is no mix."""
    A, O = (flow.compute(state).values[name] for name in "AO")
    if A.shape != (3, 3):
        return Verdict("shape", {"got": shape_text(A)})
    for column, total in enumerate(A.sum(axis=0)):
        if abs(total - 1) > SUM_TOLERANCE:
            return Verdict("column-sum", {"column": column + 1, "got": shown(total)})
    total, least = float(A[0].sum()), float(A[0].min())
    if abs(total - 1) <= SUM_TOLERANCE and least >= 0:
        return Verdict("still-a-mix", {"got": _row(A[0])})
    return Verdict(RIGHT, {"row": _row(A[0]), "sum": shown(total), "output": _row(O[0])})


def _prediction(state, answer):
    """3: the first output once [2, -1] is added to every row of V, and once it is added to the first row alone."""
    # what stands in V and O may already be what is asked for
    pins = {place: number for place, number in state.pins.items() if place.matrix not in ("V", "O")}
    values = flow.compute(replace(state, pins=pins)).values
    if values["V"].shape[1] != len(examples.ADDED):
        return Verdict("two-coordinates", {"got": values["V"].shape[1]})
    added = np.array(examples.ADDED, dtype=float)
    to_one = np.zeros_like(values["V"])
    to_one[0] = added
    outputs = {
        "every": head.mix(values["A"], values["V"] + added)[0],
        "first": head.mix(values["A"], values["V"] + to_one)[0],
    }
    parts = []
    for part, true in outputs.items():
        found = np.array([_number(answer, f"{part}-{c + 1}") for c in range(2)])
        if np.abs(found - true).max() <= PREDICTION_TOLERANCE:
            parts.append(part)
            continue
        confusions = {
            "unchanged": values["O"][0],
            "wrong-sign": values["O"][0] - added,
            "whole-vector": outputs["every"] if part == "first" else None,
            "only-weighted": outputs["first"] if part == "every" else None,
        }
        for code, wrong in confusions.items():
            if wrong is not None and np.abs(found - wrong).max() <= PREDICTION_TOLERANCE:
                return Verdict(f"{part}-{code}", {"got": _row(found)}, parts)
        wrong = int(np.abs(found - true).argmax())
        return Verdict(f"{part}-off", {"coordinate": wrong + 1, "got": shown(found[wrong])}, parts)
    return Verdict(RIGHT, {part: _row(true) for part, true in outputs.items()}, parts)


def _sizes(state, answer):
    """4: with Q and K [5,4] and V [5,3], which shapes, divisor and axis; then the figure in these sizes."""
    asked = read(examples.PRESETS["exercise-4"]).sizes
    T, d_k, d_v = (asked[axis] for axis in ("T", "d_k", "d_v"))
    for name, true in {"scores": (T, T), "output": (T, d_v)}.items():
        found = tuple(_number(answer, f"{name}-{axis}") for axis in ("rows", "columns"))
        if found != true:
            code = "output-d_k" if name == "output" and found == (T, d_k) else f"{name}-wrong"
            return Verdict(code, {"got": f"[{shown(found[0])},{shown(found[1])}]"})
    divisor = _number(answer, "divisor")
    if abs(divisor - np.sqrt(d_k)) > CLOSE:
        from_sources = min(abs(divisor - T), abs(divisor - np.sqrt(T))) <= PREDICTION_TOLERANCE
        code = "divisor-sources" if from_sources else "divisor-d_k" if divisor == d_k else "divisor-wrong"
        return Verdict(code, {"got": shown(divisor)})
    if answer.get("axis") != "keys":
        return Verdict("axis-wrong")
    shapes = {axis: state.sizes[axis] for axis in ("T", "d_k", "d_v")}
    if shapes != {"T": T, "d_k": d_k, "d_v": d_v}:
        return Verdict("resize", {"T": T, "d_k": d_k, "d_v": d_v}, ["answers"])
    values = flow.compute(state).values
    return Verdict(RIGHT, {"scores": shape_text(values["S"]), "output": shape_text(values["O"])}, ["answers", "figure"])


def _evidence(state, answer):
    """5: which evidence is missing, then the controlled comparison: the same weights with values that are zero."""
    chosen = answer.get("evidence")
    if chosen != "controlled":
        return Verdict(f"evidence-{chosen}" if chosen in ("larger", "more-rows") else "evidence-none")
    values, before = flow.compute(state).values, _example()
    if np.any(values["V"] != 0):
        return Verdict("values-not-zero", {"got": _row(values["V"][0])}, ["evidence"])
    if values["A"].shape != before["A"].shape or np.any(values["A"] != before["A"]):
        return Verdict("weights-changed", {}, ["evidence"])
    if np.any(values["O"] != 0):
        return Verdict("output-overridden", {"got": _row(values["O"][0])}, ["evidence"])
    return Verdict(RIGHT, {"weight": shown(values["A"][0, 0]), "output": _row(values["O"][0])}, ["evidence", "figure"])


_EXERCISES = {1: _zero_query, 2: _column_sums, 3: _prediction, 4: _sizes, 5: _evidence}


def _example():
    return flow.compute(read(examples.PRESETS["example-15.1"])).values


def _number(answer, name):
    """A number entered beside the figure. Raises: Refused naming the field, as for a cell."""
    try:
        return cells.parse(answer.get(name, "")).value
    except Refused as refused:
        raise Refused([replace(problem, field=name) for problem in refused.problems]) from None


def _row(values):
    return f"[{', '.join(shown(value) for value in values)}]"
