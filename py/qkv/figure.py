"""The figure as data: its matrices and what each is made of, the variants, the mistakes, the exercises, the form of a state.

This is the one place that knows them. Python reads it directly; build.py bakes `described()` into the page for JavaScript.
oracle.py reads nothing of it: a judge that shared these facts would share their faults.
"""

from typing import NamedTuple

from qkv import examples

VERSION = 1  # of a state, and of the links that carry one
MAX_SIZE = 16  # of T, d_in, d_k, d_v and T_src in the page: 16 x 16 cells are as many as a reader can still see
NEW_CELL = "0"  # what a larger size brings
HEAT_LEVELS = 20  # of the heat map of A: one for every 5 % of weight
SHIFT_ROOM = {"X": 10, "X_src": 10}  # half digits that a number may be shifted by, where cells are narrow
USUAL_SHIFT_ROOM = 17
VIEWS = ("decimal", "exact", "baseline")
PANELS = ("project", "compare", "mix")

KINDS = GIVEN, PARAMETER, COMPUTED = "given", "parameter", "computed"


class Matrix(NamedTuple):
    """One matrix of the figure."""

    name: str
    axes: tuple[str, str]  # the sizes of its rows and columns
    labels: tuple[str, str]  # what its rows and columns are: keys of words.axes
    kind: str  # GIVEN, PARAMETER (stored, the same for every position) or COMPUTED
    panel: str  # of PANELS
    role: str  # whose colour it has
    made_from: tuple[str, ...] = ()
    verb: str | None = None  # the function of head.py that makes it
    summed: str | None = None  # the axis that its making sums over: a key of words.ui.axis_*


# In the order of the flow. X_src stands for X where the sources are no sequence of their own.
MATRICES = {
    matrix.name: matrix
    for matrix in (
        Matrix("X", ("T", "d_in"), ("position", "input"), GIVEN, "project", "X"),
        Matrix("W_Q", ("d_in", "d_k"), ("input", "query"), PARAMETER, "project", "Q"),
        Matrix("W_K", ("d_in", "d_k"), ("input", "key"), PARAMETER, "project", "K"),
        Matrix("W_V", ("d_in", "d_v"), ("input", "value"), PARAMETER, "project", "V"),
        Matrix("X_src", ("T_src", "d_in"), ("source", "input"), GIVEN, "project", "X"),
        Matrix("Q", ("T", "d_k"), ("receiving", "query"), COMPUTED, "project", "Q", ("X", "W_Q"), "project", "input"),
        Matrix("K", ("T_src", "d_k"), ("source", "key"), COMPUTED, "project", "K", ("X_src", "W_K"), "project", "input"),
        Matrix("V", ("T_src", "d_v"), ("source", "value"), COMPUTED, "project", "V", ("X_src", "W_V"), "project", "input"),
        Matrix("D", ("T", "T_src"), ("receiving", "source"), COMPUTED, "compare", "A", ("Q", "K"), "compare", "key"),
        Matrix("S", ("T", "T_src"), ("receiving", "source"), COMPUTED, "compare", "A", ("D",), "scale"),
        Matrix("A", ("T", "T_src"), ("receiving", "source"), COMPUTED, "compare", "A", ("S",), "softmax_rows", "source"),
        Matrix("O", ("T", "d_v"), ("receiving", "value"), COMPUTED, "mix", "O", ("A", "V"), "mix", "source"),
    )
}
GIVEN_NAMES = tuple(name for name, matrix in MATRICES.items() if matrix.kind != COMPUTED)
COMPUTED_NAMES = tuple(name for name, matrix in MATRICES.items() if matrix.kind == COMPUTED)
SIZES = tuple(dict.fromkeys(axis for matrix in MATRICES.values() for axis in matrix.axes))


class Place(NamedTuple):
    """A cell. head is 0: the figure has one head, and several would count from there."""

    head: int
    matrix: str
    row: int
    column: int


class Variant(NamedTuple):
    """A way of running the head."""

    own_sources: bool = False  # X_src is a sequence of its own
    masked: bool = False  # no position reads a later one
    samples: int = 1  # that are computed side by side


VARIANTS = {
    "self": Variant(),
    "causal": Variant(masked=True),
    "cross": Variant(own_sources=True),
    "batch": Variant(samples=2),
}


class Mistake(NamedTuple):
    """A mistake that is made with this mechanism, as a function of mistakes.py that replaces a step."""

    replaces: str
    verb: str
    summed: str | None = None  # the axis that is summed instead
    divisor: str | None = None  # what D is divided by instead of √d_k, with {sizes}; empty for nothing
    shifts: bool = True  # whether the maximum is subtracted before exp
    unbounded: tuple[str, ...] = ()  # matrices that may run into inf and NaN, to be seen as what they are


DIVISOR = "√{d_k}"
MISTAKES = {
    "columns": Mistake("A", "softmax_columns", summed="receiving"),
    "root-T": Mistake("S", "scale_by_sources", divisor="√{T_src}"),
    "no-division": Mistake("S", "do_not_scale", divisor=""),
    "no-shift": Mistake("A", "softmax_rows_unshifted", shifts=False, unbounded=("A", "O")),
}


