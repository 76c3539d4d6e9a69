"""Where a number comes from, and one row followed through the flow."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize(
    "place, formula, axis, shapes, lit",
    [
        (
            ("D", 2, 1),
            "D[3,2] = 1·0 + 1·1 = 1",
            "沿查询与键的坐标求和",
            "[3,2] @ [2,3] → [3,3]",
            {"Q": [(2, 0), (2, 1)], "K": [(1, 0), (1, 1)]},
        ),
        (
            ("A", 0, 0),
            "A[1,1] = exp(0.707107)/5.056230 ≈ 0.401112",
            "沿来源位置求和",
            "[3,3] → [3,3]",
            {"S": [(0, 0), (0, 1), (0, 2)]},
        ),
        (
            ("O", 0, 0),
            "O[1,1] = 0.401112·1 + 0.197776·1 + 0.401112·2 ≈ 1.401112",
            "沿来源位置求和",
            "[3,3] @ [3,2] → [3,2]",
            {"A": [(0, 0), (0, 1), (0, 2)], "V": [(0, 0), (1, 0), (2, 0)]},
        ),
        (
            ("Q", 2, 0),
            "Q[3,1] = 1·1 + 1·0 = 1",
            "沿输入坐标求和",
            "[3,2] @ [2,2] → [3,2]",
            {"X": [(2, 0), (2, 1)], "W_Q": [(0, 0), (1, 0)]},
        ),
        (("S", 2, 2), "S[3,3] = 3/√2 ≈ 2.121320", "逐格，不求和", "[3,3] ÷ √2 → [3,3]", {"D": [(2, 2)]}),
    ],
)
def test_focus_writes_the_origin_out_and_lights_it(page, place, formula, axis, shapes, lit):
    page.cell(*place).click()
    expect(page.locator("#inspector-formula")).to_have_text(formula)
    expect(page.locator("#inspector-about")).to_contain_text(axis)
    expect(page.locator("#inspector-about")).to_contain_text(shapes)
    found = {}
    for cell in page.locator("[data-matrix] td.lit input").all():
        name = cell.evaluate("e => e.closest('[data-matrix]').dataset.matrix")
        found.setdefault(name, []).append((int(cell.get_attribute("data-row")), int(cell.get_attribute("data-col"))))
    assert found == lit
    if place[0] == "D":  # in Falk's scheme: a row of Q at the left, a column of the transposed K above
        assert page.locator('#panel-compare [data-mirror="Q"] tr[data-row="2"] td.lit').count() == 2
        assert [
            row.locator("td").nth(1).get_attribute("class") for row in page.locator('[data-mirror="K"] tbody tr').all()
        ] == ["lit", "lit"]


def test_the_origin_follows_the_keyboard_and_is_spoken(page):
    expect(page.locator("#inspector")).to_have_attribute("aria-live", "polite")
    page.cell("D", 0, 0).focus()
    expect(page.locator("#inspector-formula")).to_have_text("D[1,1] = 1·1 + 0·1 = 1")
    page.tab.keyboard.press("ArrowRight")
    page.tab.keyboard.press("ArrowDown")
    expect(page.locator("#inspector-formula")).to_have_text("D[2,2] = 0·0 + 1·1 = 1")


@pytest.mark.parametrize("row", [0, 1, 2])
def test_a_followed_row_is_lit_through_the_flow_with_its_steps(page, row):
    page.locator(f'[data-follow="{row}"]').click()
    expect(page.locator("#figure")).to_have_attribute("data-followed", str(row))
    expect(page.locator(f'[data-follow="{row}"]')).to_have_attribute("aria-pressed", "true")
    for name in ["Q", "D", "S", "A", "O"]:
        assert page.matrix(name).locator("tr.followed").all_inner_texts() and page.matrix(name).locator(
            "tr.followed"
        ).get_attribute("data-row") == str(row)
    for name in ["K", "V", "X"]:
        assert page.matrix(name).locator("tr.followed").count() == 0
    expect(page.locator('[data-step="D"] li').first).to_contain_text(f"D[{row + 1},1] = ")
    shown = page.read()
    expect(page.locator('[data-step="output"]')).to_have_text(f"[{', '.join(shown['O'][row])}]")
    page.type("X", row, 0, "4")
    expect(page.locator('[data-step="query"]')).to_have_text(f"[4, {shown['X'][row][1]}]")


def test_steps_are_the_tests_own_numbers(page):
    page.locator('[data-follow="1"]').click()
    assert page.locator('[data-step="D"] li').all_inner_texts() == [
        "D[2,1] = 0·1 + 1·1 = 1",
        "D[2,2] = 0·0 + 1·1 = 1",
        "D[2,3] = 0·1 + 1·2 = 2",
    ]
    expect(page.locator('[data-step="divisor"]')).to_have_text("2.028115 + 2.028115 + 4.113250 ≈ 8.169480")
    expect(page.locator('[data-step="O"] li').first).to_have_text(
        "O[2,1] = 0.248255·1 + 0.248255·1 + 0.503490·2 ≈ 1.503490"
    )


def test_one_row_is_followed_also_after_growing(page):
    page.locator('[data-grow="T"][data-by="1"]').click()
    expect(page.locator('[data-mirror="Q"] tbody tr')).to_have_count(4)
    page.settled()
    assert [row.get_attribute("data-row") for row in page.locator("tr.followed").all()] == ["0"] * 7


def test_the_followed_row_is_marked_in_every_mirror_after_a_reload(page):
    page.resize("T", 4)
    page.settled()
    page.locator('[data-follow="3"]').click()
    page.settled()
    marked = "() => document.querySelectorAll('tr.followed').length"
    before = page.tab.evaluate(marked)
    page.tab.reload()
    page.ready()
    page.settled()
    assert page.tab.evaluate(marked) == before == 7  # Q, D, S, A, O, and Q and A where they appear again
