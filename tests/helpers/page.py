"""The page as a reader handles it: what stands in a matrix, typing into a cell, waiting for the numbers."""

import json
from decimal import Decimal

from playwright.sync_api import expect

from tests.reference import GIVEN, MATRICES, attend


class Companion:
    def __init__(self, tab, site):
        self.tab, self.site = tab, site

    def ready(self, timeout=60_000):
        expect(self.tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=timeout)

    def locator(self, selector):
        return self.tab.locator(selector)

    def matrix(self, name):
        return self.tab.locator(f'[data-matrix="{name}"]')

    def cell(self, name, row, column):
        return self.matrix(name).locator(f'input[data-row="{row}"][data-col="{column}"]')

    def type(self, name, row, column, text, key="Enter"):
        """Select a cell, replace its text, commit."""
        self.cell(name, row, column).click()
        self.tab.keyboard.press("Control+a")
        self.tab.keyboard.insert_text(text) if text else self.tab.keyboard.press("Delete")
        self.tab.keyboard.press(key)

    def settled(self):
        """Wait until every matrix is current, and what stands around them."""
        expect(self.locator('[data-matrix]:not([data-status="current"])')).to_have_count(0)
        expect(self.locator("#figure")).to_have_attribute("data-around", "current")

    def read(self, attribute="value"):
        """{matrix: rows} of what the cells show ("value") or are ("data-value"), read in one go."""
        script = """attribute => Object.fromEntries([...document.querySelectorAll('[data-matrix]')].map(matrix =>
            [matrix.dataset.matrix, [...matrix.querySelectorAll('tbody tr')].map(row => [...row.querySelectorAll('input')].map(
                input => attribute === 'value' ? input.value : input.getAttribute(attribute)))]))"""
        return self.tab.evaluate(script, attribute)

    def statuses(self):
        return self.attributes("data-status")

    def attributes(self, attribute):
        """{matrix: attribute}."""
        script = """attribute => Object.fromEntries([...document.querySelectorAll('[data-matrix]')].map(
            matrix => [matrix.dataset.matrix, matrix.getAttribute(attribute)]))"""
        return self.tab.evaluate(script, attribute)

    def pins(self):
        script = """() => [...document.querySelectorAll('input[data-pinned]')].map(input => [
            input.closest('[data-matrix]').dataset.matrix, Number(input.dataset.row), Number(input.dataset.col), input.dataset.value])"""
        return self.tab.evaluate(script)

    def agrees_with_oracle(self):
        """Every data-value lies within 1e-12 of the tests' own 50-digit arithmetic on the given cells and pins shown."""
        values = self.read("data-value")
        given = {name: rows for name, rows in values.items() if name in (*GIVEN, "X_src")}
        causal = self.tab.evaluate("() => document.getElementById('figure').dataset.variant") == "causal"
        exact = attend(given, self.pins(), causal)
        for name in MATRICES:
            assert [len(row) for row in values[name]] == [len(row) for row in exact[name]], name
            for found_row, true_row in zip(values[name], exact[name], strict=True):
                for found, true in zip(found_row, true_row, strict=True):
                    assert Decimal(found) == true or abs(Decimal(found) - true) <= Decimal("1e-12") * max(1, abs(true)), (name, found, true)

    def focused(self):
        return self.tab.evaluate("""() => { const e = document.activeElement;
            return [e.closest('[data-matrix]')?.dataset.matrix, Number(e.dataset.row), Number(e.dataset.col)]; }""")


def baked_data(html):
    """The JSON that the page carries."""
    return json.loads(html.split('<script type="application/json" id="baked">')[1].split("</script>")[0])


