"""Without a network: the service worker, dist.zip with its start script, the page as a file; and what can be taken along."""

import ast
import json
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from xml.etree import ElementTree

import numpy as np
import pytest
from playwright.sync_api import expect

import build
from qkv import examples
from tests.helpers.page import Companion
from tests.reference import COMPUTED, GIVEN, MATRICES, SHOWN, attend

START = 60_000


@pytest.fixture
def copied(dist, serve, tmp_path):
    """(address, folder): a copy of the site that may be changed."""
    folder = tmp_path / "site"
    shutil.copytree(dist, folder)
    return serve(folder), folder


def kept(page):
    expect(page.locator("#offline-said")).to_contain_text(re.compile("已存在这台设备上|已更新到版本"), timeout=START)


def first_visit(cold, site):
    """A page that has been kept on the device."""
    page = cold(at=site)
    page.ready()
    kept(page)
    return page


def caches_of(page):
    return page.tab.evaluate("caches.keys()")


class Uncompressing(build.Handler):
    """A host that sends every file as it lies there."""

    def send_head(self):
        del self.headers["Accept-Encoding"]
        return super().send_head()


def renew(folder):
    """A new build: another folder, pages that name it, nothing left of the old one. Returns the old folder and the new one."""
    (old,) = folder.glob("v-*")
    new = folder / "v-anewbuild000"
    old.rename(new)
    for path in [*folder.rglob("*.html"), new / "files.json"]:
        path.write_text(path.read_text().replace(old.name, new.name).replace(old.name.removeprefix("v-"), new.name.removeprefix("v-")))
    return old, new


def test_a_second_visit_without_network_works_completely(cold, copied):
    site, _ = copied
    page = first_visit(cold, site)
    page.tab.context.set_offline(True)
    page.tab.reload()
    page.ready()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
    page.settled()
    page.agrees_with_oracle()
    page.locator(".language").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.ready()
    assert page.tab.evaluate("fetch('../data/part-iv/attention.json').then(response => response.ok)")
    for path in ["embed.html?view=compact&start=idle", "en/embed.html?lang=en"]:
        assert page.tab.goto(site + path).ok


@pytest.mark.parametrize("handler, came_as", [(build.Handler, "pyodide.asm.wasm"), (Uncompressing, "pyodide.asm.wasm.gzipped")])
def test_the_interpreter_travels_compressed_by_the_host_or_by_the_build_and_is_kept_as_it_came(cold, dist, serve, handler, came_as):
    page = first_visit(cold, serve(dist, handler))
    kept_files = page.tab.evaluate("""async () => {
        const [name] = await caches.keys();
        return (await (await caches.open(name)).keys()).map(({ url }) => url.split("/").at(-1)).filter((file) => file.includes("asm.wasm"));
    }""")
    assert kept_files == [came_as]
    page.tab.context.set_offline(True)
    for _ in range(2):
        page.tab.reload()
        page.ready()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")


def test_a_new_build_replaces_the_old_one_at_the_next_visit_and_says_so(cold, copied):
    site, folder = copied
    page = first_visit(cold, site)
    old, new = renew(folder)
    asked = []
    page.tab.context.on("request", lambda request: asked.append(request.url))
    page.tab.goto("about:blank")
    page.tab.goto(site)
    page.ready()
    expect(page.locator("#offline-said")).to_have_text("已更新到版本 anewbuild000；旧的已删除。", timeout=START)
    expect(page.locator("#engine-text")).to_contain_text("anewbuild000")
    assert [name.split()[-1] for name in caches_of(page)] == [new.name]
    assert not [url for url in asked if old.name in url]  # never a mixed version
    page.tab.context.set_offline(True)
    page.tab.reload()
    page.ready()
    expect(page.locator("#engine-text")).to_contain_text("anewbuild000")


