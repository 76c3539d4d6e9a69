"""The forms of the chapter: S in multiples of s = 1/√d_k, A and O as expressions in r = exp(s) over the row's own sum.

They exist where every number that D is made of is a fraction with a small common denominator m; then r = exp(s/m) and
every score of a row is r to a whole power, counted from the row's smallest. Plain loops, no NumPy.
"""

import math
from fractions import Fraction

MAX_DENOMINATOR = 100
MAX_POWER = 99  # r⁹⁹ is still a form; beyond that it is a number nobody reads

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class NoForm(Exception):
    """Why there is no exact form: a code that the locale files put into words, and the matrix it is about."""

    def __init__(self, code, matrix):
        self.code, self.matrix = code, matrix
        super().__init__(f"{code}: {matrix}")


def forms(state):
    """The exact forms of a checked State.

    Returns: a dict with denominator m, s and r (their definitions), S [T][T] texts (None where pinned), and rows: per receiving row a dict with powers,
    A and O as numerator texts (O None where V has none) and sum, the divisor of both. A row that has no form of its own
    is {"why": code, "matrix": name}; a state that has none at all is {"why": code, "matrix": name} itself.
    Source: §15.3, §15.4.
    """
    try:
        D = _dots(state)
        denominator = math.lcm(*(dot.denominator for row in D for dot in row))
        if denominator > MAX_DENOMINATOR:
            raise NoForm("denominator", "D")
    except NoForm as reason:
        return {"why": reason.code, "matrix": reason.matrix}
    try:
        V = _projected(state, "V", "W_V")
    except NoForm:
        V = None
    d_k = state.sizes["d_k"]
    return {
        "denominator": denominator,
        "s": f"1/√{d_k}",
        "r": "exp(s)" if denominator == 1 else f"exp(s/{denominator})",
        "S": [
            [None if ("S", i, j) in state.pins else _multiple(dot, "s") for j, dot in enumerate(row)]
            for i, row in enumerate(D)
        ],
        "rows": [_row(state, i, [int(dot * denominator) for dot in row], V) for i, row in enumerate(D)],
    }


def _row(state, i, exponents, V):
    for name in "SA":
        if any(matrix == name and row == i for matrix, row, _ in state.pins):
            return {"why": "pinned", "matrix": name}
    powers = [exponent - min(exponents) for exponent in exponents]
    if max(powers) > MAX_POWER:
        return {"why": "power", "matrix": "S"}
    ones = [Fraction(1)] * len(powers)
    pinned_output = any(matrix == "O" and row == i for matrix, row, _ in state.pins)
    return {
        "powers": powers,
        "A": [_polynomial([power], [Fraction(1)]) for power in powers],
        "O": None if V is None or pinned_output else [_polynomial(powers, column) for column in zip(*V, strict=True)],
        "sum": _polynomial(powers, ones),
    }


def _dots(state):
    Q, K = _projected(state, "Q", "W_Q"), _projected(state, "K", "W_K")
    D = [[sum((q * k for q, k in zip(query, key, strict=True)), Fraction(0)) for key in K] for query in Q]
    return _with_pins(state, "D", D)


def _projected(state, name, parameters):
    X, W = _given(state, "X"), _given(state, parameters)
    product = [[sum((x * w for x, w in zip(row, c, strict=True)), Fraction(0)) for c in zip(*W, strict=True)] for row in X]
    return _with_pins(state, name, product)


def _given(state, name):
    return [[_fraction(number, name) for number in row] for row in state.given[name]]


def _with_pins(state, name, rows):
    for (matrix, row, column), number in state.pins.items():
        if matrix == name:
            rows[row][column] = _fraction(number, name)
    return rows


def _fraction(number, name):
    if number.rational is None:
        raise NoForm("irrational", name)
    return number.rational


def _polynomial(powers, coefficients):
    """The sum of coefficient * r^power as text, like powers joined, in the order of their first appearance."""
    joined = {}
    for power, coefficient in zip(powers, coefficients, strict=True):
        joined[power] = joined.get(power, 0) + coefficient
    text = ""
    for power, coefficient in joined.items():
        if coefficient:
            term = _multiple(coefficient, _power(power))
            text += term if not text else term if term.startswith("−") else f"+{term}"
    return text or "0"


def _power(power):
    return "" if power == 0 else "r" if power == 1 else "r" + str(power).translate(_SUPERSCRIPT)


def _multiple(coefficient, symbol):
    """3s, −s, s/2, 3s/2, 0; the number alone where the symbol is empty."""
    numerator = abs(coefficient.numerator)
    over = "" if coefficient.denominator == 1 else f"/{coefficient.denominator}"
    if coefficient == 0:
        return "0"
    sign = "−" if coefficient < 0 else ""
    return f"{sign}{'' if numerator == 1 and symbol else numerator}{symbol}{over}"
