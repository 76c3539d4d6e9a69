"""handle(request) -> reply, both JSON text: the only module that knows the protocol between page and Python.

Requests: {"type": "compute" | "elaborate" | "explain" | "verify" | "fill" | "copy" | "judge" | "run" | "export", "id": ..., "state": {...}} with
matrix, row, column and so on where the type needs them; "experiment" takes d_k and a seed, "read" a pasted text, "versions"
nothing.
Replies: the participle of the type, or "rejected" with every Problem. Anything else that goes wrong is ours and raises.
site/protocol.js lists the same messages for the page.
"""

import contextlib
import io
import json
import platform
from dataclasses import replace
from functools import lru_cache

import numpy as np

from qkv import blocks, examples, exact, exercises, explain, export, flow, laboratory, oracle, pictures
from qkv.cells import Refused, leans, shortest, shown
from qkv.state import GIVEN, read

MIRRORED = ("X", "X_src", "Q", "K", "V", "A")  # K is transposed there
ROOM = {"X": 10, "X_src": 10}  # half digits: their cells are narrower than the others
HEAT_LEVELS = 20  # of the heat map: one for every 5 % of weight


def handle(request):
    """Answer one request.

    Raises: KeyError for a request of no known type, IndexError for a cell that is not there.
    """
    message = json.loads(request)
    answer = _ANSWERS[message["type"]]
    try:
        with np.errstate(all="ignore"):  # what leaves the range of a double is shown as what it is, or is a Problem
            reply = answer(message)
    except Refused as refused:
        reply = {"type": "rejected", "problems": [problem.to_json() for problem in refused.problems]}
    return json.dumps(reply | {"id": message["id"]}, ensure_ascii=False, allow_nan=False)


def _compute(message):
    """What the matrices show: asked for with every edit, so it holds nothing else."""
    state, result = _flow(message)
    return {
        "type": "computed",
        "sizes": state.sizes,
        "matrices": {name: _matrix(state, result.values[name], name) for name in state.shapes},
        "sums": _sums(result.values["A"]),
        "changed": _changed(message["state"], result),
        "notes": [_note(note) for note in flow.broken_invariants(result)],
        "divisor": shown(float(np.sqrt(state.sizes["d_k"]))),
        "problems": [],
    }


def _elaborate(message):
    """What stands around the matrices: asked for once they are drawn."""
    state, result = _flow(message)
    return {
        "type": "elaborated",
        "steps": explain.follow(result, state, state.followed),
        "exact": _exact(state),
        "pictures": {"values": pictures.values(result, state.followed), "directions": pictures.directions(result)},
        "right": _right(state),
        "untransposed": explain.untransposed(result),
        "resting": _resting(state, result),
    }


def _flow(message):
    """(State, Flow) of a request. Several are asked about the same state, one after the other."""
    return _run_once(json.dumps(message["state"]))


@lru_cache(maxsize=4)
def _run_once(text):
    state = read(json.loads(text))
    return state, flow.run(state)


def _note(note):
    """A broken invariant with its number as text: a sum may be inf, which JSON cannot say."""
    return note.to_json() | {"got": None if note.got is None else shown(note.got), "need": note.need and [shown(end) for end in note.need]}


def _right(state):
    """Where a mistake is switched on: the weights and output of the same state without it."""
    if state.mistake is None:
        return None
    try:
        right = flow.run(replace(state, mistake=None)).values
    except Refused:  # a mistake may leave the range of a double later than the right way does, or not at all
        return None
    return {name: _matrix(state, right[name], name) for name in "AO"}


def _resting(state, result):
    """The other sample of a batch, whole: what is edited in this one must leave it bitwise as it was."""
    if state.resting is None:
        return None
    return {name: _matrix(state.resting, array, name) for name, array in result.resting.items()}


def _exact(state):
    forms = exact.forms(state)
    if "why" not in forms:
        s = 1 / np.sqrt(state.sizes["d_k"])
        forms |= {"s_value": explain.equals(s), "r_value": explain.equals(np.exp(s / forms["denominator"]))}
    return forms


