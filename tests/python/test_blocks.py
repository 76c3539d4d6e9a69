"""Blocks as text: what pastes, what is copied, what fills."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qkv import blocks
from qkv.cells import Refused, parse
from tests.helpers.states import EXAMPLE

SQUARE = [["1", "0"], ["0", "1"]]


@pytest.mark.parametrize(
    "text, rows",
    [
        ("1\t0\n0\t1\n", SQUARE),
        ("1\t0\r\n0\t1\r\n", SQUARE),
        ("1 0\n0 1", SQUARE),
        ("1,0\n0,1", SQUARE),
        ("1；0\n0；1", SQUARE),
        ("[[1, 0], [0, 1]]", SQUARE),
        ("array([[1, 0],\n       [0, 1]])", SQUARE),
        ("np.array([[1, 0], [0, 1]], dtype=np.float64)", SQUARE),
        ("[[1 0]\n [0 1]]", SQUARE),
        ("[[1. 0.]\n [0. 1.]]", [["1.", "0."], ["0.", "1."]]),
        (r"\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}", SQUARE),
        (r"\begin{pmatrix}1&0\\0&1\\\end{pmatrix}", SQUARE),
        (r"\begin{bmatrix} \frac{1}{3} & \sqrt{2} \end{bmatrix}", [["1/3", "sqrt(2)"]]),
        ("[1, 0.5]", [["1", "0.5"]]),
        ('[["1/3", "√2"]]', [["1/3", "√2"]]),
        ("[[1/3, √2]]", [["1/3", "√2"]]),
        ("[[1e-3]]", [["1e-3"]]),
        ("1\t\n0\t1", [["1", ""], ["0", "1"]]),
    ],
)
def test_read(text, rows):
    assert blocks.split(text) == rows


@pytest.mark.parametrize("text, code", [
    ("", "block-syntax"), ("  \n ", "block-syntax"), ("[[1], 2] x", "block-syntax"), ("[]", "block-syntax"),
    ("1 2\n3", "block-ragged"), ("[[1,2],[3]]", "block-ragged"), ("1\t2\n3\n", "block-ragged"),
])
def test_refused(text, code):
    with pytest.raises(Refused) as refused:
        blocks.split(text)
    assert refused.value.problems[0].code == code


@given(st.integers(1, 4), st.integers(1, 4), st.sampled_from(["tsv", "numpy", "latex", "json"]), st.data())
def test_what_is_written_reads_back_bit_for_bit(rows, columns, form, data):
    numbers = st.floats(allow_nan=False, allow_infinity=False)
    values = [[data.draw(numbers) for _ in range(columns)] for _ in range(rows)]
    back = [[parse(text).value for text in row] for row in blocks.split(blocks.write(values, form))]
    assert np.array(back).tobytes() == np.array(values).tobytes()


def test_written_forms_are_what_other_tools_read():
    values = [[1.0, 1 / 3], [0.0, -2.0]]
    assert blocks.write(values, "tsv") == "1\t0.3333333333333333\n0\t-2"
    assert json.loads(blocks.write(values, "json")) == values
    assert eval(blocks.write(values, "numpy"), {"np": np}).tolist() == values
    assert blocks.write(values, "latex") == "\\begin{bmatrix}\n1 & 0.3333333333333333 \\\\\n0 & -2\n\\end{bmatrix}"


def test_fill(ask):
    def filled(**message):
        return ask(type="fill", state=EXAMPLE, **message)["cells"]

    assert filled(matrix="Q", kind="zero", row=2) == [[2, 0, "0"], [2, 1, "0"]]
    assert filled(matrix="W_V", kind="zero") == [[0, 0, "0"], [0, 1, "0"], [1, 0, "0"], [1, 1, "0"]]
    assert filled(matrix="W_K", kind="identity") == [[0, 0, "1"], [0, 1, "0"], [1, 0, "0"], [1, 1, "1"]]
    assert filled(matrix="V", kind="add", vector=["2", "-1"]) == [
        [0, 0, "3"], [0, 1, "-1"], [1, 0, "3"], [1, 1, "1"], [2, 0, "4"], [2, 1, "1"]]


@pytest.mark.parametrize("vector, code", [(["1"], "vector-length"), (["1", "x"], "cell-syntax")])
def test_a_vector_that_does_not_fit_is_refused(ask, vector, code):
    assert ask(type="fill", state=EXAMPLE, matrix="V", kind="add", vector=vector)["problems"][0]["code"] == code
