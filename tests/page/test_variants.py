"""The causal mask, cross-attention and a batch in the figure."""

import pytest
from playwright.sync_api import expect

from tests.helpers.page import Companion
from tests.helpers.words import ZH
from tests.reference import SHOWN


def test_the_causal_mask_in_the_figure(page):
    page.vary("causal")
    assert page.read()["S"][0] == ["0.707107", "-∞", "-∞"] and page.read()["A"][0] == ["1", "0", "0"]
    expect(page.locator('[data-chip="mask"]')).to_be_visible()
    page.agrees_with_oracle()
    before = page.read("data-value")["O"]
    page.type("X", 2, 0, "9")
    page.settled()
    assert page.read("data-value")["O"][:2] == before[:2]
    page.cell("S", 0, 2).click()
    expect(page.locator("#inspector-about")).to_contain_text("掩码不许读这个来源")
    page.vary("self")
    expect(page.locator('[data-chip="mask"]')).to_be_hidden()


def test_cross_attention_brings_a_second_sequence_of_its_own_length(page):
    page.vary("cross")
    sources = page.matrix("X_src")
    assert (sources.get_attribute("data-rows"), page.matrix("D").get_attribute("data-cols")) == ("4", "4")
    assert page.matrix("K").locator("tbody th").all_inner_texts() == ["le", "rouge", "clé", "."]
    assert page.matrix("A").locator("tbody th").all_inner_texts() == ["red", "key", "."]
    assert page.matrix("A").locator("thead th:not(.sum)").all_inner_texts() == ["le", "rouge", "clé", "."]
    page.agrees_with_oracle()
    expect(page.locator('[data-mirror="X_src"]:visible .name')).to_have_attribute("href", "#matrix-X_src")
    expect(page.locator('[data-mirror="X"]:visible')).to_have_count(0)
    sources.locator('[data-grow="T_src"][data-by="1"]').click()
    page.type("X_src", 4, 1, "-2")
    page.settled()
    assert page.matrix("A").get_attribute("data-cols") == "5"
    page.agrees_with_oracle()
    page.cell("V", 4, 0).click()
    expect(page.locator("#inspector-formula")).to_contain_text("V[5,1] = 0·1 + (−2)·1 = −2")
    assert sources.locator("td.lit").count() == 2
    page.locator('[data-source-token="0"]').fill("der")
    page.locator('[data-source-token="0"]').press("Enter")
    assert page.cell("A", 0, 0).get_attribute("aria-label").startswith("A，接收位置 1 red，来源位置 1 der，")
    page.vary("self")
    expect(page.matrix("X_src")).to_have_count(0)
    expect(page.locator('[data-mirror="X_src"]:visible')).to_have_count(0)
    expect(page.locator('[data-mirror="X"]:visible')).to_have_count(2)  # for keys and for values
    assert page.read() == SHOWN
    page.vary("cross")
    expect(page.cell("X_src", 4, 1)).to_have_value("-2")  # nothing typed is lost
    for _ in range(6):
        page.action("undo").click()
    page.settled()
    assert page.read() == SHOWN


def test_leaving_cross_attention_from_a_cell_of_the_sources(page):
    page.vary("cross")
    page.cell("X_src", 3, 1).click()
    page.tab.keyboard.press("Control+z")
    page.settled()
    assert page.focused() == ["X", 0, 0]
    expect(page.locator("#fill-target")).to_contain_text("X")
    page.locator('[data-fill="zero"]').click()
    expect(page.cell("X", 0, 0)).to_have_value("0")
    page.settled()
    assert page.read()["X"] == [["0", "0"]] * 3
    page.vary("cross")
    page.locator('[data-grow="T_src"][data-by="-1"]').click()
    assert page.matrix("X_src").get_attribute("aria-label").startswith("X_src，3 行 2 列，来源序列")


def test_editing_one_sample_leaves_the_other_bitwise_unchanged_and_both_can_be_edited(page):
    page.vary("batch")
    expect(page.locator("#resting table")).to_have_count(3)
    page.type("X", 0, 0, "4")
    expect(page.locator("#resting-said")).to_contain_text("69 个数")
    first = page.read("data-value")
    page.locator('[data-sample="1"]').click()
    page.settled()
    assert page.matrix("X").locator("tbody th").all_inner_texts() == ["blue", "key", "."]
    page.agrees_with_oracle()
    page.type("Q", 1, 1, "1/3")
    expect(page.locator("#resting-said")).to_contain_text("69 个数")
    page.locator('[data-sample="0"]').click()
    page.settled()
    assert page.read("data-value") == first and page.pins() == []
    page.type("W_K", 0, 0, "3")
    expect(page.locator("#resting-said")).to_have_text(ZH["variants"]["touched"])
    page.action("verify").click()
    expect(page.locator('#verify-table [data-verified="O"]')).to_have_count(2)
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "pass")


@pytest.mark.parametrize("variant", ["causal", "cross", "batch"])
def test_a_variant_survives_a_link_and_a_reload(page, variant):
    page.vary(variant)
    page.type("W_V", 0, 1, "√2")
    page.locator('button[data-mistake="root-T"]').click()
    page.settled()
    values = page.read("data-value")
    page.action("share").click()
    link = page.tab.evaluate("navigator.clipboard.readText()")
    other = Companion(page.tab.context.new_page(), page.site)
    other.tab.goto(link)
    other.ready()
    expect(other.locator(f'button[data-variant="{variant}"]')).to_have_attribute("aria-pressed", "true")
    expect(other.locator('button[data-mistake="root-T"]')).to_have_attribute("aria-pressed", "true")
    other.settled()
    assert other.read("data-value") == values
    other.tab.close()
    page.tab.reload()
    page.ready()
    page.settled()
    assert page.read("data-value") == values
