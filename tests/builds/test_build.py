"""The build: where the wheel comes from, what is refused, the same bytes from the same inputs; the server; budgets."""

import gzip
import hashlib
import io
import json
import pathlib
import re
import urllib.request
import zipfile
from dataclasses import replace

import pytest

import build
from building import npm_packages, numpy_wheel, static_host
from building.folders import PYODIDE, ROOT
from building.locales import LOCALES, pages_of
from building.messages import BuildError
from building.numpy_wheel import fetch_numpy
from building.runtime import NUMPY_LEFT_OUT, make_runtime

WHEEL = b"the right bytes"


@pytest.fixture
def sources(monkeypatch):
    """Replace network and hash.

    sources["cdn"] and ["carrier"] are bytes or an exception; ["asked"] lists what was asked.
    """
    given = {"cdn": OSError("closed"), "carrier": OSError("closed"), "asked": []}

    def source(name):
        def read(*_):
            given["asked"].append(name)
            if isinstance(given[name], Exception):
                raise given[name]
            return given[name]
        return read

    monkeypatch.setattr(numpy_wheel, "NUMPY", replace(numpy_wheel.NUMPY, sha256=hashlib.sha256(WHEEL).hexdigest()))
    monkeypatch.setattr(numpy_wheel, "_download", source("cdn"))
    monkeypatch.setattr(numpy_wheel, "_read_from_carrier", source("carrier"))
    return given


def test_a_warm_cache_asks_nobody(sources, tmp_path):
    (tmp_path / numpy_wheel.NUMPY.wheel).write_bytes(WHEEL)
    assert fetch_numpy(cache=tmp_path).read_bytes() == WHEEL
    assert sources["asked"] == []


def test_the_cdn_comes_first_and_fills_the_cache(sources, tmp_path):
    sources["cdn"] = WHEEL
    assert fetch_numpy(cache=tmp_path / "new").read_bytes() == WHEEL
    assert sources["asked"] == ["cdn"]
    assert [path.name for path in (tmp_path / "new").iterdir()] == [numpy_wheel.NUMPY.wheel]  # no partial file is left


def test_without_the_cdn_the_registry_s_wheel_serves(sources, tmp_path):
    sources["carrier"] = WHEEL
    assert fetch_numpy(cache=tmp_path).read_bytes() == WHEEL
    assert sources["asked"] == ["cdn", "carrier"]


@pytest.mark.parametrize("bad", [WHEEL[:5], b"", b"other bytes"])
def test_a_truncated_or_wrong_file_in_the_cache_is_fetched_again(sources, tmp_path, bad):
    (tmp_path / numpy_wheel.NUMPY.wheel).write_bytes(bad)
    sources["cdn"] = WHEEL
    assert fetch_numpy(cache=tmp_path).read_bytes() == WHEEL


def test_wrong_bytes_from_the_cdn_are_refused_and_the_next_source_is_tried(sources, tmp_path, capsys):
    sources["cdn"], sources["carrier"] = WHEEL[:5], WHEEL
    assert fetch_numpy(cache=tmp_path).read_bytes() == WHEEL
    assert "refused from the CDN" in capsys.readouterr().out


def test_a_named_file_is_the_only_source(sources, tmp_path):
    (tmp_path / "mine.whl").write_bytes(WHEEL)
    assert fetch_numpy(tmp_path / "mine.whl", cache=tmp_path / "c").read_bytes() == WHEEL
    (tmp_path / "mine.whl").write_bytes(b"no")
    with pytest.raises(BuildError, match="mine.whl.*refused"):
        fetch_numpy(tmp_path / "mine.whl", cache=tmp_path / "d")
    assert sources["asked"] == []


def test_with_no_source_the_error_names_every_try_and_what_to_do(sources, tmp_path):
    with pytest.raises(BuildError) as error:
        fetch_numpy(cache=tmp_path)
    for part in [
        "the cache: not there",
        "the CDN: OSError: closed",
        "open-webui==0.10.0 on PyPI: OSError: closed",
        "NUMPY_WHEEL=",
    ]:
        assert part in str(error.value)
    assert list(tmp_path.iterdir()) == []


