"""The flow X, W -> Q, K, V -> D -> S -> A -> O with pinned cells, and what is downstream of what.

A pinned cell keeps the value that the reader typed: its own upstream is cut, everything downstream is computed from it.
"""

from typing import NamedTuple

import numpy as np

from qkv import head
from qkv.cells import Problem, Refused
from qkv.state import GIVEN

# Each computed matrix: what it is made from, and the chapter's verb that makes it.
STEPS = {
    "Q": (("X", "W_Q"), head.project),
    "K": (("X", "W_K"), head.project),
    "V": (("X", "W_V"), head.project),
    "D": (("Q", "K"), head.compare),
    "S": (("D",), None),  # head.scale, which also takes d_k
    "A": (("S",), head.softmax_rows),
    "O": (("A", "V"), head.mix),
}


class Flow(NamedTuple):
    """values: every matrix as it stands; computed: the same before its pins were put in (computed matrices only)."""

    values: dict[str, np.ndarray]
    computed: dict[str, np.ndarray]


def run(state):
    """Compute every matrix of a checked State.

    Raises: Refused where a cell that is not pinned leaves the range of a double.
    Source: §15.1 to §15.4.
    """
    values = {name: np.array([[number.value for number in row] for row in state.given[name]]) for name in GIVEN}
    computed = {}
    with np.errstate(all="ignore"):  # an overflow is found below and reported as a Problem
        for name, (sources, verb) in STEPS.items():
            inputs = [values[source] for source in sources]
            computed[name] = head.scale(*inputs, state.sizes["d_k"]) if name == "S" else verb(*inputs)
            values[name] = computed[name].copy()
            for (matrix, row, column), number in state.pins.items():
                if matrix == name:
                    values[name][row, column] = number.value
            broken = np.argwhere(~np.isfinite(values[name]))
            if len(broken):
                raise Refused([Problem("overflow", name, int(row), int(column)) for row, column in broken])
    return Flow(values, computed)


def downstream(name):
    """The matrices that change when `name` does, in the order in which they are computed."""
    reached = {name}
    for step, (sources, _) in STEPS.items():
        if reached.intersection(sources):
            reached.add(step)
    return [step for step in STEPS if step in reached and step != name]


def changed(before, after):
    """Which cells differ bitwise between two arrays; None where their shapes differ.

    Shapes: before [m, n], after [m, n] -> list of (row, column).
    """
    if before.shape != after.shape:
        return None
    different = before.view(np.int64) != after.view(np.int64)
    return [(int(row), int(column)) for row, column in np.argwhere(different)]


def broken_invariants(flow):
    """What a mix promises and a pin can break: rows of A sum to 1, no weight is negative, O stays in the box of V.

    Returns: Problems with codes row-sum, negative-weight and outside-box; they report, they do not refuse.
    Source: §15.3, §15.4.
    """
    A, V, O = (flow.values[name] for name in "AVO")  # noqa: E741
    found = [
        Problem("row-sum", "A", row, got=float(total))
        for row, total in enumerate(A.sum(axis=1))
        if abs(total - 1) > 1e-9
    ]
    found += [Problem("negative-weight", "A", int(i), int(j), got=float(A[i, j])) for i, j in np.argwhere(A < 0)]
    low, high = V.min(axis=0), V.max(axis=0)  # [d_v], [d_v]
    slack = 1e-9 * np.maximum(1, np.maximum(abs(low), abs(high)))
    for i, c in np.argwhere((O < low - slack) | (O > high + slack)):
        box = [float(low[c]), float(high[c])]
        found.append(Problem("outside-box", "O", int(i), int(c), got=float(O[i, c]), need=box))
    return found

