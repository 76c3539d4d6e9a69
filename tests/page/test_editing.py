"""Editing what is given: the keys of the grid, what is bad and how it is mended, what an edit reaches."""

import pytest
from playwright.sync_api import expect

from tests.helpers.states import DOWNSTREAM
from tests.reference import GIVEN, MATRICES, SHOWN


def test_baked_equals_live(page):
    before = page.read("data-value")
    assert page.read() == SHOWN
    page.type("X", 0, 0, "3")
    expect(page.cell("D", 0, 0)).to_have_value("9")
    page.type("X", 0, 0, "1")
    expect(page.cell("D", 0, 0)).to_have_value("1")
    page.settled()
    assert page.read() == SHOWN
    for name in MATRICES:
        for baked, live in zip(sum(before[name], []), sum(page.read("data-value")[name], []), strict=True):
            assert abs(float(baked) - float(live)) <= 1e-12, name
    page.agrees_with_oracle()


def test_the_live_page_keeps_labels_and_axes(page):
    page.type("X", 1, 1, "2")
    page.settled()
    assert page.cell("A", 1, 2).get_attribute("aria-label").startswith("A，接收位置 2 key，来源位置 3 .，")
    assert page.cell("A", 1, 2).get_attribute("aria-label").endswith(page.cell("A", 1, 2).input_value())
    assert page.matrix("K").locator("tbody th").all_inner_texts() == ["red", "key", "."]


@pytest.mark.parametrize("name", GIVEN)
def test_an_edit_changes_exactly_what_is_downstream(page, name):
    before = page.read("data-value")
    page.type(name, 0, 0, "2.5")
    page.type(name, 1, 1, "-3")
    expect(page.cell(name, 1, 1)).to_have_attribute("data-value", "-3")
    page.settled()
    after = page.read("data-value")
    changed = {matrix for matrix in MATRICES if after[matrix] != before[matrix]}
    assert changed == {name, *DOWNSTREAM[name].split()}
    assert {matrix for matrix, value in page.attributes("data-changed").items() if value == "yes"} == changed
    page.agrees_with_oracle()


@pytest.mark.parametrize("key, focused", [
    ("Enter", 'input[data-row="0"][data-col="0"]'), ("ArrowDown", 'input[data-row="1"][data-col="0"]'),
    ("Tab", 'button[data-grow="d_in"][data-by="-1"]'),  # what follows the grid: its other cells are reached by arrows
])
def test_keys_that_commit(page, key, focused):
    page.type("X", 0, 0, "2", key)
    expect(page.cell("D", 0, 0)).to_have_value("4")
    expect(page.matrix("X").locator(focused)).to_be_focused()


