"""The pins: one file for all, the same versions wherever they are named again, bytes that are looked at each time."""

import json
import re
import shutil
import subprocess
import sys
import tomllib

import pytest

from building import kept
from building.folders import MODULES, PYODIDE, ROOT, WORK
from building.messages import BuildError
from building.npm_packages import check_packages
from building.numpy_wheel import fetch_numpy
from building.pins import PINS
from building.runtime import NUMPY_CORE, make_runtime

PACKAGES = {"pyodide": PINS.pyodide.files, **PINS.libraries}
PUBLISHED = [(package, name) for package, files in PACKAGES.items() for name in files]


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


@pytest.fixture
def modules(tmp_path):
    """A node_modules of the test's own, with all files that are published."""
    folder = tmp_path / "node_modules"
    for package, name in [*PUBLISHED, *((package, "package.json") for package in PACKAGES)]:
        (folder / package).mkdir(parents=True, exist_ok=True)
        shutil.copy(MODULES / package / name, folder / package)
    return folder


def test_every_file_of_an_npm_package_that_is_published_is_pinned(dist):
    (versioned,) = dist.glob("v-*")
    for package in PINS.libraries:
        assert {path.name for path in (versioned / package).iterdir()} == set(PINS.libraries[package])
    taken = {path.name.removesuffix(".gzipped") for path in (versioned / "runtime").iterdir()}
    assert taken == {*PINS.pyodide.files, "numpy_core.so", "rest.zip"}


@pytest.mark.parametrize("package, name", PUBLISHED)
def test_a_file_of_an_npm_package_with_other_bytes_is_refused(modules, package, name):
    check_packages(modules)
    path = modules / package / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(BuildError, match=rf"node_modules/{package}/{re.escape(name)} is not .*`npm ci`"):
        check_packages(modules)
    path.unlink()
    with pytest.raises(BuildError, match="`npm ci`"):
        check_packages(modules)


def test_another_version_of_an_npm_package_is_named(modules):
    (modules / "pyodide/package.json").write_text('{"version": "0.28.3"}')
    with pytest.raises(BuildError, match=rf"0\.28\.3, .* pins {re.escape(PINS.pyodide.version)}: run `npm ci`"):
        check_packages(modules)


def test_a_poisoned_interpreter_stops_the_command_before_it_writes_anything(modules, tmp_path):
    for name in ("build.py", "pins.toml", "package.json"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("building", "py", "site", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    script = modules / "pyodide/pyodide.mjs"
    script.write_text(script.read_text() + "// and one line more\n")
    result = subprocess.run([sys.executable, tmp_path / "build.py"], capture_output=True, text=True)
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert "node_modules/pyodide/pyodide.mjs" in result.stderr and "run `npm ci`" in result.stderr
    assert not (tmp_path / "dist").exists() and not (tmp_path / ".build").exists()


def test_a_kept_folder_is_compared_with_what_it_was(tmp_path):
    folder = tmp_path / "kept"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep/one").write_text("1")
    (folder / "two").write_text("2")
    assert kept.changed(folder) == ["kept.sha256"]
    kept.remember(folder)
    assert kept.changed(folder) == []
    (folder / "deep/one").write_text("another")
    (folder / "two").rename(folder / "three")
    assert kept.changed(folder) == ["deep/one", "three", "two"]


def test_a_poisoned_runtime_is_noticed_and_made_anew(dist, tmp_path, capsys):
    """dist/ has been built, so its runtime is kept: a copy of that is used as it is, until a byte of it changes."""
    work = tmp_path / "work"
    shutil.copytree(WORK, work)
    runtime = make_runtime(fetch_numpy(), work)
    assert "unchanged, hashes verified" in capsys.readouterr().out
    right = (runtime / "pyodide.mjs").read_bytes()
    (runtime / "pyodide.mjs").write_bytes(right + b"// and one line more")
    assert make_runtime(fetch_numpy(), work) == runtime
    assert "made anew, for these are not as they were made: pyodide.mjs" in capsys.readouterr().out
    assert (runtime / "pyodide.mjs").read_bytes() == right and kept.changed(runtime) == []


def test_the_workflow_names_actions_by_commit_and_publishes_in_a_job_that_runs_nothing_else():
    workflow = (ROOT / ".github/workflows/pages.yml").read_text()
    used = re.findall(r"uses: (\S+)(.*)", workflow)
    assert used and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name) for name, _ in used)
    assert all(re.fullmatch(r" # v\d+\.\d+\.\d+", version) for _, version in used)
    build, publish = workflow.split("\n  publish:\n")
    assert "write" not in build.split("\npermissions: {}\n")[1]
    assert "run:" not in publish and re.findall(r"uses: ([^@]+)", publish) == ["actions/deploy-pages"]
