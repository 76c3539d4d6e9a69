"""The independent judge: the whole head in 50-digit decimal arithmetic and plain loops.

It shares no line with head.py and never imports NumPy. What it is given are the doubles that NumPy was given, read
exactly; what it returns is right to far more digits than a double holds.
"""

from decimal import ROUND_HALF_EVEN, Context, Decimal

DIGITS = 50
TOLERANCE = Decimal("1e-12")  # absolute up to 1, relative to the exact value beyond

_decimal = Context(prec=DIGITS, rounding=ROUND_HALF_EVEN, Emin=-999_999, Emax=999_999)


def attend(given, pins=(), causal=False):
    """Compute every matrix of the flow.

    Shapes: given holds X [T][d_in], W_Q and W_K [d_in][d_k], W_V [d_in][d_v] as rows of numbers, and X_src
    [T_src][d_in] where keys and values come from another sequence; pins holds (matrix, row, column, value), each
    replacing one computed cell for everything downstream of it. causal forbids every source after its receiver.
    Returns: a dict of rows of Decimal for what was given and Q K V D S A O.
    Source: §15.1 to §15.4.
    """
    exact = {name: [[Decimal(number) for number in row] for row in rows] for name, rows in given.items()}

    def pinned(name, rows):
        for matrix, row, column, value in pins:
            if matrix == name:
                rows[row][column] = Decimal(value)
        exact[name] = rows

    sources = exact.get("X_src", exact["X"])
    for name, rows, parameters in (("Q", exact["X"], "W_Q"), ("K", sources, "W_K"), ("V", sources, "W_V")):
        pinned(name, multiply(rows, exact[parameters]))
    keys_as_columns = [list(column) for column in zip(*exact["K"], strict=True)]
    pinned("D", multiply(exact["Q"], keys_as_columns))
    divisor = _decimal.sqrt(Decimal(len(exact["Q"][0])))
    scores = [[_decimal.divide(dot, divisor) for dot in row] for row in exact["D"]]
    if causal:
        scores = [
            [score if j <= i else Decimal("-Infinity") for j, score in enumerate(row)] for i, row in enumerate(scores)
        ]
    pinned("S", scores)
    pinned("A", [softmax(row) for row in exact["S"]])
    pinned("O", multiply(exact["A"], exact["V"]))
    return exact


def multiply(left, right):
    """The matrix product by its definition.

    Shapes: left [m][n], right [n][p] -> [m][p], all rows of Decimal.
    """
    product = []
    for row in left:
        product.append([])
        for column in range(len(right[0])):
            total = Decimal(0)
            for position, number in enumerate(row):
                total = _decimal.add(total, _decimal.multiply(number, right[position][column]))
            product[-1].append(total)
    return product


def softmax(scores):
    """Weights of one row of scores: exp(s_j) / sum of exp(s_k).

    Both are divided by exp(max s), since exp(1e300) has no digits.
    """
    largest = max(scores)
    powers = [_decimal.exp(_decimal.subtract(score, largest)) for score in scores]
    total = Decimal(0)
    for power in powers:
        total = _decimal.add(total, power)
    return [_decimal.divide(power, total) for power in powers]


def largest_error(exact, found):
    """How far rows of doubles lie from the exact rows.

    Returns: (largest absolute error, largest error as judged), the second relative where the exact value exceeds 1.
    """
    largest, judged = Decimal(0), Decimal(0)
    for exact_row, found_row in zip(exact, found, strict=True):
        for true, number in zip(exact_row, found_row, strict=True):
            found_exactly = Decimal(number)
            if found_exactly == true:  # also where both are -inf, which a mask writes
                continue
            if not (found_exactly.is_finite() and true.is_finite()):
                return Decimal("Infinity"), Decimal("Infinity")
            error = abs(_decimal.subtract(found_exactly, true))
            largest = max(largest, error)
            judged = max(judged, _decimal.divide(error, max(Decimal(1), abs(true))))
    return largest, judged
