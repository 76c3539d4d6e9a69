"""Taking things along: the state, the matrices, the figure."""

import ast
import json
import re
from collections import Counter
from xml.etree import ElementTree

import numpy as np

from tests.reference import MATRICES


def exported(page, form):
    with page.tab.expect_download() as download:
        page.locator(f'[data-export="{form}"]').click()
    return download.value.path().read_bytes()


def edit(page):
    page.type("X", 0, 0, "√2")
    page.type("A", 1, 2, "1/3")
    page.settled()
    return page.read("data-value")


def test_the_state_as_json_is_what_stands_in_the_figure(page):
    edit(page)
    state = json.loads(exported(page, "json"))
    assert state["cells"]["X"][0] == ["√2", "0"] and state["pins"] == [["A", 1, 2, "1/3"]]


def test_all_matrices_as_numpy_run_and_hold_every_bit(page):
    values = edit(page)
    source = exported(page, "numpy").decode()
    scope = {}
    exec(compile(ast.parse(source), "matrices.py", "exec"), scope)
    for name in MATRICES:
        assert (scope[name] == np.array([[float(cell) for cell in row] for row in values[name]])).all(), name


def test_all_matrices_as_latex(page):
    values = edit(page)
    source = exported(page, "latex").decode()
    blocks = re.findall(r"\\\[\n(\S+) = \\begin\{bmatrix\}\n(.*?)\n\\end\{bmatrix\}\n\\\]", source, re.DOTALL)
    assert [name for name, _ in blocks] == MATRICES
    assert {name: [row.split(" & ") for row in body.split(" \\\\\n")] for name, body in blocks} == values


def test_the_figure_as_svg_shows_every_number_label_and_name(page):
    edit(page)
    root = ElementTree.fromstring(exported(page, "svg"))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    shown = page.read()
    for name in MATRICES:
        assert any(text.startswith(f"{name} [") for text in texts)
    assert Counter(cell for rows in shown.values() for row in rows for cell in row) <= Counter(texts)
    assert texts.count("red") == 11  # a row of X Q K V D S A O, a column of D S A
    assert any("CC BY-SA 4.0" in text for text in texts)


def test_the_figure_as_png_is_a_picture_of_the_svg_s_size(page):
    svg = ElementTree.fromstring(exported(page, "svg"))
    png = exported(page, "png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    assert (width, height) == (2 * int(svg.get("width")), 2 * int(svg.get("height")))
    assert len(png) > 10_000
