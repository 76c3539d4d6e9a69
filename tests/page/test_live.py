"""The page with Python in it: the engine's states, and editing what is given."""

import re

import pytest
from playwright.sync_api import expect

import build
from tests.helpers.page import Companion, baked_data
from tests.reference import GIVEN, MATRICES, SHOWN
from tests.python.test_flow import DOWNSTREAM


def test_baked_equals_live(page):
    before = page.read("data-value")
    assert page.read() == SHOWN
    page.type("X", 0, 0, "3")
    expect(page.cell("D", 0, 0)).to_have_value("9")
    page.type("X", 0, 0, "1")
    expect(page.cell("D", 0, 0)).to_have_value("1")
    page.settled()
    assert page.read() == SHOWN
    for name in MATRICES:
        for baked, live in zip(sum(before[name], []), sum(page.read("data-value")[name], []), strict=True):
            assert abs(float(baked) - float(live)) <= 1e-12, name
    page.agrees_with_oracle()


def test_the_live_page_keeps_labels_and_axes(page):
    page.type("X", 1, 1, "2")
    page.settled()
    assert page.cell("A", 1, 2).get_attribute("aria-label").startswith("A，接收位置 2 key，来源位置 3 .，")
    assert page.cell("A", 1, 2).get_attribute("aria-label").endswith(page.cell("A", 1, 2).input_value())
    assert page.matrix("K").locator("tbody th").all_inner_texts() == ["red", "key", "."]


@pytest.mark.parametrize("name", GIVEN)
def test_an_edit_changes_exactly_what_is_downstream(page, name):
    before = page.read("data-value")
    page.type(name, 0, 0, "2.5")
    page.type(name, 1, 1, "-3")
    expect(page.cell(name, 1, 1)).to_have_attribute("data-value", "-3")
    page.settled()
    after = page.read("data-value")
    changed = {matrix for matrix in MATRICES if after[matrix] != before[matrix]}
    assert changed == {name, *DOWNSTREAM[name].split()}
    assert {matrix for matrix, value in page.attributes("data-changed").items() if value == "yes"} == changed
    page.agrees_with_oracle()


def test_python_s_versions_and_the_build_are_shown(page, dist):
    text = page.locator("#engine-text").inner_text()
    build_id = baked_data((dist / "index.html").read_text())["build"]
    for part in ["Pyodide 0.29.5", "Python 3.13.2", "NumPy 2.2.5", build_id]:
        assert part in text


def held_up(cold, troubled, file):
    """(page, Trouble): Python is loading and waits for that file until trouble.free is set."""
    site, trouble = troubled
    trouble.held = {file}
    page = cold(at=site)
    expect(page.locator("html")).to_have_attribute("data-engine", "loading")
    return page, trouble


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


FILES = ["pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm.gzipped", "python_stdlib.zip.gzipped", "numpy_core.so.gzipped", "pyodide-lock.json",
         "python.js", "worker.js"]


def fails_naming(browser, site, file):
    """A tab whose start of Python has failed and said which file was to blame."""
    tab = browser.new_context().new_page()
    tab.goto(site)
    expect(tab.locator("html")).to_have_attribute("data-engine", "failed", timeout=60_000)
    expect(tab.locator("#engine-text")).to_contain_text(file)
    return tab


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named_the_numbers_stay_and_retry_works(browser, troubled, file):
    site, trouble = troubled
    trouble.missing = {file}
    tab = fails_naming(browser, site, file)
    assert Companion(tab, site).read() == SHOWN
    trouble.missing = set()
    tab.locator('[data-action="retry"]').click()
    expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=60_000)
    tab.context.close()


@pytest.mark.parametrize("kind", ["damaged", "scrambled"])
@pytest.mark.parametrize("file", [name for name in FILES if name.endswith(".gzipped")])
def test_a_damaged_file_is_refused_by_name(browser, troubled, file, kind):
    """Cut short, or as long as it should be and not what it should be."""
    site, trouble = troubled
    setattr(trouble, kind, {file})
    fails_naming(browser, site, file).context.close()


