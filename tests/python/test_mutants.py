"""Deliberate faults in head.py, each of a kind that textbooks make: the suite must catch every one."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
MUTANTS = {
    "softmax by column": ("E.sum(axis=-1, keepdims=True)", "E.sum(axis=-2, keepdims=True)"),
    "maximum of a column": ("S.max(axis=-1, keepdims=True)", "S.max(axis=-2, keepdims=True) * 0"),
    "divide by the root of T": ("D / np.sqrt(d_k)", "D / np.sqrt(D.shape[-1])"),
    "do not divide": ("return D / np.sqrt(d_k)", "return D"),
    "divide by d_k": ("D / np.sqrt(d_k)", "D / d_k"),
    "swap Q and K": ("Q @ np.swapaxes(K, -1, -2)", "K @ np.swapaxes(Q, -1, -2)"),
    "keys from W_Q": ("K = project(sources, W_K)", "K = project(sources, W_Q)"),
    "mix by columns of A": ("return A @ V", "return np.swapaxes(A, -1, -2) @ V"),
    "values from the receivers": ("V = project(sources, W_V)", "V = project(X, W_V)"),
    "mask the past": ("np.tri(S.shape[-1], dtype=bool)", "np.tri(S.shape[-1], dtype=bool).T"),
    "mask the position itself": ("np.tri(S.shape[-1], dtype=bool)", "np.tri(S.shape[-1], k=-1, dtype=bool)"),
    "transpose the parameters": ("return X @ W", "return X @ np.swapaxes(W, -1, -2) if W.shape[-1] == W.shape[-2] else X @ W"),
}


def suite(folder):
    """The tests of the mechanism, run against the py/ of a folder."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-o", f"pythonpath={folder} {ROOT}",
               "tests/python/test_head.py", "-k", "example or reference or weights or box or overflow or causal or cross"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=os.environ | {"HYPOTHESIS_MAX_EXAMPLES": "20"})


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(ROOT / "py", tmp_path / "py")
    return tmp_path / "py"


def test_the_untouched_copy_passes(copy):
    result = suite(copy)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("fault", MUTANTS)
def test_the_suite_catches(copy, fault):
    right, wrong = MUTANTS[fault]
    path = copy / "qkv/head.py"
    source = path.read_text()
    assert source.count(right) == 1
    path.write_text(source.replace(right, wrong))
    result = suite(copy)
    assert result.returncode == 1 and "FAILED tests/python/test_head.py" in result.stdout, result.stdout
