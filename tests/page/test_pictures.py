"""The pictures and their points to drag."""

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.words import ZH


@pytest.fixture
def page(page):
    """The page with its pictures near enough to be drawn."""
    page.locator("#pictures").scroll_into_view_if_needed()
    page.locator("#picture-values [data-point]").first.wait_for()
    return page


def test_pictures_are_drawn_when_they_come_near(cold):
    page = cold(viewport={"width": 1440, "height": 400})
    page.ready()
    page.type("X", 0, 0, "2")
    page.settled()
    assert page.locator("[data-point]").count() == 0
    page.locator("#pictures").scroll_into_view_if_needed()
    handle = page.locator('#picture-values [data-point="V"][data-position="0"]')
    expect(handle).to_have_attribute("aria-label", re.compile("V 第 1 行 red：2，0"))


def test_the_pictures_draw_what_the_matrices_hold(page):
    handles = page.locator("#picture-values [data-point]")
    assert [handle.get_attribute("aria-label").split("。")[0] for handle in handles.all()] == [
        "V 第 1 行 red：1，0",
        "V 第 2 行 key：1，2",
        "V 第 3 行 .：2，2",
    ]
    expect(page.locator("#picture-values .output.followed[cx]")).to_have_count(1)
    expect(page.locator("#picture-values line.mix")).to_have_count(3)
    expect(page.locator("#picture-directions line.vector")).to_have_count(6)
    # outputs lie in the box
    box = page.locator("#picture-values .box").bounding_box()
    outputs = [dot.bounding_box() for dot in page.locator("#picture-values circle.output").all()]
    assert len(outputs) == 3
    for mine in outputs:
        x, y = mine["x"] + mine["width"] / 2, mine["y"] + mine["height"] / 2
        assert box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]


def test_dragging_a_value_moves_its_numbers_as_one_step(page):
    before = page.read("data-value")
    handle = page.locator('#picture-values [data-point="V"][data-position="0"]')
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.tab.mouse.move(x, y)
    page.tab.mouse.down()
    page.tab.mouse.move(x + 30, y - 20, steps=6)
    page.tab.mouse.up()
    page.settled()
    pins = page.pins()
    assert [pin[:3] for pin in pins] == [["V", 0, 0], ["V", 0, 1]] and float(pins[0][3]) > 1 and float(pins[1][3]) > 0
    page.agrees_with_oracle()
    page.action("undo").click()
    page.settled()
    assert page.read("data-value") == before


def test_two_drags_are_two_steps(page):
    handle = page.locator('#picture-values [data-point="V"][data-position="0"]')
    seen = []
    for _ in range(2):
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.tab.mouse.move(x, y)
        page.tab.mouse.down()
        page.tab.mouse.move(x + 0.2, y)  # too little to change a number
        page.tab.mouse.move(x + 25, y, steps=25)
        page.tab.mouse.up()
        page.settled()
        seen.append(page.pins())
    assert seen[0] != seen[1]
    page.action("undo").click()
    page.settled()
    assert page.pins() == seen[0]
    page.tab.mouse.move(0, 0)
    handle.click(button="right")
    assert page.pins() == seen[0]


def test_a_point_moves_with_the_arrow_keys_and_keeps_the_focus(page):
    handle = page.locator('#picture-directions [data-point="Q"][data-position="1"]')
    handle.focus()
    page.tab.keyboard.press("ArrowRight")
    expect(page.cell("Q", 1, 0)).to_have_value("0.1")
    page.settled()
    page.tab.keyboard.press("Shift+ArrowUp")
    expect(page.cell("Q", 1, 1)).to_have_value("2")
    page.settled()
    expect(handle).to_be_focused()
    page.agrees_with_oracle()


def test_arrow_keys_on_a_point_lose_no_press(page):
    page.locator('#picture-values [data-point="V"][data-position="0"]').focus()
    for _ in range(20):
        page.tab.keyboard.press("ArrowRight")
    expect(page.cell("V", 0, 0)).to_have_value("3")
    page.settled()
    page.agrees_with_oracle()


def test_other_sizes_say_what_the_picture_cannot_show(page):
    page.preset("exercise-4")
    expect(page.locator("#picture-values")).to_be_hidden()
    expect(page.locator('[data-picture-none="values"]')).to_contain_text("现在是 3")
    expect(page.locator('[data-picture-none="directions"]')).to_contain_text("现在是 4")
    page.preset("example-15.1")
    expect(page.locator("#picture-values")).to_be_visible()
    expect(page.locator('[data-picture-none="values"]')).to_be_hidden()


def test_huge_values_are_not_drawn_and_small_ones_can_be_dragged(page):
    page.type("V", 0, 0, "1e308")
    page.type("V", 1, 0, "-1e308")
    expect(page.locator('[data-picture-none="values"]')).to_have_text(ZH["pictures"]["not_drawable"])
    page.preset("example-15.1")
    for row, column, text in [(0, 0, "0.001"), (0, 1, "0"), (1, 0, "0.001"), (1, 1, "0.002")]:
        page.type("W_V", row, column, text)
    page.settled()
    page.locator('#picture-values [data-point="V"][data-position="0"]').focus()
    page.tab.keyboard.press("ArrowRight")
    expect(page.cell("V", 0, 0)).to_have_value(re.compile("0.001[0-9]+"))
