"""The mechanism: the chapter's numbers, any batch axes, its properties, its errors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays as numpy_arrays

from qkv import head
from tests import reference

sizes = st.tuples(*[st.integers(1, 5)] * 4)
numbers = st.floats(-8, 8, allow_subnormal=False)


def inputs(numbers=numbers, batch=()):
    """X, W_Q, W_K, W_V of random sizes."""
    def draw(t):
        T, d_in, d_k, d_v = t
        shapes = [(*batch, T, d_in), (d_in, d_k), (d_in, d_k), (d_in, d_v)]
        return st.tuples(*[numpy_arrays(np.float64, shape, elements=numbers) for shape in shapes])
    return sizes.flatmap(draw)


def example():
    return head.attend(reference.X, reference.W_Q, reference.W_K, reference.W_V)


@pytest.mark.parametrize("name", reference.COMPUTED)
def test_example_15_1_element_by_element(name):
    expected = np.array(reference.example_15_1()[name], dtype=float)
    found = getattr(example(), name)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= 1e-12


def test_receiver_is_the_row_and_source_the_column():
    D = example().D
    assert D[1, 2] == 2 and D[2, 1] == 1  # query 2 with key 3, and not the other way round


@given(inputs())
def test_every_size_agrees_with_the_decimal_reference(arrays):
    names = ["X", "W_Q", "W_K", "W_V"]
    exact = reference.attend({name: array.tolist() for name, array in zip(names, arrays, strict=True)})
    found = head.attend(*arrays)._asdict()
    for name in reference.COMPUTED:
        expected = np.array([[float(cell) for cell in row] for row in exact[name]])
        # a score of 1e4 carries its own rounding of 1e-12 into exp
        slack = 1e-12 * max(1, np.abs(found["D"]).max())
        assert np.abs(found[name] - expected).max() <= slack * max(1, np.abs(expected).max()), name


@given(inputs(), st.integers(1, 5), st.data())
def test_cross_attention_agrees_with_the_decimal_reference(arrays, T_src, data):
    X_src = data.draw(numpy_arrays(np.float64, (T_src, arrays[0].shape[-1]), elements=numbers))
    names = ["X", "W_Q", "W_K", "W_V", "X_src"]
    exact = reference.attend({name: array.tolist() for name, array in zip(names, [*arrays, X_src], strict=True)})
    found = head.attend(*arrays, X_src=X_src)
    assert found.D.shape == (len(arrays[0]), T_src) and found.O.shape == (len(arrays[0]), arrays[3].shape[-1])
    slack = 1e-12 * max(1, np.abs(found.D).max())
    for name in reference.COMPUTED:
        expected = np.array([[float(cell) for cell in row] for row in exact[name]])
        assert np.abs(getattr(found, name) - expected).max() <= slack * max(1, np.abs(expected).max()), name


@given(inputs())
def test_cross_attention_to_oneself_is_self_attention(arrays):
    for own, other in zip(head.attend(*arrays), head.attend(*arrays, X_src=arrays[0]), strict=True):
        assert (own == other).all()


@given(inputs(), st.data())
def test_causal_rows_read_no_later_source_and_later_positions_change_no_earlier_output(arrays, data):
    X, *parameters = arrays
    found = head.attend(*arrays, causal=True)
    T = len(X)
    later = ~np.tri(T, dtype=bool)
    assert (found.S[later] == -np.inf).all() and (found.A[later] == 0).all()
    assert found.A[0, 0] == 1 and np.abs(found.A.sum(axis=-1) - 1).max() <= 1e-12
    changed = data.draw(st.integers(0, T - 1))
    other = X.copy()
    other[changed] += 1
    again = head.attend(other, *parameters, causal=True)
    assert (again.O[:changed] == found.O[:changed]).all()


def test_causal_example_agrees_with_the_decimal_reference():
    exact = reference.attend({name: getattr(reference, name) for name in reference.GIVEN}, causal=True)
    found = head.attend(reference.X, reference.W_Q, reference.W_K, reference.W_V, causal=True)._asdict()
    for name in reference.COMPUTED:
        expected = np.array([[float(cell) for cell in row] for row in exact[name]])
        assert (
            np.where(found[name] == expected, 0, np.abs(np.nan_to_num(found[name]) - np.nan_to_num(expected))) <= 1e-12
        ).all(), name


def test_a_causal_mask_needs_receivers_that_are_the_sources():
    with pytest.raises(ValueError, match="as many rows as columns"):
        head.attend(reference.X, reference.W_Q, reference.W_K, reference.W_V, X_src=[[1, 0]], causal=True)


@given(inputs())
def test_rows_of_A_are_weights(arrays):
    A = head.attend(*arrays).A
    assert (A >= 0).all()
    assert np.abs(A.sum(axis=-1) - 1).max() <= 1e-12


@given(inputs())
def test_O_stays_in_the_box_of_V(arrays):
    result = head.attend(*arrays)
    slack = 1e-12 * max(1, np.abs(result.V).max())
    assert (result.O >= result.V.min(axis=0) - slack).all()
    assert (result.O <= result.V.max(axis=0) + slack).all()


@given(inputs(), st.data())
def test_a_vector_added_to_every_value_is_added_to_every_output(arrays_, data):
    result = head.attend(*arrays_)
    vector = data.draw(numpy_arrays(np.float64, result.V.shape[1], elements=numbers))
    assert np.abs(head.mix(result.A, result.V + vector) - (result.O + vector)).max() <= 1e-10


@given(inputs(), st.randoms())
def test_permuting_sources_permutes_columns_and_keeps_the_output(arrays, random):
    result = head.attend(*arrays)
    order = list(range(len(result.K)))
    random.shuffle(order)
    A = head.softmax_rows(head.scale(head.compare(result.Q, result.K[order]), result.Q.shape[1]))
    assert np.abs(A - result.A[:, order]).max() <= 1e-12
    assert np.abs(head.mix(A, result.V[order]) - result.O).max() <= 1e-10


@given(inputs(batch=(2, 3)))
def test_a_batch_equals_its_samples_one_by_one(arrays):
    X, *W = arrays
    together = head.attend(X, *W)
    for index in np.ndindex(2, 3):
        for name, found in head.attend(X[index], *W)._asdict().items():
            np.testing.assert_allclose(getattr(together, name)[index], found, rtol=1e-12, atol=1e-12)


@given(inputs(numbers=st.sampled_from([-1e4, -1.0, 0.0, 1.0, 1e4])))
def test_large_scores_do_not_overflow(arrays):
    with np.errstate(over="raise", invalid="raise"):
        A = head.attend(*arrays).A
    assert np.isfinite(A).all()
    assert np.abs(A.sum(axis=-1) - 1).max() <= 1e-12


def test_scores_of_ten_thousand_pick_the_largest():
    A = head.softmax_rows([[1e4, -1e4, 0.0]])
    assert A.tolist() == [[1.0, 0.0, 0.0]]


def test_cross_attention_takes_sources_of_another_length():
    D = head.compare(np.ones((2, 4)), np.ones((5, 4)))
    assert D.shape == (2, 5) and (D == 4).all()


@pytest.mark.parametrize("call, message", [
    (lambda: head.project([[1, 2]], [[1], [2], [3]]), "W needs 2 rows, one per column of X; it has 3"),
    (lambda: head.compare([[1, 2]], [[1, 2, 3]]), "K needs 2 columns, one per column of Q; it has 3"),
    (lambda: head.mix([[1, 0]], [[1], [2], [3]]), "V needs 2 rows, one per column of A; it has 3"),
    (lambda: head.scale([[1]], 0), "d_k needs to be a positive integer; it is 0"),
    (lambda: head.scale([[1]], 1.5), "d_k needs to be a positive integer; it is 1.5"),
    (lambda: head.softmax_rows([1, 2]), "S needs rows and columns; its shape is [2]"),
])
def test_shapes_that_do_not_meet_say_what_is_needed(call, message):
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value) == message
