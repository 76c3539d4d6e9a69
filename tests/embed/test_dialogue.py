"""The dialogue that writes the snippets, and the snippets in the README."""

import re

from playwright.sync_api import expect

from building import folders
from tests.helpers.embed import Frame


def open_dialogue(page):
    page.action("embed").click()
    expect(page.locator("#embed-dialog")).to_be_visible()
    return page.tab.frame_locator("#embed-preview")


def test_the_dialogue_shows_what_is_chosen_and_its_snippets_work_in_a_page(page, host, tab):
    page.type("X", 0, 0, "7/3")
    page.settled()
    values = page.read("data-value")
    preview = open_dialogue(page)
    expect(preview.locator("[data-matrix]:visible")).to_have_count(6)
    dialogue = page.locator("#embed-dialog")
    for name in ("X", "A"):
        dialogue.locator(f'[name="show"][value="{name}"]').check()
    dialogue.locator('[name="edit"][value="X"]').check()
    dialogue.locator('[name="theme"]').select_option("dark")
    dialogue.locator('[name="start"]').select_option("idle")
    dialogue.locator('[name="state"]').check()
    expect(preview.locator("[data-matrix]:visible")).to_have_count(2)
    expect(preview.locator('[data-matrix="X"] input').first).to_have_value("7/3")
    expect(preview.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#embed-iframe")).to_have_value(re.compile("#s="))
    dialogue.locator('[data-copy-snippet="iframe"]').click()
    snippet = page.tab.evaluate("navigator.clipboard.readText()")
    assert snippet == page.locator("#embed-iframe").input_value() and "show=X,A" in snippet and "edit=X" in snippet
    for html, selector in [(snippet, "iframe"), (page.locator("#embed-element").input_value(), "qkv-flow iframe")]:
        tab.goto(host(html, page.site))
        frame = Frame(tab, selector)
        frame.live()
        frame.cell("X", 0, 0).click()
        frame.engine("ready")
        expect(frame.cell("A", 0, 0)).to_have_attribute("data-value", values["A"][0][0])
        assert frame.visible() == ["X", "A"]
    markdown = page.locator("#embed-markdown").input_value()
    title, address = re.fullmatch(r"\[(.*)\]\((.*)\)", markdown).groups()
    assert title and address.startswith(page.site + "embed.html?lang=zh&view=compact")
    page.tab.keyboard.press("Escape")
    expect(dialogue).to_be_hidden()
    expect(page.action("embed")).to_be_focused()


def test_keys_behind_the_dialogue_change_nothing(page):
    page.type("X", 0, 0, "2")
    open_dialogue(page)
    page.locator("#embed-iframe").focus()
    page.tab.keyboard.press("Control+z")
    page.locator('#embed-form [name="state"]').press("Enter")
    expect(page.locator("#embed-dialog")).to_be_visible()
    page.tab.keyboard.press("Escape")
    assert page.cell("X", 0, 0).input_value() == "2"


def test_the_readme_s_snippets_name_the_embed_with_parameters_that_exist():
    readme = (folders.ROOT / "README.md").read_text()
    for system in ("MkDocs", "Quarto", "Jupyter Book"):
        assert system in readme
    addresses = re.findall(r"embed\.html\?([^\"#)\s]+)", readme)
    known = {"lang", "view", "show", "edit", "start", "theme"}
    assert len(addresses) >= 4 and all(
        part.split("=")[0] in known for address in addresses for part in re.split("&amp;|&", address)
    )
