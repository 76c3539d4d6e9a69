"""What py/qkv/figure.py declares stands in the pages and in the style as it is declared, nowhere otherwise."""

import json
import re

import jsonschema
import pytest

from building.folders import ROOT
from building.locales import pages_of
from qkv import examples, figure
from qkv.state import require_form
from tests.helpers.page import baked_data
from tests.helpers.states import CROSS
from tests.helpers.words import WORDS

PAGES = [page for pages in pages_of().values() for page in pages.values()]
WHOLE = list(pages_of()["page.html.j2"].values())
STYLE = "".join(path.read_text() for path in sorted((ROOT / "site/style").glob("*.css")))


@pytest.mark.parametrize("preset", examples.PRESETS)
def test_every_preset_has_the_form_of_a_state(preset):
    state = examples.PRESETS[preset]
    require_form(state)
    jsonschema.Draft202012Validator(figure.SCHEMA).validate({"v": figure.VERSION, "state": state})
    assert {"v", "tokens", "cells", "pins", "followed"} <= state.keys()


@pytest.mark.parametrize("page", PAGES)
def test_the_page_carries_what_is_declared(dist, page):
    assert baked_data((dist / page).read_text())["figure"] == json.loads(json.dumps(figure.described()))


@pytest.mark.parametrize("page", PAGES)
def test_the_page_has_every_matrix_with_its_axes_and_its_kind(dist, page):
    html = (dist / page).read_text()
    found = re.findall(r'<div class="matrix (\w+) role-(\w+)"[^>]*data-matrix="(\w+)"[^>]*'
                       r'data-row-axis="(\w+)" data-column-axis="(\w+)">', html)
    assert {name: (kind, role, (row, column)) for kind, role, name, row, column in found} == {
        name: (about.kind, about.role, about.labels) for name, about in figure.MATRICES.items()}
    assert len(found) == len(figure.MATRICES) == 12


@pytest.mark.parametrize("page", PAGES)
def test_a_mirror_has_the_axes_of_the_matrix_that_it_shows(dist, page):
    """K is turned over, and its axes with it."""
    html = (dist / page).read_text()
    found = re.findall(r'data-mirror="(\w+)"( data-transposed)? data-row-axis="(\w+)" data-column-axis="(\w+)">', html)
    assert {name for name, *_ in found} == {"X", "X_src", "Q", "K", "A", "V"}
    for name, turned, *axes in found:
        declared = list(figure.MATRICES[name].labels)
        assert bool(turned) == (name == "K")
        assert axes == (declared[::-1] if turned else declared), name


@pytest.mark.parametrize("page", WHOLE)
def test_every_size_has_a_field_with_the_declared_bound(dist, page):
    assert figure.MAX_SIZE == 16
    found = re.findall(r'<input type="number" min="(\d+)" max="(\d+)"[^>]*data-size="(\w+)"', (dist / page).read_text())
    assert {axis: (least, most) for least, most, axis in found} == dict.fromkeys(figure.SIZES, ("1", "16"))
    columns = [int(number) for number in re.findall(r'\[data-cols="(\d+)"\]', STYLE)]  # that paper makes room for
    assert max(columns) == figure.MAX_SIZE


def test_no_script_names_the_bound_and_python_judges_by_the_declared_one(ask):
    scripts = [path for path in (ROOT / "site").rglob("*.js") if re.search(r"\b1[67]\b", path.read_text())]
    assert scripts == []
    state = examples.PRESETS["example-15.1"]
    for T in (figure.MAX_SIZE, figure.MAX_SIZE + 1):
        cells = state["cells"] | {"X": [["1", "0"]] * T}
        reply = ask(type="compute", state=state | {"cells": cells, "tokens": [""] * T})
        assert (reply["type"] == "computed") == (T == 16)


def test_the_style_has_a_rule_for_every_level_of_heat(ask):
    """Level 0 is the style's own; the steps between levels are even."""
    rules = {
        int(level): int(share) for level, share in re.findall(r'\[data-heat="(\d+)"\] \{ --heat: (\d+)%; \}', STYLE)
    }
    assert rules == {level: 2 * level for level in range(1, figure.HEAT_LEVELS + 1)}
    assert "[data-heat] { --heat: 0%; }" in STYLE
    heat = ask(type="compute", state=examples.PRESETS["one-position"])["matrices"]["A"]["heat"]
    assert heat == [[figure.HEAT_LEVELS]]


def test_the_style_has_a_rule_for_every_shift_that_alignment_asks_for():
    """A line that is centred moves by half of its indent, and a shift counts half digits: half a ch each."""
    rules = {int(by): float(indent) for by, indent in
             re.findall(r'\[data-shift="(-?\d+)"\] \{ text-indent: (-?[\d.]+)ch; \}', STYLE)}
    most = max(figure.USUAL_SHIFT_ROOM, *figure.SHIFT_ROOM.values())
    assert rules == {by: by / 2 for by in range(-most, most + 1) if by}
    assert most == 17


# Typed from the chapter: the sizes of every matrix, and what its rows and columns are.
CHAPTER = {
    "X": ("T d_in", "position input"), "W_Q": ("d_in d_k", "input query"), "W_K": ("d_in d_k", "input key"),
    "W_V": ("d_in d_v", "input value"), "X_src": ("T_src d_in", "source input"),
    "Q": ("T d_k", "receiving query"), "K": ("T_src d_k", "source key"), "V": ("T_src d_v", "source value"),
    "D": ("T T_src", "receiving source"), "S": ("T T_src", "receiving source"), "A": ("T T_src", "receiving source"),
    "O": ("T d_v", "receiving value"),
}
SIZES = {"T": 2, "d_in": 3, "d_k": 4, "d_v": 5, "T_src": 6}  # no two alike


def of_sizes(sizes):
    """A state of cross-attention with these sizes."""
    shapes = {name: [sizes[axis] for axis in CHAPTER[name][0].split()] for name in figure.GIVEN_NAMES}
    cells = {name: [["1"] * columns for _ in range(rows)] for name, (rows, columns) in shapes.items()}
    return CROSS | {"cells": cells, "tokens": [""] * sizes["T"], "source_tokens": [""] * sizes["T_src"]}


def test_the_declared_matrices_are_the_chapter_s_with_its_sizes_and_axes():
    assert {name: (" ".join(about.axes), " ".join(about.labels)) for name, about in figure.MATRICES.items()} == CHAPTER


def test_python_computes_matrices_of_the_declared_sizes(ask):
    matrices = ask(type="compute", state=of_sizes(SIZES))["matrices"]
    shapes = {name: tuple(SIZES[axis] for axis in axes.split()) for name, (axes, _) in CHAPTER.items()}
    assert {name: (matrix["rows"], matrix["columns"]) for name, matrix in matrices.items()} == shapes


@pytest.mark.parametrize("axis", SIZES)
def test_every_size_ends_at_the_bound_that_words_say(ask, axis):
    assert ask(type="compute", state=of_sizes(SIZES | {axis: 16}))["type"] == "computed"
    problems = ask(type="compute", state=of_sizes(SIZES | {axis: 17}))["problems"]
    assert [(problem["code"], problem["need"]) for problem in problems] == [("size", 16)]
    for words in WORDS.values():
        assert re.findall(r"\d+", words["ui"]["paste_refused"]) == ["16"]
