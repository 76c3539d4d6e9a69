"""Blocks of numbers: pasting, copying and filling."""

import pytest
from playwright.sync_api import expect

from tests.reference import SHOWN


@pytest.mark.parametrize(
    "text",
    [
        "2\t3\n4\t5",
        "[[2, 3], [4, 5]]",
        "array([[2, 3],\n       [4, 5]])",
        "\\begin{bmatrix} 2 & 3 \\\\ 4 & 5 \\end{bmatrix}",
        "2,3\n4,5",
    ],
)
def test_blocks_paste_from_the_focused_cell_on(page, text):
    page.paste("X", 1, 0, text)
    expect(page.cell("X", 2, 1)).to_have_attribute("data-value", "5")
    page.settled()
    assert page.read()["X"] == [["1", "0"], ["2", "3"], ["4", "5"]]
    page.agrees_with_oracle()
    page.action("undo").click()
    page.settled()
    assert page.read() == SHOWN


def test_one_pasted_number_is_typing(page):
    page.paste("X", 0, 0, "0.5")
    page.tab.keyboard.press("Enter")
    expect(page.cell("X", 0, 0)).to_have_attribute("data-value", "0.5")


def test_a_pasted_number_with_a_comma_is_refused_not_split(page):
    page.paste("X", 0, 0, "1,000")
    page.tab.keyboard.press("Enter")
    expect(page.locator("#problems")).to_contain_text("带逗号")
    assert page.cell("X", 0, 1).input_value() == "0"


def test_a_larger_block_asks_whether_to_resize(page):
    page.paste("X", 1, 1, "1\t2\n3\t4\n5\t6")
    expect(page.locator("#dialog-text")).to_have_text("贴入的块是 [3,2]，从这一格起只放得下 [2,1]。要把矩阵改成 [4,3] 吗？")
    page.locator("#dialog-no").click()
    page.settled()
    assert page.read() == SHOWN
    page.paste("X", 1, 1, "1\t2\n3\t4\n5\t6")
    page.locator("#dialog-yes").click()
    expect(page.locator('[data-size="T"]')).to_have_value("4")
    page.settled()
    assert page.read()["X"] == [["1", "0", "0"], ["0", "1", "2"], ["1", "3", "4"], ["0", "5", "6"]]
    page.action("undo").click()
    page.settled()
    assert page.read() == SHOWN


def test_a_block_beyond_the_limit_is_refused_with_both_shapes(page):
    page.paste("X", 0, 0, "\n".join(["1\t1"] * 17))
    expect(page.locator("#complaint")).to_contain_text("[17,2]")
    expect(page.locator("#complaint")).to_contain_text("[3,2]")
    assert page.read() == SHOWN


def test_ragged_and_senseless_blocks_are_refused(page):
    page.paste("X", 0, 0, "1\t2\n3")
    expect(page.locator("#complaint")).to_contain_text("第 2 行有 1 个数")
    page.paste("X", 0, 0, "[[1, 2], oops]")
    expect(page.locator("#complaint")).to_contain_text("读不成一块数")
    assert page.read() == SHOWN


def test_a_complaint_goes_when_the_reader_goes_on(page):
    page.paste("X", 0, 0, "\n".join(["1\t1"] * 17))
    expect(page.locator("#complaint")).not_to_be_empty()
    page.cell("O", 0, 0).click()
    expect(page.locator("#complaint")).to_be_empty()
    expect(page.locator("#inspector-formula")).to_contain_text("O[1,1] = ")


def test_a_block_into_a_computed_matrix_pins_it(page):
    page.paste("A", 0, 0, "[[1,1,1],[0,0,0],[0,0,0]]")
    expect(page.locator("#pins-count")).to_have_text("9 改写的格")
    page.settled()
    assert page.read()["O"][0] == ["4", "4"]


