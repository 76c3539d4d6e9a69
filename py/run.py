"""§15.6: check every element of 例 15.1, as NumPy computes it, against the expected values of attention.json.

    python run.py                     a line per matrix; exit status 1 if any element is off
    python run.py --record FILE       also write the record: versions, CPU, errors
    python run.py --expected FILE     another file of inputs and expected values

Needs NumPy 2.0.2 or newer and the folder qkv beside this file.
"""

import argparse
import json
import pathlib
import platform
import sys

import numpy as np

from qkv import head

HERE = pathlib.Path(__file__).resolve().parent
# as published (code/part-iv beside data/part-iv), in the repository, or downloaded into one folder
PLACES = [HERE.parent.parent / "data/part-iv", HERE.parent / "site/data/part-iv", HERE]


def main(arguments=None):
    """Run the check. Returns: the exit status, 0 where every element keeps to the tolerance."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--expected", type=pathlib.Path, help="attention.json, if it is not where the book puts it")
    parser.add_argument("--record", type=pathlib.Path, help="write the record of this run to FILE")
    options = parser.parse_args(arguments)

    path = options.expected or next((p for p in (f / "attention.json" for f in PLACES) if p.is_file()), None)
    if path is None:
        parser.error("no attention.json found: name it with --expected FILE")
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        inputs, expected, tolerance = document["inputs"], document["expected"], document["tolerance"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        parser.error(f"{path.name} cannot be read as inputs, expected values and tolerance: {error!r}")

    results, passed = check(inputs, expected, tolerance)
    if options.record:
        options.record.write_text(json.dumps(record(results, tolerance, passed), indent=1) + "\n", encoding="utf-8")
        print(f"wrote {options.record.name}")
    return 0 if passed else 1


def check(inputs, expected, tolerance):
    """Compute one head from its inputs, compare every matrix, and print what was found.

    Shapes: inputs as head.attend takes them, expected {name: rows}.
    Returns: ({name: result of compare}, whether all of them pass).
    """
    computed = head.attend(**inputs)._asdict()
    results = {name: compare(name, rows, computed[name], tolerance) for name, rows in expected.items()}
    passed = all(result["pass"] for result in results.values())
    print(f"{'pass' if passed else 'FAIL'}: {len(results)} matrices, tolerance {tolerance:.0e}, NumPy {np.__version__}")
    return results, passed


def compare(name, expected, computed, tolerance):
    """Compare one matrix element by element and print its line, and a line for every element that is off.

    The tolerance is absolute up to 1 and relative to the expected value beyond.

    Shapes: expected [m][n], computed [m, n].
    Returns: shape, largest absolute error, whether all are exactly equal, pass.
    """
    expected = np.array(expected, dtype=np.float64)
    if expected.shape != computed.shape:
        print(f"{name}  FAIL  shape {list(computed.shape)}, expected {list(expected.shape)}")
        return {"shape": list(computed.shape), "max_abs_error": None, "exactly_equal": False, "pass": False}
    same = computed == expected  # also -inf, which a mask writes
    errors = np.abs(np.where(same, 0.0, computed) - np.where(same, 0.0, expected))
    largest = float(errors.max())
    off = ~(errors <= tolerance * np.maximum(1, np.abs(np.where(same, 1.0, expected))))  # a NaN is off, too
    print(f"{name}  {'FAIL' if off.any() else 'pass'}  {errors.size} elements, largest absolute error {largest:.18f}")
    for i, j in np.argwhere(off):
        print(f"   {name}[{i + 1},{j + 1}] is {computed[i, j]!r}, expected {expected[i, j]!r}")
    return {
        "shape": list(computed.shape),
        "max_abs_error": largest,
        "exactly_equal": bool(same.all()),
        "pass": not off.any(),
    }


def record(results, tolerance, passed):
    """What numpy-run.json holds: the environment and the errors of this run."""
    return {
        "what": "every element of example 15.1 against attention.json",
        "device": "CPU",
        "cpu": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "tolerance": tolerance,
        "matrices": results,
        "pass": bool(passed),
    }


if __name__ == "__main__":
    sys.exit(main())
