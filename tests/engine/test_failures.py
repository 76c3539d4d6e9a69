"""Python does not start: what is missing or damaged is named, the numbers stay, another try works."""

import pytest
from playwright.sync_api import expect

from building import static_host
from tests.helpers.page import Companion
from tests.reference import SHOWN

FILES = [
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm.gzipped",
    "python_stdlib.zip.gzipped",
    "numpy_core.so.gzipped",
    "pyodide-lock.json",
    "python.js",
    "worker.js",
]


def fails_naming(browser, site, file):
    """A page whose start of Python has failed and said which file was to blame."""
    page = Companion(browser.new_context().new_page(), site)
    page.tab.goto(site)
    page.engine("failed")
    expect(page.locator("#engine-text")).to_contain_text(file)
    return page


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named_the_numbers_stay_and_retry_works(browser, troubled, file):
    site, trouble = troubled
    trouble.missing = {file}
    page = fails_naming(browser, site, file)
    assert page.read() == SHOWN
    trouble.missing = set()
    page.action("retry").click()
    page.ready()
    page.tab.context.close()


@pytest.mark.parametrize("kind", ["damaged", "scrambled"])
@pytest.mark.parametrize("file", [name for name in FILES if name.endswith(".gzipped")])
def test_a_damaged_file_is_refused_by_name(browser, troubled, file, kind):
    """Cut short, or as long as it should be and not what it should be."""
    site, trouble = troubled
    setattr(trouble, kind, {file})
    fails_naming(browser, site, file).tab.context.close()


@pytest.mark.parametrize("kind", ["cut short", "scrambled"])
def test_an_interpreter_that_a_host_compressed_and_a_line_damaged_is_refused_by_name(browser, dist, serve, kind):
    class Handler(static_host.Handler):
        def do_GET(self):
            if not self.path.endswith("/pyodide.asm.wasm"):
                return super().do_GET()
            content = (dist / f"{self.path.lstrip('/')}.gzipped").read_bytes()
            half = content[: len(content) // 2]
            self.packed = True
            self.send_response(200)
            self.send_header("Content-Type", "application/wasm")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.packed = False
            self.wfile.write(
                half
                if kind == "cut short"
                else half + half[: len(content) - len(half)].ljust(len(content) - len(half), b"x")
            )
            self.close_connection = True
            return None

    fails_naming(browser, serve(dist, Handler), "pyodide.asm.wasm 取不到").tab.context.close()


def test_a_start_that_failed_is_not_repeated_by_itself(cold, troubled):
    site, trouble = troubled
    trouble.missing = {"pyodide.asm.wasm.gzipped"}
    page = cold(at=site)
    page.engine("failed")
    trouble.missing = set()
    page.tab.reload()
    page.live()
    page.tab.evaluate("new Promise(done => setTimeout(done, 300))")
    page.engine("baked")
    page.action("start").click()
    page.ready()
    page.tab.reload()
    page.ready()  # it ended well: the next one is by itself again
