"""The pins: one file for all of them, the same versions wherever they have to be named again."""

import json
import re
import tomllib

from building.folders import PYODIDE, ROOT
from building.pins import PINS
from building.runtime import NUMPY_CORE


def test_package_json_and_its_lock_name_the_pinned_pyodide():
    assert json.loads((ROOT / "package.json").read_text())["dependencies"]["pyodide"] == PINS.pyodide.version
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]["node_modules/pyodide"]
    assert locked["version"] == PINS.pyodide.version


def test_the_pinned_python_and_abi_are_what_this_pyodide_is():
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    assert info["python"] == PINS.pyodide.python and info["abi_version"] == PINS.pyodide.abi


def test_the_numbers_are_baked_by_the_numpy_that_the_browser_runs():
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    assert f"numpy=={PINS.numpy.version}" in groups["build"]
    for name in ("requirements-build.txt", "requirements-test.txt"):
        assert re.findall(r"^numpy==(\S+)", (ROOT / name).read_text(), re.MULTILINE) == [PINS.numpy.version]


def test_byte_code_is_compiled_by_the_python_that_the_browser_runs():
    minor = PINS.pyodide.minor
    assert (ROOT / ".python-version").read_text().strip() == minor
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    compiler = next(line for line in groups["build"] if isinstance(line, str) and line.startswith("pyodide-build"))
    assert compiler.endswith(f"; python_version == '{minor}'")


def test_the_wheel_is_made_for_this_python_and_this_abi():
    tag = f"cp{PINS.pyodide.tag}"
    assert PINS.numpy.wheel == f"numpy-{PINS.numpy.version}-{tag}-{tag}-pyodide_{PINS.pyodide.abi}_wasm32.whl"


def test_python_js_names_numpy_s_core_as_the_pins_do():
    script = (ROOT / "site/engine/python.js").read_text()
    folder, name = NUMPY_CORE.rsplit("/", 1)
    assert re.search(r'NUMPY_CORE = "([^"]*)"', script)[1] == name
    assert re.search(r'FOLDER = "/lib/on-demand/([^"]*)"', script)[1] == folder
