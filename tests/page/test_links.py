"""Presets and links: a state by its name or in an address, and addresses that are bad."""

import json
import re

import pytest
from playwright.sync_api import expect

from building import folders
from tests.helpers.page import Companion
from tests.helpers.states import PRESETS
from tests.reference import SHOWN, attend


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_by_click_and_by_link(page, name):
    page.preset(name)
    page.agrees_with_oracle()
    by_click = page.read("data-value")
    other = page.tab.context.new_page()
    other.goto(f"{page.site}en/#preset={name}")
    linked = Companion(other, page.site)
    linked.ready()
    expect(other.locator("#pins-count")).not_to_have_text("")
    linked.settled()
    assert linked.read("data-value") == by_click
    other.close()


def test_a_preset_that_does_not_exist_says_so(page):
    page.tab.goto(page.site + "#preset=nothing")
    expect(page.locator("#notice")).to_contain_text("没有这个预设")
    assert page.read() == SHOWN


def test_a_shared_link_restores_value_for_value(page):
    page.type("X", 0, 0, "√2/2")
    page.type("A", 1, 2, "-1/3")
    page.locator('[data-grow="d_k"][data-by="1"]').click()
    page.locator('[data-follow="1"]').click()
    page.settled()
    page.action("share").click()
    expect(page.locator("#announce")).to_have_text("链接已复制")
    link = page.tab.evaluate("navigator.clipboard.readText()")
    assert len(link) < 2000
    other = page.tab.context.new_page()
    other.goto(link)
    shared = Companion(other, page.site)
    shared.ready()
    expect(shared.cell("X", 0, 0)).to_have_value("√2/2")
    shared.settled()
    assert (shared.read(), shared.read("data-value"), shared.pins()) == (
        page.read(),
        page.read("data-value"),
        page.pins(),
    )
    expect(other.locator("#figure")).to_have_attribute("data-followed", "1")
    other.close()


def test_v1_links_of_earlier_builds_open_for_ever(warm, site, watch):
    """tests/links-v1.json: never edit an entry, only add."""
    fixtures = json.loads((folders.ROOT / "tests/links-v1.json").read_text())
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


def test_opening_a_link_can_be_undone(page):
    page.type("X", 0, 0, "5")
    page.tab.goto(page.site + "#preset=one-position")
    expect(page.locator('[data-size="T"]')).to_have_value("1")
    page.action("undo").click()
    expect(page.cell("X", 0, 0)).to_have_value("5")


def test_a_link_is_opened_on_top_of_what_was_left(page):
    page.type("X", 0, 0, "2")
    page.settled()
    page.tab.goto(f"{page.site}?again#preset=example-15.2")
    page.ready()
    page.settled()
    assert page.read()["O"] == [["0", "0"]] * 3
    page.action("undo").click()
    expect(page.cell("X", 0, 0)).to_have_value("2")


@pytest.mark.parametrize("fragment", ["#s=abc", "#s=%%%", "#preset=", "#s=bnVsbA"])
def test_a_bad_link_is_refused_in_the_page_s_own_words_and_forgotten(page, fragment):
    page.tab.goto(page.site + fragment)
    expect(page.locator("#notice")).to_be_visible()
    assert not re.search("[A-Za-z]{9}", page.locator("#notice").inner_text())
    assert page.tab.url == page.site
    page.preset("one-position")
    expect(page.locator("#notice")).to_be_hidden()


def test_a_bad_link_is_said_even_where_work_was_left(page):
    page.type("X", 0, 0, "2")
    page.settled()
    page.tab.goto(f"{page.site}?again#preset=nothing")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.cell("X", 0, 0)).to_have_value("2")


def test_a_very_long_text_survives_a_reload_with_everything_else_and_is_refused_in_a_link(page):
    page.type("W_Q", 0, 0, "3")
    page.type("X", 0, 0, "1" * 70_000)
    expect(page.cell("X", 0, 0)).to_have_attribute("aria-invalid", "true")
    page.action("share").click()
    expect(page.locator("#complaint")).to_contain_text("放不进链接")
    page.tab.reload()
    page.ready()
    expect(page.cell("X", 0, 0)).to_have_attribute("aria-invalid", "true")
    assert page.cell("X", 0, 0).input_value() == "1" * 70_000 and page.cell("W_Q", 0, 0).input_value() == "3"
