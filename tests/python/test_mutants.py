"""Deliberate faults in head.py, each of a kind that textbooks make: the test that is there for one must catch it."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
ROW_MAXIMUM, KEEPS_THE_PAST = "S.max(axis=-1, keepdims=True)", "np.tri(S.shape[-1], dtype=bool)"
EXAMPLE = "test_example_15_1_element_by_element"
MASK = "test_causal_rows_read_no_later_source_and_later_positions_change_no_earlier_output"
MUTANTS = {
    "softmax by column": (
        "E.sum(axis=-1, keepdims=True)",
        "E.sum(axis=-2, keepdims=True)",
        "test_rows_of_A_are_weights",
    ),
    "maximum of a column": (ROW_MAXIMUM, "S.max(axis=-2, keepdims=True)", EXAMPLE),
    "no maximum at all": (f"S - {ROW_MAXIMUM}", "S", "test_large_scores_do_not_overflow"),
    "divide by the root of T": ("D / np.sqrt(d_k)", "D / np.sqrt(D.shape[-1])", EXAMPLE),
    "do not divide": ("return D / np.sqrt(d_k)", "return D", EXAMPLE),
    "divide by d_k": ("D / np.sqrt(d_k)", "D / d_k", EXAMPLE),
    "swap Q and K": (
        "Q @ np.swapaxes(K, -1, -2)",
        "K @ np.swapaxes(Q, -1, -2)",
        "test_receiver_is_the_row_and_source_the_column",
    ),
    "keys from W_Q": ("K = project(sources, W_K)", "K = project(sources, W_Q)", EXAMPLE),
    "mix by columns of A": ("return A @ V", "return np.swapaxes(A, -1, -2) @ V", EXAMPLE),
    "values from the receivers": (
        "V = project(sources, W_V)",
        "V = project(X, W_V)",
        "test_cross_attention_agrees_with_the_decimal_reference",
    ),
    "mask the past": (KEEPS_THE_PAST, f"{KEEPS_THE_PAST}.T", MASK),
    "mask the position itself": (KEEPS_THE_PAST, "np.tri(S.shape[-1], k=-1, dtype=bool)", MASK),
    "transpose the parameters": (
        "return X @ W",
        "return X @ (np.swapaxes(W, -1, -2) if W.shape[-1] == W.shape[-2] else W)",
        EXAMPLE,
    ),
}


def suite(folder, *options):
    """The tests of the mechanism, run against the py/ of a folder."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", f"pythonpath={folder} {ROOT}",
               "tests/python/test_head.py", *options]
    environment = os.environ | {"HYPOTHESIS_MAX_EXAMPLES": "20"}  # of each property
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(ROOT / "py", tmp_path / "py")
    return tmp_path / "py"


def test_the_untouched_copy_passes(copy):
    result = suite(copy)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("fault", MUTANTS)
def test_the_suite_catches(copy, fault):
    right, wrong, caught_by = MUTANTS[fault]
    path = copy / "qkv/head.py"
    source = path.read_text()
    assert source.count(right) == 1
    path.write_text(source.replace(right, wrong))
    result = suite(copy, "-k", caught_by)
    assert result.returncode == 1 and f"FAILED tests/python/test_head.py::{caught_by}" in result.stdout, result.stdout
