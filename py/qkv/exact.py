"""The forms of the chapter: S in multiples of s = 1/√d_k, A and O as expressions in r = exp(s) over the row's own sum.

They exist where every number that D is made of is a fraction with a small common denominator m; then r = exp(s/m) and
every score of a row is r to a whole power, counted from the row's smallest. Plain loops, no NumPy.
"""

import math
import operator
from typing import NamedTuple

MAX_DENOMINATOR = 100
FORBIDDEN = "−∞"  # a score that the causal mask takes away
MAX_POWER = 99  # r⁹⁹ is still a form; beyond that it is a number nobody reads

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class NoForm(Exception):
    """Why there is no exact form: a code that the locale files put into words, and the matrix it is about."""

    def __init__(self, code, matrix):
        self.code, self.matrix = code, matrix
        super().__init__(f"{code}: {matrix}")


def forms(state):
    """The exact forms of a checked State.

    Returns: a dict with denominator m, s and r (their definitions), S [T][T] texts (None where pinned), and rows: per
    receiving row a dict with A and O as numerator texts (O None where V has none) and sum, the divisor of both. A row that
    has no form of its own is {"why": code, "matrix": name}; a state that has none at all is {"why": code, "matrix": name}.
    Source: §15.3, §15.4.
    """
    if state.mistake:
        return {"why": "mistake", "matrix": "S"}
    try:
        D = _dots(state)
        if D.denominator > MAX_DENOMINATOR:
            raise NoForm("denominator", "D")
    except NoForm as reason:
        return {"why": reason.code, "matrix": reason.matrix}
    try:
        V = _projected(state, "V")
    except NoForm:
        V = None
    d_k = state.sizes["d_k"]
    return {
        "denominator": D.denominator,
        "s": f"1/√{d_k}",
        "r": "exp(s)" if D.denominator == 1 else f"exp(s/{D.denominator})",
        "S": [[_score(state, i, j, dot, D.denominator) for j, dot in enumerate(row)] for i, row in enumerate(D.rows)],
        "rows": [_row(state, i, exponents, V) for i, exponents in enumerate(D.rows)],
    }


class Scaled(NamedTuple):
    """A matrix of fractions as whole numbers over one common denominator, in lowest terms: adding them stays cheap."""

    rows: list[list[int]]
    denominator: int


def _score(state, i, j, dot, denominator):
    if (i, j) in state.pins_of("S"):
        return None
    return FORBIDDEN if state.forbids(i, j) else _multiple(dot, denominator, "s")


def _row(state, i, exponents, V):
    for name in "SA":
        if any(row == i for row, _ in state.pins_of(name)):
            return {"why": "pinned", "matrix": name}
    sources = len(exponents)
    # the mask leaves the first ones
    exponents = [exponent for j, exponent in enumerate(exponents) if not state.forbids(i, j)]
    powers = [exponent - min(exponents) for exponent in exponents]
    if max(powers) > MAX_POWER:
        return {"why": "power", "matrix": "S"}
    pinned_output = any(row == i for row, _ in state.pins_of("O"))
    return {
        "A": [_polynomial([power], [1]) for power in powers] + ["0"] * (sources - len(powers)),
        "O": None if V is None or pinned_output else [
            _polynomial(powers, column, V.denominator) for column in zip(*V.rows[: len(powers)], strict=True)
        ],
        "sum": _polynomial(powers, [1] * len(powers)),
    }


def _dots(state):
    Q, K = _projected(state, "Q"), _projected(state, "K")
    return _with_pins(state, "D", _product(Q.rows, K.rows), Q.denominator * K.denominator)


def _projected(state, name):
    X, W = (_given(state, state.stands_for(source)) for source in state.matrices[name].made_from)
    return _with_pins(state, name, _product(X.rows, list(zip(*W.rows, strict=True))), X.denominator * W.denominator)


def _product(rows, columns):
    return [[sum(map(operator.mul, row, column)) for column in columns] for row in rows]


def _given(state, name):
    fractions = [[_fraction(number, name) for number in row] for row in state.given[name]]
    denominator = math.lcm(*(fraction.denominator for row in fractions for fraction in row))
    return Scaled([[f.numerator * (denominator // f.denominator) for f in row] for row in fractions], denominator)


def _with_pins(state, name, rows, denominator):
    pins = {cell: _fraction(number, name) for cell, number in state.pins_of(name).items()}
    common = math.lcm(denominator, *(pin.denominator for pin in pins.values()))
    rows = [[number * (common // denominator) for number in row] for row in rows]
    for (i, c), pin in pins.items():
        rows[i][c] = int(pin * common)
    shared = math.gcd(common, *(number for row in rows for number in row))
    return Scaled([[number // shared for number in row] for row in rows], common // shared)


def _fraction(number, name):
    if number.rational is None:
        raise NoForm("irrational", name)
    return number.rational


def _polynomial(powers, coefficients, denominator=1):
    """The sum of coefficient / denominator * r^power as text, like powers joined, in the order of their first appearance."""
    joined = {}
    for power, coefficient in zip(powers, coefficients, strict=True):
        joined[power] = joined.get(power, 0) + coefficient
    text = ""
    for power, coefficient in joined.items():
        if coefficient:
            term = _multiple(coefficient, denominator, _power(power))
            text += term if not text or term.startswith("−") else f"+{term}"
    return text or "0"


def _power(power):
    return "" if power == 0 else "r" if power == 1 else "r" + str(power).translate(_SUPERSCRIPT)


def _multiple(numerator, denominator, symbol):
    """3s, −s, s/2, 3s/2, 0; the number alone where the symbol is empty."""
    if numerator == 0:
        return "0"
    shared = math.gcd(numerator, denominator)
    sign, number = "−" if numerator < 0 else "", abs(numerator) // shared
    over = "" if denominator == shared else f"/{denominator // shared}"
    return f"{sign}{'' if number == 1 and symbol else number}{symbol}{over}"
