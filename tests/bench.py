"""`make bench`: how fast the page is, as ratios measured within one run. No test: these machines are shared and noisy.

What is compared is interleaved. Prints one table (median, half the distance from the 10th to the 90th percentile, n,
ratio to the row that its section names) and writes .build/bench.json; `python -m tests.bench OLD.json` compares with an
earlier run.
"""

import gzip
import json
import pathlib
import queue
import shutil
import socket
import statistics
import sys
import tempfile
import threading
import time

import numpy as np
from playwright.sync_api import expect, sync_playwright

from building import folders, numpy_wheel, static_host
from qkv import head
from tests import browser as browsers

ROUNDS, VISITORS, SLOW_ROUNDS, EDITS = 9, 5, 3, 40
PAUSE = 4000  # ms after a visit, in which a browser writes what it keeps for the next one
LINES = {"1.6 Mbit/s, 150 ms": (1.6, 150), "10 Mbit/s, 40 ms": (10, 40)}
SIZES = (3, 64, 512, 2048)
PAGE = '<!DOCTYPE html><html data-engine="loading"><script type="module" src="./{}.js"></script></html>'
STOCK = """
import { loadPyodide } from "./pyodide.mjs";
globalThis.pyodide = await loadPyodide({ indexURL: new URL("./", location.href).href });
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
ASKED_TO_READY = """new Promise(done => {
  const root = document.documentElement;
  const from = performance.now();
  const watch = () => { if (root.dataset.engine === "ready") done(performance.now() - from); };
  new MutationObserver(watch).observe(root, { attributes: true, attributeFilter: ["data-engine"] });
  document.querySelector('[data-matrix="A"] input').focus();
})"""
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
# head.attend and the same in as few lines of NumPy as people write; in the browser, too
PLAIN = """
def plain(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.T / np.sqrt(W_Q.shape[1])
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True) @ V
"""
TIMED = """
import time
import numpy as np

def timed(functions, T, rounds):
    random = np.random.default_rng(15)
    arrays = random.standard_normal((T, 64)), *(random.standard_normal((64, 64)) / 8 for _ in range(3))
    times = [[] for _ in functions]
    for _ in range(rounds):
        for function, own in zip(functions, times, strict=True):
            begin = time.perf_counter()
            function(*arrays)
            own.append((time.perf_counter() - begin) * 1000)
    return times
"""


class Table:
    """Prints rows as they come and keeps them for the JSON; with an earlier run's rows, how the ratio has moved."""

    def __init__(self, earlier):
        self.rows, self.earlier = [], {row["name"]: row for row in earlier}

    def section(self, title):
        self.title = title
        print(f"\n{title:<58} {'median':>11}   {'spread':>6}         ratio")

    def row(self, name, values, base=None, unit="ms"):
        median = statistics.median(values)
        ordered = sorted(values)
        spread = (ordered[len(values) * 9 // 10] - ordered[len(values) // 10]) / 2
        ratio = round(median / statistics.median(base), 3) if base else None
        before = self.earlier.get(f"{self.title}: {name}", {}).get("ratio")
        measured = "" if ratio is None else f"{ratio:.2f}"
        moved = f"   was {before:.2f}" if before is not None and ratio is not None else ""
        print(
            f"  {name:<56} {median:8.1f} {unit:<2}   ±{spread:6.1f}   n={len(values):<3} {measured}{moved}",
            flush=True,
        )
        self.rows.append(
            {
                "name": f"{self.title}: {name}",
                "median": median,
                "unit": unit,
                "spread": spread,
                "n": len(values),
                "ratio": ratio,
            }
        )


def stock_site(folder):
    """What one gets without this project: npm's files as they are, the whole NumPy wheel, a page of four lines."""
    for name in ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copy(folders.PYODIDE / name, folder)
    shutil.copy(numpy_wheel.fetch_numpy(), folder)
    lock = json.loads((folders.PYODIDE / "pyodide-lock.json").read_text())
    lock["packages"] = {
        "numpy": lock["packages"]["numpy"] | {"file_name": numpy_wheel.NUMPY.wheel, "sha256": numpy_wheel.NUMPY.sha256}
    }
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    for name, script in {"stock": STOCK, "floor": FLOOR}.items():
        (folder / f"{name}.js").write_text(script)
        (folder / f"{name}.html").write_text(PAGE.format(name))
    return folder


class Compressing(static_host.Handler):
    """A host with gzip, as most are: what it compresses, it has compressed once."""

    kept = {}

    def do_GET(self):
        path = pathlib.Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file() or path.name.endswith(".gzipped"):
            return super().do_GET()
        content = self.kept.setdefault(path, gzip.compress(path.read_bytes(), 6))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        return None


def start(browser, address, line=False):
    """Milliseconds from opening a page to ready, in a fresh profile; over a line, to the numbers, too."""
    context = browser.new_context()
    context.add_init_script(READY_AT)
    tab = context.new_page()
    tab.goto(address, wait_until="commit")
    expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=300_000)
    elapsed = tab.evaluate("readyAt")
    painted = tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    context.close()
    return (elapsed, painted) if line else elapsed


def visits(playwright, address):
    """Milliseconds from opening a page to ready at three visits, one after the other, with one profile that lasts."""
    times = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=browsers.find(), args=browsers.FLAGS
        )
        context.add_init_script(READY_AT)
        (tab,) = context.pages
        for _ in range(3):
            tab.goto("about:blank")
            tab.goto(address, wait_until="commit")
            expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=120_000)
            times.append(tab.evaluate("readyAt"))
            tab.wait_for_timeout(PAUSE)
        context.close()
    return times


