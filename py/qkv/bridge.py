"""handle(request) -> reply, both JSON text: the only module that knows the protocol between page and Python.

Requests: {"type": "compute" | "explain" | "verify" | "fill" | "copy", "id": ..., "state": {...}} with matrix, row, column
and so on where the type needs them; "read" takes a pasted text, "versions" nothing.
Replies: the participle of the type, or "rejected" with every Problem. Anything else that goes wrong is ours and raises.
site/protocol.js lists the same messages for the page.
"""

import json
import platform
from functools import lru_cache

import numpy as np

from qkv import blocks, examples, exact, explain, flow, oracle
from qkv.cells import Refused, shortest, shown
from qkv.state import GIVEN, SHAPES, read

HEAT_LEVELS = 20  # of the heat map: one for every 5 % of weight


def handle(request):
    """Answer one request.

    Raises: KeyError for a request of no known type, IndexError for a cell that is not there.
    """
    message = json.loads(request)
    answer = _ANSWERS[message["type"]]
    try:
        reply = answer(message)
    except Refused as refused:
        reply = {"type": "rejected", "problems": [problem.to_json() for problem in refused.problems]}
    return json.dumps(reply | {"id": message["id"]}, ensure_ascii=False)


def _compute(message):
    state = read(message["state"])
    result = flow.run(state)
    return {
        "type": "computed",
        "sizes": state.sizes,
        "matrices": {name: _matrix(state, result, name) for name in SHAPES},
        "sums": _sums(result.values["A"]),
        "changed": _changed(message["state"].get("baseline", "example-15.1"), result),
        "notes": [note.to_json() | {"text": shown(note.got)} for note in flow.broken_invariants(result)],
        "steps": explain.follow(result, state, state.followed),
        "exact": _exact(state),
        "divisor": shown(float(np.sqrt(state.sizes["d_k"]))),
        "problems": [],
    }


def _exact(state):
    forms = exact.forms(state)
    if "why" not in forms:
        s = 1 / np.sqrt(state.sizes["d_k"])
        forms |= {"s_value": explain.equals(s), "r_value": explain.equals(np.exp(s / forms["denominator"]))}
    return forms


def _explain(message):
    state = read(message["state"])
    about = explain.cell(flow.run(state), state, message["matrix"], message["row"], message["column"])
    return {"type": "explained"} | about


def _verify(message):
    state = read(message["state"])
    values = flow.run(state).values
    given = {name: values[name].tolist() for name in GIVEN}
    true = oracle.attend(given, [(*place, number.value) for place, number in state.pins.items()])
    matrices = []
    for name in SHAPES:
        error, judged = oracle.largest_error(true[name], values[name].tolist())
        shape = list(values[name].shape)
        matrices.append({
            "matrix": name,
            "shape": shape,
            "elements": shape[0] * shape[1],
            "max_abs_error": float(error),
            "max_judged_error": float(judged),
            "text": f"{error:.2e}" if error else "0",
            "pass": judged <= oracle.TOLERANCE,
        })
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
            "largest_score": shortest(np.abs(values["S"]).max()),
            "pass": all(matrix["pass"] for matrix in matrices),
            "state": message["state"],
        },
        "max_error": f"{max(matrix['max_judged_error'] for matrix in matrices):.2e}",
    }


def _fill(message):
    result = flow.run(read(message["state"]))
    cells = blocks.fill(result, message["matrix"], message["kind"], message.get("row"), message.get("vector"))
    return {"type": "filled", "cells": cells}


def _copy(message):
    result = flow.run(read(message["state"]))
    return {"type": "copied", "text": blocks.write(result.values[message["matrix"]].tolist(), message["form"])}


def _read(message):
    return {"type": "read", "rows": blocks.read(message["text"])}


def _versions(message):
    return {"type": "versions", "python": platform.python_version(), "numpy": np.__version__}


_ANSWERS = {
    "compute": _compute,
    "explain": _explain,
    "verify": _verify,
    "fill": _fill,
    "copy": _copy,
    "read": _read,
    "versions": _versions,
}


def _matrix(state, result, name):
    array = result.values[name]
    rows, columns = array.shape
    numbers = array.tolist()
    entry = {
        "rows": rows,
        "columns": columns,
        "values": [[shortest(number) for number in row] for row in numbers],
        "texts": [
            [state.texts.get((name, i, j)) or shown(number) for j, number in enumerate(row)]
            for i, row in enumerate(numbers)
        ],
        "numbers": [[shown(number) for number in row] for row in numbers],
        "pinned": [[row, column] for matrix, row, column in state.pins if matrix == name],
    }
    if name == "A":
        levels = np.clip(np.rint(array * HEAT_LEVELS), 0, HEAT_LEVELS)
        entry["heat"] = levels.astype(int).tolist()
    return entry


def _sums(A):
    return {
        "rows": [{"value": shortest(total), "text": shown(total)} for total in A.sum(axis=1)],
        "columns": [{"value": shortest(total), "text": shown(total)} for total in A.sum(axis=0)],
    }


def _changed(baseline, result):
    """Per matrix: whether it differs bitwise from the baseline, and the cells that do, with their old texts."""
    before = _baseline(baseline if isinstance(baseline, str) else json.dumps(baseline))
    report = {}
    for name, after in result.values.items():
        cells = flow.changed(before[name], after)
        report[name] = {
            "changed": cells is None or len(cells) > 0,
            "cells": [[row, column, shown(before[name][row, column])] for row, column in cells or []],
        }
    return report


@lru_cache(maxsize=8)
def _baseline(key):
    """The matrices of a preset by its name, or of a state by its JSON text."""
    return flow.run(read(examples.PRESETS.get(key) or json.loads(key))).values