def test_a_browser_that_forgets_to_replace_the_old_build_is_asked_again(cold, copied):
    site, folder = copied
    page = first_visit(cold, site)
    renew(folder)
    worker = folder / "sw.js"
    worker.write_text(worker.read_text().replace("  await self.skipWaiting();\n", ""))
    page.tab.goto(site)
    page.ready()
    expect(page.locator("#offline-said")).to_have_text("已更新到版本 anewbuild000；旧的已删除。", timeout=START)


def test_while_the_network_is_gone_the_old_build_stays_whole(cold, copied):
    site, folder = copied
    page = first_visit(cold, site)
    page.tab.context.set_offline(True)
    shutil.rmtree(folder / next(folder.glob("v-*")).name)
    page.tab.goto("about:blank")
    page.tab.goto(site)
    page.ready()
    assert page.read() == SHOWN


def test_a_button_removes_it_and_it_stays_removed(cold, copied):
    site, _ = copied
    page = first_visit(cold, site)
    button = page.locator('[data-action="offline"]')
    button.click()
    expect(page.locator("#offline-said")).to_contain_text("已从这台设备删除")
    assert caches_of(page) == [] and page.tab.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
    page.tab.reload()
    page.ready()
    expect(button).to_have_text("存到设备上")
    assert page.tab.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
    button.click()
    kept(page)
    button.click()
    expect(page.locator("#offline-said")).to_contain_text("已从这台设备删除")
    button.click()  # in the same visit: the worker is still there, what it kept is not
    kept(page)
    page.tab.context.set_offline(True)
    page.tab.reload()
    page.ready()


def test_where_it_fails_the_page_works_without(cold, copied):
    site, folder = copied
    (folder / "sw.js").unlink()
    page = cold(at=site, prepare=lambda tab: tab.add_init_script("navigator.serviceWorker.register = () => Promise.reject(new Error('refused'))"))
    page.ready()
    expect(page.locator('[data-action="offline"]')).to_have_text("存到设备上")
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")


def test_the_list_of_files_is_what_the_build_made(dist):
    (versioned,) = dist.glob("v-*")
    files = json.loads((versioned / "files.json").read_text())
    assert len(files) == len(set(files))
    for name in files:
        assert (dist / name / "index.html" if name.endswith("/") else dist / name).exists(), name
    runtime = {path.name for path in (versioned / "runtime").iterdir()}
    left = runtime - {name.split("/")[-1] for name in files}
    assert left == {"rest.zip", "pyodide.asm.wasm", "pyodide.asm.wasm.gzipped"}  # what nothing asks for, and what the page names


# dist.zip


def test_the_zip_holds_the_site_and_starts_with_python_alone(dist, tmp_path, browser):
    with zipfile.ZipFile(dist / "dist.zip") as archive:
        archive.extractall(tmp_path)
    unpacked = tmp_path / "qkv-flow"
    for path in dist.rglob("*"):
        if path.is_file() and path.name != "dist.zip" and "__pycache__" not in path.parts:
            assert (unpacked / path.relative_to(dist)).read_bytes() == path.read_bytes()
    # -I -S: no environment, no packages
    server = subprocess.Popen([sys.executable, "-I", "-S", "start.py", "--port", "0", "--no-browser"], cwd=unpacked, stdout=subprocess.PIPE, text=True)
    try:
        site = server.stdout.readline().strip()
        with urllib.request.urlopen(site) as response:
            assert response.headers["Content-Security-Policy"] == build.HEADERS["Content-Security-Policy"]
        tab = browser.new_context().new_page()
        tab.goto(site)
        page = Companion(tab, site)
        page.ready()
        page.type("X", 0, 0, "2")
        expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
        tab.context.close()
    finally:
        server.terminate()
        server.communicate()


def test_the_start_script_says_when_its_port_is_taken(dist, site):
    port = site.rstrip("/").rsplit(":", 1)[1]
    result = subprocess.run([sys.executable, "start.py", "--port", port, "--no-browser"], cwd=dist, capture_output=True, text=True)
    assert result.returncode == 1 and "--port 8016" in result.stderr and "Traceback" not in result.stderr


