"""What an answer touches on the screen, and what it leaves alone."""

from playwright.sync_api import expect


def test_cells_are_updated_in_place(page):
    page.tab.evaluate("window.kept = document.querySelector('[data-matrix=D] input')")
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_value("4")
    assert page.tab.evaluate("window.kept.isConnected && window.kept.value") == "4"
    assert page.focused() == ["X", 0, 0]


def test_nothing_moves_when_python_takes_over(cold):
    page = cold(
        prepare=lambda tab: tab.add_init_script("""
        window.shifts = 0;
        const count = list => { for (const entry of list.getEntries()) window.shifts += entry.value; };
        new PerformanceObserver(count).observe({type: 'layout-shift', buffered: true});
    """)
    )
    page.ready()
    assert page.tab.evaluate("window.shifts") < 0.001
    page.tab.evaluate(
        "document.querySelector('main').prepend(Object.assign(document.createElement('p'), { style: 'height: 200px' }))"
    )
    page.tab.wait_for_function("() => window.shifts > 0.01")  # and the look for what moves finds it


UNTOUCHED = """names => {
  globalThis.touched = [];
  const watch = new MutationObserver((records) => {
    for (const { type, attributeName, target } of records) {
      if (attributeName === 'data-status') continue;
      const owner = target.closest?.('[data-matrix], [data-mirror]');
      touched.push(`${owner?.outerHTML.slice(0, 40)} ${type} ${attributeName}`);
    }
  });
  const wanted = names.map((name) => `[data-matrix="${name}"], [data-mirror="${name}"]`).join();
  for (const element of document.querySelectorAll(wanted)) {
    watch.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
  }
}"""


def test_nothing_is_redrawn_that_did_not_change(page):
    """An edit of W_V touches V and O, and no node of any other matrix, nor of a mirror."""
    page.type("W_V", 0, 0, "2")
    page.settled()
    expect(page.locator("#inspector-formula")).to_contain_text("W_V[1,1] = 2")  # what it lights is lit
    page.tab.evaluate(UNTOUCHED, ["X", "W_Q", "W_K", "Q", "K", "D", "S", "A"])
    page.tab.keyboard.insert_text("3")
    page.tab.keyboard.press("Enter")
    expect(page.cell("V", 0, 0)).to_have_value("3")
    page.settled()
    page.tab.evaluate("() => new Promise(requestAnimationFrame)")
    assert set(page.tab.evaluate("touched")) == set()
    page.type("Q", 0, 0, "7")  # and the look for them finds what does change
    page.settled()
    assert page.tab.evaluate("touched.length") > 20


def test_where_nearly_all_has_changed_the_table_glows_once(page):
    for axis in ("T", "d_in"):
        page.resize(axis, 8)
    for row in range(8):
        page.type("X", row, 0, str(row + 2))
    page.settled()
    expect(page.locator(".fresh")).to_have_count(0)  # what those edits changed has stopped glowing
    page.type("W_Q", 0, 0, "1/3")
    glow = page.matrix("A").locator(".edge.fresh")
    assert glow.evaluate("edge => getComputedStyle(edge, '::before').animationName") == "fresh"
    expect(page.matrix("A").locator(".slot.fresh")).to_have_count(0)
    expect(page.locator(".fresh")).to_have_count(0)