class Line:
    """A line of so many Mbit/s with so much latency between a browser and a server.

    A worker's requests pass DevTools' own by.
    """

    def __init__(self, server, megabits, latency):
        self.target, self.rate, self.latency = server.server_address, megabits * 1e6 / 8, latency / 1000
        self.free = time.monotonic()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(self.target)
            for source, sink, down in ((near, far, False), (far, near, True)):
                waiting = queue.Queue()
                threading.Thread(target=self._take, args=(source, waiting, down), daemon=True).start()
                threading.Thread(target=self._give, args=(sink, waiting), daemon=True).start()

    def _take(self, source, waiting, down):
        """Half of the latency each way; what comes down shares the line's rate."""
        content = True
        while content:
            try:
                content = source.recv(16384)
            except OSError:
                content = b""
            due = time.monotonic()
            if down:
                with self.lock:
                    due = self.free = max(self.free, due) + len(content) / self.rate
            waiting.put((due + self.latency / 2, content))

    def _give(self, sink, waiting):
        content = True
        while content:
            due, content = waiting.get()
            time.sleep(max(0, due - time.monotonic()))
            try:
                if content:
                    sink.sendall(content)
            except OSError:
                break
        sink.close()

    def close(self):
        self.listener.close()


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


def memory(address):
    """Megabytes that opening the page and starting Python adds to a browser of its own: tab, worker, cache."""
    def resident():
        own = [pathlib.Path(f"/proc/{pid}") for pid in descendants()]
        return sum(int((process / "statm").read_text().split()[1]) * 4096 for process in own if process.exists()) / 1e6

    def descendants():
        parents = {}
        for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = status.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(status.parent.name))
        found, waiting = [], [int(pathlib.Path("/proc/self").resolve().name)]
        while waiting:
            children = parents.get(waiting.pop(), [])
            found += children
            waiting += children
        return found

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browsers.find(), args=browsers.FLAGS)
        tab = browser.new_page()
        tab.goto("about:blank")
        before = resident()
        tab.goto(address)
        expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=120_000)
        tab.wait_for_timeout(1000)
        return resident() - before


def attend_times(run):
    """{T: (head.attend, plain lines)} where run(T, rounds) measures both."""
    return {T: run(T, 200 if T < 512 else 20 if T < 2048 else 5) for T in SIZES}