def _explain(message):
    state, result = _flow(message)
    about = explain.cell(result, state, message["matrix"], message["row"], message["column"])
    return {"type": "explained"} | about


def _verify(message):
    state = read(message["state"])
    result = flow.run(state)
    matrices = _judged(state, result.values)
    if state.resting:
        matrices += [row | {"sample": "resting"} for row in _judged(state.resting, result.resting)]
    values = result.values
    return {
        "type": "verified",
        "record": {
            "what": "every element against 50-digit decimal arithmetic (qkv/oracle.py)",
            "tolerance": float(oracle.TOLERANCE),
            "relative_above": 1.0,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "machine": platform.machine(),
            "matrices": matrices,
            "largest_score": shortest(np.abs(values["S"][np.isfinite(values["S"])]).max()),
            "mistake": state.mistake,
            "pass": all(matrix["pass"] for matrix in matrices),
            "state": message["state"],
        },
        "max_error": _scientific(max((float(matrix["max_judged_error"]) for matrix in matrices))),
    }


def _judged(state, values):
    """Per matrix of one sample, how far it lies from the exact arithmetic of the right mechanism, mistake or not."""
    rows = []
    true = _true(state, values)
    for name in state.shapes:
        error, judged = oracle.largest_error(true[name], values[name].tolist())
        shape = list(values[name].shape)
        rows.append({
            "matrix": name,
            "shape": shape,
            "elements": shape[0] * shape[1],
            "max_abs_error": shortest(error),
            "max_judged_error": shortest(judged),
            "text": _scientific(error) if error else "0",
            "pass": judged <= oracle.TOLERANCE,
        })
    return rows


def _true(state, values, pins=True):
    """What oracle.py makes of the very doubles that NumPy was given."""
    given = {name: values[name].tolist() for name in state.given}
    pinned = [(*place, number.value) for place, number in state.pins.items()] if pins else []
    return oracle.attend(given, pinned, causal=state.variant == "causal")


def _scientific(error):
    return f"{error:.2e}" if np.isfinite(float(error)) else "∞"


def _judge(message):
    verdict = exercises.judge(message["exercise"], read(message["state"]), message["answer"])
    return {"type": "judged", "exercise": message["exercise"], "right": verdict.code == exercises.RIGHT} | vars(verdict)


def _experiment(message):
    found = laboratory.experiment(message["d_k"], message["seed"])

    def texts(pair):
        return {name: shown(value) for name, value in pair.items()}

    largest, entropy = ({name: pair[kind] for name, pair in found["concentration"].items()} for kind in (0, 1))
    return found | {
        "type": "experimented",
        "texts": {
            "variance": texts(found["variance"]),
            "spread": texts(found["spread"]),
            "largest": texts(largest),
            "entropy": texts(entropy),
        },
    }


def _run(message):
    """The book's run.py on the present inputs: expected values from oracle.py, rounded once, and what it prints."""
    import run

    state = read(message["state"])
    values = flow.run(replace(state, mistake=None, pins={})).values
    inputs = {name: values[name].tolist() for name in state.given}
    if state.variant == "causal":
        inputs["causal"] = True
    true = _true(state, values, pins=False)
    expected = {name: [[float(number) for number in row] for row in true[name]] for name in flow.steps(state)}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        _, passed = run.check(inputs, expected, float(oracle.TOLERANCE))
    return {"type": "ran", "output": printed.getvalue(), "pass": bool(passed)}


def _fill(message):
    result = flow.run(read(message["state"]))
    cells = blocks.fill(result, message["matrix"], message["kind"], message.get("row"), message.get("vector"))
    return {"type": "filled", "cells": cells}


def _copy(message):
    result = flow.run(read(message["state"]))
    return {"type": "copied", "text": blocks.write(result.values[message["matrix"]].tolist(), message["form"])}


