"""The scaling laboratory of §15.3: how a dot product of d_k coordinates spreads, and what that does to softmax.

Coordinates are +1 or -1 with equal chance, so they have mean 0 and variance 1, and a dot product is a sum of d_k such
signs: its distribution is binomial, and exact here. The draws are seeded: the same seed gives the same numbers
everywhere.
"""

import math
import random
from fractions import Fraction

MAX_D_K = 256
KEYS = 8  # sources that a drawn query meets
DRAWS = 200


def distribution(d_k):
    """The exact distribution of the dot product of two random sign vectors.

    Returns: [(value, probability as a Fraction), ...] for -d_k, -d_k + 2, ..., d_k.
    Raises: ValueError where d_k is not 1 to 256.
    Source: §15.3.
    """
    if not 1 <= d_k <= MAX_D_K:
        raise ValueError(f"d_k needs to be 1 to {MAX_D_K}; it is {d_k}")
    return [(2 * k - d_k, Fraction(math.comb(d_k, k), 2**d_k)) for k in range(d_k + 1)]


def variance(spread):
    """The exact variance of [(value, probability), ...]."""
    mean = sum(value * chance for value, chance in spread)
    return sum((value - mean) ** 2 * chance for value, chance in spread)


def draw(d_k, seed):
    """Dot products of DRAWS seeded queries with KEYS keys each.

    Shapes: -> [DRAWS][KEYS] integers.
    """
    generator = random.Random(seed)

    def signs():
        return generator.getrandbits(d_k)  # a set bit is +1, an unset one -1

    # equal signs give +1, unequal ones -1: d_k minus twice the bits that differ
    return [[d_k - 2 * (query ^ signs()).bit_count() for _ in range(KEYS)] for query in (signs() for _ in range(DRAWS))]


def concentration(scores):
    """How concentrated softmax gets over rows of scores: (mean largest weight, mean entropy in bits).

    Shapes: scores [m][n]. Evenly spread, that is 1/n and log2 n; all on one source, 1 and 0.
    """
    largest, entropy = [], []
    for row in scores:
        powers = [math.exp(score - max(row)) for score in row]
        weights = [power / math.fsum(powers) for power in powers]
        largest.append(max(weights))
        entropy.append(-math.fsum(weight * math.log2(weight) for weight in weights if weight > 0))
    return math.fsum(largest) / len(largest), math.fsum(entropy) / len(entropy)


def experiment(d_k, seed):
    """Everything that the laboratory shows for one d_k: before and after the division by √d_k, on the same draws."""
    spread = distribution(d_k)
    root = math.sqrt(d_k)
    dots = draw(d_k, seed)
    return {
        "d_k": d_k,
        # of -d_k, -d_k + 2, ..., d_k; six digits are enough to draw
        "chances": [float(f"{float(chance):.6g}") for _, chance in spread],
        "variance": {"before": float(variance(spread)), "after": float(variance(spread) / d_k)},
        "spread": {"before": root, "after": 1.0},
        "concentration": {
            "before": concentration(dots),
            "after": concentration([[dot / root for dot in row] for row in dots]),
            "even": (1 / KEYS, math.log2(KEYS)),
        },
    }