def test_leaving_a_cell_commits(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.type("2")
    page.cell("W_V", 0, 0).click()
    expect(page.cell("D", 0, 0)).to_have_value("4")


def test_escape_gives_the_old_value_back(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.type("77")
    assert page.cell("X", 0, 0).input_value() == "77"
    page.tab.keyboard.press("Escape")
    assert page.cell("X", 0, 0).input_value() == "1"
    page.cell("W_V", 0, 0).click()
    page.settled()
    assert page.read() == SHOWN
    expect(page.action("undo")).to_be_disabled()


def test_arrows_home_and_end_walk_the_grid_and_typing_replaces(page):
    page.cell("X", 0, 0).click()
    for key, place in [
        ("ArrowRight", ["X", 0, 1]),
        ("ArrowDown", ["X", 1, 1]),
        ("ArrowDown", ["X", 2, 1]),
        ("ArrowDown", ["X", 2, 1]),
        ("Home", ["X", 2, 0]),
        ("ArrowUp", ["X", 1, 0]),
        ("ArrowLeft", ["X", 1, 0]),
        ("End", ["X", 1, 1]),
        ("Control+Home", ["X", 0, 0]),
        ("Control+End", ["X", 2, 1]),
    ]:
        page.tab.keyboard.press(key)
        assert page.focused() == place, key
    page.tab.keyboard.type("5")
    page.tab.keyboard.press("Enter")
    expect(page.cell("X", 2, 1)).to_have_attribute("data-value", "5")


def test_f2_edits_inside_the_text_where_arrows_move_the_caret(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.press("F2")
    page.tab.keyboard.type("5")
    page.tab.keyboard.press("ArrowLeft")
    page.tab.keyboard.type(".")
    page.tab.keyboard.press("Enter")
    expect(page.cell("X", 0, 0)).to_have_attribute("data-value", "1.5")


def test_one_tab_stop_per_matrix_in_the_order_of_the_flow(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.press("ArrowDown")
    seen = ["X"]
    for _ in range(40):
        page.tab.keyboard.press("Tab")
        matrix = page.focused()[0]
        if matrix and matrix != seen[-1]:
            assert matrix not in seen
            seen.append(matrix)
    assert seen == ["X", "W_Q", "Q", "W_K", "K", "W_V", "V", "D", "S", "A", "O"]
    page.cell("A", 0, 0).focus()
    page.tab.keyboard.press("Shift+Tab")
    assert page.focused()[0] == "S"


def test_every_matrix_keeps_a_tab_stop_and_focus_stays_when_rows_go(page):
    page.cell("X", 2, 1).click()
    page.tab.keyboard.press("Escape")
    page.preset("one-position")
    for name in MATRICES:
        assert page.matrix(name).locator('input[tabindex="0"]').count() == 1, name
    page.preset("example-15.1")
    page.locator('[data-grow="T"][data-by="1"]').click()
    page.cell("X", 3, 1).click()
    page.tab.keyboard.press("Control+z")
    expect(page.locator('[data-size="T"]')).to_have_value("3")
    assert page.focused() == ["X", 2, 1]
    page.action("undo").focus()
    for _ in range(5):
        page.tab.keyboard.press("Enter")
    assert page.tab.evaluate("document.activeElement.dataset.action") == "undo"


def test_typing_replaces_also_in_a_cell_that_is_clicked_again(page):
    for _ in range(3):
        page.cell("X", 0, 0).click()
    page.tab.keyboard.type("4")
    page.tab.keyboard.press("Enter")
    expect(page.cell("X", 0, 0)).to_have_attribute("data-value", "4")


def test_after_an_undo_the_focused_cell_takes_the_same_text_again(page):
    page.type("X", 0, 0, "5")
    page.tab.keyboard.press("Control+z")
    expect(page.cell("X", 0, 0)).to_have_value("1")
    page.tab.keyboard.type("8")
    page.tab.keyboard.press("Escape")
    expect(page.cell("X", 0, 0)).to_have_value("1")
    page.tab.keyboard.type("5")
    page.tab.keyboard.press("Enter")
    expect(page.cell("X", 0, 0)).to_have_attribute("data-value", "5")


def test_labels_say_the_value_that_was_typed(page):
    page.type("X", 0, 0, "5")
    page.type("Q", 0, 0, "9")
    page.type("Q", 0, 0, "978")
    expect(page.cell("X", 0, 0)).to_have_attribute("aria-label", "X，位置 1 red，输入坐标 1，5")
    expect(page.cell("Q", 0, 0)).to_have_attribute("aria-label", "Q，接收位置 1 red，查询坐标 1，978，改写的格")


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "是空的"),
        ("x", "读不成数"),
        ("1,5", "带逗号"),
        ("1/0", "除以了零"),
        ("1e400", "双精度"),
        ("nan", "不是有限的数"),
    ],
)
def test_bad_text_is_marked_explained_and_kept(page, text, says):
    before = page.read("data-value")
    page.type("W_K", 0, 1, text)
    cell = page.cell("W_K", 0, 1)
    expect(cell).to_have_attribute("aria-invalid", "true")
    message = page.locator(f"#{cell.get_attribute('aria-describedby')}")
    expect(message).to_contain_text("W_K[1,2]")
    expect(message).to_contain_text(says)
    assert cell.input_value() == text
    assert page.read("data-value") == before
    statuses = page.statuses()
    assert statuses["W_K"] == "invalid"
    assert all(statuses[name] == "stale" for name in ["Q", "K", "V", "D", "S", "A", "O"])
    page.type("W_K", 0, 1, "1")
    page.settled()
    expect(cell).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#problems li")).to_have_count(0)
    assert page.read() == SHOWN


def test_several_bad_cells_are_all_reported_and_mended_one_by_one(page):
    page.type("X", 0, 0, "a")
    page.type("W_Q", 1, 1, "")
    page.type("A", 2, 2, "b")
    expect(page.locator("#problems li")).to_have_count(3)
    assert page.locator('[aria-invalid="true"]').count() == 3
    for remaining, place in [(2, ("X", 0, 0)), (1, ("W_Q", 1, 1))]:
        page.type(*place, "1")
        expect(page.locator("#problems li")).to_have_count(remaining)
    page.type("A", 2, 2, "0.5")
    page.settled()
    page.agrees_with_oracle()


def test_an_overflow_downstream_is_named_and_the_last_good_numbers_stay(page):
    page.type("W_Q", 0, 0, "1e200")
    page.settled()
    good = page.read("data-value")
    page.type("X", 0, 0, "1e200")
    expect(page.locator("#problems li").first).to_contain_text("Q[1,1]")
    assert page.read("data-value")["Q"] == good["Q"]
    expect(page.matrix("O")).to_have_attribute("data-status", "stale")


def test_latest_wins(page):
    """A burst of edits: one in flight, one pending, and the last one's numbers stand."""
    for n in range(2, 30):
        page.tab.evaluate("""n => { const e = document.querySelector('[data-matrix=X] input'); e.focus(); e.value = n;
            e.dispatchEvent(new Event('input', {bubbles: true})); e.blur(); }""", n)
    expect(page.cell("D", 0, 0)).to_have_value("841")
    page.settled()
    page.agrees_with_oracle()


def test_a_caret_survives_an_answer(page):
    """Python answers an earlier edit while the reader is in the middle of another."""
    page.type("X", 0, 0, "2", key="ArrowDown")
    page.tab.keyboard.press("F2")
    page.tab.keyboard.type("12")
    page.tab.keyboard.press("ArrowLeft")
    expect(page.cell("D", 0, 0)).to_have_value("4")
    assert page.cell("X", 1, 0).evaluate("e => [e.value, e.selectionStart]") == ["012", 2]
