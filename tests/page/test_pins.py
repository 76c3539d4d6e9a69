"""Overriding what is computed: a pin, its mark, how it is undone, and invariants that break under it."""

import pytest
from playwright.sync_api import expect

from tests.helpers.page import held_up
from tests.helpers.states import DOWNSTREAM
from tests.reference import COMPUTED, MATRICES, SHOWN


@pytest.mark.parametrize("name", COMPUTED)
def test_typing_into_a_computed_cell_pins_that_cell_alone(page, name):
    before = page.read("data-value")
    page.type(name, 1, 1, "7/4")
    expect(page.cell(name, 1, 1)).to_have_attribute("data-pinned", "")
    page.settled()
    after = page.read("data-value")
    assert after[name][1][1] == "1.75" and page.read()[name][1][1] == "7/4"
    before[name][1][1] = "1.75"
    assert after[name] == before[name]
    assert {matrix for matrix in MATRICES if after[matrix] != before[matrix]} == set(DOWNSTREAM[name].split())
    page.agrees_with_oracle()


def test_a_pin_is_marked_by_more_than_colour_and_named_in_its_label(page):
    page.type("Q", 2, 0, "0")
    cell = page.cell("Q", 2, 0)
    expect(cell).to_have_attribute("data-pinned", "")
    expect(cell).to_have_attribute("aria-label", "Q，接收位置 3 .，查询坐标 1，0，改写的格")
    mark = cell.evaluate("e => getComputedStyle(e.closest('td'), '::after').content")
    assert "✎" in mark
    assert int(cell.evaluate("e => getComputedStyle(e).fontWeight")) >= 700


def test_pins_are_listed_and_undone_per_cell_per_matrix_and_all_at_once(page):
    for place in [("Q", 2, 0), ("Q", 2, 1), ("A", 0, 0), ("V", 1, 1)]:
        page.type(*place, "0")
    expect(page.locator("#pins-count")).to_have_text("4 改写的格")
    assert page.locator("[data-pin]").count() == 4
    page.locator('[data-pin="A,0,0"] button').click()
    expect(page.cell("A", 0, 0)).not_to_have_attribute("data-pinned", "")
    page.locator('[data-unpin-matrix="Q"] button').click()
    expect(page.locator("#pins-count")).to_have_text("1 改写的格")
    assert [pin[:3] for pin in page.pins()] == [["V", 1, 1]]
    page.action("unpin-all").click()
    expect(page.action("unpin-all")).to_be_hidden()
    page.settled()
    assert page.read() == SHOWN


def test_broken_invariants_show_where_they_are(page):
    page.preset("exercise-2")
    expect(page.matrix("A").locator(".note")).to_contain_text("第 1 行的和是 3，不是 1")
    assert [cell.get_attribute("class") for cell in page.locator("[data-row-sum]").all()] == ["broken differs"] * 3
    assert [sum.inner_text() for sum in page.locator("[data-row-sum]").all()] == ["3", "0", "0"]
    assert [sum.inner_text() for sum in page.locator("[data-col-sum]").all()] == ["1", "1", "1"]
    expect(page.matrix("O").locator(".note")).to_contain_text("O[1,1] 在 V 的最小与最大之外")
    assert page.matrix("O").locator("td.broken").count() == 4
    page.type("A", 1, 1, "-1")
    expect(page.matrix("A").locator(".note")).to_contain_text("A[2,2] 是负的权重")
    page.preset("example-15.1")
    assert page.locator(".broken").count() == 0 and page.matrix("A").locator(".note").inner_text() == ""


def test_pinning_o_changes_nothing_else(page):
    before = page.read("data-value")
    page.type("O", 0, 0, "5")
    expect(page.cell("O", 0, 0)).to_have_attribute("data-value", "5")
    page.settled()
    after = page.read("data-value")
    assert [name for name in MATRICES if after[name] != before[name]] == ["O"]


def test_a_pinned_cell_says_so_and_shows_what_would_have_been(page):
    page.type("Q", 2, 0, "0")
    expect(page.locator("#inspector-about")).to_contain_text("本来会算出 1")
    page.action("unpin").click()
    expect(page.cell("Q", 2, 0)).to_have_value("1")
    assert page.focused() == ["Q", 2, 0]
    page.settled()
    assert page.read() == SHOWN


def test_an_edit_that_typed_nothing_pins_nothing(page):
    page.cell("D", 0, 0).click()
    page.tab.keyboard.press("F2")
    page.tab.keyboard.press("Enter")
    page.cell("D", 0, 1).click()
    assert page.pins() == []


def test_a_cell_opened_while_an_answer_is_on_its_way_ends_with_the_answer(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.type("5")
    page.cell("Q", 0, 0).dblclick()
    expect(page.cell("Q", 0, 0)).to_have_attribute("data-value", "5")
    page.cell("W_V", 0, 0).click()
    expect(page.cell("Q", 0, 0)).to_have_value("5")
    assert page.pins() == []


def test_the_old_number_typed_while_python_was_busy_is_a_pin(cold, troubled):
    page, trouble = held_up(cold, troubled, "numpy_core.so.gzipped")
    page.type("X", 0, 0, "2")
    page.cell("D", 0, 0).click()
    page.tab.keyboard.insert_text("1")
    trouble.free.set()
    page.ready()
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
    page.tab.keyboard.press("Enter")
    page.settled()
    assert page.pins() == [["D", 0, 0, "1"]]


def test_a_row_sum_beyond_a_double_is_said_and_the_figure_goes_on(page):
    page.preset("example-15.2")
    page.type("A", 0, 0, "1e308")
    page.type("A", 0, 1, "1e308")
    expect(page.matrix("A").locator(".note")).to_contain_text("第 1 行的和是 ∞")
    page.type("A", 0, 1, "0")
    page.settled()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
