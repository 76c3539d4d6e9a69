"""On paper: every matrix on A4, a code that opens the state, nothing that only a screen can do."""

import io

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.helpers.page import Companion
from tests.helpers.words import ZH
from tests.reference import MATRICES

A4 = {"width": 718, "height": 1047}  # 210 × 297 mm less 10 mm on every side, at 96 dpi


@pytest.mark.parametrize(
    "preset, size", [("example-15.1", None), ("exercise-4", None), ("cross", None), ("example-15.1", 16)]
)
def test_the_print_view_has_every_matrix_on_a4(warm, site, watch, preset, size):
    tab = watch(warm.new_page(), site)
    tab.goto(f"{site}#preset={preset}")
    page = Companion(tab, site)
    page.ready()
    for axis in ("T", "d_in", "d_k", "d_v") if size else ():
        page.resize(axis, size)
    page.settled()
    tab.set_viewport_size(A4)
    tab.emulate_media(media="print")
    assert set(page.visible()) == {*MATRICES, *(["X_src"] if preset == "cross" else [])}
    for matrix in page.locator("[data-matrix]").all():
        box = matrix.locator("table").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= A4["width"] and box["height"] <= A4["height"], (
            matrix.get_attribute("data-matrix")
        )
    assert tab.evaluate("document.documentElement.scrollWidth") <= A4["width"]
    expect(page.locator("button:visible")).to_have_count(0)
    tab.close()


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
        page.resize(axis, 16)
    page.settled()
    page.tab.evaluate("""() => {
        const cells = [...document.querySelectorAll('[data-matrix="X"] input')];
        const text = cells.map((cell, at) => `0.${(at * 7919 + 1) ** 3}`.slice(0, 15));
        const lines = Array.from({ length: 16 }, (_, row) => text.slice(row * 16, row * 16 + 16));
        const rows = lines.map((line) => line.join("\\t")).join("\\n");
        cells[0].focus();
        const data = new DataTransfer();
        data.setData("text/plain", rows);
        cells[0].dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }""")
    expect(page.cell("X", 15, 15)).not_to_have_value("0")
    page.settled()
    page.locator("#handout:not([hidden])").wait_for(state="attached")
    assert printed_code(page) is None
    assert page.locator("#handout-said").text_content() == ZH["handout"]["none"]


def test_on_paper_nothing_that_only_a_screen_can_do_is_left(page):
    page.tab.emulate_media(media="print")
    for selector in ("button", ".languages", "details", "footer .downloads", "#code"):
        assert page.locator(selector).count() and not page.locator(f"{selector}:visible").count(), selector
    expect(page.locator("#cite")).to_be_visible()
    page.tab.emulate_media(media="screen")
