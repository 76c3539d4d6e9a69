"""The chapter's inputs as named states: 例 15.1, 例 15.2, the exercises. The one place where inputs are typed.

Only inputs stand here. Everything that follows from them is computed by whoever asks.
"""

X = ((1, 0), (0, 1), (1, 1))
W_Q = ((1, 0), (0, 1))
W_K = ((1, 1), (0, 1))
W_V = ((1, 0), (1, 2))
TOKENS = ("red", "key", ".")
ADDED = (2, -1)  # the vector of §15.5 and exercise 3

# Beyond the single sequence: another sequence to read from, and a second sample for a batch.
X_SRC = ((1, 0), (0, 1), (1, 1), (0, 2))
SOURCE_TOKENS = ("le", "rouge", "clé", ".")
SECOND_X = ((0, 1), (1, 0), (1, 1))
SECOND_TOKENS = ("blue", "key", ".")


def _state(X=X, W_Q=W_Q, W_K=W_K, W_V=W_V, tokens=TOKENS, pins=(), **more):
    given = {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V}
    return {
        "v": 1,
        "tokens": list(tokens),
        "cells": {name: _texts(rows) for name, rows in given.items()},
        "pins": [[matrix, row, column, str(number)] for matrix, row, column, number in pins],
        "followed": 0,
        "baseline": "example-15.1",
    } | more


def _texts(rows):
    return [[str(number) for number in row] for row in rows]


def _pin_rows(matrix, rows):
    """Pins for whole rows: {row: numbers}."""
    return [(matrix, row, column, number) for row, line in rows.items() for column, number in enumerate(line)]


def _values_plus(vector):
    """V of 例 15.1, by its integer expansion, with a vector added to every row."""
    return {
        i: [sum(x * w for x, w in zip(row, column, strict=True)) + added
            for column, added in zip(zip(*W_V, strict=True), vector, strict=True)]
        for i, row in enumerate(X)
    }


def _identity(size, factor=1):
    return [[factor if row == column else 0 for column in range(size)] for row in range(size)]


# What a state gains when it leaves the single sequence; the page fills these in where the reader has none yet.
BEYOND = {
    "cross": {"X_src": _texts(X_SRC), "source_tokens": list(SOURCE_TOKENS)},
    "batch": {"resting": {"tokens": list(SECOND_TOKENS), "X": _texts(SECOND_X), "pins": []}, "sample": 0},
}


def _cross():
    state = _state(variant="cross", source_tokens=list(SOURCE_TOKENS))
    state["cells"]["X_src"] = _texts(X_SRC)
    return state


PRESETS = {
    "example-15.1": _state(),
    "example-15.2": _state(W_V=((0, 0), (0, 0))),
    "v-plus": _state(pins=_pin_rows("V", _values_plus(ADDED))),
    "v-plus-row-1": _state(pins=_pin_rows("V", {0: _values_plus(ADDED)[0]})),
    "exercise-1": _state(pins=_pin_rows("Q", {2: (0, 0)})),
    "exercise-2": _state(pins=_pin_rows("A", {0: (1, 1, 1), 1: (0, 0, 0), 2: (0, 0, 0)})),
    "exercise-4": _state(
        X=((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 1, 0)),
        W_Q=_identity(4),
        W_K=((1, 1, 0, 0), (0, 1, 1, 0), (0, 0, 1, 1), (0, 0, 0, 1)),
        W_V=((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)),
        tokens=("red", "key", "is", "here", "."),
    ),
    "large-scores": _state(W_Q=_identity(2, 20)),
    "scores-near-1000": _state(W_Q=_identity(2, 1414), mistake="no-shift"),
    "one-position": _state(X=X[:1], tokens=TOKENS[:1]),
    "causal": _state(variant="causal"),
    "cross": _cross(),
    "batch": _state(variant="batch", **BEYOND["batch"]),
}