@pytest.mark.parametrize("name", ["index.html", "en/index.html", "embed.html"])
def test_as_a_file_everything_reads_and_says_what_to_do(browser, dist, name):
    tab = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    tab.goto((dist / name).as_uri())
    expect(tab.locator("#as-file")).to_contain_text("start.py")
    assert Companion(tab, "").read() == SHOWN
    assert tab.locator("button:visible").count() == 0
    if name != "embed.html":
        expect(tab.locator("[data-guide]:visible")).to_have_count(9)
    tab.context.close()


# Taking things along


def exported(page, form):
    with page.tab.expect_download() as download:
        page.locator(f'[data-export="{form}"]').click()
    return download.value.path().read_bytes()


def edit(page):
    page.type("X", 0, 0, "√2")
    page.type("A", 1, 2, "1/3")
    page.settled()
    return page.read("data-value")


def test_the_state_as_json_is_what_stands_in_the_figure(page):
    edit(page)
    state = json.loads(exported(page, "json"))
    assert state["cells"]["X"][0] == ["√2", "0"] and state["pins"] == [["A", 1, 2, "1/3"]]


def test_all_matrices_as_numpy_run_and_hold_every_bit(page):
    values = edit(page)
    source = exported(page, "numpy").decode()
    scope = {}
    exec(compile(ast.parse(source), "matrices.py", "exec"), scope)
    for name in MATRICES:
        assert (scope[name] == np.array([[float(cell) for cell in row] for row in values[name]])).all(), name


def test_all_matrices_as_latex(page):
    values = edit(page)
    source = exported(page, "latex").decode()
    blocks = re.findall(r"\\\[\n(\S+) = \\begin\{bmatrix\}\n(.*?)\n\\end\{bmatrix\}\n\\\]", source, re.DOTALL)
    assert [name for name, _ in blocks] == MATRICES
    assert {name: [row.split(" & ") for row in body.split(" \\\\\n")] for name, body in blocks} == values


def test_the_figure_as_svg_shows_every_number_label_and_name(page):
    edit(page)
    root = ElementTree.fromstring(exported(page, "svg"))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    shown = page.read()
    for name in MATRICES:
        assert any(text.startswith(f"{name} [") for text in texts)
    for text in {cell for rows in shown.values() for row in rows for cell in row}:
        assert text in texts, text
    assert texts.count("red") == 11  # a row of X Q K V D S A O, a column of D S A
    assert any("CC BY-SA 4.0" in text for text in texts)


