"""Python starts: what is said meanwhile, what a reader may do meanwhile, which worker it runs in."""

import re

from playwright.sync_api import expect

from building import static_host
from tests.helpers.page import START, Companion, baked_data, held_up, keeps_nothing
from tests.helpers.servers import of_the_runtime


def test_python_s_versions_and_the_build_are_shown(page, dist):
    text = page.locator("#engine-text").inner_text()
    build_id = baked_data((dist / "index.html").read_text())["build"]
    for part in ["Pyodide 0.29.5", "Python 3.13.2", "NumPy 2.2.5", build_id]:
        assert part in text


def test_loading_is_announced_with_stage_bytes_and_a_bar(cold, troubled):
    page, trouble = held_up(cold, troubled, "pyodide.asm.wasm.gzipped")
    expect(page.locator("#engine-text")).to_have_attribute("role", "status")
    bar = page.locator("#engine-progress")
    expect(bar).to_be_visible()
    expect(page.locator("#engine-text")).to_contain_text(re.compile(r"[1-9]\.\d / 6\.\d MB"))
    assert 0 < bar.evaluate("bar => bar.value") < 1
    trouble.free.set()
    page.ready()
    expect(bar).to_be_hidden()


def test_edits_made_while_python_loads_are_kept_and_computed(cold, troubled):
    page, trouble = held_up(cold, troubled, "pyodide.asm.wasm.gzipped")
    page.type("X", 0, 0, "2")
    page.type("W_K", 1, 1, "1/3")
    assert page.cell("X", 0, 0).input_value() == "2"
    expect(page.matrix("D")).to_have_attribute("data-status", "stale")
    trouble.free.set()
    page.ready()
    page.settled()
    assert page.read()["X"][0] == ["2", "0"] and page.read()["W_K"][1] == ["0", "1/3"]
    page.agrees_with_oracle()


def test_save_data_starts_nothing_before_an_edit(cold, counted):
    def saves(tab):
        tab.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    site, asked = counted
    page = cold(at=site, prepare=saves)
    page.cell("X", 0, 0).click()
    page.locator('[data-follow="1"]').click()
    expect(page.locator("#figure")).to_have_attribute("data-followed", "1")
    page.engine("baked")
    assert of_the_runtime(asked) == []
    page.type("X", 0, 0, "2")
    page.ready()
    expect(page.cell("D", 0, 0)).to_have_value("4")


def test_without_shared_workers_a_worker_serves(cold):
    page = cold(prepare=lambda tab: tab.add_init_script("delete globalThis.SharedWorker"))
    page.ready()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_value("4")


def test_two_pages_share_one_python(cold, counted, watch):
    site, asked = counted
    pages = [cold(at=site, prepare=keeps_nothing)]
    pages[0].ready()
    pages.append(Companion(watch(pages[0].tab.context.new_page(), site), site))
    pages[1].tab.goto(site)
    pages[1].ready()
    for page, text, square in zip(pages, "23", "49", strict=True):
        page.type("X", 0, 0, text)
        expect(page.cell("D", 0, 0)).to_have_value(square)
    assert len(of_the_runtime(asked, ".asm.wasm")) == 1


def test_the_page_works_under_any_sub_path(dist, serve, browser, tmp_path):
    (tmp_path / "books").mkdir()
    (tmp_path / "books/ch15").symlink_to(dist)
    context = browser.new_context()
    tab = context.new_page()
    foreign = []
    base = serve(tmp_path)
    tab.on(
        "request", lambda request: None if request.url.startswith(base + "books/ch15/") else foreign.append(request.url)
    )
    tab.goto(base + "books/ch15/en/")
    expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=START)
    assert foreign == []
    context.close()


def test_a_strict_policy_is_what_the_server_sends():
    assert (
        static_host.HEADERS["Content-Security-Policy"]
        == "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' data:"
    )
