"""What the reader has entered, as data: texts of given cells, pins, token labels, baseline -> checked numbers.

A state is JSON: {"v": 1, "tokens": [...], "cells": {"X": [["1", "0"], ...], "W_Q": ..., "W_K": ..., "W_V": ...},
"pins": [["Q", 2, 0, "0"], ...], "followed": 0, "baseline": "example-15.1" or a state}. The sizes T, d_in, d_k, d_v are
the shapes of the cells; nothing states them twice.

Beyond the single sequence, all optional: "variant": "self", "causal", "cross" (cells then hold X_src, with "source_tokens")
or "batch" ("resting" is then the sample not on show, {"tokens", "X", "pins"}); "mistake": one of MISTAKES (see mistakes.py).
"""

from dataclasses import dataclass, replace

from qkv import cells
from qkv.cells import Number, Problem, Refused

VERSION = 1
MAX_SIZE = 16  # of the page: 16 x 16 cells are as many as a reader can still see

VARIANTS = ("self", "causal", "cross", "batch")
MISTAKES = ("columns", "root-T", "no-division", "no-shift")

GIVEN = {"X": ("T", "d_in"), "W_Q": ("d_in", "d_k"), "W_K": ("d_in", "d_k"), "W_V": ("d_in", "d_v")}
SOURCE = {"X_src": ("T_src", "d_in")}  # given, too, in cross-attention; else the sources are X and T_src is T
COMPUTED = {
    "Q": ("T", "d_k"),
    "K": ("T_src", "d_k"),
    "V": ("T_src", "d_v"),
    "D": ("T", "T_src"),
    "S": ("T", "T_src"),
    "A": ("T", "T_src"),
    "O": ("T", "d_v"),
}


@dataclass(frozen=True)
class State:
    """A state whose every cell is a number and whose shapes meet."""

    sizes: dict[str, int]
    given: dict[str, list[list[Number]]]
    pins: dict[tuple[str, int, int], Number]
    texts: dict[tuple[str, int, int], str]
    followed: int
    variant: str = "self"
    mistake: str | None = None
    resting: "State | None" = None  # the other sample of a batch

    @property
    def sources(self):
        """The matrix whose rows the keys and values are made from."""
        return "X_src" if self.variant == "cross" else "X"

    def forbids(self, receiver, source):
        """Whether the causal mask keeps a receiving position from reading a source."""
        return self.variant == "causal" and source > receiver

    @property
    def shapes(self):
        """The axes of every matrix that this state has, in the order of the flow."""
        return GIVEN | (SOURCE if self.variant == "cross" else {}) | COMPUTED


def read(state):
    """Check a state and turn its texts into numbers.

    Raises: Refused with all Problems of the cells at once, or with those of the shapes.
    """
    if not _well_formed(state):
        raise Refused([Problem("state-malformed")])
    variant = state.get("variant", "self")
    given_texts = {name: state["cells"][name] for name in GIVEN | (SOURCE if variant == "cross" else {})}
    sizes = _sizes(given_texts)
    texts = {
        (name, row, column): text
        for name, lines in given_texts.items()
        for row, line in enumerate(lines)
        for column, text in enumerate(line)
    }
    pinned = {(name, row, column): text for name, row, column, text in state.get("pins", [])}
    outside = [
        Problem("pin-outside", name, row, column, need=[sizes[axis] for axis in COMPUTED[name]])
        for name, row, column in pinned
        if not (0 <= row < sizes[COMPUTED[name][0]] and 0 <= column < sizes[COMPUTED[name][1]])
    ]
    numbers, problems = {}, outside
    for place, text in (texts | pinned).items():
        try:
            numbers[place] = cells.parse(text)
        except Refused as refused:
            problems += [Problem(p.code, *place, got=p.got, need=p.need) for p in refused.problems]
    if problems:
        raise Refused(problems)
    given = {
        name: [[numbers[name, row, column] for column in range(len(line))] for row, line in enumerate(lines)]
        for name, lines in given_texts.items()
    }
    return State(
        sizes,
        given,
        {place: numbers[place] for place in pinned},
        texts | pinned,
        min(state.get("followed", 0), sizes["T"] - 1),
        variant,
        state.get("mistake"),
        _resting(state) if variant == "batch" else None,
    )