def files(folder):
    """{path: hash}, so that a difference names its file."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_same_inputs_give_the_same_bytes(dist, tmp_path):
    runtime = make_runtime(fetch_numpy(), tmp_path / "work")
    versioned = next(dist.glob("v-*"))
    assert files(runtime) == files(versioned / "runtime")
    build.build(tmp_path / "dist")
    assert files(tmp_path / "dist") == files(dist)


def test_everything_that_changes_with_a_version_lies_under_one_hashed_folder(dist):
    (versioned,) = dist.glob("v-*")
    outside = sorted(name for name in files(dist) if not name.startswith(versioned.name))
    assert outside == sorted(
        [
            "index.html",
            "en/index.html",
            "embed.html",
            "en/embed.html",
            "embed.js",
            "sw.js",
            "start.py",
            "static_host.py",
            "dist.zip",
            "card.png",
            "LICENSE.txt",
            "LICENSE-figure-and-prose.txt",
            "code/part-iv/README.md",
            "code/part-iv/run.py",
            *(f"code/part-iv/qkv/{path.name}" for path in (ROOT / "py/qkv").glob("*.py")),
            "data/part-iv/attention.json",
            "data/part-iv/numpy-run.json",
        ]
    )


def test_site_is_copied_byte_for_byte(dist):
    (versioned,) = dist.glob("v-*")
    for path in (ROOT / "site").rglob("*"):
        name = path.relative_to(ROOT / "site")
        if path.is_file() and "__pycache__" not in name.parts:
            copy = (
                dist / name.relative_to("root")
                if name.parts[0] == "root"
                else (dist if name.parts[0] == "data" else versioned) / name
            )
            assert copy.read_bytes() == path.read_bytes()


def packed(runtime, name):
    return gzip.decompress((runtime / f"{name}.gzipped").read_bytes())


def test_the_runtime_is_byte_code_and_every_module_is_in_one_of_its_two_archives(dist):
    (runtime,) = dist.glob("v-*/runtime")
    assert json.loads((runtime / "pyodide-lock.json").read_text())["packages"] == {}
    first = zipfile.ZipFile(io.BytesIO(packed(runtime, "python_stdlib.zip")))
    rest = zipfile.ZipFile(runtime / "rest.zip")
    there, left = set(first.namelist()), set(rest.namelist())
    assert not there & left and not [name for name in there | left if name.endswith(".py")]
    assert {"qkv/bridge.pyc", "run.pyc", "numpy/__init__.pyc", "on_demand.pyc", "json/decoder.pyc"} <= there
    assert {"csv.pyc", "numpy/fft/__init__.pyc", "numpy/random/__init__.pyc"} <= left
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as stock, zipfile.ZipFile(fetch_numpy()) as numpy:
        wanted = {f"{name}c" for name in stock.namelist() if name.endswith(".py")}
        wanted |= {
            f"{name}c"
            for name in numpy.namelist()
            if name.endswith(".py") and "/tests/" not in name and not name.startswith(NUMPY_LEFT_OUT)
        }
    assert wanted <= there | left
    assert packed(runtime, "pyodide.asm.wasm") == (PYODIDE / "pyodide.asm.wasm").read_bytes()


def test_what_start_up_imports_was_found_by_running_it(dist):
    """Neither more nor less: a module that nothing imports does not travel first."""
    (runtime,) = dist.glob("v-*/runtime")
    first = set(zipfile.ZipFile(io.BytesIO(packed(runtime, "python_stdlib.zip"))).namelist())
    listed = packed_list(runtime)
    assert (
        not {"xml/sax/saxutils.pyc", "urllib/request.pyc", "unittest/mock.pyc", "pydoc.pyc", "numpy/ma/core.pyc"}
        & first
    )
    assert "numpy.linalg._umath_linalg" in listed and "numpy._core._multiarray_umath" in listed and "csv" in listed
    assert len(first) <= 245  # the budget of modules


def packed_list(runtime):
    return zipfile.ZipFile(io.BytesIO(packed(runtime, "python_stdlib.zip"))).read("on_demand.txt").decode().split()


def test_python_s_budget(dist):
    """Bytes to ready, as a host with gzip sends them: at most 5.5 MB, nearly all of that without the host's help."""
    (runtime,) = dist.glob("v-*/runtime")
    files = [path for path in runtime.iterdir() if path.name not in ("rest.zip", "pyodide.asm.wasm")]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= 5_500_000
    assert sum(path.stat().st_size for path in files if path.suffix == ".gzipped") <= 5_200_000
    assert (
        packed(runtime, "pyodide.asm.wasm") == (runtime / "pyodide.asm.wasm").read_bytes()
    )  # the same in both forms: one of them travels


