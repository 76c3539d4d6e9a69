"""States to start from, as the page would send them to Python, and what each matrix of one is made from."""

import copy

from qkv import examples, flow
from qkv.figure import COMPUTED_NAMES

EXAMPLE, CAUSAL, CROSS, BATCH = (examples.PRESETS[name] for name in ("example-15.1", "causal", "cross", "batch"))
# the presets of one sequence in one head without a mask or a mistake
PRESETS = ["example-15.1", "example-15.2", "v-plus", "v-plus-row-1", "exercise-1", "exercise-2", "exercise-4",
           "large-scores", "one-position"]
DOWNSTREAM = {
    "X": "Q K V D S A O", "W_Q": "Q D S A O", "W_K": "K D S A O", "W_V": "V O",
    "Q": "D S A O", "K": "D S A O", "V": "O", "D": "S A O", "S": "A O", "A": "O", "O": "",
}


def edited(*cells, base=EXAMPLE, **more):
    """A state, example 15.1 unless told, with cells [matrix, row, column, text] written and more of it replaced."""
    state = copy.deepcopy(base) | copy.deepcopy(more)
    for matrix, row, column, text in cells:
        state["cells"][matrix][row][column] = text
    return state


def downstream(state, name):
    """What is made from a matrix of a State, at once or by way of others, in the order of the flow."""
    reached = {name}
    for matrix in COMPUTED_NAMES:
        if reached & set(flow.made_from(state, matrix)):
            reached.add(matrix)
    return [matrix for matrix in COMPUTED_NAMES if matrix in reached - {name}]


def place_json(matrix, row, column):
    """A figure.Place as replies hold it; row or column None for all of them."""
    return {"head": 0, "matrix": matrix, "row": row, "column": column}


def values(ask, state):
    """{matrix: rows of shortest texts} as Python computes that state."""
    reply = ask(type="compute", state=state)
    assert reply["type"] == "computed", reply
    return {name: matrix["values"] for name, matrix in reply["matrices"].items()}
