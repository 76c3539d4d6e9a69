"""Makes the files that a browser's Python is made of: the interpreter, the modules as byte code, NumPy's core.

What the figure imports is found by running it, and travels in the first archive; the rest lies in another.
"""

import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

from on_demand import PUT_OFF
from qkv import examples

from building import kept
from building.baking import SEED
from building.files import hash_files, write_zip
from building.folders import PYODIDE, ROOT, WORK
from building.messages import BuildError, say
from building.pins import PINS

INTERPRETER = "pyodide.asm.wasm"
REST = "rest.zip"  # what is fetched only if somebody imports it
ON_DEMAND = "on_demand.py"  # of py/: it travels with the modules
NUMPY_CORE = f"numpy/_core/_multiarray_umath.cpython-{PINS.pyodide.tag}-wasm32-emscripten.so"  # python.js names it, too
# Tools for developers, which no page needs.
NUMPY_LEFT_OUT = ("numpy/f2py/", "numpy/_pyinstaller/")
# Modules that hold docstrings and nothing else, and one whose docstrings NumPy hands on to C when it is imported.
ONLY_DOCSTRINGS = ("numpy/_core/_add_newdocs.py", "numpy/_core/_add_newdocs_scalars.py")
KEEPS_DOCSTRINGS = "numpy/_core/multiarray.py"


def make_runtime(numpy_wheel, work=WORK):
    """The runtime's files in one folder, made anew only where an input changed, or a file since it was made.

    pyodide's own loader and WebAssembly, one archive with the modules that the figure imports, NumPy's core, and an
    archive with all other modules, for whoever imports one.
    """
    runtime = work / f"runtime-{_hash_inputs(numpy_wheel)}"
    if runtime.exists():
        changed = kept.changed(runtime)
        if not changed:
            say("runtime", "unchanged, hashes verified")
            return runtime
        say("runtime", f"made anew, for these are not as they were made: {', '.join(changed)}")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    (work / "package.json").write_text("{}")  # node reads pyodide.asm.js as what it is, not as a module of this project
    with tempfile.TemporaryDirectory(dir=work) as folder:
        whole, making = pathlib.Path(folder) / "whole", pathlib.Path(folder) / "runtime"
        modules = compile_modules(gather_modules(numpy_wheel), pathlib.Path(folder))
        pack(whole, modules, modules)
        pack(making, modules, record_imports(whole))
        compress(making)
        shutil.copytree(making, runtime)
    kept.remember(runtime)
    return runtime


def _hash_inputs(numpy_wheel):
    """A name for everything that the runtime is made from and with."""
    pinned = ("pins.toml", "pyproject.toml", "package-lock.json")
    single = (*pinned, "site/engine/python.js", "py/run.py", f"py/{ON_DEMAND}")
    several = [path for folder in ("building", "py/qkv") for path in sorted((ROOT / folder).glob("*.py"))]
    return hash_files([numpy_wheel, *(ROOT / name for name in single), *several], salt=sys.version.encode())


def gather_modules(numpy_wheel):
    """{path: content} of every module: the standard library, NumPy without what no page needs, and our own."""
    modules = {}
    for archive in (PYODIDE / "python_stdlib.zip", numpy_wheel):
        with zipfile.ZipFile(archive) as source:
            names = [name for name in source.namelist() if name.endswith((".py", ".so")) and "/tests/" not in name]
            modules |= {name: source.read(name) for name in names if not name.startswith(NUMPY_LEFT_OUT)}
    modules |= dict.fromkeys(ONLY_DOCSTRINGS, b"")
    own = [*(ROOT / "py/qkv").glob("*.py"), ROOT / "py/run.py"]
    modules |= {path.relative_to(ROOT / "py").as_posix(): path.read_bytes() for path in own}
    return modules | {ON_DEMAND: (ROOT / "py" / ON_DEMAND).read_bytes()}


def compile_modules(modules, folder):
    """The same as byte code; only the same minor version of Python writes what the runtime reads.

    Docstrings and asserts of the libraries are left out; our own stay, since a dataclass without one would make one up.
    """
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if here != PINS.pyodide.minor:
        say("byte code", f"skipped: this is Python {here}, the runtime reads {PINS.pyodide.minor}'s. "
                         "The page works, but its start takes about twice as long")
        return modules
    compiled = {}
    ours = {name for name in modules if name.startswith("qkv/") or name in ("run.py", ON_DEMAND, KEEPS_DOCSTRINGS)}
    for level, names in {"0": ours, "2": modules.keys() - ours}.items():
        archive = folder / f"level-{level}.zip"
        write_zip(archive, {name: modules[name] for name in names}, zipfile.ZIP_STORED)
        command = [sys.executable, "-P", "-m", "pyodide_cli", "py-compile", "--silent", str(archive)]
        # with SOURCE_DATE_EPOCH a .pyc carries its source's hash instead of the time of this build
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "315532800", "PYTHONOPTIMIZE": level}
        result = subprocess.run(command, capture_output=True, text=True, env=environment)
        if result.returncode:
            raise BuildError(f"pyodide py-compile failed:\n{result.stdout}{result.stderr}")
        with zipfile.ZipFile(archive) as source:
            compiled |= {name: source.read(name) for name in source.namelist()}
    say("byte code", f"{len(compiled)} modules of the standard library, NumPy and qkv")
    return compiled


