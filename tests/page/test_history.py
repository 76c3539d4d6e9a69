"""Undo, redo and reset; leaving and coming back."""

from playwright.sync_api import expect

from tests.reference import SHOWN


def test_undo_and_redo_everything_by_button_and_by_key(page):
    page.type("X", 0, 0, "2")
    page.type("A", 0, 0, "1")
    page.locator('[data-grow="T"][data-by="1"]').click()
    page.locator('[data-token="0"]').fill("rot")
    page.locator('[data-token="0"]').press("Enter")
    page.preset("exercise-4")
    last = page.read("data-value")
    for _ in range(5):
        page.action("undo").click()
    expect(page.action("undo")).to_be_disabled()
    page.settled()
    assert page.read() == SHOWN
    page.cell("X", 0, 0).click()
    for _ in range(5):
        page.tab.keyboard.press("Control+Shift+z")
    expect(page.action("redo")).to_be_disabled()
    page.settled()
    assert page.read("data-value") == last
    page.tab.keyboard.press("Control+z")
    expect(page.matrix("X").locator("tbody th").first).to_have_text("rot")


def test_reset_returns_to_the_preset_and_can_be_undone(page):
    page.preset("exercise-1")
    page.type("X", 0, 0, "9")
    page.settled()
    page.action("reset").click()
    page.settled()
    assert page.read()["X"] == SHOWN["X"] and [pin[:3] for pin in page.pins()] == [["Q", 2, 0], ["Q", 2, 1]]
    page.action("undo").click()
    expect(page.cell("X", 0, 0)).to_have_value("9")


def test_leaving_and_coming_back_restores_the_work(page):
    page.type("X", 0, 0, "1/3")
    page.type("Q", 2, 0, "0")
    page.locator('[data-follow="2"]').click()
    page.locator('[data-grow="d_v"][data-by="1"]').click()
    page.settled()
    before = page.read(), page.read("data-value"), page.pins()
    page.tab.reload()
    page.ready()
    page.settled()
    assert (page.read(), page.read("data-value"), page.pins()) == before
    expect(page.locator("#figure")).to_have_attribute("data-followed", "2")
    page.tab.goto(page.site + "en/")
    page.tab.go_back()
    page.ready()
    page.settled()
    assert page.read() == before[0]


def test_where_storage_is_refused_the_page_still_works(cold):
    refuse = """Object.defineProperty(globalThis, 'sessionStorage', {
        get() { throw new DOMException('refused', 'SecurityError'); }});"""
    page = cold(prepare=lambda tab: tab.add_init_script(refuse))
    page.ready()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_value("4")


def test_view_followed_row_and_reset_target_are_kept(page):
    page.locator('[data-follow="2"]').click()
    page.locator('button[data-view="exact"]').click()
    page.tab.reload()
    page.ready()
    expect(page.locator("#figure")).to_have_attribute("data-followed", "2")
    expect(page.locator("#figure")).to_have_attribute("data-view", "exact")
    page.preset("one-position")
    page.action("undo").click()
    page.type("X", 0, 0, "7")
    page.action("reset").click()
    page.settled()
    assert page.read() == SHOWN
