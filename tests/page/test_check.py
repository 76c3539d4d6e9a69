"""The check of every number, its record, and a head that it does not let pass."""

import json
import shutil
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from building.folders import ROOT
from tests.helpers.page import START
from tests.reference import SHOWN


@pytest.mark.parametrize("name", ["example-15.1", "exercise-2", "exercise-4", "large-scores"])
def test_the_check_passes_on_any_state(page, name):
    page.preset(name)
    page.action("verify").click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "pass")
    assert 0 <= float(page.locator("[data-max-error]").inner_text()) < 1e-12
    assert page.locator("[data-verified]").count() == 11
    values = page.read()
    expect(page.locator('[data-verified="A"]')).to_contain_text(f"{len(values['A']) ** 2} 个数")
    expect(page.locator("#verify-summary")).to_contain_text("容差 1e-12")
    expect(page.locator("#verify-summary")).to_contain_text("Python 3.13.2，NumPy 2.2.5")


def test_the_record_is_copied_and_a_verdict_goes_with_its_state(page):
    page.action("verify").click()
    expect(page.locator("[data-verdict]")).to_have_text("通过")
    page.action("copy-record").click()
    expect(page.locator("#announce")).to_have_text("已复制")
    record = json.loads(page.tab.evaluate("navigator.clipboard.readText()"))
    assert (
        record["pass"] and record["tolerance"] == 1e-12 and record["numpy"] == "2.2.5" and len(record["matrices"]) == 11
    )
    assert record["state"]["cells"]["X"] == SHOWN["X"]
    page.type("X", 0, 0, "2")
    expect(page.locator("[data-verdict]")).to_be_hidden()


def test_a_verdict_stands_while_only_labels_and_the_followed_row_change(page):
    page.action("verify").click()
    verdict, table = page.locator("[data-verdict]"), page.locator("#verify-table")
    expect(verdict).to_have_text("通过")
    page.locator('[data-token="1"]').fill("钥匙")
    page.locator('[data-token="1"]').press("Enter")
    expect(page.matrix("D").locator("tbody th").nth(1)).to_have_text("钥匙")
    page.settled()
    page.locator('[data-follow="2"]').click()
    page.settled()
    expect(page.locator("#figure")).to_have_attribute("data-followed", "2")
    assert verdict.is_visible() and table.is_visible() and verdict.get_attribute("data-verdict") == "pass"
    page.type("A", 0, 0, "0.5")
    expect(verdict).to_be_hidden()
    expect(table).to_be_hidden()
    expect(page.action("copy-record")).to_be_hidden()
    assert verdict.get_attribute("data-verdict") == ""


def test_a_verdict_that_was_overtaken_is_made_anew(page):
    """None is shown of numbers that are gone: Python is asked again about those that stand."""
    page.action("verify").click()
    expect(page.locator("[data-verdict]")).to_have_text("通过")
    page.tab.evaluate("""() => { document.querySelector('[data-action=verify]').click();
        const e = document.querySelector('[data-matrix=X] input'); e.focus(); e.value = '5';
        e.dispatchEvent(new Event('input', {bubbles: true})); e.blur(); }""")
    expect(page.cell("D", 0, 0)).to_have_value("25")
    page.settled()
    expect(page.locator("[data-verdict]")).to_be_visible()
    page.action("copy-record").click()
    expect(page.locator("#announce")).to_have_text("已复制")
    record = json.loads(page.tab.evaluate("navigator.clipboard.readText()"))
    assert record["state"]["cells"]["X"][0] == ["5", "0"] and record["pass"]


def test_a_broken_head_fails_the_check_in_the_browser(browser, serve, tmp_path):
    """The site built from a py/ whose softmax runs down the columns: the judge must say so."""
    root = tmp_path / "broken"
    for name in [
        "py",
        "site",
        "templates",
        "pyproject.toml",
        "package.json",
        "package-lock.json",
        "build.py",
        "building",
        "pins.toml",
        "LICENSE",
        "LICENSE-figure-and-prose",
    ]:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, root / name if source.is_dir() else root)
    head = root / "py/qkv/head.py"
    head.write_text(head.read_text().replace("E.sum(axis=-1", "E.sum(axis=-2"))
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    subprocess.run([sys.executable, root / "build.py"], check=True)
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(serve(root / "dist"))
    expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=START)
    tab.locator('[data-action="verify"]').click()
    expect(tab.locator("[data-verdict]")).to_have_attribute("data-verdict", "fail")
    expect(tab.locator('[data-verified="A"]')).to_contain_text("不通过")
    expect(tab.locator('[data-verified="S"]')).not_to_contain_text("不通过")
    context.close()
