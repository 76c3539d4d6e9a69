"""For every reader: axe-core in every state, shortcuts, the theme switch, phones, paper, old browsers, aligned numbers."""

import io

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

import build
from tests.helpers.page import Companion
from tests.reference import SHOWN

AXE = (build.ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def violations(page):
    expect(page.locator(".fresh")).to_have_count(0)  # what changed has stopped glowing
    page.tab.evaluate(AXE)
    found = page.tab.evaluate("rules => axe.run(document, { runOnly: rules })", RULES)["violations"]
    return [(rule["id"], [node["target"] for node in rule["nodes"]][:3]) for rule in found]


def action(page, name):
    return page.locator(f'[data-action="{name}"]')


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "en/"])
def test_axe_finds_nothing_in_any_state_of_the_page(cold, troubled, path, scheme):
    site, trouble = troubled
    trouble.held = {"pyodide.asm.wasm.gzipped"}
    page = cold(path, at=site, color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-engine", "loading")
    assert violations(page) == [], "loading"
    trouble.free.set()
    page.ready()
    assert violations(page) == [], "ready"
    page.type("X", 0, 0, "abc")
    expect(page.matrix("X")).to_have_attribute("data-status", "invalid")
    page.locator("#figure.waiting").wait_for()
    assert violations(page) == [], "error"
    action(page, "undo").click()
    page.type("A", 0, 0, "5")
    for switch in ('[data-mistake="no-division"]', '[data-variant="cross"]'):
        page.locator(f"button{switch}").click()
    page.settled()
    for details in page.locator("details:visible").all():
        details.evaluate("details => { details.open = true; }")
    action(page, "verify").click()
    expect(page.locator("[data-verdict]")).to_be_visible()
    assert violations(page) == [], "switches, solutions, check"
    for name in ("embed", "help"):
        action(page, name).click()
        page.locator("dialog[open]").wait_for()
        assert violations(page) == [], name
        page.tab.keyboard.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("query", ["lang=zh&view=compact&start=idle", "lang=en&view=full&start=idle"])
def test_axe_finds_nothing_in_an_embed(cold, query, scheme):
    page = cold(f"embed.html?{query}", color_scheme=scheme)
    page.ready()
    assert violations(page) == []


def test_every_shortcut_does_what_its_control_does_and_question_mark_lists_them(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.press("?")
    listed = dict(zip(page.locator("#help-shortcuts [data-made] dt").all_inner_texts(), page.locator("#help-shortcuts [data-made] dd").all_inner_texts(), strict=True))
    visible = {control.get_attribute("aria-keyshortcuts") for control in page.locator("[aria-keyshortcuts^='Alt+']:visible").all()}
    assert set(listed) == visible and len(listed) >= 15
    page.tab.keyboard.press("Alt+N")  # no command acts behind a dialogue
    page.tab.keyboard.press("Escape")
    assert page.cell("X", 0, 0).input_value() == "1"
    expect(page.locator('[data-guide="project"]')).to_be_visible()
    page.tab.keyboard.press("Alt+N")
    expect(page.locator('[data-guide="compare"]')).to_be_visible()
    page.tab.keyboard.press("Alt+2")
    expect(page.locator("#figure")).to_have_attribute("data-followed", "1")
    page.tab.keyboard.press("Alt+X")
    expect(page.locator("#figure")).to_have_attribute("data-view", "exact")
    page.tab.keyboard.press("Alt+Y")
    expect(page.locator("#figure")).to_have_attribute("data-variant", "causal")
    page.tab.keyboard.press("Alt+C")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "pass")
    page.tab.keyboard.press("Alt+R")
    expect(page.locator("#figure")).to_have_attribute("data-variant", "self")


def test_no_shortcut_is_given_twice_and_a_question_mark_can_be_typed_where_text_goes(page):
    given = [control.get_attribute("aria-keyshortcuts") for control in page.locator("[aria-keyshortcuts]").all()]
    assert len(given) == len(set(given))
    page.locator('[data-token="0"]').press("?")
    expect(page.locator("#help-dialog")).to_be_hidden()


def dark(page):
    return page.tab.evaluate("getComputedStyle(document.body).color") == "rgb(230, 233, 237)"


def test_the_theme_switch_goes_round_and_is_remembered_before_the_first_paint(cold):
    page = cold(color_scheme="light")
    page.ready()
    button = action(page, "theme")
    seen = [dark(page)]
    for _ in range(3):
        button.click()
        seen.append(dark(page))
    assert seen == [False, False, True, False]  # the system's, light, dark, the system's
    button.click()
    button.click()
    page.tab.route("**/main.js", lambda route: route.abort())  # whoever sets it, it is not the modules
    with page.tab.expect_event("requestfailed"):
        page.tab.reload()
    assert dark(page)


def test_a_phone_starts_python_with_the_first_edit_and_has_the_keys_that_its_keypad_lacks(cold):
    page = cold(**PHONE)
    expect(page.locator("html")).to_have_attribute("data-live", "")
    page.cell("X", 0, 0).tap()
    assert page.locator("html").get_attribute("data-engine") == "baked"
    assert page.cell("X", 0, 0).get_attribute("inputmode") == "decimal"
    for key in ("−", "√"):
        page.locator(f'[data-key="{key}"]').tap()
    page.tab.keyboard.type("2")
    page.locator('[data-key="/"]').tap()
    page.tab.keyboard.type("3")
    page.tab.keyboard.press("Enter")
    assert page.cell("X", 0, 0).input_value() == "−√2/3"
    page.ready()
    page.settled()
    page.agrees_with_oracle()


def test_on_a_phone_every_target_is_44_pixels_and_six_columns_fit(cold):
    page = cold(**PHONE)
    small = page.tab.evaluate("""[...document.querySelectorAll('button, input, select, summary, .presets a, footer a')]
        .filter(element => element.checkVisibility() && !element.matches('.visually-hidden, [type=checkbox], [type=radio], [type=range]'))
        .map(element => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
        .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([html, box]) => `${html} ${box.width}x${box.height}`)""")
    assert small == []
    page.cell("X", 0, 0).tap()
    assert page.cell("X", 0, 0).evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)") >= 16  # or iOS zooms in
    for axis in ("T", "d_in", "d_k", "d_v"):
        page.locator(f'[data-size="{axis}"]').fill("6")
        page.locator(f'[data-size="{axis}"]').press("Enter")
    page.ready()
    page.settled()
    assert page.tab.evaluate("document.documentElement.scrollWidth") == 360
    for name in ("X", "W_Q", "Q", "K", "V", "D", "S", "A", "O"):
        last = page.cell(name, 5, 5).bounding_box()
        assert last["x"] + last["width"] <= 360, name
    tops = [page.matrix(name).bounding_box()["y"] for name in ("X", "W_Q", "Q", "W_K", "K", "W_V", "V", "D", "S", "A", "O")]
    assert tops == sorted(tops)  # one path, downwards


