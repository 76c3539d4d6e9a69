"""Numbers stand in line at their decimal points, and whole in their cells."""

import pytest


def points(page, selector):
    """For every cell found, by column: where its decimal point, or the end of its integer, stands on the screen."""
    return page.tab.evaluate("""selector => {
        const canvas = document.createElement("canvas").getContext("2d");
        const found = {};
        for (const cell of document.querySelectorAll(selector)) {
            const style = getComputedStyle(cell);
            canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
            const text = cell.value ?? cell.textContent;
            const indent = parseFloat(style.textIndent);
            const box = cell.getBoundingClientRect();
            const start = (box.width - canvas.measureText(text).width - indent) / 2 + indent;
            const column = cell.closest("td").cellIndex;
            (found[column] ??= []).push(box.left + start + canvas.measureText(text.split(".")[0]).width);
        }
        return found;
    }""", selector)


def test_numbers_are_aligned_at_the_decimal_point(page):
    page.type("X", 0, 0, "-2.5")
    page.type("O", 0, 0, "10")
    page.settled()
    assert page.read()["D"][0][0] == "6.250000" and page.read()["Q"][1][0] == "0"
    matrices = [f'[data-matrix="{name}"] td input' for name in ("X", "Q", "D", "S", "A", "O")]
    for selector in [*matrices, '[data-mirror="Q"] td span', '[data-transposed] td span', "[data-row-sum]"]:
        columns = points(page, selector)
        assert columns, selector
        for column, found in columns.items():
            assert len(found) > 1 and max(found) - min(found) < 2, (selector, column, found)  # px; a digit has 7.5


def hidden_parts(page):
    """Cells whose text, as it is indented, begins before its cell or ends behind it though it would fit."""
    return page.tab.evaluate("""() => {
        const canvas = document.createElement("canvas").getContext("2d");
        return [...document.querySelectorAll('[data-matrix] td input')].filter((cell) => {
            const style = getComputedStyle(cell);
            canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
            const [width, room] = [canvas.measureText(cell.value).width, cell.clientWidth - 3];
            const indent = parseFloat(style.textIndent);
            if (width > room) return indent !== 0;
            const start = (room - width - indent) / 2 + indent;
            return start < -1.5 || start + width > room + 1.5;
        }).map((cell) => `${cell.closest('[data-matrix]').dataset.matrix} ${cell.value}`);
    }""")


@pytest.mark.parametrize("text", ["-100", "-1000", "1000", "-1e8", "-2.5", "100000"])
def test_aligning_pushes_no_digit_and_no_sign_out_of_its_cell(page, text):
    page.type("X", 0, 0, text)
    page.settled()
    assert hidden_parts(page) == []
    page.type("S", 0, 0, "123456")
    page.settled()
    assert hidden_parts(page) == []
    page.cell("V", 1, 1).evaluate("cell => { cell.style.textIndent = '5rem'; }")
    assert hidden_parts(page) == ["V 2"]  # and the look for them finds what is pushed out


def test_a_cell_that_is_being_edited_does_not_lean(page):
    page.type("X", 0, 0, "-2.5")
    page.settled()
    assert page.cell("Q", 1, 0).evaluate("cell => getComputedStyle(cell).textIndent") != "0px"
    page.cell("Q", 1, 0).click()
    page.tab.keyboard.insert_text("1234")
    assert page.cell("Q", 1, 0).evaluate("cell => getComputedStyle(cell).textIndent") == "0px"
