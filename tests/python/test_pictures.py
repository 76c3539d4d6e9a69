"""What the pictures draw."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qkv import examples, pictures
from tests.reference import example_15_1

points = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=1, max_size=8)


def side(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@given(points)
def test_every_point_lies_inside_its_hull_and_every_corner_is_needed(cloud):
    corners = [cloud[position] for position in pictures.hull(cloud)]
    assert set(corners) <= set(cloud) and len(corners) == len(set(corners))
    if len(corners) >= 3:
        edges = list(zip(corners, corners[1:] + corners[:1], strict=True))
        assert all(side(a, b, point) >= 0 for a, b in edges for point in cloud)
        assert all(
            side(*triple) > 0
            for triple in zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True)
        )
    else:
        assert all(side(a, b, c) == 0 for a, b, c in itertools.combinations(set(cloud), 3))


def test_the_path_adds_each_source_s_share_and_ends_at_the_output(ask):
    exact = example_15_1()
    for row in range(3):
        drawn = ask(type="compute", state=examples.PRESETS["example-15.1"] | {"followed": row})["pictures"]["values"]
        assert drawn["path"][0] == [0, 0] and len(drawn["path"]) == 4
        for j in range(3):
            step = np.subtract(drawn["path"][j + 1], drawn["path"][j])
            assert step == pytest.approx([float(exact["A"][row][j]) * v for v in exact["V"][j]], abs=1e-12)
        assert drawn["path"][-1] == pytest.approx([float(o) for o in exact["O"][row]], abs=1e-12)
        assert drawn["box"] == [[1, 0], [2, 2]] and drawn["points"] == exact["V"]


@pytest.mark.parametrize(
    "preset, values, directions",
    [
        ("example-15.1", True, True),
        ("exercise-4", False, False),
        ("scores-near-1000", False, True),
        ("cross", True, True),
    ],
)
def test_there_is_a_picture_where_there_are_two_finite_coordinates(ask, preset, values, directions):
    drawn = ask(type="compute", state=examples.PRESETS[preset])["pictures"]
    assert (drawn["values"] is not None, drawn["directions"] is not None) == (values, directions)
