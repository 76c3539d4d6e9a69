"""The laboratory against exact values: every sign vector counted, every figure recomputed by other means."""

import itertools
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qkv import laboratory
from tests.reference import weights


@pytest.mark.parametrize("d_k", range(1, 7))
def test_the_distribution_is_that_of_all_pairs_of_sign_vectors(d_k):
    counts = {}
    vectors = list(itertools.product((-1, 1), repeat=d_k))
    for query in vectors:
        for key in vectors:
            dot = sum(a * b for a, b in zip(query, key, strict=True))
            counts[dot] = counts.get(dot, 0) + 1
    assert dict(laboratory.distribution(d_k)) == {dot: Fraction(count, 4**d_k) for dot, count in counts.items()}


@given(st.integers(1, 256))
def test_chances_sum_to_one_and_the_variance_is_d_k_exactly(d_k):
    spread = laboratory.distribution(d_k)
    assert sum(chance for _, chance in spread) == 1 and laboratory.variance(spread) == d_k


@pytest.mark.parametrize("d_k, spread", [(2, "1.414214"), (64, "8")])
def test_the_chapter_s_two_sizes(ask, d_k, spread):
    texts = ask(type="experiment", d_k=d_k, seed=1)["texts"]
    assert texts["variance"] == {"before": str(d_k), "after": "1"} and texts["spread"] == {
        "before": spread,
        "after": "1",
    }


@pytest.mark.parametrize("d_k", [1, 2, 64, 256])
def test_draws_are_dot_products_of_signs_and_the_same_for_the_same_seed(d_k):
    dots = laboratory.draw(d_k, seed=3)
    assert dots == laboratory.draw(d_k, seed=3) and dots != laboratory.draw(d_k, seed=4)
    assert [len(row) for row in dots] == [laboratory.KEYS] * laboratory.DRAWS
    assert all(-d_k <= dot <= d_k and (dot - d_k) % 2 == 0 for row in dots for dot in row)
    mean_square = sum(dot * dot for row in dots for dot in row) / (laboratory.KEYS * laboratory.DRAWS)
    assert 0.8 * d_k <= mean_square <= 1.2 * d_k  # seeded: this never varies


@pytest.mark.parametrize("d_k", [2, 64])
def test_concentration_with_and_without_the_division_on_the_same_draws(ask, d_k):
    reply = ask(type="experiment", d_k=d_k, seed=15)
    dots = laboratory.draw(d_k, seed=15)
    for side, divisor in {"before": Decimal(1), "after": Decimal(d_k).sqrt()}.items():
        rows = [weights([Decimal(dot) / divisor for dot in row]) for row in dots]
        largest = sum(max(row) for row in rows) / len(rows)
        entropy = -sum(weight * weight.ln() for row in rows for weight in row) / len(rows) / Decimal(2).ln()
        found = reply["concentration"][side]
        assert abs(Decimal(found[0]) - largest) < Decimal("1e-12") and abs(Decimal(found[1]) - entropy) < Decimal(
            "1e-12"
        )


def test_the_division_keeps_softmax_open_where_it_would_close():
    before, after = (laboratory.experiment(64, 15)["concentration"][side] for side in ("before", "after"))
    assert before[0] > 0.8 > 0.5 > after[0] and before[1] < after[1]


def test_evenly_spread_is_the_far_end_and_one_source_the_near_one():
    assert laboratory.concentration([[7] * 8]) == (1 / 8, 3)
    assert laboratory.concentration([[0, 900]]) == (1, 0)


@pytest.mark.parametrize("d_k", [0, -1, 257])
def test_sizes_outside_the_laboratory_are_refused(d_k):
    with pytest.raises(ValueError, match="1 to 256"):
        laboratory.distribution(d_k)
