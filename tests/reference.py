"""The tests' own arithmetic: nothing here is imported from py/, so that page and judge cannot share a mistake.

`python -m tests.reference` writes site/data/part-iv/attention.json: the integers of 例 15.1 by expansion, its weights
and outputs by the chapter's expressions in r = exp(1/√2), each rounded once from 50 digits to a double.
"""

import json
import pathlib
from decimal import Decimal, getcontext

getcontext().prec = 50
ATTENTION_JSON = pathlib.Path(__file__).parent.parent / "site/data/part-iv/attention.json"

X = [[1, 0], [0, 1], [1, 1]]
W_Q = [[1, 0], [0, 1]]
W_K = [[1, 1], [0, 1]]
W_V = [[1, 0], [1, 2]]

# Typed from the chapter: what the page must show, figure by figure.
SHOWN = {
    "X": [["1", "0"], ["0", "1"], ["1", "1"]],
    "W_Q": [["1", "0"], ["0", "1"]],
    "W_K": [["1", "1"], ["0", "1"]],
    "W_V": [["1", "0"], ["1", "2"]],
    "Q": [["1", "0"], ["0", "1"], ["1", "1"]],
    "K": [["1", "1"], ["0", "1"], ["1", "2"]],
    "V": [["1", "0"], ["1", "2"], ["2", "2"]],
    "D": [["1", "0", "1"], ["1", "1", "2"], ["2", "1", "3"]],
    "S": [["0.707107", "0", "0.707107"], ["0.707107", "0.707107", "1.414214"], ["1.414214", "0.707107", "2.121320"]],
    "A": [
        ["0.401112", "0.197776", "0.401112"],
        ["0.248255", "0.248255", "0.503490"],
        ["0.283995", "0.140029", "0.575975"],
    ],
    "O": [["1.401112", "1.197776"], ["1.503490", "1.503490"], ["1.575975", "1.432009"]],
}
GIVEN, COMPUTED = ["X", "W_Q", "W_K", "W_V"], ["Q", "K", "V", "D", "S", "A", "O"]
MATRICES = GIVEN + COMPUTED


def product(left, right):
    """left @ right from the definition, exact for integers and Decimals."""
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in transpose(right)] for row in left]


def transpose(rows):
    return [list(column) for column in zip(*rows, strict=True)]


def divided(rows, divisors):
    return [[cell / divisor for cell in row] for row, divisor in zip(rows, divisors, strict=True)]


def attend(given, pins=(), causal=False):
    """Every matrix of one head in 50 digits from rows of texts or numbers; pins replace computed cells.

    X_src, where given, is what keys and values are made from. causal drops every source after its receiver.
    """
    exact = {name: [[Decimal(cell) for cell in row] for row in rows] for name, rows in given.items()}
    sources = exact.get("X_src") or exact["X"]

    def settle(name, rows):
        for matrix, row, column, value in pins:
            if matrix == name:
                rows[row][column] = Decimal(value)
        exact[name] = rows

    settle("Q", product(exact["X"], exact["W_Q"]))
    settle("K", product(sources, exact["W_K"]))
    settle("V", product(sources, exact["W_V"]))
    settle("D", product(exact["Q"], transpose(exact["K"])))
    scores = [[dot / Decimal(len(exact["Q"][0])).sqrt() for dot in row] for row in exact["D"]]
    settle(
        "S",
        [row[: i + 1] + [Decimal("-Infinity")] * (len(row) - i - 1) for i, row in enumerate(scores)]
        if causal
        else scores,
    )
    settle("A", [weights(row) for row in exact["S"]])
    settle("O", product(exact["A"], exact["V"]))
    return exact


def weights(scores):
    """Softmax of one row without a shift: 1 / sum of exp(s_k - s_j); a score of -inf weighs nothing."""
    return [
        1 / sum((other - score).exp() for other in scores if other.is_finite()) if score.is_finite() else Decimal(0)
        for score in scores
    ]


def assert_close(found, exact):
    """Every number of {matrix: rows} lies within 1e-12 of the exact one, relative beyond 1; infinities are the same."""
    for name, rows in exact.items():
        assert [len(row) for row in found[name]] == [len(row) for row in rows], name
        for found_row, true_row in zip(found[name], rows, strict=True):
            for number, true in zip(found_row, true_row, strict=True):
                near = Decimal(number) == true or abs(Decimal(number) - true) <= Decimal("1e-12") * max(1, abs(true))
                assert near, (name, number, true)


def example_15_1():
    """Expected values of 例 15.1: integers by expansion, the rest by the chapter's forms in r."""
    s = 1 / Decimal(2).sqrt()
    r = s.exp()
    powers, totals = [[r, 1, r], [1, 1, r], [r, 1, r * r]], [2 * r + 1, 2 + r, r + 1 + r * r]
    Q, K, V = product(X, W_Q), product(X, W_K), product(X, W_V)
    D = product(Q, transpose(K))
    return {
        "Q": Q,
        "K": K,
        "V": V,
        "D": D,
        "S": [[dot * s for dot in row] for row in D],
        "A": divided(powers, totals),
        "O": divided(product(powers, V), totals),
    }


def attention_json():
    """The text of attention.json."""
    expected = {
        name: [[float(cell) if isinstance(cell, Decimal) else cell for cell in row] for row in rows]
        for name, rows in example_15_1().items()
    }
    document = {
        "example": "15.1",
        "source": "Q K V D by integer expansion; S A O from s = 1/√2 and r = exp(s) in 50 digits, rounded once",
        "tolerance": 1e-12,
        "tokens": ["red", "key", "."],
        "inputs": {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V},
        "expected": expected,
    }
    lines = json.dumps(document, ensure_ascii=False, indent=1)
    return lines + "\n"


if __name__ == "__main__":
    ATTENTION_JSON.write_text(attention_json(), encoding="utf-8")
    print("wrote", ATTENTION_JSON.name)
