"""What the reader has entered, as data: texts of given cells, pins, token labels, baseline -> checked numbers.

A state is JSON: {"v": 1, "tokens": [...], "cells": {"X": [["1", "0"], ...], "W_Q": ..., "W_K": ..., "W_V": ...},
"pins": [["Q", 2, 0, "0"], ...], "followed": 0, "baseline": "example-15.1" or a state}. The sizes T, d_in, d_k, d_v are
the shapes of the cells; nothing states them twice. figure.SCHEMA is its form.

Beyond the single sequence, all optional: "variant": one of figure.VARIANTS; cross-attention has X_src among its cells and
"source_tokens"; a batch has "resting", the sample not on show, {"tokens", "X", "pins"}, and "sample", the number of the
one that is; "mistake": one of figure.MISTAKES.
"""

from dataclasses import dataclass, replace

from qkv import cells
from qkv.cells import Number
from qkv.figure import (
    COMPUTED_NAMES, GIVEN_NAMES, MATRICES, MAX_SIZE, MISTAKES, SCHEMA, VARIANTS, VERSION, Place, matrices_of, stands_for,
)
from qkv.problems import Problem, Refused
from qkv.schema import conforms

_STATE = {"$ref": "#/$defs/state"}


@dataclass(frozen=True)
class State:
    """A state whose every cell is a number and whose shapes meet."""

    sizes: dict[str, int]
    given: dict[str, list[list[Number]]]
    pins: dict[Place, Number]
    texts: dict[Place, str]  # the reader's own, of given cells and of pins
    followed: int
    variant: str = "self"
    mistake: str | None = None
    resting: "State | None" = None  # the other sample of a batch

    @property
    def matrices(self):
        """The matrices that this state has, in the order of the flow: {name: figure.Matrix}."""
        return matrices_of(self.variant)

    def stands_for(self, name):
        """The matrix that a name of figure.MATRICES means in this state: X_src may be X."""
        return stands_for(name, self.variant)

    def pins_of(self, name):
        """{(row, column): Number} of one matrix."""
        return {(place.row, place.column): number for place, number in self.pins.items() if place.matrix == name}

    def forbids(self, receiver, source):
        """Whether the causal mask keeps a receiving position from reading a source."""
        return VARIANTS[self.variant].masked and source > receiver

    @property
    def wrong(self):
        """The figure.Mistake that is switched on, or None."""
        return None if self.mistake is None else MISTAKES[self.mistake]


def require_form(state):
    """Raises: Refused where a state has not the form of figure.SCHEMA. What its cells say is another matter."""
    if not conforms(state, _STATE, SCHEMA):
        raise Refused([Problem("state-malformed")])


def read(state):
    """Check a state and turn its texts into numbers.

    Raises: Refused with all Problems of the cells at once, or with those of the shapes.
    """
    require_form(state)
    variant = state.get("variant", "self")
    sizes = _fitting_sizes(state)
    if isinstance(state.get("baseline"), dict):
        try:
            _fitting_sizes(state["baseline"])
        except Refused:
            raise Refused([Problem("state-malformed")]) from None
    given_texts = _given_texts(state)
    texts = {
        Place(0, name, row, column): text
        for name, lines in given_texts.items()
        for row, line in enumerate(lines)
        for column, text in enumerate(line)
    }
    pinned = {Place(0, name, row, column): text for name, row, column, text in state["pins"]}
    problems = []
    numbers = {}
    for place, text in (texts | pinned).items():
        try:
            numbers[place] = cells.parse(text)
        except Refused as refused:
            problems += [replace(problem, **place._asdict()) for problem in refused.problems]
    if problems:
        raise Refused(problems)
    given = {
        name: [[numbers[0, name, row, column] for column in range(len(line))] for row, line in enumerate(lines)]
        for name, lines in given_texts.items()
    }
    return State(
        sizes,
        given,
        {place: numbers[place] for place in pinned},
        texts | pinned,
        state["followed"],
        variant,
        state.get("mistake"),
        _resting(state) if VARIANTS[variant].samples > 1 else None,
    )


def _resting(state):
    """The sample not on show: its own X and pins, the same parameters. Its problems name it, for the page to bring it up."""
    sample = state["resting"]
    given = {name: lines for name, lines in state["cells"].items() if name != "X_src"} | {"X": sample["X"]}
    try:
        return read({"v": VERSION, "tokens": sample["tokens"], "cells": given, "pins": sample["pins"], "followed": 0})
    except Refused as refused:
        raise Refused([replace(problem, sample="resting") for problem in refused.problems]) from None


def _given_texts(state):
    """{name: rows of texts} of the given matrices that a state has."""
    return {name: state["cells"][name] for name in matrices_of(state.get("variant", "self")) if name in GIVEN_NAMES}


def _fitting_sizes(state):
    """The sizes of a state of the right form.

    Raises: Refused where shapes do not meet, a pin lies outside its matrix, or anything else does not keep to the sizes.
    """
    sizes = _sizes(_given_texts(state))
    shapes = {name: [sizes[axis] for axis in MATRICES[name].axes] for name in COMPUTED_NAMES}
    problems = [
        Problem("pin-outside", name, row, column, need=shapes[name])
        for name, row, column, _ in state["pins"]
        if not (row < shapes[name][0] and column < shapes[name][1])
    ]
    if problems:
        raise Refused(problems)
    bare = {key: value for key, value in state.items() if key != "baseline"}  # which has sizes of its own
    # X_src and its tokens are kept while they are out of use, and have a length of their own then
    kept = sizes | {"T_src": len(state["cells"].get("X_src", state["cells"]["X"]))}

    def fits(axes, grid):
        rows, columns = (kept[axis] for axis in axes)
        return len(grid) == rows <= MAX_SIZE and all(len(row) == columns for row in grid)

    own = {
        "axes": fits,
        "axis": lambda axis, labels: len(labels) == kept[axis],
        "below": lambda axis, index: index < sizes[axis],
        "places": lambda _, pins: all(
            row < shapes[name][0] and column < shapes[name][1] for name, row, column, _ in pins
        ),
    }
    if not conforms(bare, _STATE, SCHEMA, own):
        raise Refused([Problem("state-malformed")])
    return sizes


# The code of a matrix that does not meet its neighbour, where it is not the usual one; side 0 is rows, 1 columns.
_SHAPE_CODES = {("X_src", 1): "shape-source"}
_USUAL_SHAPE_CODES = ("shape-rows", "shape-columns")


def _sizes(rows_of):
    """The sizes, or every shape that does not meet its neighbour: the first matrix with an axis says how long it is."""
    problems = [
        Problem("ragged", name, row, got=len(line), need=len(lines[0]))
        for name, lines in rows_of.items()
        for row, line in enumerate(lines)
        if len(line) != len(lines[0])
    ]
    sizes = {}
    for name, lines in rows_of.items():
        for side, (axis, size) in enumerate(zip(MATRICES[name].axes, (len(lines), len(lines[0])), strict=True)):
            if sizes.setdefault(axis, size) != size:
                code = _SHAPE_CODES.get((name, side), _USUAL_SHAPE_CODES[side])
                problems.append(Problem(code, name, got=size, need=sizes[axis]))
    sizes.setdefault("T_src", sizes["T"])
    problems += [
        Problem("size", got=f"{axis} = {size}", need=MAX_SIZE) for axis, size in sizes.items() if size > MAX_SIZE
    ]
    if problems:
        raise Refused(problems)
    return sizes