def test_a_start_that_failed_is_not_repeated_by_itself(cold, troubled):
    site, trouble = troubled
    trouble.missing = {"pyodide.asm.wasm.gzipped"}
    page = cold(at=site)
    expect(page.locator("html")).to_have_attribute("data-engine", "failed", timeout=60_000)
    trouble.missing = set()
    page.tab.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "")
    page.tab.evaluate("new Promise(done => setTimeout(done, 300))")
    expect(page.locator("html")).to_have_attribute("data-engine", "baked")
    action(page, "start").click()
    page.ready()
    page.tab.reload()
    page.ready()  # it ended well: the next one is by itself again


def test_pinching_is_never_blocked(dist):
    for name in [page for pages in build.pages_of().values() for page in pages.values()]:
        html = (dist / name).read_text()
        assert 'content="width=device-width, initial-scale=1"' in html and "user-scalable" not in html


def test_forced_colours_keep_the_figure_readable(cold):
    page = cold(forced_colors="active")
    page.ready()
    assert page.matrix("A").locator("tr.followed td").first.evaluate("cell => getComputedStyle(cell).outlineStyle") == "solid"
    page.cell("O", 0, 0).click()
    expect(page.matrix("A").locator("td.lit")).to_have_count(3)
    assert page.matrix("A").locator("td.lit").first.evaluate("cell => getComputedStyle(cell).outlineStyle") == "double"


def printed_code(page):
    """What a phone reads off the printed page, or None: another library's eyes than the one that drew it."""
    page.tab.emulate_media(media="print")
    code = page.locator("#handout svg")
    found = zxingcpp.read_barcode(Image.open(io.BytesIO(code.screenshot()))) if code.is_visible() else None
    page.tab.emulate_media(media="screen")
    return found and found.text


def test_the_printed_page_carries_a_code_that_opens_its_very_state(page, cold):
    page.type("X", 0, 0, "2/3")
    page.type("A", 1, 1, "0.5")
    page.settled()
    page.locator("#handout:not([hidden])").wait_for(state="attached")
    link = printed_code(page)
    assert link.startswith(page.site + "#s=")
    assert not page.locator("#handout").is_visible()  # on paper only
    other = cold(link.removeprefix(page.site))
    other.ready()
    other.settled()
    assert other.read("data-value") == page.read("data-value") and other.pins() == page.pins()
    assert page.locator("#handout-link").text_content() == page.site
    page.locator('button[data-view="exact"]').click()
    assert not page.locator("#handout:not([hidden])").count()
    page.locator("#handout:not([hidden])").wait_for(state="attached")
    assert printed_code(page) != link  # the view is part of the state
    page.type("X", 0, 1, "abc")
    page.tab.evaluate("() => new Promise((done) => setTimeout(done, 600))")
    assert not page.locator("#handout:not([hidden])").count()


