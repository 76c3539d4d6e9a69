"""What an embed's parameters and its state do."""

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.embed import embed
from tests.helpers.page import Companion
from tests.helpers.servers import of_the_runtime
from tests.reference import MATRICES, SHOWN


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_compact_fits_640_by_420_without_scrolling(cold, lang):
    page = embed(cold, f"view=compact&lang={lang}&start=idle", viewport={"width": 640, "height": 420})
    page.ready()
    assert page.visible() == ["X", "W_Q", "W_K", "W_V", "A", "O"]
    page.type("X", 0, 0, "1/3")
    page.type("A", 0, 0, "2")
    page.settled()
    assert page.tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        640,
        420,
    ]
    page.agrees_with_oracle()


@pytest.mark.parametrize("width", [320, 400])
def test_compact_never_scrolls_sideways_on_a_phone(cold, width):
    page = embed(cold, "view=compact&lang=en", viewport={"width": width, "height": 600})
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator("#engine-text")).to_be_visible()


def test_full_is_the_figure_with_all_its_panels(cold):
    page = embed(cold, "view=full")
    assert sorted(page.visible()) == sorted(MATRICES) and page.read() == SHOWN
    expect(page.locator(".panel:visible")).to_have_count(3)


def test_show_and_edit_choose_matrices_and_odd_names_are_ignored(cold):
    page = embed(cold, "show=A,O,nonsense&edit=A,constructor")
    assert page.visible() == ["A", "O"]
    page.type("O", 0, 0, "9")
    assert page.read() == SHOWN and page.pins() == []
    page.cell("O", 0, 0).dblclick()
    page.tab.keyboard.press("F2")
    expect(page.locator("[data-editing]")).to_have_count(0)
    page.type("A", 0, 0, "0.5")
    page.ready()
    page.settled()
    assert page.pins() == [["A", 0, 0, "0.5"]]


@pytest.mark.parametrize("query", ["view=compact&show=", "view=compact&show=nonsense", "view=compact"])
def test_showing_nothing_that_exists_shows_what_the_view_has(cold, query):
    assert embed(cold, query).visible() == ["X", "W_Q", "W_K", "W_V", "A", "O"]


def test_show_may_come_twice_and_a_regional_language_counts(cold):
    page = embed(cold, "show=A&show=O&lang=en-GB")
    assert page.visible() == ["A", "O"]
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("query, editable", [
    ("start=never", set()), ("edit=", set()), ("edit=A", {"A"}), ("view=full&show=X_src,A&edit=A", {"A"})])
def test_read_only_is_read_only_in_every_matrix_and_by_every_way(cold, query, editable):
    page = cold(f"embed.html?{query}#preset=cross")
    page.ready()
    page.settled()
    before = page.read("data-value")
    assert {"X_src", "A"} <= set(page.visible())
    for name in set(page.visible()) - editable:
        page.cell(name, 0, 0).dblclick()
        for key in ("9", "F2", "9", "Delete", "Enter", "Control+z"):
            page.tab.keyboard.press(key)
    page.settled()
    assert page.read("data-value") == before and page.pins() == []
    for name in editable:
        page.type(name, 0, 0, "9")
        expect(page.cell(name, 0, 0)).to_have_attribute("data-value", "9")


def test_overridden_cells_of_a_read_only_embed_cannot_be_taken_back(cold):
    page = cold("embed.html?start=never#preset=exercise-1")
    page.ready()
    page.settled()
    page.cell("Q", 2, 0).click()
    expect(page.locator("#inspector-about")).to_contain_text("本来会算出")
    expect(page.action("unpin")).to_have_count(0)


@pytest.mark.parametrize("theme, scheme", [("light", "dark"), ("dark", "light")])
def test_a_theme_overrides_the_reader_s(cold, theme, scheme):
    page = embed(cold, f"theme={theme}", color_scheme=scheme)
    assert page.theme() == theme


@pytest.mark.parametrize("lang, said", [("en", "Reset"), ("zh", "还原"), ("xx", "还原")])
def test_lang_chooses_the_locale_and_keeps_parameters_and_state(cold, lang, said):
    page = cold(f"embed.html?lang={lang}&show=V#preset=example-15.2")
    expect(page.action("reset")).to_have_text(said)
    assert page.visible() == ["V"]
    page.ready()
    page.settled()
    assert page.read()["V"] == [["0", "0"]] * 3


def test_interaction_is_the_default_and_never_means_never(cold, counted):
    site, asked = counted
    page = cold("embed.html", at=site)
    page.live()
    page.locator(".name").first.wait_for()
    assert of_the_runtime(asked) == []
    page.cell("X", 0, 0).click()
    page.ready()
    asked.clear()
    never = cold("embed.html?start=never", at=site)
    never.cell("X", 0, 0).click()
    never.tab.keyboard.type("7")
    never.tab.keyboard.press("Enter")
    assert never.read() == SHOWN and never.locator("html").get_attribute("data-engine") == "baked"
    expect(never.locator('[data-action="start"]')).to_be_hidden()
    expect(never.locator('[data-action="reset"]')).to_be_hidden()
    assert of_the_runtime(asked) == []


@pytest.mark.parametrize(
    "fragment", ["#s=AAAA", "#preset=nothing", "#s=" + "A" * 70_000], ids=["broken", "unknown", "huge"]
)
def test_a_bad_state_says_so_and_falls_back(cold, fragment):
    page = embed(cold, f"view=compact{fragment}")
    expect(page.locator("#notice")).to_contain_text("没有改动任何一格")
    assert page.read() == SHOWN


def test_an_embed_begins_with_the_host_s_state_and_returns_to_it(cold):
    page = cold("embed.html#preset=exercise-4")
    page.ready()
    page.settled()
    own = page.read("data-value")
    page.cell("X", 0, 0).click()
    page.tab.keyboard.press("Control+z")
    page.settled()
    assert page.read("data-value") == own
    page.type("X", 0, 0, "9")
    page.settled()
    page.action("reset").click()
    page.settled()
    assert page.read("data-value") == own
    expect(page.locator(".stepper:visible")).to_have_count(0)
    page.locator(".mirror .name").first.click()
    assert page.tab.url.endswith("#preset=exercise-4") and page.focused()[0] == "X"


def test_without_script_the_embed_reads(cold):
    page = cold("embed.html?view=compact", java_script_enabled=False)
    assert page.matrix("O").locator("input").first.input_value() == "1.401112"
    expect(page.locator("noscript p")).to_be_visible()
    assert page.locator("button:visible").count() == 0
    expect(page.locator("#full")).to_be_visible()


def test_the_full_page_opens_in_a_new_tab_with_the_state_that_stands_here(cold):
    page = embed(cold, "view=compact&lang=en&start=idle")
    page.ready()
    page.type("X", 0, 0, "5/7")
    page.settled()
    values = page.read("data-value")
    expect(page.locator("#full")).to_have_attribute("href", re.compile("#s="))
    with page.tab.context.expect_page() as opened:
        page.locator("#full").click()
    other = Companion(opened.value, page.site)
    other.ready()
    other.settled()
    assert other.tab.url.split("#")[0].endswith("/en/index.html") and other.read("data-value") == values
