"""The text of a cell -> a number.

A cell holds a product or quotient of decimals, fractions and square roots with a leading sign:
0.5, -1, 1e-3, 1/3, sqrt(2), √2/2, 2*√3, full-width １／３ and －1, the minus U+2212. Nothing is evaluated as code,
nothing is guessed: 1,000 and 2√2 and an empty cell are refused, each with a code that the locale files put into words.
"""

import math
import re
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from qkv.problems import Problem, Refused

MAX_LENGTH = 64  # characters; a longer text is a paste that went wrong
MAX_EXPONENT = 400  # past this no double is reached, and 1e999999999 must not be expanded

# U+FF01..U+FF5E are the full-width forms of ASCII. NFKC is no substitute: it would read 3² as 32.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord("\u2212"): "-",  # minus
    ord("\u3002"): ".",  # what a Chinese keyboard types for a point
    ord("\uff61"): ".",
    ord("×"): "*",
    ord("·"): "*",
    ord("÷"): "/",
}
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_FACTOR = re.compile(rf"\s*(?:(?P<root>√|sqrt(?=\s*\())\s*(?P<open>\()?\s*)?(?P<number>{_NUMBER})(?(open)\s*\))\s*")
_NOT_FINITE = re.compile(r"[+-]?\s*(nan|inf|infinity|∞)", re.IGNORECASE)
_SEPARATED = re.compile(r"[+-]?[0-9]+(?:[,，][0-9]+)+(?:\.[0-9]+)?")


@dataclass(frozen=True)
class Number:
    """What a cell says."""

    value: float  # the nearest double
    rational: Fraction | None  # the number exactly, as a fraction; None where a root remains


@lru_cache(maxsize=4096)
def parse(text):
    """Read the text of one cell.

    Raises: Refused with one Problem; its matrix, row and column are None.
    Source: the cell grammar above.
    """
    if not isinstance(text, str):
        raise _refusal("cell-syntax", repr(text))
    plain = text.translate(_PLAIN).strip()
    if not plain:
        raise _refusal("cell-empty", text)
    if len(plain) > MAX_LENGTH:
        raise _refusal("cell-too-long", len(plain), MAX_LENGTH)
    if _NOT_FINITE.fullmatch(plain):
        raise _refusal("cell-not-finite", text)
    if _SEPARATED.fullmatch(plain):
        raise _refusal("cell-separator", text)
    sign = -1 if plain[0] == "-" else 1
    position = 1 if plain[0] in "+-" else 0
    coefficient, radicand, divides = Fraction(sign), Fraction(1), False
    while True:
        match = _FACTOR.match(plain, position)
        if not match:
            raise _refusal("cell-syntax", text)
        factor = _fraction(match["number"], text)
        if divides and factor == 0:
            raise _refusal("cell-zero-division", text)
        if match["root"]:
            radicand = radicand / factor if divides else radicand * factor
        else:
            coefficient = coefficient / factor if divides else coefficient * factor
        position = match.end()
        if position == len(plain):
            break
        if plain[position] not in "*/":
            raise _refusal("cell-syntax", text)
        divides = plain[position] == "/"
        position += 1
    root = _exact_root(radicand)
    rational = None if root is None else coefficient * root
    return Number(_nearest_double(coefficient, radicand, rational, sign, text), rational)


def _fraction(number, text):
    exponent = re.search(r"[eE]([+-]?[0-9]+)$", number)
    if exponent and abs(int(exponent[1])) > MAX_EXPONENT:
        mantissa = Fraction(number[: exponent.start()])
        if mantissa == 0:
            return Fraction(0)
        raise _refusal("cell-too-large" if int(exponent[1]) > 0 else "cell-too-small", text)
    return Fraction(number)


def _nearest_double(coefficient, radicand, rational, sign, text):
    if rational == 0:
        return math.copysign(0.0, sign)
    if rational is not None:
        exact = rational
    else:  # 50 digits of an irrational number decide its nearest double
        context = Context(prec=50, Emin=-9999, Emax=9999)
        ratio = context.divide(Decimal(radicand.numerator), Decimal(radicand.denominator))
        quotient = context.divide(Decimal(coefficient.numerator), Decimal(coefficient.denominator))
        exact = Fraction(context.multiply(quotient, context.sqrt(ratio)))
    try:
        value = float(exact)
    except OverflowError:
        raise _refusal("cell-too-large", text) from None
    if value == 0.0:
        raise _refusal("cell-too-small", text)
    return value


def _exact_root(radicand):
    numerator, denominator = math.isqrt(radicand.numerator), math.isqrt(radicand.denominator)
    exact = numerator**2 == radicand.numerator and denominator**2 == radicand.denominator
    return Fraction(numerator, denominator) if exact else None


def _refusal(code, got, need=None):
    return Refused([Problem(code, got=got, need=need)])
