"""One Python for all copies on a page, and none before somebody looks or interacts."""

import pytest
from playwright.sync_api import expect

from tests.helpers.embed import BOOK, HOSTS, Frame
from tests.helpers.page import START
from tests.helpers.servers import counting, of_the_runtime


@pytest.fixture
def same_site(dist, serve, tmp_path):
    """(address of a host page on the site's own origin, asked): where copies may share."""
    asked = []

    class Handler(counting(asked)):
        def do_GET(self):
            if self.path != "/host.html":
                return super().do_GET()
            html = (HOSTS / "five.html").read_text(encoding="utf-8").replace(BOOK, "./").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(html)))
            self.end_headers()
            return self.wfile.write(html)

    return serve(dist, Handler) + "host.html", asked


def test_five_embeds_start_one_runtime_and_nothing_that_nobody_sees(same_site, tab):
    address, asked = same_site
    tab.goto(address)
    Frame(tab, "#one").engine("ready")
    for name in ("#two", "#three"):
        frame = Frame(tab, name)
        if frame.locator("html").get_attribute("data-engine") == "baked":
            frame.locator("html").evaluate("root => root.querySelector('[data-matrix=\"A\"] input').focus()")
        frame.engine("ready")
    assert Frame(tab, "#four").locator("html").get_attribute("data-engine") == "baked"  # nobody has seen it
    tab.locator("#four").scroll_into_view_if_needed()
    Frame(tab, "#four").engine("ready")
    assert len(of_the_runtime(asked, ".asm.wasm")) == 1
    assert Frame(tab, "#five").locator("html").get_attribute("data-engine") == "baked"


def test_a_closed_or_reloaded_copy_does_not_disturb_the_others(same_site, tab):
    address, asked = same_site
    tab.goto(address)
    one, two = Frame(tab, "#one"), Frame(tab, "#two")
    one.engine("ready")
    two.live()
    two.type("X", 0, 0, "2")
    two.engine("ready")
    tab.evaluate("document.getElementById('one').contentWindow.location.reload()")
    tab.evaluate("document.getElementById('three').remove()")
    two.type("X", 0, 0, "3")
    expect(two.cell("D", 0, 0)).to_have_attribute("data-value", "9")
    one.engine("ready")
    one.type("X", 0, 0, "4")
    expect(one.cell("D", 0, 0)).to_have_attribute("data-value", "16")
    expect(two.cell("D", 0, 0)).to_have_attribute("data-value", "9")
    assert len(of_the_runtime(asked, ".asm.wasm")) == 1


@pytest.mark.parametrize(
    "missing",
    [
        "delete globalThis.SharedWorker",
        """globalThis.SharedWorker = class { constructor() {
            this.port = new MessageChannel().port1; setTimeout(() => this.onerror(new Event('error'))); } }""",
    ],
    ids=["missing", "refused"],
)
def test_where_no_worker_can_be_shared_each_embed_starts_on_interaction_only(cold, counted, missing):
    site, asked = counted
    page = cold("embed.html?view=compact&start=idle", at=site, prepare=lambda tab: tab.add_init_script(missing))
    page.live()
    page.tab.evaluate("new Promise(done => setTimeout(done, 500))")
    page.engine("baked")
    assert of_the_runtime(asked) == []
    page.type("X", 0, 0, "2")
    page.ready()
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")


def test_a_state_starts_no_python_of_its_own_before_somebody_interacts(cold, counted):
    site, asked = counted
    page = cold(
        "embed.html?start=idle#preset=exercise-1",
        at=site,
        prepare=lambda tab: tab.add_init_script("delete globalThis.SharedWorker"),
    )
    expect(page.matrix("O")).to_have_attribute("data-status", "stale")
    page.tab.evaluate("new Promise(done => setTimeout(done, 300))")
    assert of_the_runtime(asked) == []
    page.action("start").click()
    expect(page.cell("A", 2, 0)).to_have_value("0.333333", timeout=START)
