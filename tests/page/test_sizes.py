"""The four sizes, their limits, and the labels of the positions."""

import re

from playwright.sync_api import expect


def test_sizes_change_independently_by_field_and_at_the_edge(page):
    for axis, size in {"T": 4, "d_in": 3, "d_k": 5, "d_v": 1}.items():
        page.resize(axis, size)
        page.settled()
        page.agrees_with_oracle()
    shapes = {name: [len(rows), len(rows[0])] for name, rows in page.read().items()}
    assert shapes == {"X": [4, 3], "W_Q": [3, 5], "W_K": [3, 5], "W_V": [3, 1], "Q": [4, 5], "K": [4, 5], "V": [4, 1],
                      "D": [4, 4], "S": [4, 4], "A": [4, 4], "O": [4, 1]}
    for name, (rows, columns) in shapes.items():
        expect(page.matrix(name).locator(".shape")).to_have_text(f"[{rows},{columns}]")
        assert (page.matrix(name).get_attribute("data-rows"), page.matrix(name).get_attribute("data-cols")) == (
            str(rows),
            str(columns),
        )
        assert f"{rows} 行 {columns} 列" in page.matrix(name).get_attribute("aria-label")
    expect(page.locator('[data-mirror="K"] .shape')).to_have_text("[5,4]")
    assert page.read()["X"] == [["1", "0", "0"], ["0", "1", "0"], ["1", "1", "0"], ["0", "0", "0"]]
    page.locator('[data-grow="T"][data-by="1"]').click()
    expect(page.locator('[data-size="T"]')).to_have_value("5")
    page.locator('[data-grow="d_k"][data-by="-1"]').click()
    expect(page.locator('[data-size="d_k"]')).to_have_value("4")
    page.settled()
    assert page.locator("[data-follow]").count() == 5
    expect(page.locator('[data-chip="scale"]')).to_contain_text("dₖ = 4，√dₖ = 2；不是 T，也不是 dᵥ")


def test_shrinking_takes_pins_outside_and_undo_brings_all_back(page):
    page.type("Q", 2, 1, "9")
    page.type("W_V", 1, 1, "√2")
    page.settled()
    before = page.read("data-value")
    page.locator('[data-grow="T"][data-by="-1"]').click()
    page.locator('[data-grow="d_v"][data-by="-1"]').click()
    page.settled()
    assert page.pins() == [] and page.read()["V"] == [["1"], ["1"]]
    page.agrees_with_oracle()
    for _ in range(2):
        page.action("undo").click()
    page.settled()
    assert page.read("data-value") == before and page.read()["W_V"][1][1] == "√2"


def test_limits_of_sizes(page):
    page.resize("T", 17)
    expect(page.locator('[data-size="T"]')).to_have_value("3")
    page.preset("one-position")
    expect(page.locator('[data-grow="T"][data-by="-1"]')).to_be_disabled()
    assert page.read()["A"] == [["1"]]
    for axis in ["T", "d_in", "d_k", "d_v"]:
        page.resize(axis, 16)
    page.settled()
    expect(page.locator('[data-grow="T"][data-by="1"]')).to_be_disabled()
    assert page.matrix("D").locator("td input").count() == 256
    page.type("X", 15, 15, "1/3")
    page.settled()
    page.agrees_with_oracle()


def test_token_labels_are_editable_and_go_everywhere(page):
    page.locator('[data-token="1"]').fill("钥匙")
    page.locator('[data-token="1"]').press("Enter")
    expect(page.matrix("A").locator("tbody th").nth(1)).to_have_text("钥匙")
    expect(page.matrix("A").locator("thead th").nth(1)).to_have_text("钥匙")
    expect(page.locator('[data-mirror="K"] thead th').nth(1)).to_have_text("钥匙")
    expect(page.locator('[data-follow="1"]')).to_have_text("2 钥匙")
    expect(page.cell("A", 1, 0)).to_have_attribute("aria-label", re.compile("接收位置 2 钥匙，来源位置 1 red"))


def test_a_cell_that_goes_while_python_explains_it_is_no_failure(page):
    """The question about it is on its way when it goes; what was asked about it comes to nothing."""
    page.tab.evaluate("""() => { document.querySelector('[data-matrix=X] input[data-row="2"][data-col="0"]').focus();
        const size = document.querySelector('[data-size=T]'); size.focus(); size.value = 1;
        size.dispatchEvent(new Event('change', {bubbles: true})); }""")
    expect(page.matrix("X")).to_have_attribute("data-rows", "1")
    page.settled()
    page.action("verify").click()  # Python answers in turn: what was asked before has its answer
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "pass")
    expect(page.locator("#complaint")).to_have_text("")
