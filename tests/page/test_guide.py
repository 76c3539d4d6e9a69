"""The guided path through the chapter."""

import pytest
from playwright.sync_api import expect

from tests.reference import SHOWN


def spoken(page):
    return {matrix.get_attribute("data-matrix") for matrix in page.locator("[data-matrix].spoken").all()}


def test_the_path_shows_one_step_at_a_time_lights_it_and_sets_its_state(page):
    steps = page.locator("[data-guide]")
    expect(steps).to_have_count(9)
    seen = []
    for position in range(9):
        current = page.locator("[data-guide]:visible")
        expect(current).to_have_count(1)
        seen.append(current.get_attribute("data-guide"))
        if position:
            assert spoken(page) == set(current.get_attribute("data-lights").split())
        page.settled()
        if seen[-1] == "silence":
            assert page.read()["O"] == [["0", "0"]] * 3 and page.read()["A"] == SHOWN["A"]
        if seen[-1] == "shift":
            assert page.read()["O"][0] == ["3.401112", "0.197776"]
        if position < 8:
            page.action("guide-next").click()
    assert seen == ["project", "compare", "scale", "normalise", "mix", "silence", "shift", "check", "limits"]
    expect(page.action("guide-next")).to_have_attribute("aria-disabled", "true")
    expect(page.action("guide-next")).to_be_focused()


def test_one_click_leads_back_to_the_reader_s_own_state(page):
    expect(page.action("guide-back")).to_be_hidden()
    page.type("X", 0, 0, "7/2")
    page.type("A", 1, 1, "0.5")
    page.settled()
    own, pins = page.read("data-value"), page.pins()
    for _ in range(6):
        page.action("guide-next").click()
    page.settled()
    page.type("W_V", 0, 0, "3")  # playing with a step's state does not replace one's own
    page.action("guide-next").click()
    page.action("guide-back").click()
    page.settled()
    assert page.read("data-value") == own and page.pins() == pins
    expect(page.action("guide-back")).to_be_hidden()
    assert spoken(page) == set()


def test_the_way_back_survives_a_reload(page):
    page.type("X", 0, 0, "7")
    page.settled()
    page.action("guide-next").click()
    page.tab.reload()
    page.ready()
    page.action("guide-back").click()
    expect(page.cell("X", 0, 0)).to_have_value("7")


def test_a_reader_s_edit_puts_the_light_out_and_the_path_never_sets_a_state_by_itself(page):
    assert spoken(page) == set() and page.read() == SHOWN
    page.action("guide-show").click()
    assert spoken(page) == {"X", "W_Q", "W_K", "W_V", "Q", "K", "V"}
    page.type("X", 0, 0, "2")
    assert spoken(page) == set()


def test_following_a_row_is_no_change_of_one_s_own(page):
    page.action("guide-next").click()
    page.locator('[data-follow="1"]').click()
    assert spoken(page) == {"Q", "K", "D"}
    page.action("guide-next").click()
    expect(page.action("guide-back")).to_be_hidden()


def test_every_question_has_an_answer_to_open(page):
    steps = page.locator("[data-guide]").all()
    assert len(steps) == 9
    for position, step in enumerate(steps):
        if position:
            page.action("guide-next").click()
        expect(step.locator("details p")).to_be_hidden()
        step.locator("summary").click()
        expect(step.locator("details p")).to_be_visible()


@pytest.mark.parametrize("width, beside", [(1440, True), (820, False), (390, False)])
def test_the_path_stands_beside_the_figure_when_wide_and_above_it_when_narrow(cold, width, beside):
    page = cold(viewport={"width": width, "height": 900})
    page.ready()
    guide, panel = page.locator("#guide").bounding_box(), page.locator("#panel-project").bounding_box()
    assert (
        (guide["x"] >= panel["x"] + panel["width"] and abs(guide["y"] - panel["y"]) < 2)
        if beside
        else guide["y"] + guide["height"] <= panel["y"]
    )
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