def test_the_figure_as_png_is_a_picture_of_the_svg_s_size(page):
    svg = ElementTree.fromstring(exported(page, "svg"))
    png = exported(page, "png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    assert (width, height) == (2 * int(svg.get("width")), 2 * int(svg.get("height")))
    assert len(png) > 10_000


def test_numpy_arrays_are_floats_so_that_what_is_put_in_stays_whole(ask):
    state = examples.PRESETS["example-15.1"] | {"pins": [["Q", 0, 0, "-0"]]}
    scope = {}
    exec(ask(type="export", state=state, form="numpy")["text"], scope)
    assert all(scope[name].dtype == np.float64 for name in MATRICES) and np.signbit(scope["Q"][0, 0])
    assert "np.array([\n  [1.0, 0.0]," in ask(type="copy", state=state, matrix="X", form="numpy")["text"]


def test_latex_writes_powers_of_ten(ask):
    state = examples.PRESETS["example-15.1"] | {"pins": [["Q", 0, 0, "-1e-300"], ["Q", 0, 1, "2e22"]]}
    text = ask(type="export", state=state, form="latex")["text"]
    assert "-1 \\times 10^{-300}" in text and "2 \\times 10^{22}" in text


@pytest.mark.parametrize("token", ["a\x01b", "\ufffe", "\ud800", '<b>&"\'', "]]>", "😀", "", "自注意力机制的例子", "transformer-based-model"])
def test_odd_labels_make_a_sound_drawing(ask, token):
    state = examples.PRESETS["example-15.1"] | {"tokens": [token, "key", "."]}
    reply = ask(type="export", state=state, form="svg")
    ElementTree.fromstring(reply["text"].encode())
    row_labels = [text for text in reply["drawing"]["texts"] if text["anchor"] == "end"]
    assert all(11 * len(text["text"]) <= 2 * text["x"] for text in row_labels)


@pytest.mark.parametrize("preset", examples.PRESETS)
@pytest.mark.parametrize("form", ["svg", "numpy", "latex"])
def test_every_preset_can_be_taken_along(ask, preset, form):
    state = examples.PRESETS[preset]
    reply = ask(type="export", state=state, form=form)
    assert reply["type"] == "exported"
    if form == "numpy":
        scope = {}
        exec(reply["text"], scope)
        names = [*GIVEN, *COMPUTED, *(["X_src"] if preset == "cross" else [])]
        assert all(name in scope for name in names)
        if preset == "causal":
            assert scope["S"][0, 1] == -np.inf
        if preset == "scores-near-1000":
            assert np.isnan(scope["A"][0, 0])
    if form == "svg":
        root = ElementTree.fromstring(reply["text"])
        width, height = int(root.get("width")), int(root.get("height"))
        for element in root:
            assert 0 <= float(element.get("x")) <= width and 0 <= float(element.get("y")) <= height


A4 = {"width": 718, "height": 1047}  # 210 × 297 mm less 10 mm on every side, at 96 dpi


@pytest.mark.parametrize("preset, size", [("example-15.1", None), ("exercise-4", None), ("cross", None), ("example-15.1", 16)])
def test_the_print_view_has_every_matrix_on_a4(warm, site, watch, preset, size):
    tab = watch(warm.new_page(), site)
    tab.goto(f"{site}#preset={preset}")
    page = Companion(tab, site)
    page.ready()
    for axis in ("T", "d_in", "d_k", "d_v") if size else ():
        page.locator(f'[data-size="{axis}"]').fill(str(size))
        page.locator(f'[data-size="{axis}"]').press("Enter")
    page.settled()
    tab.set_viewport_size(A4)
    tab.emulate_media(media="print")
    for matrix in page.locator("[data-matrix]").all():
        expect(matrix).to_be_visible()
        box = matrix.locator("table").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= A4["width"] and box["height"] <= A4["height"], matrix.get_attribute("data-matrix")
    assert tab.evaluate("document.documentElement.scrollWidth") <= A4["width"]
    expect(page.locator("button:visible")).to_have_count(0)
    tab.close()


def test_v1_links_of_earlier_builds_open_for_ever(warm, site, watch):
    """tests/links-v1.json: never edit an entry, only add."""
    fixtures = json.loads((build.ROOT / "tests/links-v1.json").read_text())
    assert len(fixtures) >= 4
    for fixture in fixtures:
        tab = watch(warm.new_page(), site)
        tab.goto(site + fixture["link"])
        page = Companion(tab, site)
        page.ready()
        page.settled()
        expected = fixture["expected"]
        values = page.read("data-value")
        for name, rows in expected["given"].items():
            assert page.read()[name] == rows, name
        exact = attend({name: values[name] for name in expected["given"]}, page.pins(), expected.get("causal", False))
        for found_row, true_row in zip(values["O"], exact["O"], strict=True):
            for found, true in zip(found_row, true_row, strict=True):
                assert abs(float(found) - float(true)) <= 1e-9
        assert sorted([*pin[:3]] for pin in page.pins()) == sorted(expected["pins"])
        assert page.locator("#figure").get_attribute("data-followed") == str(expected["followed"])
        assert page.locator("#figure").get_attribute("data-view") == expected["view"]
        assert page.matrix("X").locator("tbody th").all_inner_texts() == expected["tokens"]
        tab.close()
