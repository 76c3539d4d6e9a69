"""handle(request) -> reply, both JSON text: the only module that knows the protocol between page and Python.

A request is {"type": ..., "id": ..., "state": {...}} with matrix, row, column and so on where the type needs them;
"experiment" takes d_k and a seed, "read" a pasted text, "versions" nothing.
A reply is named by the participle of the type, or "rejected" with every Problem. Anything else that goes wrong is ours
and raises. site/engine/protocol.js lists the same messages for the page.
"""

import contextlib
import io
import json
import platform
from dataclasses import replace

import numpy as np

from qkv import blocks, display, exact, examples, exercises, explain, export, flow, laboratory, oracle, pictures
from qkv.figure import COMPUTED_NAMES, VARIANTS, Place
from qkv.numerals import shortest, shown
from qkv.problems import Refused
from qkv.state import read, require_form


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
        "matrices": {name: display.matrix(state, result.values[name], name) for name in state.matrices},
        "sums": display.sums(result.values["A"]),
        "changed": _changed(message["state"], result.values),
        "notes": [_note(note) for note in flow.broken_invariants(result)],
        "divisor": shown(float(np.sqrt(state.sizes["d_k"]))),
        "problems": [],
    }


def _elaborate(message):
    """What stands around the matrices: asked for once they are drawn."""
    state, result = _flow(message)
    return {
        "type": "elaborated",
        "ledger": explain.ledger(result, state, state.followed),
        "exact": _exact(state),
        "pictures": {"values": pictures.values(result, state.followed), "directions": pictures.directions(result)},
        "right": _right(state),
        "untransposed": explain.untransposed(result),
        "resting": _resting(state, result),
    }


def _flow(message):
    """(State, Flow) of a request. Several are asked about the same state, one after the other."""
    require_form(message["state"])  # before it is compared: Python finds 1 and true equal
    return _flow_of(message["state"])


def _remembering(most):
    """Let a function of JSON remember its last results: the values are compared, so they need not be written out."""

    def decorated(make):
        known = []  # (value, result), the latest first

        def remembered(value):
            found = next((entry for entry in known if entry[0] == value), None)
            if found:
                known.remove(found)
            known.insert(0, found or (value, make(value)))
            del known[most:]
            return known[0][1]

        return remembered

    return decorated


@_remembering(4)
def _flow_of(state):
    checked = read(state)
    return checked, flow.compute(checked)


def _note(note):
    """A broken invariant with its number as text: a sum may be inf, which JSON cannot say."""
    got, need = note.got, note.need
    return note.to_json() | {"got": None if got is None else shown(got), "need": need and [shown(end) for end in need]}


def _right(state):
    """Where a mistake is switched on: the weights and output of the same state without it."""
    if state.mistake is None:
        return None
    try:
        right = flow.compute(replace(state, mistake=None)).values
    except Refused:  # a mistake may leave the range of a double later than the right way does, or not at all
        return None
    return {name: display.readable(right[name]) for name in ("A", "O")}


def _resting(state, result):
    """The other sample of a batch, whole: what is edited in this one must leave it bitwise as it was."""
    if state.resting is None:
        return None
    return {name: display.readable(array) for name, array in result.resting.items()}


def _exact(state):
    forms = exact.forms(state)
    if "why" not in forms:
        s = 1 / np.sqrt(state.sizes["d_k"])
        forms |= {"s_value": explain.equals(s), "r_value": explain.equals(np.exp(s / forms["denominator"]))}
    return forms


def _explain(message):
    state, result = _flow(message)
    place = Place(message.get("head", 0), message["matrix"], message["row"], message["column"])
    return {"type": "explained"} | explain.cell(result, state, place)


def _verify(message):
    state = read(message["state"])
    result = flow.compute(state)
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
        "max_error": _scientific(max(float(matrix["max_judged_error"]) for matrix in matrices)),
    }


def _judged(state, values):
    """Per matrix of one sample, how far it lies from the exact arithmetic of the right mechanism, mistake or not."""
    rows = []
    true = _true(state, values)
    for name in state.matrices:
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
    pinned = [(*place[1:], number.value) for place, number in state.pins.items()] if pins else []
    return oracle.attend(given, pinned, causal=VARIANTS[state.variant].masked)


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
    values = flow.compute(replace(state, mistake=None, pins={})).values
    inputs = {name: values[name].tolist() for name in state.given}
    if VARIANTS[state.variant].masked:
        inputs["causal"] = True
    true = _true(state, values, pins=False)
    expected = {name: [[float(number) for number in row] for row in true[name]] for name in COMPUTED_NAMES}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        _, passed = run.check(inputs, expected, float(oracle.TOLERANCE))
    return {"type": "ran", "output": printed.getvalue(), "pass": bool(passed)}


def _fill(message):
    result = flow.compute(read(message["state"]))
    cells = blocks.fill(result, message["matrix"], message["kind"], message.get("row"), message.get("vector"))
    return {"type": "filled", "cells": cells}


def _copy(message):
    result = flow.compute(read(message["state"]))
    return {"type": "copied", "text": blocks.write(result.values[message["matrix"]].tolist(), message["form"])}


def _export(message):
    state = read(message["state"])
    values = flow.compute(state).values
    ordered = {name: values[name] for name in state.matrices}
    form = message["form"]
    if form == "svg":
        tokens = message["state"]["tokens"]
        sources = message["state"]["source_tokens"] if VARIANTS[state.variant].own_sources else tokens
        drawn = export.drawing(ordered, state, tokens, sources)
        return {"type": "exported", "text": export.svg(drawn), "drawing": drawn._asdict()}
    return {"type": "exported", "text": {"numpy": export.numpy_source, "latex": export.latex}[form](ordered)}


def _read(message):
    return {"type": "read", "rows": blocks.split(message["text"])}


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


def _changed(state, values):
    """Per matrix: whether it differs bitwise from the baseline, and the cells that do, with their old texts."""
    baseline = state.get("baseline", "example-15.1")
    before = _baseline(examples.PRESETS[baseline] if isinstance(baseline, str) else baseline, state.get("sample", 0))
    report = {}
    for name, after in values.items():
        cells = flow.changed(before[name], after) if name in before else None
        report[name] = {
            "changed": cells is None or len(cells) > 0,
            "cells": [[row, column, shown(before[name][row, column])] for row, column in cells or []],
        }
    return report


def _baseline(state, sample):
    """The matrices of a state: of a batch, those of the sample on show. None of them where the state does not read."""
    try:
        _, result = _flow_of(state)
    except Refused:  # the reader's problems are those of the present state
        return {}
    return result.values if result.resting is None or state["sample"] == sample else result.resting