def _resting(state):
    """The sample not on show: its own X and pins, the same parameters. Its problems name it, for the page to bring it up."""
    sample = state["resting"]
    try:
        resting = read({"v": VERSION, "cells": state["cells"] | {"X": sample["X"]}, "pins": sample["pins"]})
    except Refused as refused:
        raise Refused([replace(problem, sample="resting") for problem in refused.problems]) from None
    shape = len(state["cells"]["X"])
    if len(sample["X"]) != shape:
        raise Refused([Problem("ragged", "X", got=len(sample["X"]), need=shape, sample="resting")])
    return resting


def _sizes(rows_of):
    """The four sizes, or every shape that does not meet its neighbour."""
    problems = []
    for name, lines in rows_of.items():
        problems += [
            Problem("ragged", name, row, got=len(line), need=len(lines[0]))
            for row, line in enumerate(lines)
            if len(line) != len(lines[0])
        ]
    sizes = {
        "T": len(rows_of["X"]),
        "d_in": len(rows_of["X"][0]),
        "d_k": len(rows_of["W_Q"][0]),
        "d_v": len(rows_of["W_V"][0]),
    }
    sizes["T_src"] = len(rows_of.get("X_src", rows_of["X"]))
    problems += [
        Problem("size", got=f"{axis} = {size}", need=MAX_SIZE)
        for axis, size in sizes.items()
        if not 1 <= size <= MAX_SIZE
    ]
    for name in ("W_Q", "W_K", "W_V"):
        if len(rows_of[name]) != sizes["d_in"]:
            problems.append(Problem("shape-rows", name, got=len(rows_of[name]), need=sizes["d_in"]))
    if "X_src" in rows_of and len(rows_of["X_src"][0]) != sizes["d_in"]:
        problems.append(Problem("shape-source", "X_src", got=len(rows_of["X_src"][0]), need=sizes["d_in"]))
    if len(rows_of["W_K"][0]) != sizes["d_k"]:
        problems.append(Problem("shape-columns", "W_K", got=len(rows_of["W_K"][0]), need=sizes["d_k"]))
    if problems:
        raise Refused(problems)
    return sizes


def _well_formed(state):
    """Whether the JSON has the types that the rest relies on; what the cells say is another matter."""
    return (
        isinstance(state, dict)
        and state.get("v") == VERSION
        and isinstance(state.get("cells"), dict)
        and set(GIVEN) <= set(state["cells"]) <= set(GIVEN | SOURCE)
        and all(_rows_of_text(lines) for lines in state["cells"].values())
        and _are_pins(state.get("pins", []))
        and _are_tokens(state.get("tokens", []))
        and _are_tokens(state.get("source_tokens", []))
        and _is_index(state.get("followed", 0))
        and state.get("variant", "self") in VARIANTS
        and (state.get("variant") != "cross" or "X_src" in state["cells"])
        and (state.get("variant") != "batch" or _is_sample(state.get("resting")))
        and state.get("mistake") in (None, *MISTAKES)
    )


def _is_sample(sample):
    return isinstance(sample, dict) and _rows_of_text(sample.get("X")) and _are_pins(sample.get("pins"))


def _are_pins(pins):
    return isinstance(pins, list) and all(_is_pin(pin) for pin in pins)


def _are_tokens(tokens):
    return isinstance(tokens, list) and set(map(type, tokens)) <= {str}


def _rows_of_text(lines):
    return (
        isinstance(lines, list)
        and len(lines) > 0
        and all(isinstance(line, list) and set(map(type, line)) <= {str} for line in lines)
    )


def _is_pin(pin):
    return (
        isinstance(pin, list)
        and len(pin) == 4
        and pin[0] in COMPUTED
        and _is_index(pin[1])
        and _is_index(pin[2])
        and isinstance(pin[3], str)
    )


def _is_index(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
