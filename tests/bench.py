"""`make bench`: start-up and editing, as ratios measured within one run. No test: these machines are shared and noisy.

Each row interleaves what it compares. Prints a table of medians and writes .build/bench.json for a later run to compare with.
"""

import json
import pathlib
import shutil
import statistics
import tempfile
import threading

from playwright.sync_api import expect, sync_playwright

import build
from tests import browser as browsers

ROUNDS = 9
EDITS = 40
PAGE = '<!DOCTYPE html><html data-engine="loading"><script type="module" src="./{}.js"></script></html>'
STOCK = """
import { loadPyodide } from "./pyodide.mjs";
const pyodide = await loadPyodide({ indexURL: new URL("./", location.href).href });
await pyodide.loadPackage("numpy");
pyodide.runPython("import numpy");
document.documentElement.dataset.engine = "ready";
"""
FLOOR = """
await WebAssembly.compileStreaming(fetch("./pyodide.asm.wasm"));
document.documentElement.dataset.engine = "ready";
"""


READY_AT = """new MutationObserver(() => {
  if (document.documentElement?.dataset.engine === "ready") globalThis.readyAt ??= performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-engine"] });"""


def stock_site(folder):
    """What one gets without this project: npm's files as they are, the whole NumPy wheel, a page of four lines."""
    for name in ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copy(build.PYODIDE / name, folder)
    shutil.copy(build.fetch_numpy(), folder)
    lock = json.loads((build.PYODIDE / "pyodide-lock.json").read_text())
    lock["packages"] = {"numpy": lock["packages"]["numpy"] | {"file_name": build.NUMPY, "sha256": build.NUMPY_SHA256}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    for name, script in {"stock": STOCK, "floor": FLOOR}.items():
        (folder / f"{name}.js").write_text(script)
        (folder / f"{name}.html").write_text(PAGE.format(name))
    return folder


def start(browser, address, again=False):
    """Milliseconds from opening a page to ready, in a fresh profile, or on a second visit to one."""
    context = browser.new_context()
    context.add_init_script(READY_AT)
    tab = context.new_page()
    for _ in range(2 if again else 1):
        tab.goto("about:blank")
        tab.goto(address, wait_until="commit")
        expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=120_000)
        elapsed = tab.evaluate("readyAt")
    context.close()
    return elapsed


ASKED_TO_READY = """new Promise(done => {
  const root = document.documentElement;
  const from = performance.now();
  const watch = () => { if (root.dataset.engine === "ready") done(performance.now() - from); };
  new MutationObserver(watch).observe(root, { attributes: true, attributeFilter: ["data-engine"] });
  document.querySelector('[data-matrix="A"] input').focus();
})"""


def later_copies(browser, address):
    """Milliseconds from asking to ready for embeds of a page on which one copy has Python already."""
    context = browser.new_context()
    first = context.new_page()
    first.goto(f"{address}embed.html?start=idle")
    expect(first.locator("html")).to_have_attribute("data-engine", "ready", timeout=120_000)
    times = []
    for _ in range(ROUNDS):
        tab = context.new_page()
        tab.goto(f"{address}embed.html")
        expect(tab.locator("html")).to_have_attribute("data-live", "")
        times.append(tab.evaluate(ASKED_TO_READY))
        tab.close()
    context.close()
    return times


REDRAW = """async (edits) => {
  const input = document.querySelector('[data-matrix="X"] input');
  const output = document.querySelector('[data-matrix="D"]');
  const times = [];
  for (let n = 0; n < edits; n += 1) {
    input.focus();
    input.value = String(n % 7 + 2);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    const redrawn = new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (output.dataset.status === "current") { watch.disconnect(); done(); }
      });
      watch.observe(output, { attributes: true, attributeFilter: ["data-status"] });
    });
    const from = performance.now();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await redrawn;
    document.body.getBoundingClientRect(); // the layout is part of the redraw
    times.push(performance.now() - from);
    await new Promise((next) => setTimeout(next, 30));
  }
  return times;
}"""


def edits(browser, address, size):
    """Milliseconds from commit to every matrix redrawn and laid out, all four sizes alike."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    tab = context.new_page()
    tab.goto(address)
    expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=120_000)
    if size > 3:
        for axis in ("T", "d_in", "d_k", "d_v"):
            tab.locator(f'[data-size="{axis}"]').fill(str(size))
            tab.locator(f'[data-size="{axis}"]').press("Enter")
    expect(tab.locator('[data-matrix]:not([data-status="current"])')).to_have_count(0)
    times = tab.evaluate(REDRAW, EDITS)
    context.close()
    return times[5:]


def row(name, values, base=None):
    median = statistics.median(values)
    spread = sorted(values)[len(values) * 9 // 10] - sorted(values)[len(values) // 10]
    ratio = f"{median / statistics.median(base):.2f}" if base else ""
    print(f"{name:<44} {median:8.1f} ms   ±{spread / 2:6.1f}   n={len(values):<3} {ratio}")
    return {"name": name, "median_ms": median, "spread_ms": spread, "n": len(values), "ratio": float(ratio) if ratio else None}


def main():
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        servers = [build.Server(build.DIST), build.Server(stock_site(pathlib.Path(folder)))]
        for server in servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
        ours, stock = (f"http://127.0.0.1:{server.server_address[1]}/" for server in servers)
        browser = playwright.chromium.launch(executable_path=browsers.find(), args=browsers.FLAGS)
        times = {name: [] for name in ("stock", "ours", "floor", "stock again", "ours again")}
        for _ in range(ROUNDS):
            times["stock"].append(start(browser, f"{stock}stock.html"))
            times["ours"].append(start(browser, ours))
            times["floor"].append(start(browser, f"{stock}floor.html"))
            times["stock again"].append(start(browser, f"{stock}stock.html", again=True))
            times["ours again"].append(start(browser, ours, again=True))
        print(f"{'page open to ready':<44} {'median':>11}   {'spread':>6}           ratio to stock")
        rows += [row("stock: loadPyodide, loadPackage, import", times["stock"]),
                 row("this page", times["ours"], times["stock"]),
                 row("floor: the WebAssembly alone", times["floor"], times["stock"]),
                 row("stock, second visit", times["stock again"], times["stock"]),
                 row("this page, second visit", times["ours again"], times["stock again"]),
                 row("a later copy on the same page", later_copies(browser, ours), times["stock"])]
        print("edit to all matrices redrawn, ratio to T = 3")
        by_size = {size: edits(browser, ours, size) for size in (3, 8, 16)}
        rows += [row(f"T = d_in = d_k = d_v = {size}" if size > 3 else "3 x 2 as in the chapter", found, by_size[3])
                 for size, found in by_size.items()]
        browser.close()
    (build.WORK / "bench.json").write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
