"""§15.6: run.py, attention.json and the recorded run."""

import json
import pathlib
import subprocess
import sys

import pytest

from tests import reference
from tests.helpers.states import CAUSAL, CROSS, EXAMPLE, edited

RECORD = reference.ATTENTION_JSON.parent / "numpy-run.json"


def run(*arguments, script="py/run.py"):
    return subprocess.run([sys.executable, script, *map(str, arguments)], capture_output=True, text=True)


def test_attention_json_is_what_the_forms_in_r_give():
    assert reference.ATTENTION_JSON.read_text(encoding="utf-8") == reference.attention_json()


def test_run_passes_with_the_chapter_s_figures(tmp_path):
    result = run("--record", tmp_path / "record.json")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert [line[0] for line in lines[:7]] == reference.COMPUTED
    assert lines[5].endswith("0.000000000000000111") and lines[6].endswith("0.000000000000000222")
    record = json.loads((tmp_path / "record.json").read_text())
    assert record["pass"] and record["tolerance"] == 1e-12
    assert all(record["matrices"][name]["exactly_equal"] for name in "QKVD")


def test_the_published_record_was_made_under_numpy_2_0_2_and_holds_the_same_figures():
    record = json.loads(RECORD.read_text())
    assert record["numpy"] == "2.0.2" and record["device"] == "CPU" and record["pass"]
    assert f"{record['matrices']['A']['max_abs_error']:.2e}" == "1.11e-16"
    assert f"{record['matrices']['O']['max_abs_error']:.2e}" == "2.22e-16"
    assert all(record["matrices"][name]["max_abs_error"] == 0 for name in "QKVD")


def test_what_differs_is_named_cell_by_cell(tmp_path):
    document = json.loads(reference.ATTENTION_JSON.read_text())
    document["expected"]["A"][1][2] += 2e-12
    document["expected"]["D"][0][0] = 7
    (tmp_path / "wrong.json").write_text(json.dumps(document))
    result = run("--expected", tmp_path / "wrong.json")
    assert result.returncode == 1
    assert "D[1,1] is " in result.stdout and "A[2,3] is " in result.stdout
    assert result.stdout.splitlines()[-1].startswith("FAIL") and "O  pass" in result.stdout


@pytest.mark.parametrize("text", ["{", "{}", "[]"])
def test_a_file_that_is_no_expectation_is_refused_by_name(tmp_path, text):
    (tmp_path / "odd.json").write_text(text)
    result = run("--expected", tmp_path / "odd.json")
    assert result.returncode == 2 and "odd.json" in result.stderr and "Traceback" not in result.stderr


def test_the_published_folders_run_as_they_stand(dist):
    result = run(script=dist / "code/part-iv/run.py")
    assert result.returncode == 0, result.stderr
    assert sorted(path.name for path in (dist / "code/part-iv").iterdir() if path.name != "__pycache__") == [
        "README.md",
        "qkv",
        "run.py",
    ]
    assert pathlib.Path(dist / "data/part-iv/attention.json").read_bytes() == reference.ATTENTION_JSON.read_bytes()


@pytest.mark.parametrize("base", [EXAMPLE, CAUSAL, CROSS], ids=["self", "causal", "cross"])
def test_run_py_runs_on_the_present_inputs(ask, base):
    reply = ask(
        type="run", state=edited(["X", 0, 0, "√2"], base=base) | {"pins": [["A", 0, 0, "9"]], "mistake": "columns"}
    )
    lines = reply["output"].splitlines()
    assert reply["pass"] and [line.split()[:2] for line in lines[:-1]] == [
        [name, "pass"] for name in reference.COMPUTED
    ]
    assert lines[-1].startswith("pass: 7 matrices, tolerance 1e-12, NumPy ")


def test_run_py_is_as_tolerant_as_the_check(ask):
    assert ask(type="run", state=edited(["X", 0, 0, "1e8/3"]))["pass"]
