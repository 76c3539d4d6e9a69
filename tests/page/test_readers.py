"""For every reader: axe-core in every state, shortcuts, the theme switch, forced colours, old browsers."""

import pytest
from playwright.sync_api import expect

from building import folders, locales
from tests.helpers.page import Companion, held_up, keeps_nothing
from tests.reference import COMPUTED, GIVEN, SHOWN

AXE = (folders.ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page):
    expect(page.locator(".fresh")).to_have_count(0)  # what changed has stopped glowing
    page.tab.evaluate(AXE)
    found = page.tab.evaluate("rules => axe.run(document, { runOnly: rules })", RULES)
    assert len(found["passes"]) > 20  # it has looked
    return [(rule["id"], [node["target"] for node in rule["nodes"]][:3]) for rule in found["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "en/"])
def test_axe_finds_nothing_in_any_state_of_the_page(cold, troubled, path, scheme):
    site, trouble = troubled
    trouble.held = {"pyodide.asm.wasm.gzipped"}
    page = cold(path, at=site, color_scheme=scheme)
    page.engine("loading")
    assert violations(page) == [], "loading"
    trouble.free.set()
    page.ready()
    assert violations(page) == [], "ready"
    page.type("X", 0, 0, "abc")
    expect(page.matrix("X")).to_have_attribute("data-status", "invalid")
    page.locator("#figure.waiting").wait_for()
    assert violations(page) == [], "error"
    page.action("undo").click()
    page.type("A", 0, 0, "5")
    for switch in ('[data-mistake="no-division"]', '[data-variant="cross"]'):
        page.locator(f"button{switch}").click()
    page.settled()
    assert (
        page.locator("details:visible").evaluate_all("all => all.map(details => { details.open = true; }).length") > 5
    )
    page.action("verify").click()
    expect(page.locator("[data-verdict]")).to_be_visible()
    assert violations(page) == [], "switches, solutions, check"
    for name in ("embed", "help"):
        page.action(name).click()
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
    listed = page.locator("#help-shortcuts [data-made] dt").all_inner_texts()
    visible = page.locator("[aria-keyshortcuts^='Alt+']:visible").evaluate_all(
        "all => all.map(control => control.getAttribute('aria-keyshortcuts'))")
    assert listed == visible and len(listed) >= 15
    assert all(page.locator("#help-shortcuts [data-made] dd").all_inner_texts())
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
    page.tab.evaluate("""() => {
        globalThis.clicked = [];
        addEventListener("click", (event) => {
            clicked.push(event.target.closest("button").getAttribute("aria-keyshortcuts"));
            event.stopImmediatePropagation();
        }, true);
    }""")
    for keys in visible:
        page.tab.keyboard.press(keys)
    assert page.tab.evaluate("clicked") == visible


def test_no_shortcut_is_given_twice_and_a_question_mark_can_be_typed_where_text_goes(page):
    given = [control.get_attribute("aria-keyshortcuts") for control in page.locator("[aria-keyshortcuts]").all()]
    assert len(given) == len(set(given)) >= 15
    page.locator('[data-token="0"]').press("?")
    expect(page.locator("#help-dialog")).to_be_hidden()


def test_the_theme_switch_goes_round_and_is_remembered_before_the_first_paint(cold):
    page = cold(color_scheme="light", prepare=keeps_nothing)
    page.ready()
    button = page.action("theme")
    seen = [page.theme()]
    for _ in range(3):
        button.click()
        seen.append(page.theme())
    assert seen == ["light", "light", "dark", "light"]  # the system's, light, dark, the system's
    button.click()
    button.click()
    page.tab.route("**/main.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    page.tab.reload()
    assert page.locator("html").get_attribute("data-live") is None  # whoever sets it, it is not the modules
    assert page.theme() == "dark"


def test_pinching_is_never_blocked(dist):
    for name in [page for pages in locales.pages_of().values() for page in pages.values()]:
        html = (dist / name).read_text()
        assert 'content="width=device-width, initial-scale=1"' in html and "user-scalable" not in html


def test_forced_colours_keep_the_figure_readable(cold):
    page = cold(forced_colors="active")
    page.ready()
    assert (
        page.matrix("A").locator("tr.followed td").first.evaluate("cell => getComputedStyle(cell).outlineStyle")
        == "solid"
    )
    page.cell("O", 0, 0).click()
    expect(page.matrix("A").locator("td.lit")).to_have_count(3)
    assert page.matrix("A").locator("td.lit").first.evaluate("cell => getComputedStyle(cell).outlineStyle") == "double"


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
    assert tab.locator("button:visible").all_inner_texts() == []
    assert len(errors) == 1 and "too old" in errors[0]  # modern.js itself; nothing ran behind it
    tab.goto(f"{site}embed.html")
    expect(tab.locator("#too-old")).to_be_visible()
    context.close()


def test_who_hears_the_page_hears_what_is_out_of_date_while_python_is_awaited(cold, troubled):
    """Every computed matrix says it, and so does the announcement, but not at once: most answers come in a blink."""
    def said():
        return page.tab.evaluate("""() => Object.fromEntries([...document.querySelectorAll('[data-matrix]')].map(
            matrix => [matrix.dataset.matrix, matrix.querySelector('.stale').textContent]))""")

    page, trouble = held_up(cold, troubled, "pyodide.asm.wasm.gzipped")
    assert set(said().values()) == {""}
    at_once = page.tab.evaluate("""() => { const cell = document.querySelector('[data-matrix=X] input');
        cell.focus(); cell.value = '3'; cell.dispatchEvent(new Event('input', {bubbles: true})); cell.blur();
        const O = document.querySelector('[data-matrix=O]');
        return [O.dataset.status, O.querySelector('.stale').textContent]; }""")
    assert at_once == ["stale", ""]
    expect(page.locator("#announce")).to_have_text("尚未更新")
    assert said() == dict.fromkeys(GIVEN, "") | dict.fromkeys(COMPUTED, "尚未更新")
    expect(page.locator("#announce")).to_have_attribute("role", "status")
    trouble.free.set()
    page.ready()
    page.settled()
    assert set(said().values()) == {""}
    expect(page.locator("#announce")).to_contain_text("Q")
