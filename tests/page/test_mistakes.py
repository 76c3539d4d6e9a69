"""Mistakes on a switch, beside the right result."""

import pytest
from playwright.sync_api import expect

from tests.helpers.words import ZH

# what each changes; exp without the maximum is wrong only where it overflows, and these scores are small
CHANGES = {"columns": "A O", "root-T": "S A O", "no-division": "S A O", "no-shift": ""}


@pytest.mark.parametrize("mistake", CHANGES)
def test_each_mistake_is_named_really_made_and_leaves_no_trace(page, mistake):
    def everything():
        return page.read("data-value"), page.read(), page.pins(), page.attributes("data-changed")

    page.type("W_Q", 0, 0, "5/2")
    page.settled()
    before, shown = everything(), page.read()
    switch = page.locator(f'button[data-mistake="{mistake}"]')
    switch.click()
    page.settled()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#mistake-about")).to_have_text(ZH["mistakes"][mistake]["about"])
    wrong = page.read()
    assert {name for name in shown if wrong[name] != shown[name]} == set(CHANGES[mistake].split())
    beside = [
        [row.locator("td").all_inner_texts() for row in table.locator("tbody tr").all()]
        for table in page.locator("#right table").all()
    ]
    assert beside == [shown["A"], shown["O"]]
    page.action("no-mistake").click()
    page.settled()
    expect(switch).to_be_focused()
    expect(page.locator("#mistake-about")).to_be_hidden()
    expect(page.locator("#right")).to_be_hidden()
    page.cell("W_Q", 0, 0).click()  # where the focus was
    expect(page.locator("#figure .fresh")).to_have_count(0)
    assert everything() == before


def test_a_mistake_changes_the_chips_that_it_speaks_of(page):
    chip = page.locator('[data-chip="scale"] b span:visible')
    expect(chip).to_have_text("÷ √dk")
    page.locator('button[data-mistake="root-T"]').click()
    expect(chip).to_have_text("÷ √T", use_inner_text=True)
    page.locator('button[data-mistake="columns"]').click()
    expect(chip).to_have_text("÷ √dk")
    expect(page.locator('[data-chip="normalise"] b span:visible')).to_have_text("÷ 列和")


def test_scores_near_a_thousand_show_inf_and_nan_beside_the_right_result(page):
    page.preset("scores-near-1000")
    assert page.read()["A"][0] == ["NaN", "0", "NaN"]
    expect(page.locator('[data-step="exps"]')).to_contain_text("∞")
    expect(page.matrix("A").locator(".note")).to_contain_text("不是数")
    expect(page.locator("#right")).to_contain_text("0.500000")
    page.locator("#pictures").scroll_into_view_if_needed()  # pictures are drawn when they come near
    expect(page.locator('[data-picture-none="values"]')).to_have_text(ZH["pictures"]["not_drawable"])
    page.action("verify").click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "fail")
    expect(page.locator("#verify-summary")).to_contain_text(ZH["mistakes"]["no-shift"]["title"])
    page.action("no-mistake").click()
    page.settled()
    page.agrees_with_oracle()


def test_q_at_k_shows_the_shapes_that_do_not_meet(page):
    said = page.locator("#untransposed")
    expect(said).to_contain_text("[3,2] @ [3,2]：左边 2 列，右边 3 行")
    expect(page.locator("#transposed")).to_have_text("Q @ Kᵀ：[3,2] @ [2,3] → [3,3]")
    page.locator('[data-grow="T"][data-by="-1"]').click()
    expect(said).to_contain_text("恰好对得上")


def test_panels_of_a_switch_go_with_it_even_while_a_cell_does_not_read(page):
    page.vary("batch")
    page.locator('button[data-mistake="columns"]').click()
    page.settled()
    page.type("X", 0, 0, "abc")
    expect(page.matrix("X")).to_have_attribute("data-status", "invalid")
    page.locator('button[data-variant="self"]').click()
    page.action("no-mistake").click()
    expect(page.locator("#resting")).to_be_hidden()
    expect(page.locator("#right")).to_be_hidden()
    page.action("verify").click()
    expect(page.locator("#complaint")).to_contain_text("abc")


@pytest.mark.parametrize("path", ["", "en/"])
@pytest.mark.parametrize("width", [360, 820])
def test_no_switch_makes_the_page_scroll_sideways(cold, path, width):
    page = cold(path, viewport={"width": width, "height": 800})
    page.ready()
    for switch in [
        '[data-variant="cross"]',
        '[data-mistake="columns"]',
        '[data-variant="batch"]',
        '[data-mistake="no-shift"]',
        '[data-variant="causal"]',
    ]:
        page.locator(f"button{switch}").click()
        page.settled()
        assert page.tab.evaluate("document.documentElement.scrollWidth") == width, switch