@pytest.mark.parametrize("kind", ["cut short", "scrambled"])
def test_an_interpreter_that_a_host_compressed_and_a_line_damaged_is_refused_by_name(browser, dist, serve, kind):
    class Handler(build.Handler):
        def do_GET(self):
            if not self.path.endswith("/pyodide.asm.wasm"):
                return super().do_GET()
            content = (dist / f"{self.path.lstrip('/')}.gzipped").read_bytes()
            half = content[: len(content) // 2]
            self.packed = True
            self.send_response(200)
            self.send_header("Content-Type", "application/wasm")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.packed = False
            self.wfile.write(half if kind == "cut short" else half + half[: len(content) - len(half)].ljust(len(content) - len(half), b"x"))
            self.close_connection = True
            return None

    fails_naming(browser, serve(dist, Handler), "pyodide.asm.wasm 取不到").context.close()


def test_save_data_starts_nothing_before_an_edit(cold):
    def saves(tab):
        tab.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    page = cold(prepare=saves)
    page.cell("X", 0, 0).click()
    page.locator('[data-follow="1"]').click()
    expect(page.locator("#figure")).to_have_attribute("data-followed", "1")
    expect(page.locator("html")).to_have_attribute("data-engine", "baked")
    assert page.tab.evaluate("performance.getEntriesByType('resource').filter(e => e.name.includes('/runtime/')).length") == 0
    page.type("X", 0, 0, "2")
    page.ready()
    expect(page.cell("D", 0, 0)).to_have_value("4")


def test_without_shared_workers_a_worker_serves(cold):
    page = cold(prepare=lambda tab: tab.add_init_script("delete globalThis.SharedWorker"))
    page.ready()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_value("4")


def test_two_pages_share_one_python(warm, site, watch):
    tab = watch(warm.new_page(), site)
    tab.goto(site)
    expect(tab.locator("html")).to_have_attribute("data-engine", "ready")
    assert tab.evaluate("performance.getEntriesByType('resource').filter(e => e.name.includes('/runtime/')).length") == 0
    tab.close()


@pytest.mark.parametrize("key", ["Enter", "Tab", "ArrowDown"])
def test_keys_that_commit(page, key):
    page.type("X", 0, 0, "2", key)
    expect(page.cell("D", 0, 0)).to_have_value("4")
    assert page.focused() == {"Enter": ["X", 0, 0], "Tab": [None, None, None], "ArrowDown": ["X", 1, 0]}[key] or key == "Tab"


def test_leaving_a_cell_commits(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.type("2")
    page.cell("W_V", 0, 0).click()
    expect(page.cell("D", 0, 0)).to_have_value("4")


def test_escape_gives_the_old_value_back(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.type("77")
    assert page.cell("X", 0, 0).input_value() == "77"
    page.tab.keyboard.press("Escape")
    assert page.cell("X", 0, 0).input_value() == "1"
    page.cell("W_V", 0, 0).click()
    page.settled()
    assert page.read() == SHOWN
    expect(page.locator('[data-action="undo"]')).to_be_disabled()


def test_arrows_home_and_end_walk_the_grid_and_typing_replaces(page):
    page.cell("X", 0, 0).click()
    for key, place in [("ArrowRight", ["X", 0, 1]), ("ArrowDown", ["X", 1, 1]), ("ArrowDown", ["X", 2, 1]), ("ArrowDown", ["X", 2, 1]),
                       ("Home", ["X", 2, 0]), ("ArrowUp", ["X", 1, 0]), ("ArrowLeft", ["X", 1, 0]), ("End", ["X", 1, 1]),
                       ("Control+Home", ["X", 0, 0]), ("Control+End", ["X", 2, 1])]:
        page.tab.keyboard.press(key)
        assert page.focused() == place, key
    page.tab.keyboard.type("5")
    page.tab.keyboard.press("Enter")
    expect(page.cell("X", 2, 1)).to_have_attribute("data-value", "5")


def test_f2_edits_inside_the_text_where_arrows_move_the_caret(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.press("F2")
    page.tab.keyboard.type("5")
    page.tab.keyboard.press("ArrowLeft")
    page.tab.keyboard.type(".")
    page.tab.keyboard.press("Enter")
    expect(page.cell("X", 0, 0)).to_have_attribute("data-value", "1.5")


def test_one_tab_stop_per_matrix_in_the_order_of_the_flow(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.press("ArrowDown")
    seen = ["X"]
    for _ in range(40):
        page.tab.keyboard.press("Tab")
        matrix = page.focused()[0]
        if matrix and matrix != seen[-1]:
            assert matrix not in seen
            seen.append(matrix)
    assert seen == ["X", "W_Q", "Q", "W_K", "K", "W_V", "V", "D", "S", "A", "O"]
    page.cell("A", 0, 0).focus()
    page.tab.keyboard.press("Shift+Tab")
    assert page.focused()[0] == "S"


def test_cells_are_updated_in_place(page):
    page.tab.evaluate("window.kept = document.querySelector('[data-matrix=D] input')")
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_value("4")
    assert page.tab.evaluate("window.kept.isConnected && window.kept.value") == "4"
    assert page.focused() == ["X", 0, 0]


def test_a_caret_survives_an_answer(page):
    """Python answers an earlier edit while the reader is in the middle of another."""
    page.type("X", 0, 0, "2", key="ArrowDown")
    page.tab.keyboard.press("F2")
    page.tab.keyboard.type("12")
    page.tab.keyboard.press("ArrowLeft")
    expect(page.cell("D", 0, 0)).to_have_value("4")
    assert page.cell("X", 1, 0).evaluate("e => [e.value, e.selectionStart]") == ["012", 2]


@pytest.mark.parametrize("text, says", [("", "是空的"), ("x", "读不成数"), ("1,5", "带逗号"), ("1/0", "除以了零"), ("1e400", "双精度"), ("nan", "不是有限的数")])
def test_bad_text_is_marked_explained_and_kept(page, text, says):
    before = page.read("data-value")
    page.type("W_K", 0, 1, text)
    cell = page.cell("W_K", 0, 1)
    expect(cell).to_have_attribute("aria-invalid", "true")
    message = page.locator(f"#{cell.get_attribute('aria-describedby')}")
    expect(message).to_contain_text("W_K[1,2]")
    expect(message).to_contain_text(says)
    assert cell.input_value() == text
    assert page.read("data-value") == before
    statuses = page.statuses()
    assert statuses["W_K"] == "invalid"
    assert all(statuses[name] == "stale" for name in ["Q", "K", "V", "D", "S", "A", "O"])
    page.type("W_K", 0, 1, "1")
    page.settled()
    expect(cell).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#problems li")).to_have_count(0)
    assert page.read() == SHOWN


def test_several_bad_cells_are_all_reported_and_mended_one_by_one(page):
    page.type("X", 0, 0, "a")
    page.type("W_Q", 1, 1, "")
    page.type("A", 2, 2, "b")
    expect(page.locator("#problems li")).to_have_count(3)
    assert page.locator('[aria-invalid="true"]').count() == 3
    for remaining, place in [(2, ("X", 0, 0)), (1, ("W_Q", 1, 1))]:
        page.type(*place, "1")
        expect(page.locator("#problems li")).to_have_count(remaining)
    page.type("A", 2, 2, "0.5")
    page.settled()
    page.agrees_with_oracle()


def test_an_overflow_downstream_is_named_and_the_last_good_numbers_stay(page):
    page.type("W_Q", 0, 0, "1e200")
    page.settled()
    good = page.read("data-value")
    page.type("X", 0, 0, "1e200")
    expect(page.locator("#problems li").first).to_contain_text("Q[1,1]")
    assert page.read("data-value")["Q"] == good["Q"]
    expect(page.matrix("O")).to_have_attribute("data-status", "stale")


def test_latest_wins(page):
    """A burst of edits: one in flight, one pending, and the last one's numbers stand."""
    for n in range(2, 30):
        page.tab.evaluate("""n => { const e = document.querySelector('[data-matrix=X] input'); e.focus(); e.value = n;
            e.dispatchEvent(new Event('input', {bubbles: true})); e.blur(); }""", n)
    expect(page.cell("D", 0, 0)).to_have_value("841")
    page.settled()
    page.agrees_with_oracle()


@pytest.mark.parametrize("row", [0, 1, 2])
def test_a_followed_row_is_lit_through_the_flow_with_its_steps(page, row):
    page.locator(f'[data-follow="{row}"]').click()
    expect(page.locator("#figure")).to_have_attribute("data-followed", str(row))
    expect(page.locator(f'[data-follow="{row}"]')).to_have_attribute("aria-pressed", "true")
    for name in ["Q", "D", "S", "A", "O"]:
        assert page.matrix(name).locator("tr.followed").all_inner_texts() and page.matrix(name).locator("tr.followed").get_attribute("data-row") == str(row)
    for name in ["K", "V", "X"]:
        assert page.matrix(name).locator("tr.followed").count() == 0
    expect(page.locator('[data-step="D"] li').first).to_contain_text(f"D[{row + 1},1] = ")
    shown = page.read()
    expect(page.locator('[data-step="output"]')).to_have_text(f"[{', '.join(shown['O'][row])}]")
    page.type("X", row, 0, "4")
    expect(page.locator('[data-step="query"]')).to_have_text(f"[4, {shown['X'][row][1]}]")


def test_steps_are_the_tests_own_numbers(page):
    page.locator('[data-follow="1"]').click()
    assert page.locator('[data-step="D"] li').all_inner_texts() == ["D[2,1] = 0·1 + 1·1 = 1", "D[2,2] = 0·0 + 1·1 = 1", "D[2,3] = 0·1 + 1·2 = 2"]
    expect(page.locator('[data-step="divisor"]')).to_have_text("2.028115 + 2.028115 + 4.113250 ≈ 8.169480")
    expect(page.locator('[data-step="O"] li').first).to_have_text("O[2,1] = 0.248255·1 + 0.248255·1 + 0.503490·2 ≈ 1.503490")


def test_the_page_works_under_any_sub_path(dist, serve, browser, tmp_path):
    (tmp_path / "books").mkdir()
    (tmp_path / "books/ch15").symlink_to(dist)
    context = browser.new_context()
    tab = context.new_page()
    foreign = []
    base = serve(tmp_path)
    tab.on("request", lambda request: None if request.url.startswith(base + "books/ch15/") else foreign.append(request.url))
    tab.goto(base + "books/ch15/en/")
    expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=60_000)
    assert foreign == []
    context.close()


def test_nothing_moves_when_python_takes_over(cold):
    page = cold(prepare=lambda tab: tab.add_init_script("""
        window.shifts = 0;
        new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifts += entry.value; }).observe({type: 'layout-shift', buffered: true});
    """))
    page.ready()
    assert page.tab.evaluate("window.shifts") < 0.001


def test_a_strict_policy_is_what_the_server_sends():
    assert build.HEADERS["Content-Security-Policy"] == "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' data:"


UNTOUCHED = """names => {
  globalThis.touched = [];
  const watch = new MutationObserver((records) => {
    for (const { type, attributeName, target } of records) {
      if (attributeName !== 'data-status') touched.push(`${target.closest?.('[data-matrix], [data-mirror]')?.outerHTML.slice(0, 40)} ${type} ${attributeName}`);
    }
  });
  for (const element of document.querySelectorAll(names.map((name) => `[data-matrix="${name}"], [data-mirror="${name}"]`).join())) {
    watch.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
  }
}"""


def test_nothing_is_redrawn_that_did_not_change(page):
    """An edit of W_V touches V and O, and no node of any other matrix, nor of a mirror."""
    page.type("W_V", 0, 0, "2")
    page.settled()
    expect(page.locator("#inspector-formula")).to_contain_text("W_V[1,1] = 2")  # what it lights is lit
    page.tab.evaluate(UNTOUCHED, ["X", "W_Q", "W_K", "Q", "K", "D", "S", "A"])
    page.tab.keyboard.insert_text("3")
    page.tab.keyboard.press("Enter")
    expect(page.cell("V", 0, 0)).to_have_value("3")
    page.settled()
    page.tab.evaluate("() => new Promise(requestAnimationFrame)")
    assert set(page.tab.evaluate("touched")) == set()
    page.type("Q", 0, 0, "7")  # and the look for them finds what does change
    page.settled()
    assert page.tab.evaluate("touched.length") > 20


def test_old_values_of_a_variant_that_python_has_not_answered_yet(cold, troubled):
    page, trouble = held_up(cold, troubled, "numpy_core.so.gzipped")
    page.locator('button[data-variant="cross"]').click()
    page.locator('button[data-view="exact"]').click()
    page.locator('button[data-view="baseline"]').click()
    expect(page.locator("#exact-where")).to_be_hidden()
    trouble.free.set()
    page.ready()
    page.settled()
    page.agrees_with_oracle()


def test_the_followed_row_is_marked_in_every_mirror_after_a_reload(page):
    page.locator('[data-size="T"]').fill("4")
    page.locator('[data-size="T"]').press("Enter")
    page.settled()
    page.locator('[data-follow="3"]').click()
    page.settled()
    marked = "() => document.querySelectorAll('tr.followed').length"
    before = page.tab.evaluate(marked)
    page.tab.reload()
    page.ready()
    page.settled()
    assert page.tab.evaluate(marked) == before == 7  # Q, D, S, A, O, and Q and A where they appear again


def test_the_old_number_typed_while_python_was_busy_is_a_pin(cold, troubled):
    page, trouble = held_up(cold, troubled, "numpy_core.so.gzipped")
    page.type("X", 0, 0, "2")
    page.cell("D", 0, 0).click()
    page.tab.keyboard.insert_text("1")
    trouble.free.set()
    page.ready()
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
    page.tab.keyboard.press("Enter")
    page.settled()
    assert page.pins() == [["D", 0, 0, "1"]]


def test_an_edit_that_typed_nothing_pins_nothing(page):
    page.cell("D", 0, 0).click()
    page.tab.keyboard.press("F2")
    page.tab.keyboard.press("Enter")
    page.cell("D", 0, 1).click()
    assert page.pins() == []


def test_exact_forms_stay_while_another_row_is_followed(page):
    page.locator('button[data-view="exact"]').click()
    page.tab.evaluate("""() => {
        globalThis.fewest = Infinity;
        new MutationObserver(() => { fewest = Math.min(fewest, document.querySelectorAll('td.covered').length); })
            .observe(document.getElementById('figure'), { subtree: true, childList: true, attributes: true });
    }""")
    there = page.locator("td.covered").count()
    page.locator('[data-follow="2"]').click()
    page.settled()
    assert page.tab.evaluate("fewest") == there > 20


def test_where_nearly_all_has_changed_the_table_glows_once(page):
    for axis in ("T", "d_in"):
        page.locator(f'[data-size="{axis}"]').fill("8")
        page.locator(f'[data-size="{axis}"]').press("Enter")
    for row in range(8):
        page.type("X", row, 0, str(row + 2))
    page.settled()
    expect(page.locator(".fresh")).to_have_count(0)  # what those edits changed has stopped glowing
    page.type("W_Q", 0, 0, "1/3")
    glow = page.matrix("A").locator(".edge.fresh")
    assert glow.evaluate("edge => getComputedStyle(edge, '::before').animationName") == "fresh"
    expect(page.matrix("A").locator(".slot.fresh")).to_have_count(0)
    expect(page.locator(".fresh")).to_have_count(0)
