"""The page as a reader handles it: what stands in a matrix, typing into a cell, waiting for the numbers."""

import json

from playwright.sync_api import expect

from tests.reference import GIVEN, assert_close, attend

START = 60_000  # ms: the slowest start of Python that is no failure, on a busy machine


def keeps_nothing(tab):
    """The reader's choice, for `cold` to prepare: no service worker, which would answer or ask in the page's place."""
    tab.add_init_script("localStorage.setItem('qkv-flow-offline', 'no')")


class Companion:
    def __init__(self, tab, site):
        self.tab, self.site = tab, site

    def live(self):
        """Wait until the modules run, whether or not Python does."""
        expect(self.locator("html")).to_have_attribute("data-live", "")

    def engine(self, state):
        """Wait until Python is baked, loading, ready or failed."""
        expect(self.locator("html")).to_have_attribute("data-engine", state, timeout=START)

    def ready(self):
        self.engine("ready")

    def locator(self, selector):
        return self.tab.locator(selector)

    def matrix(self, name):
        return self.locator(f'[data-matrix="{name}"]')

    def cell(self, name, row, column):
        return self.matrix(name).locator(f'input[data-row="{row}"][data-col="{column}"]')

    def type(self, name, row, column, text, key="Enter"):
        """Select a cell, replace its text, commit."""
        self.cell(name, row, column).click()
        self.tab.keyboard.press("Control+a")
        self.tab.keyboard.insert_text(text) if text else self.tab.keyboard.press("Delete")
        self.tab.keyboard.press(key)

    def paste(self, name, row, column, text):
        """Select a cell and paste a block there."""
        self.cell(name, row, column).click()
        self.tab.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.tab.keyboard.press("Control+v")

    def action(self, name):
        return self.locator(f'[data-action="{name}"]')

    def preset(self, name):
        self.locator(f'[data-preset="{name}"]').click()
        self.settled()

    def vary(self, variant):
        self.locator(f'button[data-variant="{variant}"]').click()
        self.settled()

    def resize(self, axis, size):
        field = self.locator(f'[data-size="{axis}"]')
        field.fill(str(size))
        field.press("Enter")

    def change_no_number(self):
        """Name the second token and follow the third row: labels and the way of looking change, and no number does."""
        self.locator('[data-token="1"]').fill("钥匙")
        self.locator('[data-token="1"]').press("Enter")
        expect(self.matrix("D").locator("tbody th").nth(1)).to_have_text("钥匙")
        self.settled()
        self.locator('[data-follow="2"]').click()
        self.settled()
        expect(self.locator("#figure")).to_have_attribute("data-followed", "2")

    def settled(self):
        """Wait until every matrix is current, and what stands around them."""
        expect(self.locator('[data-matrix]:not([data-status="current"])')).to_have_count(0)
        expect(self.locator("#figure")).to_have_attribute("data-around", "current")

    def read(self, attribute="value"):
        """{matrix: rows} of what the cells show ("value") or are ("data-value"), read in one go."""
        script = """attribute => {
            const read = input => attribute === 'value' ? input.value : input.getAttribute(attribute);
            const cells = row => [...row.querySelectorAll('input')].map(read);
            return Object.fromEntries([...document.querySelectorAll('[data-matrix]')].map(matrix =>
                [matrix.dataset.matrix, [...matrix.querySelectorAll('tbody tr')].map(cells)])); }"""
        return self.tab.evaluate(script, attribute)

    def statuses(self):
        return self.attributes("data-status")

    def attributes(self, attribute):
        """{matrix: attribute}."""
        script = """attribute => Object.fromEntries([...document.querySelectorAll('[data-matrix]')].map(
            matrix => [matrix.dataset.matrix, matrix.getAttribute(attribute)]))"""
        return self.tab.evaluate(script, attribute)

    def theme(self):
        """The one that is on the screen, by the colour of its letters."""
        colour = self.tab.evaluate("getComputedStyle(document.body).color")
        return {"rgb(29, 39, 51)": "light", "rgb(230, 233, 237)": "dark"}[colour]

    def visible(self):
        """The matrices on the screen, in the page's order."""
        return [matrix.get_attribute("data-matrix") for matrix in self.locator("[data-matrix]:visible").all()]

    def pins(self):
        script = """() => [...document.querySelectorAll('input[data-pinned]')].map(input => [
            input.closest('[data-matrix]').dataset.matrix, Number(input.dataset.row), Number(input.dataset.col),
            input.dataset.value])"""
        return self.tab.evaluate(script)

    def agrees_with_oracle(self):
        """Every data-value lies within 1e-12 of the tests' own 50-digit arithmetic on the given cells and pins."""
        values = self.read("data-value")
        given = {name: rows for name, rows in values.items() if name in (*GIVEN, "X_src")}
        causal = self.tab.evaluate("() => document.getElementById('figure').dataset.variant") == "causal"
        assert_close(values, attend(given, self.pins(), causal))

    def focused(self):
        return self.tab.evaluate("""() => { const e = document.activeElement;
            return [e.closest('[data-matrix]')?.dataset.matrix, Number(e.dataset.row), Number(e.dataset.col)]; }""")


def held_up(cold, troubled, file):
    """(page, Trouble): Python is loading and waits for that file until trouble.free is set."""
    site, trouble = troubled
    trouble.held = {file}
    page = cold(at=site)
    page.engine("loading")
    return page, trouble


def baked_data(html):
    """The JSON that the page carries."""
    return json.loads(html.split('<script type="application/json" id="baked">')[1].split("</script>")[0])