def test_a_state_too_large_for_a_code_says_so_on_paper(page):
    for axis in ("T", "d_in", "d_k", "d_v"):
        page.locator(f'[data-size="{axis}"]').fill("16")
        page.locator(f'[data-size="{axis}"]').press("Enter")
    page.settled()
    page.tab.evaluate("""() => {
        const cells = [...document.querySelectorAll('[data-matrix="X"] input')];
        const text = cells.map((cell, at) => `0.${(at * 7919 + 1) ** 3}`.slice(0, 15));
        const rows = Array.from({ length: 16 }, (_, row) => text.slice(row * 16, row * 16 + 16).join("\\t")).join("\\n");
        cells[0].focus();
        const data = new DataTransfer();
        data.setData("text/plain", rows);
        cells[0].dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }""")
    expect(page.cell("X", 15, 15)).not_to_have_value("0")
    page.settled()
    page.locator("#handout:not([hidden])").wait_for(state="attached")
    assert printed_code(page) is None
    assert page.locator("#handout-said").text_content() == build.read_words("zh")["handout"]["none"]


def test_on_paper_nothing_that_only_a_screen_can_do_is_left(page):
    page.tab.emulate_media(media="print")
    for selector in ("button", ".languages", "details", "footer .downloads", "#code"):
        assert not any(one.is_visible() for one in page.locator(selector).all()), selector
    expect(page.locator("#cite")).to_be_visible()
    page.tab.emulate_media(media="screen")


@pytest.mark.parametrize("lacks", ["delete globalThis.DecompressionStream", "CSS.supports = () => false"])
def test_a_browser_that_is_too_old_gets_the_baked_page_and_a_sentence(browser, site, lacks):
    context = browser.new_context()
    context.add_init_script(lacks)
    tab = context.new_page()
    errors = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(site)
    expect(tab.locator("#too-old")).to_be_visible()
    assert "Firefox 121" in tab.locator("#too-old").inner_text()
    assert Companion(tab, site).read() == SHOWN
    assert not any(button.is_visible() for button in tab.locator("button").all())
    assert len(errors) == 1 and "too old" in errors[0]  # modern.js itself; nothing ran behind it
    tab.goto(f"{site}embed.html")
    expect(tab.locator("#too-old")).to_be_visible()
    context.close()


def points(page, selector):
    """For every cell found, by column: where its decimal point, or the end of its integer, stands on the screen."""
    return page.tab.evaluate("""selector => {
        const canvas = document.createElement("canvas").getContext("2d");
        const found = {};
        for (const cell of document.querySelectorAll(selector)) {
            const style = getComputedStyle(cell);
            canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
            const text = cell.value ?? cell.textContent;
            const indent = parseFloat(style.textIndent);
            const box = cell.getBoundingClientRect();
            const start = (box.width - canvas.measureText(text).width - indent) / 2 + indent;
            const column = cell.closest("td").cellIndex;
            (found[column] ??= []).push(box.left + start + canvas.measureText(text.split(".")[0]).width);
        }
        return found;
    }""", selector)


def test_numbers_are_aligned_at_the_decimal_point(page):
    page.type("X", 0, 0, "-2.5")
    page.type("O", 0, 0, "10")
    page.settled()
    assert page.read()["D"][0][0] == "6.250000" and page.read()["Q"][1][0] == "0"
    for selector in [f'[data-matrix="{name}"] td input' for name in ("X", "Q", "D", "S", "A", "O")] + ['[data-mirror="Q"] td span', '[data-transposed] td span', "[data-row-sum]"]:
        for column, found in points(page, selector).items():
            assert max(found) - min(found) < 2, (selector, column, found)  # px; a digit has 7.5


def hidden_parts(page):
    """Cells whose text, as it is indented, begins before its cell or ends behind it though it would fit."""
    return page.tab.evaluate("""() => {
        const canvas = document.createElement("canvas").getContext("2d");
        return [...document.querySelectorAll('[data-matrix] td input')].filter((cell) => {
            const style = getComputedStyle(cell);
            canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
            const [width, room, indent] = [canvas.measureText(cell.value).width, cell.clientWidth - 3, parseFloat(style.textIndent)];
            if (width > room) return indent !== 0;
            const start = (room - width - indent) / 2 + indent;
            return start < -1.5 || start + width > room + 1.5;
        }).map((cell) => `${cell.closest('[data-matrix]').dataset.matrix} ${cell.value}`);
    }""")


@pytest.mark.parametrize("text", ["-100", "-1000", "1000", "-1e8", "-2.5", "100000"])
def test_aligning_pushes_no_digit_and_no_sign_out_of_its_cell(page, text):
    page.type("X", 0, 0, text)
    page.settled()
    assert hidden_parts(page) == []
    page.type("S", 0, 0, "123456")
    page.settled()
    assert hidden_parts(page) == []


def test_a_cell_that_is_being_edited_does_not_lean(page):
    page.type("X", 0, 0, "-2.5")
    page.settled()
    assert page.cell("Q", 1, 0).evaluate("cell => getComputedStyle(cell).textIndent") != "0px"
    page.cell("Q", 1, 0).click()
    page.tab.keyboard.insert_text("1234")
    assert page.cell("Q", 1, 0).evaluate("cell => getComputedStyle(cell).textIndent") == "0px"