class Field(NamedTuple):
    """What is entered beside the figure. A pair has two parts, {name}-{part}; a choice has one of its options."""

    name: str
    kind: str  # pair, number, list or radio
    parts: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


class Exercise(NamedTuple):
    """An exercise of §15.8. exercises.py judges it, words.exercises says it."""

    fields: tuple[Field, ...] = ()
    shows: tuple[str, ...] = ()  # presets that show a right answer once it is given


EXERCISES = {
    1: Exercise(),
    2: Exercise(),
    3: Exercise(
        (Field("every", "pair", ("1", "2")), Field("first", "pair", ("1", "2"))),
        shows=("v-plus", "v-plus-row-1"),
    ),
    4: Exercise((
        Field("scores", "pair", ("rows", "columns")),
        Field("output", "pair", ("rows", "columns")),
        Field("divisor", "number"),
        Field("axis", "list", options=("queries", "keys", "coordinates")),
    )),
    5: Exercise((Field("evidence", "radio", options=("larger", "more-rows", "controlled")),)),
}


# The form of a state in words of JSON Schema 2020-12, of which schema.py and site/state/schema.js know what is used here.
# What that cannot say stands in four words of our own, which state.py and site/state/schema.js check once the sizes are
# known: "axes" (the sizes of a grid), "axis" (of a list), "below" (of an index), "places" (pins that lie in their matrices).
_INDEX = {"type": "integer", "minimum": 0}


def _ref(name):
    return {"$ref": f"#/$defs/{name}"}


def _labels(axis):
    return {"type": "array", "items": {"type": "string"}, "axis": axis}


def _grid(name):
    row = {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return {"type": "array", "items": row, "minItems": 1, "axes": list(MATRICES[name].axes)}


def _if(has, then):
    return {"if": has, "then": then}


_BARE_STATE = {
    "type": "object",
    "required": ["v", "tokens", "cells", "pins", "followed"],
    "properties": {
        "v": {"const": VERSION},
        "tokens": _labels("T"),
        "source_tokens": _labels("T_src"),
        "cells": {
            "type": "object",
            "required": [name for name in GIVEN_NAMES if name != "X_src"],
            "properties": {name: _grid(name) for name in GIVEN_NAMES},
            "additionalProperties": False,
        },
        "pins": _ref("pins"),
        "followed": _INDEX | {"below": "T"},
        "variant": {"enum": list(VARIANTS)},
        "mistake": {"enum": list(MISTAKES)},
        "resting": _ref("resting"),
        "sample": {"enum": [0, 1]},
        "preset": {"type": "string"},
    },
    "dependentRequired": {"resting": ["sample"]},
    "allOf": [
        _if({"properties": {"variant": {"const": "batch"}}, "required": ["variant"]}, {"required": ["resting"]}),
        _if({"properties": {"variant": {"const": "cross"}}, "required": ["variant"]}, {"required": ["source_tokens"]}),
        _if({"required": ["source_tokens"]}, {"properties": {"cells": {"required": ["X_src"]}}}),
        _if({"properties": {"cells": {"required": ["X_src"]}}}, {"required": ["source_tokens"]}),
    ],
}
# What a link carries and what a tab remembers: a state, how it is looked at, and the reader's own one beside the path's.
SCHEMA = {
    "type": "object",
    "required": ["v", "state"],
    "properties": {
        "v": {"const": VERSION},
        "view": {"enum": list(VIEWS)},
        "state": _ref("state"),
        "own": {"anyOf": [{"const": None}, _ref("state")]},
    },
    "$defs": {
        "state": {"allOf": [_ref("bare-state"), {"properties": {"baseline": _ref("baseline")}}]},
        "baseline": {"anyOf": [{"enum": list(examples.PRESETS)}, _ref("bare-state")]},
        "bare-state": _BARE_STATE,
        "resting": {
            "type": "object",
            "required": ["tokens", "X", "pins"],
            "properties": {"tokens": _labels("T"), "X": _grid("X"), "pins": _ref("pins")},
        },
        "pins": {
            "type": "array",
            "items": {
                "type": "array",
                "prefixItems": [{"enum": list(COMPUTED_NAMES)}, _INDEX, _INDEX, {"type": "string"}],
                "minItems": 4,
                "maxItems": 4,
            },
            "places": True,
        },
    },
}


def stands_for(name, variant):
    """The matrix that a name means: X_src is X where the sources are no sequence of their own."""
    return "X" if name == "X_src" and not VARIANTS[variant].own_sources else name


def matrices_of(variant):
    """The matrices that a state of a variant has, in the order of the flow."""
    return {name: matrix for name, matrix in MATRICES.items() if stands_for(name, variant) == name}


def described():
    """All of it as plain data, for the page."""
    return {
        "matrices": {name: matrix._asdict() for name, matrix in MATRICES.items()},
        "variants": {name: variant._asdict() for name, variant in VARIANTS.items()},
        "mistakes": list(MISTAKES),
        "exercises": list(EXERCISES),
        "views": VIEWS,
        "max_size": MAX_SIZE,
        "new_cell": NEW_CELL,
        "schema": SCHEMA,
    }