def test_pages_hold_no_absolute_address_but_licences_and_no_inline_script_or_style(dist):
    for page in [page for pages in pages_of().values() for page in pages.values()]:
        html = re.sub(
            r'<a href="https://(arxiv|numpy)\.org/[^"]*" rel="external">', "", (dist / page).read_text()
        )  # the references
        assert not re.findall(r'(?:src|href)="(?:https?:)?/[^"]*"', html)
        assert not re.findall(r"<style|\sstyle=|\son\w+=", html)
        assert re.findall(r"<script(?![^>]*(?:src=|application/json))", html) == []


def test_no_word_is_a_method_of_python_s(dist):
    """words.x.keys is a method of a dict, not a word: Jinja would print it, at another address in every build."""
    for page in [page for pages in pages_of().values() for page in pages.values()]:
        assert "built-in method" not in (dist / page).read_text()


def test_page_budget(dist):
    """What travels before Python: HTML, CSS and JS at most 85 KB as a host with gzip sends them; for an embed, 55 KB.

    All numbers of example 15.1 are on the screen with the HTML, the style and one script: 50 KB.
    """
    def sent(page):
        html = (dist / page).read_text()
        assets = set(re.findall(r'(?:src|href)="([^"]+\.(?:js|css))"', html))
        paths = [dist / page, *((dist / page).parent / name for name in assets)]
        return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)

    (versioned,) = dist.glob("v-*")
    for page in LOCALES.values():
        assert sent(page) <= 85 * 1024
        first = [dist / page, *(versioned / "style").glob("*.css"), versioned / "plain.js"]
        assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in first) <= 50 * 1024
    for page in pages_of()["embed.html.j2"].values():
        assert sent(page) <= 55 * 1024


def test_committed_files_name_no_registry_and_no_machine():
    known = "github|opencollective|tidelift|patreon|paulmillr"
    for name in ["requirements-build.txt", "requirements-test.txt", "package-lock.json", "Makefile", "pyproject.toml"]:
        text = (ROOT / name).read_text()
        assert not re.search(r'--(?:extra-)?index-url|"resolved"|/home/', text), name
        assert not re.search(rf"//(?!(?:www\.)?(?:{known})\.com)[a-z.-]*(?:npm|pypi|pythonhosted|registry)", text), name
        assert str(pathlib.Path.home()) not in text, name
    for name in ["requirements-build.txt", "requirements-test.txt"]:
        blocks = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())
        assert all("--hash=sha256:" in block and "==" in block for block in blocks)


@pytest.mark.parametrize("path, kind", [
    ("", "text/html"), ("code/part-iv/run.py", "text/x-python"), ("data/part-iv/attention.json", "application/json"),
    ("v/runtime/pyodide.mjs", "text/javascript"), ("v/style/figure.css", "text/css"),
])
def test_the_server_sends_the_documented_headers(dist, site, path, kind):
    (versioned,) = dist.glob("v-*")
    address = site + re.sub(r"^v/", f"{versioned.name}/", path)
    with urllib.request.urlopen(address) as response:
        assert response.headers.get_content_type() == kind
        for name, value in static_host.HEADERS.items():
            assert response.headers[name] == value
        assert ("immutable" in response.headers["Cache-Control"]) == path.startswith("v/")


def test_a_taken_port_says_what_to_do(tmp_path):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SystemExit, match="PORT="):
            static_host.serve(tmp_path, taken.getsockname()[1])


def test_a_missing_interpreter_says_what_to_do(tmp_path):
    with pytest.raises(BuildError, match="npm ci"):
        npm_packages.check_packages(tmp_path)
