"""The scaling laboratory."""

import pytest
from playwright.sync_api import expect

from qkv import laboratory


def figures(page):
    return {side: {what: page.locator(f'#laboratory [data-side="{side}"] [data-what="{what}"]').inner_text()
                   for what in ("variance", "spread", "largest", "entropy")} for side in ("before", "after")}


def test_the_laboratory_draws_the_exact_distribution_and_says_its_figures(page):
    for d_k, spread in [(2, "1.414214"), (64, "8"), (1, "1"), (256, "16")]:
        page.locator("#laboratory-d_k").fill(str(d_k))
        page.locator("#laboratory-d_k").press("Enter")
        before = page.locator('#laboratory [data-side="before"]')
        expect(before.locator('[data-what="spread"]')).to_have_text(spread)
        expect(before.locator('[data-what="variance"]')).to_have_text(str(d_k))
        assert figures(page)["after"]["variance"] == "1" and figures(page)["after"]["spread"] == "1"
        expect(page.locator("#laboratory-before")).to_have_attribute("aria-label", f"点积的分布，d_k = {d_k}：不除，标准差 {spread}")
        stems = page.locator("#laboratory-before .stem").evaluate_all(
            "all => all.map(stem => stem.y1.baseVal.value - stem.y2.baseVal.value)"
        )
        chances = [
            float(chance) for value, chance in laboratory.distribution(d_k) if abs(value) <= max(4 * d_k**0.5, 4)
        ]
        assert [height / max(stems) for height in stems] == pytest.approx(
            [chance / max(chances) for chance in chances], abs=1e-3
        )


def test_the_slider_and_the_field_follow_each_other_and_another_seed_draws_anew(page):
    page.locator("#laboratory-range").fill("16")
    expect(page.locator("#laboratory-d_k")).to_have_value("16")
    expect(page.locator('#laboratory [data-side="before"] [data-what="spread"]')).to_have_text("4")
    before = figures(page)
    page.action("redraw").click()
    expect(page.locator("#laboratory-draws")).to_contain_text("种子 16")
    after = figures(page)
    assert (
        after["before"]["spread"] == before["before"]["spread"]
        and after["before"]["largest"] != before["before"]["largest"]
    )
    page.locator("#laboratory-d_k").fill("999")
    page.locator("#laboratory-d_k").press("Enter")
    expect(page.locator("#laboratory-range")).to_have_value("256")


def test_the_laboratory_never_queues_up(page):
    page.locator("#laboratory-range").evaluate("""range => { for (let d_k = 57; d_k <= 256; d_k += 1) {
        range.value = d_k; range.dispatchEvent(new Event('input', { bubbles: true })); } }""")
    expect(page.locator('#laboratory [data-side="before"] [data-what="spread"]')).to_have_text("16")
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
