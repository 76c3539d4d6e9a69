"""What can stand over the numbers: what has changed since a baseline, and exact forms."""

from playwright.sync_api import expect

from tests.helpers.page import held_up
from tests.helpers.words import ZH
from tests.reference import SHOWN


def changed(page):
    return {name for name, value in page.attributes("data-changed").items() if value == "yes"}


def test_example_15_2_shows_at_a_glance_that_the_weights_stay(page):
    page.preset("example-15.2")
    assert changed(page) == {"W_V", "V", "O"}
    expect(page.matrix("A").locator(".changed")).to_have_text("未变")
    expect(page.matrix("O").locator(".changed")).to_have_text("变了")
    assert page.read()["O"] == [["0", "0"]] * 3


def test_old_values_on_demand_and_a_baseline_of_one_s_own(page):
    page.type("X", 0, 0, "2")
    page.settled()
    page.locator('button[data-view="baseline"]').click()
    assert page.matrix("D").locator(".over").all_inner_texts() == ["1", "", "1", "1", "", "", "2", "", ""]
    expect(page.matrix("D").locator(".over").first).to_be_visible()
    page.locator('button[data-view="decimal"]').click()
    expect(page.matrix("D").locator(".over").first).to_be_hidden()
    page.action("set-baseline").click()
    expect(page.locator("#baseline")).to_have_text("基准：这里")
    page.settled()
    assert changed(page) == set()
    page.type("W_V", 0, 0, "3")
    expect(page.matrix("V")).to_have_attribute("data-changed", "yes")
    page.settled()
    assert changed(page) == {"W_V", "V", "O"}


def test_a_figure_with_a_bad_cell_is_no_baseline(page):
    page.type("X", 0, 0, "abc")
    expect(page.matrix("X")).to_have_attribute("data-status", "invalid")
    page.action("set-baseline").click()
    expect(page.locator("#complaint")).to_have_text(ZH["ui"]["baseline_refused"])
    page.type("X", 0, 0, "1")
    page.settled()
    assert set(page.attributes("data-changed").values()) == {"no"}


def test_the_chapter_s_forms_behind_a_switch(page):
    page.locator('button[data-view="exact"]').click()
    covers = page.matrix("A").locator(".over").all_inner_texts()
    assert covers == ["r", "1", "r", "1", "1", "r", "r", "1", "r²"]
    assert page.matrix("S").locator(".over").all_inner_texts() == ["s", "0", "s", "s", "s", "2s", "2s", "s", "3s"]
    assert [sum.get_attribute("data-form") for sum in page.locator("[data-row-sum]").all()] == [
        "/(2r+1)",
        "/(2+r)",
        "/(r+1+r²)",
    ]
    expect(page.matrix("A").locator(".over").first).to_be_visible()
    expect(page.locator("#exact-where")).to_have_text("s = 1/√2 ≈ 0.707107，r = exp(s) ≈ 2.028115")
    assert page.read() == SHOWN  # the numbers stay beneath
    page.type("X", 0, 0, "√2")
    expect(page.locator("#exact-where")).to_contain_text("X 里有开不尽的根号")
    assert set(page.matrix("A").locator(".over").all_inner_texts()) == {""}
    page.locator('button[data-view="decimal"]').click()
    expect(page.locator("#exact-where")).to_be_hidden()


def test_exact_forms_stay_while_another_row_is_followed(page):
    page.locator('button[data-view="exact"]').click()
    page.tab.evaluate("""() => {
        globalThis.fewest = Infinity;
        new MutationObserver(() => { fewest = Math.min(fewest, document.querySelectorAll('td.covered').length); })
            .observe(document.getElementById('figure'), { subtree: true, childList: true, attributes: true });
    }""")
    there = page.locator("td.covered").count()
    page.locator('[data-follow="2"]').click()
    page.settled()
    assert page.tab.evaluate("fewest") == there > 20


def test_old_values_of_a_variant_that_python_has_not_answered_yet(cold, troubled):
    page, trouble = held_up(cold, troubled, "numpy_core.so.gzipped")
    page.locator('button[data-variant="cross"]').click()
    page.locator('button[data-view="exact"]').click()
    page.locator('button[data-view="baseline"]').click()
    expect(page.locator("#exact-where")).to_be_hidden()
    trouble.free.set()
    page.ready()
    page.settled()
    page.agrees_with_oracle()