@pytest.mark.parametrize(
    "name, text, T",
    [("K", "1\t0\n0\t1\n1\t1\n2\t2\n3\t3", 5), ("A", "1\t0\t0\t0", 4), ("V", "1\t0\n0\t1\n1\t1\n2\t2", 4)],
)
def test_a_block_pasted_into_a_computed_matrix_grows_the_sequence(page, name, text, T):
    page.paste(name, 0, 0, text)
    page.locator("#dialog-yes").click()
    page.settled()
    assert page.matrix("X").get_attribute("data-rows") == page.matrix("A").get_attribute("data-cols") == str(T)
    assert len(page.pins()) == text.count("\t") + text.count("\n") + 1
    page.agrees_with_oracle()


def test_a_block_pasted_into_a_cell_being_edited_wins(page):
    page.cell("X", 0, 0).click()
    page.tab.keyboard.type("7")
    page.tab.evaluate("navigator.clipboard.writeText('3\\t4')")
    page.tab.keyboard.press("Control+v")
    expect(page.cell("X", 0, 1)).to_have_attribute("data-value", "4")
    page.cell("W_V", 0, 0).click()
    page.settled()
    assert page.read()["X"][0] == ["3", "4"]


@pytest.mark.parametrize(
    "form, text",
    [
        ("tsv", "0.4011120926797859\t"),
        ("numpy", "np.array(["),
        ("latex", "\\begin{bmatrix}"),
        ("json", "[\n  [0.4011120926797859"),
    ],
)
def test_the_focused_matrix_is_copied_at_full_precision(page, form, text):
    page.cell("A", 0, 0).click()
    page.tab.evaluate("navigator.clipboard.writeText('')")
    page.locator(f'[data-copy="{form}"]').click()
    expect(page.locator("#announce")).to_have_text("已复制")
    copied = page.tab.evaluate("navigator.clipboard.readText()")
    assert text in copied
    assert all(value in copied for row in page.read("data-value")["A"] for value in row)


def test_fill_zero_row_identity_and_a_vector(page):
    page.cell("Q", 2, 1).click()
    page.locator('[data-fill="zero-row"]').click()
    expect(page.locator("#pins-count")).to_have_text("2 改写的格")
    page.settled()
    assert page.read()["Q"][2] == ["0", "0"] and page.read()["O"][2] == ["1.333333", "1.333333"]
    page.action("reset").click()
    page.cell("V", 0, 0).click()
    page.locator("#fill-vector").fill("2, -1")
    page.locator('[data-fill="add"]').click()
    expect(page.locator("#pins-count")).to_have_text("6 改写的格")
    page.settled()
    assert page.read()["V"] == [["3", "-1"], ["3", "1"], ["4", "1"]] and page.read()["O"][0] == ["3.401112", "0.197776"]
    page.cell("W_K", 0, 0).click()
    page.locator('[data-fill="identity"]').click()
    expect(page.cell("W_K", 0, 1)).to_have_value("0")
    page.settled()
    assert page.read()["W_K"] == [["1", "0"], ["0", "1"]]
    page.locator('[data-fill="zero"]').click()
    expect(page.cell("W_K", 0, 0)).to_have_value("0")
    page.settled()
    assert page.read()["A"] == [["0.333333"] * 3] * 3
    page.locator("#fill-vector").fill("1, 2, 3")
    page.locator('[data-fill="add"]').click()
    expect(page.locator("#complaint")).to_contain_text("3 个数")


def test_filling_a_row_that_is_gone_takes_the_last_one(page):
    page.cell("X", 2, 0).click()
    page.resize("T", 1)
    page.settled()
    page.locator('[data-fill="zero-row"]').click()
    expect(page.cell("X", 0, 0)).to_have_value("0")


def test_adding_to_every_row_leaves_forbidden_scores_forbidden(page):
    page.vary("causal")
    page.cell("S", 0, 0).click()
    page.locator("#fill-vector").fill("1, 1, 1")
    page.locator('[data-fill="add"]').click()
    expect(page.locator("input[data-pinned]")).to_have_count(6)  # Python has answered what to write
    page.settled()
    assert len(page.pins()) == 6 and page.read()["S"][0][1:] == ["-∞", "-∞"]
    page.agrees_with_oracle()


def test_a_bad_vector_is_named(page):
    page.locator("#fill-vector").fill("a, b")
    page.locator('[data-fill="add"]').click()
    expect(page.locator("#complaint")).to_contain_text("要加的向量 里的“a”读不成数")
