"""What is taken along, as Python writes it."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from qkv import examples
from tests.reference import MATRICES


def test_numpy_arrays_are_floats_so_that_what_is_put_in_stays_whole(ask):
    state = examples.PRESETS["example-15.1"] | {"pins": [["Q", 0, 0, "-0"]]}
    scope = {}
    exec(ask(type="export", state=state, form="numpy")["text"], scope)
    assert all(scope[name].dtype == np.float64 for name in MATRICES) and np.signbit(scope["Q"][0, 0])
    assert "np.array([\n  [1.0, 0.0]," in ask(type="copy", state=state, matrix="X", form="numpy")["text"]


def test_latex_writes_powers_of_ten(ask):
    state = examples.PRESETS["example-15.1"] | {"pins": [["Q", 0, 0, "-1e-300"], ["Q", 0, 1, "2e22"]]}
    text = ask(type="export", state=state, form="latex")["text"]
    assert "-1 \\times 10^{-300}" in text and "2 \\times 10^{22}" in text


@pytest.mark.parametrize(
    "token", ["a\x01b", "\ufffe", "\ud800", "<b>&\"'", "]]>", "😀", "", "自注意力机制的例子", "transformer-based-model"]
)
def test_odd_labels_make_a_sound_drawing(ask, token):
    state = examples.PRESETS["example-15.1"] | {"tokens": [token, "key", "."]}
    reply = ask(type="export", state=state, form="svg")
    ElementTree.fromstring(reply["text"].encode())
    row_labels = [text for text in reply["drawing"]["texts"] if text["anchor"] == "end"]
    assert len(row_labels) > 20
    assert all(11 * len(text["text"]) <= 2 * text["x"] for text in row_labels)


@pytest.mark.parametrize("preset", examples.PRESETS)
@pytest.mark.parametrize("form", ["svg", "numpy", "latex"])
def test_every_preset_can_be_taken_along(ask, preset, form):
    state = examples.PRESETS[preset]
    reply = ask(type="export", state=state, form=form)
    assert reply["type"] == "exported"
    names = {*MATRICES, *(["X_src"] if preset == "cross" else [])}
    if form == "latex":
        assert {
            name.replace("{\\mathrm{src}}", "src") for name in re.findall(r"(\S+) = \\begin{bmatrix}", reply["text"])
        } == names
    if form == "numpy":
        scope = {}
        exec(reply["text"], scope)
        assert names <= set(scope)
        if preset == "causal":
            assert scope["S"][0, 1] == -np.inf
        if preset == "scores-near-1000":
            assert np.isnan(scope["A"][0, 0])
    if form == "svg":
        root = ElementTree.fromstring(reply["text"])
        width, height = int(root.get("width")), int(root.get("height"))
        assert len(root) > 90
        for element in root:
            assert 0 <= float(element.get("x")) <= width and 0 <= float(element.get("y")) <= height