def _export(message):
    state = read(message["state"])
    values = flow.run(state).values
    ordered = {name: values[name] for name in state.shapes}
    form = message["form"]
    if form == "svg":
        tokens = message["state"]["tokens"]
        sources = message["state"]["source_tokens"] if state.variant == "cross" else tokens
        drawn = export.drawing(ordered, state, tokens, sources)
        return {"type": "exported", "text": export.svg(drawn), "drawing": drawn._asdict()}
    return {"type": "exported", "text": {"numpy": export.numpy_source, "latex": export.latex}[form](ordered)}


def _read(message):
    return {"type": "read", "rows": blocks.read(message["text"])}


def _versions(message):
    return {"type": "versions", "python": platform.python_version(), "numpy": np.__version__}


_ANSWERS = {
    "compute": _compute,
    "elaborate": _elaborate,
    "explain": _explain,
    "verify": _verify,
    "fill": _fill,
    "copy": _copy,
    "judge": _judge,
    "experiment": _experiment,
    "run": _run,
    "export": _export,
    "read": _read,
    "versions": _versions,
}


def _matrix(state, array, name):
    """One matrix as the page draws it: values, shown texts, the reader's own texts where typed, pins, heat; by how much
    texts lean towards their column's decimal point, in the mirror (K stands transposed in it), too.

    Shapes: array [m, n].
    """
    rows, columns = array.shape
    values, numbers = zip(*(_row(row.tobytes()) for row in array), strict=True)
    texts = [list(row) for row in numbers]
    for (matrix, i, j), text in state.texts.items():
        if matrix == name:
            texts[i][j] = text
    entry = {
        "rows": rows,
        "columns": columns,
        "values": values,
        "texts": texts,
        "numbers": numbers,
        "pinned": [[row, column] for matrix, row, column in state.pins if matrix == name],
    }
    mirrored = [] if name not in MIRRORED else list(zip(*numbers, strict=True)) if name == "K" else numbers
    for key, found in {"leans": leans(texts, ROOM.get(name, 17)), "mirror_leans": leans(mirrored)}.items():
        if any(map(any, found)):  # nearly always all stand in the middle
            entry[key] = found
    if name == "A":
        levels = np.rint(np.clip(np.nan_to_num(array), 0, 1) * HEAT_LEVELS)
        entry["heat"] = levels.astype(int).tolist()
    return entry


@lru_cache(maxsize=1024)
def _row(row):
    """The doubles of a row, as their bytes, in full and as they are shown: most rows stay as they are from one edit to the next."""
    numbers = np.frombuffer(row).tolist()
    return tuple(map(shortest, numbers)), tuple(map(shown, numbers))


def _sums(A):
    rows, columns = ([{"value": shortest(total), "text": shown(total)} for total in A.sum(axis=axis)] for axis in (1, 0))
    for total, (lean,) in zip(rows, leans([[total["text"]] for total in rows]), strict=True):
        total["lean"] = lean
    return {"rows": rows, "columns": columns}


def _changed(state, result):
    """Per matrix: whether it differs bitwise from the baseline, and the cells that do, with their old texts."""
    baseline = state.get("baseline", "example-15.1")
    before = _baseline(baseline if isinstance(baseline, str) else json.dumps(baseline), state.get("sample", 0))
    report = {}
    for name, after in result.values.items():
        cells = flow.changed(before[name], after) if name in before else None
        report[name] = {
            "changed": cells is None or len(cells) > 0,
            "cells": [[row, column, shown(before[name][row, column])] for row, column in cells or []],
        }
    return report


@lru_cache(maxsize=8)
def _baseline(key, sample):
    """The matrices of a preset by its name, or of a state by its JSON text: of a batch, those of the sample on show."""
    baseline = examples.PRESETS.get(key) or json.loads(key)
    try:
        result = flow.run(read(baseline))
    except Refused:  # a baseline that does not read is none: the reader's problems are those of the state
        return {}
    return result.values if result.resting is None or baseline["sample"] == sample else result.resting
