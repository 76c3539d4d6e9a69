"""The code that computed it all, and what closes the chapter."""

import pytest
from playwright.sync_api import expect

from building import folders
from tests.helpers.words import WORDS


def test_the_code_is_the_very_file_and_the_focused_matrix_lights_its_function(page):
    page.locator("#code").scroll_into_view_if_needed()
    listing = page.locator('[data-source$="/head.py"]')
    expect(listing).to_contain_text("def attend(")
    assert listing.evaluate("pre => pre.textContent") == (folders.ROOT / "py/qkv/head.py").read_text(encoding="utf-8")
    functions = {
        "Q": "project",
        "K": "project",
        "V": "project",
        "D": "compare",
        "S": "scale",
        "A": "softmax_rows",
        "O": "mix",
    }
    for matrix, function in functions.items():
        page.cell(matrix, 0, 0).click()
        lit = page.locator(".source .lit:visible")
        expect(lit).to_have_count(1)
        assert lit.evaluate("part => part.textContent").startswith(f"def {function}(")
    page.vary("causal")
    page.cell("S", 0, 0).click()
    assert [part.split("(")[0] for part in page.locator(".source .lit").all_inner_texts()] == [
        "def scale",
        "def forbid_future",
    ]


def test_a_mistake_s_own_function_is_lit_in_place_of_the_right_one(page):
    expect(page.locator("#mistake-code")).to_be_hidden()
    page.locator("#code").scroll_into_view_if_needed()
    page.locator('button[data-mistake="columns"]').click()
    page.cell("A", 0, 0).click()
    lit = page.locator(".source .lit:visible")
    expect(lit).to_have_count(1)
    assert lit.inner_text().startswith("def softmax_columns(")


def test_run_py_runs_in_the_browser_on_the_present_inputs(page):
    page.type("X", 0, 0, "√2")
    page.action("run").click()
    output = page.locator("#run-output")
    expect(output).to_contain_text("pass: 7 matrices, tolerance 1e-12, NumPy 2.2.5")
    assert [line.split()[:2] for line in output.inner_text().splitlines()[:7]] == [[name, "pass"] for name in "QKVDSAO"]
    expect(page.locator("#run-pins")).to_be_hidden()
    page.type("A", 0, 0, "1")
    expect(output).to_be_hidden()  # it spoke of another state
    expect(page.locator("#run-pins")).to_be_visible()


@pytest.mark.parametrize("path, locale", [("", "zh"), ("en/", "en")])
def test_glossary_references_and_downloads(cold, path, locale):
    page = cold(path, java_script_enabled=False)
    expect(page.locator(".glossary > div")).to_have_count(18)
    terms = page.locator(".glossary dt").all_inner_texts()
    assert all(
        entry[0] in term and entry[1] in term
        for entry, term in zip(WORDS[locale]["glossary"].values(), terms, strict=True)
    )
    references = page.locator("#references a").all()
    assert ["1706.03762" in reference.get_attribute("href") for reference in references] == [True, False]
