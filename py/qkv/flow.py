"""The flow X, W -> Q, K, V -> D -> S -> A -> O with pinned cells: what is made from what stands in figure.py.

A pinned cell keeps the value that the reader typed: its own upstream is cut, everything downstream is computed from it.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from qkv import head, mistakes
from qkv.figure import COMPUTED_NAMES, VARIANTS
from qkv.problems import Problem, Refused


class Flow(NamedTuple):
    """values: every matrix as it stands; computed: the same before its pins were put in (computed matrices only).

    resting: the values of the other sample of a batch, None without one.
    """

    values: dict[str, np.ndarray]
    computed: dict[str, np.ndarray]
    resting: dict[str, np.ndarray] | None = None


def verb_of(state, name):
    """The function that makes a computed matrix of a State: the chapter's verb, or what a mistake puts in its place."""
    verb = getattr(head, state.matrices[name].verb)
    if name == "S":
        verb = partial(verb, d_k=state.sizes["d_k"])
    if state.wrong and state.wrong.replaces == name:
        verb = getattr(mistakes, state.wrong.verb)
    if name == "S" and VARIANTS[state.variant].masked:
        return lambda D: head.forbid_future(verb(D))
    return verb


def made_from(state, name):
    """The names of the matrices that a computed matrix of a State is made from."""
    return [state.stands_for(source) for source in state.matrices[name].made_from]


def compute(state):
    """Compute every matrix of a checked State; the two samples of a batch in one go, along a leading axis.

    Raises: Refused where a cell that is not pinned leaves the range of a double.
    Source: §15.1 to §15.4.
    """
    samples = [state] if state.resting is None else [state, state.resting]
    values = {name: _array(rows) for name, rows in state.given.items()}
    values["X"] = np.stack([_array(sample.given["X"]) for sample in samples])  # [B, T, d_in]
    computed = {}
    with np.errstate(all="ignore"):  # an overflow is found below and reported as a Problem
        for name in COMPUTED_NAMES:
            computed[name] = verb_of(state, name)(*(values[source] for source in made_from(state, name)))  # [B, ...]
            values[name] = np.empty((len(samples), *computed[name].shape[-2:]))
            values[name][:] = computed[name]
            for sample, array in zip(samples, values[name], strict=True):
                for cell, number in sample.pins_of(name).items():
                    array[cell] = number.value
            _require_finite(state, name, values[name])

    def sample(arrays, number):
        return {name: array[number] if array.ndim == 3 else array for name, array in arrays.items()}

    return Flow(sample(values, 0), sample(computed, 0), sample(values, 1) if len(samples) == 2 else None)


def changed(before, after):
    """Which cells differ bitwise between two arrays; None where their shapes differ.

    Shapes: before [m, n], after [m, n] -> list of (row, column).
    """
    if before.shape != after.shape:
        return None
    if before.tobytes() == after.tobytes():  # an edit leaves most of them as they are
        return []
    different = before.view(np.int64) != after.view(np.int64)
    return [(int(row), int(column)) for row, column in np.argwhere(different)]


def broken_invariants(flow):
    """What a mix promises and a pin or a mistake can break.

    Rows of A sum to 1, no weight is negative, O lies in the box of V.
    Returns: Problems with codes row-sum, row-not-a-number, negative-weight and outside-box; they report, they do not
    refuse.
    Source: §15.3, §15.4.
    """
    A, V, O = (flow.values[name] for name in "AVO")
    found = []
    for row, total in enumerate(A.sum(axis=1)):
        if np.isnan(total):
            found.append(Problem("row-not-a-number", "A", row))
        elif abs(total - 1) > 1e-9:
            found.append(Problem("row-sum", "A", row, got=float(total)))
    found += [Problem("negative-weight", "A", int(i), int(j), got=float(A[i, j])) for i, j in np.argwhere(A < 0)]
    low, high = V.min(axis=0), V.max(axis=0)  # [d_v], [d_v]
    slack = 1e-9 * np.maximum(1, np.maximum(abs(low), abs(high)))
    for i, c in np.argwhere((O < low - slack) | (O > high + slack)):
        box = [float(low[c]), float(high[c])]
        found.append(Problem("outside-box", "O", int(i), int(c), got=float(O[i, c]), need=box))
    return found


def _array(rows):
    return np.array([[number.value for number in row] for row in rows])


def _require_finite(state, name, array):
    if np.isfinite(array).all() or (state.wrong and name in state.wrong.unbounded):
        return
    broken = [
        (sample, int(row), int(column))
        for sample, row, column in np.argwhere(~np.isfinite(array))
        if not (name == "S" and state.forbids(row, column))
    ]
    if broken:
        raise Refused([
            Problem("overflow", name, row, column, sample="resting" if sample else None)
            for sample, row, column in broken
        ])
