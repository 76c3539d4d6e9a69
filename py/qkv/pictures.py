"""What the pictures draw, as numbers: the values with their box and hull, the followed row's mix as a path, queries and keys.

A picture of a plane needs two coordinates: values where d_v = 2, queries and keys where d_k = 2. Else there is none.
"""

import numpy as np

LARGEST = 1e100  # beyond it, differences and products of what is drawn leave the range of a double


def values(flow, followed):
    """V's rows as points, their box and hull, every row of O, and the followed row's mix as arrows laid end to end.

    Returns: None unless d_v is 2, or where a number is too large to draw or none at all.
    Source: §15.4.
    """
    A, V, O = (flow.values[name] for name in "AVO")  # noqa: E741
    if V.shape[1] != 2 or not _drawable(A, V, O):
        return None
    arrows = A[followed][:, None] * V  # [T_src, 2]: what each source adds
    path = np.vstack([np.zeros(2), np.cumsum(arrows, axis=0)])  # [T_src + 1, 2], from the origin to O's row
    return {
        "points": V.tolist(),
        "outputs": O.tolist(),
        "box": [V.min(axis=0).tolist(), V.max(axis=0).tolist()],
        "hull": [V[position].tolist() for position in hull(V.tolist())],
        "path": path.tolist(),
    }


def directions(flow):
    """Queries and keys as vectors of the plane.

    Returns: None unless d_k is 2, or where a number is too large to draw.
    Source: §15.2.
    """
    if flow.values["Q"].shape[1] != 2 or not _drawable(flow.values["Q"], flow.values["K"]):
        return None
    return {"queries": flow.values["Q"].tolist(), "keys": flow.values["K"].tolist()}


def _drawable(*arrays):
    return all((np.abs(array) < LARGEST).all() for array in arrays)  # False for a NaN, too


def hull(points):
    """The corners of the convex hull, counter-clockwise, as positions in `points`: Andrew's monotone chain.

    Shapes: points [n][2]. Equal points count once; points on an edge are no corners.
    """
    order = sorted(range(len(points)), key=lambda position: points[position])
    order = [position for n, position in enumerate(order) if n == 0 or points[position] != points[order[n - 1]]]
    if len(order) <= 2:
        return order

    def chain(positions):
        corners = []
        for position in positions:
            while len(corners) >= 2 and _turn(points[corners[-2]], points[corners[-1]], points[position]) <= 0:
                corners.pop()
            corners.append(position)
        return corners[:-1]

    return chain(order) + chain(order[::-1])


def _turn(a, b, c):
    """Positive where a, b, c turn left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