def pack(folder, modules, first):
    """The runtime's files, with `first` in the archive that travels at once and every other module in rest.zip.

    Native modules cannot be loaded out of an archive: NumPy's core lies beside it, the others are in the rest.
    """
    folder.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.js", INTERPRETER):
        shutil.copyfile(PYODIDE / name, folder / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text()) | {"packages": {}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock, sort_keys=True) + "\n")
    travels = {name: content for name, content in modules.items() if name in first and not name.endswith(".so")}
    rest = {name: content for name, content in modules.items() if name not in travels and name != NUMPY_CORE}
    on_demand = "\n".join(sorted(_module_name(name) for name in [*rest, NUMPY_CORE]))
    write_zip(folder / "python_stdlib.zip", travels | {"on_demand.txt": on_demand.encode()}, zipfile.ZIP_STORED)
    (folder / "numpy_core.so").write_bytes(modules[NUMPY_CORE])
    write_zip(folder / REST, rest, zipfile.ZIP_DEFLATED)


# Start Python as the page does, ask of it everything that the page may ask, and say which modules that took.
RECORD = """
const [python_js, runtime, requests] = process.argv.slice(1);
const { openPython } = await import(python_js);
const { loadPyodide } = await import(runtime + "/pyodide.mjs");
const { readFileSync } = await import("node:fs");
const core = readFileSync(runtime + "/numpy_core.so");
const python = await openPython(loadPyodide, { indexURL: runtime, core });
const { handle } = python.pyimport("qkv.bridge");
for (const request of JSON.parse(requests)) handle(JSON.stringify(request));
python.pyimport("on_demand").unpack(new Uint8Array(readFileSync(runtime + "/rest.zip")));
console.log(python.runPython(`
import sys
" ".join(getattr(module, "__file__", None) or "" for module in sys.modules.values())
`));
process.exit(0);
"""


def record_imports(whole):
    """The paths of the modules that start-up and the figure import, found by running them in node.

    Raises: BuildError where Python does not start.
    """
    state = {"state": examples.PRESETS["example-15.1"]}
    cell = {"matrix": "A", "row": 0, "column": 0}
    requests = [
        *({"type": "compute", "state": state} for state in (examples.PRESETS | examples.BEYOND).values()),
        {"type": "versions"},
        {"type": "experiment", "d_k": 2, "seed": SEED},
        {"type": "read", "text": "np.array([[1]])"},
        *({"type": kind} | state | cell for kind in ("elaborate", "explain", "verify", "run")),
        *({"type": "copy", "form": form} | state | cell for form in ("tsv", "numpy", "latex", "json")),
        *({"type": "export", "form": form} | state for form in ("svg", "numpy", "latex")),
        {"type": "fill", "kind": "identity"} | state | cell,
        {"type": "judge", "exercise": 1, "answer": ""} | state,
    ]
    command = ["node", "--input-type=module", "-e", RECORD, (ROOT / "site/engine/python.js").as_uri(), str(whole),
               json.dumps([request | {"id": 0} for request in requests])]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise BuildError(f"Python does not start in node, so what it imports is not known:\n{result.stderr[-2000:]}")
    archive = f"/lib/python{PINS.pyodide.tag}.zip/"
    recorded = {path.removeprefix(archive) for path in result.stdout.split() if path.startswith(archive)}
    say("modules", f"{len(recorded)} travel first: what start-up and the figure import")
    assert not PUT_OFF & {_module_name(path) for path in recorded}
    return recorded


def compress(folder):
    """What is large lies there compressed, whatever hosts and proxies do on the way; rest.zip is so already.

    The interpreter lies there as it is, too: from a host that compresses it by itself, worker.js takes that one.
    """
    for name in (INTERPRETER, "python_stdlib.zip", "numpy_core.so"):
        (folder / f"{name}.gzipped").write_bytes(gzip.compress((folder / name).read_bytes(), 9, mtime=0))
        if name != INTERPRETER:
            (folder / name).unlink()


def _module_name(path):
    """numpy/_core/x.cpython-313.so -> numpy._core.x; json/__init__.pyc -> json."""
    parent, _, name = path.rpartition("/")
    return ".".join([*parent.split("/"), name.split(".")[0]]).strip(".").removesuffix(".__init__")
