"""The numbers' judge: what it catches, how it measures, and that it never asks NumPy."""

import ast
import pathlib
import subprocess
import sys
from decimal import Decimal

import pytest

from qkv import head, oracle
from tests import reference
from tests.helpers.states import EXAMPLE
from tests.reference import example_15_1


def test_the_judge_catches_a_broken_head(ask, monkeypatch):
    right = head.softmax_rows
    monkeypatch.setattr(head, "softmax_rows", lambda S: right(S.swapaxes(-1, -2)).swapaxes(-1, -2))
    record = ask(type="verify", state=EXAMPLE)["record"]
    verdicts = {matrix["matrix"]: matrix["pass"] for matrix in record["matrices"]}
    assert not record["pass"] and not verdicts["A"] and not verdicts["O"] and verdicts["S"]


def test_the_oracle_agrees_with_the_tests_own_forms_in_r():
    exact = oracle.attend(
        {"X": [[1, 0], [0, 1], [1, 1]], "W_Q": [[1, 0], [0, 1]], "W_K": [[1, 1], [0, 1]], "W_V": [[1, 0], [1, 2]]}
    )
    for name, rows in example_15_1().items():
        for found, true in zip(sum(exact[name], []), sum(rows, []), strict=True):
            assert abs(found - true) < Decimal("1e-45"), name


def test_the_judged_error_is_relative_beyond_one_and_decides():
    exact = [[Decimal("1e150"), Decimal("0.5")]]
    largest, judged = oracle.largest_error(exact, [[1e150, 0.5]])
    assert largest > 1e100 and judged < oracle.TOLERANCE
    largest, judged = oracle.largest_error([[Decimal("0.5")]], [[0.5 + 4e-12]])
    assert judged == largest > oracle.TOLERANCE


def test_the_oracle_survives_scores_that_no_double_can_exponentiate():
    assert [float(weight) for weight in oracle.softmax([Decimal("1e300"), Decimal(0)])] == [1.0, 0.0]


@pytest.mark.parametrize("module", ["oracle", "exact", "cells", "state", "examples"])
def test_judges_never_import_numpy(module):
    code = f"import sys, qkv.{module}; sys.exit('numpy' in sys.modules or 'qkv.head' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd="py").returncode == 0


def test_the_package_imports_numpy_and_the_standard_library_only():
    code = ("import sys, numpy; before = set(sys.modules); import qkv.bridge; "
            "print(*{name.split('.')[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names))")
    result = subprocess.run([sys.executable, "-c", code], cwd="py", capture_output=True, text=True, check=True)
    assert set(result.stdout.split()) <= {"qkv", "numpy"}


@pytest.mark.parametrize("judge, known", [(oracle, {"decimal"}), (reference, {"decimal", "json", "pathlib"})],
                         ids=["oracle", "reference"])
def test_a_judge_shares_no_fact_with_what_it_judges(judge, known):
    """Neither reads figure.py, nor anything else that does: a fault there would be theirs, too."""
    tree = ast.parse(pathlib.Path(judge.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    found = {name for node in imports if isinstance(node, ast.Import) for name in (one.name for one in node.names)}
    found |= {node.module for node in imports if isinstance(node, ast.ImportFrom)}
    assert found == known