def natively(T, rounds):
    scope = {"np": np}
    exec(PLAIN + TIMED, scope)
    return scope["timed"]([lambda *arrays: head.attend(*arrays).O, scope["plain"]], T, rounds)


def in_browser(tab):
    source = (folders.ROOT / "py/qkv/head.py").read_text() + PLAIN + TIMED
    tab.evaluate("source => pyodide.runPython(source)", source)
    timing = "import json; json.dumps(timed([lambda *arrays: attend(*arrays).O, plain], {}, {}))"
    return lambda T, rounds: json.loads(tab.evaluate(f"() => pyodide.runPython('{timing.format(T, rounds)}')"))


def main():
    earlier = json.loads(pathlib.Path(sys.argv[1]).read_text()) if len(sys.argv) > 1 else []
    table = Table(earlier)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        stock_folder = stock_site(pathlib.Path(folder))
        servers = [
            static_host.Server(where, handler=handler)
            for handler in (static_host.Handler, Compressing)
            for where in (folders.DIST, stock_folder)
        ]
        for server in servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
        ours, stock = (f"http://127.0.0.1:{server.server_address[1]}/" for server in servers[:2])
        browser = playwright.chromium.launch(executable_path=browsers.find(), args=browsers.FLAGS)

        times = {name: [] for name in ("stock", "ours", "floor")}
        for _ in range(ROUNDS):
            times["stock"].append(start(browser, f"{stock}stock.html"))
            times["ours"].append(start(browser, ours))
            times["floor"].append(start(browser, f"{stock}floor.html"))
        visitors = [(visits(playwright, f"{stock}stock.html"), visits(playwright, ours)) for _ in range(VISITORS)]
        table.section("page open to ready (ratio to stock)")
        table.row("stock: loadPyodide, loadPackage, import", times["stock"])
        table.row("this page", times["ours"], times["stock"])
        table.row("floor: the WebAssembly alone", times["floor"], times["stock"])
        for visit, ordinal in ((1, "second"), (2, "third")):
            theirs, own = ([pair[side][visit] for pair in visitors] for side in (0, 1))
            table.row(f"stock, {ordinal} visit", theirs, times["stock"])
            table.row(f"this page, {ordinal} visit (to stock's {ordinal})", own, theirs)
        table.row("a later copy on the same page", later_copies(browser, ours), times["stock"])

        for name, (megabits, latency) in LINES.items():
            lines = [Line(server, megabits, latency) for server in servers[2:]]
            found = {"stock": [], "ours": []}
            for _ in range(SLOW_ROUNDS):
                found["stock"].append(start(browser, f"{lines[1].address}stock.html", line=True))
                found["ours"].append(start(browser, lines[0].address, line=True))
            for line in lines:
                line.close()
            table.section(f"{name}, a host with gzip (ratio to stock)")
            base = [ready for ready, _ in found["stock"]]
            table.row("stock, to ready", base)
            table.row("this page, to ready", [ready for ready, _ in found["ours"]], base)
            table.row("this page, to all numbers readable", [painted for _, painted in found["ours"]], base)

        table.section("edit to all matrices redrawn and laid out (ratio to 3 x 2)")
        by_size = {size: edits(browser, ours, size) for size in (3, 8, 16)}
        for size, found in by_size.items():
            table.row(f"T = d_in = d_k = d_v = {size}" if size > 3 else "3 x 2 as in the chapter", found, by_size[3])

        tab = browser.new_page()
        tab.goto(f"{stock}stock.html")
        expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=120_000)
        for where, run in {"natively": natively, "in the browser": in_browser(tab)}.items():
            table.section(f"head.attend {where}, d = 64 (ratio to plain NumPy lines)")
            for T, (own, plain) in attend_times(run).items():
                table.row(f"T = {T}", own, plain)
        browser.close()
    table.section("memory, tab and worker together")
    table.row("opening the page and starting Python", [memory(ours) for _ in range(3)], unit="MB")
    (folders.WORK / "bench.json").write_text(json.dumps(table.rows, indent=1))


if __name__ == "__main__":
    main()
