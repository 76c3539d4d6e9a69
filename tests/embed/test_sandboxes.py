"""Frames without an origin, strict policies, refused storage."""

import re

import pytest
from playwright.sync_api import expect

from building import static_host
from tests.helpers.embed import BOOK, Frame
from tests.helpers.page import START
from tests.helpers.servers import WithoutCors


def test_a_null_origin_without_cors_reads_and_says_why_it_is_not_live(dist, serve, host, tab):
    tab.goto(
        host(
            f'<iframe sandbox="allow-scripts" src="{BOOK}embed.html?view=compact" width="640" height="420"></iframe>',
            serve(dist, WithoutCors),
        )
    )
    frame = Frame(tab)
    expect(frame.locator("#not-live")).to_contain_text("请打开完整页面")
    expect(frame.cell("O", 0, 0)).to_have_value("1.401112")
    assert frame.locator("button:visible").count() == 0


def test_an_embed_that_cannot_be_live_leads_to_the_state_that_was_asked_for(dist, serve, host, tab):
    tab.goto(
        host(
            f'<iframe sandbox="allow-scripts" src="{BOOK}embed.html?lang=en#preset=exercise-4"></iframe>',
            serve(dist, WithoutCors),
        )
    )
    expect(Frame(tab).locator("#not-live")).to_contain_text("example 15.1")
    expect(Frame(tab).locator("#full")).to_have_attribute("href", re.compile("#preset=exercise-4$"))


def test_under_a_policy_without_data_workers_a_null_origin_says_that_python_may_not_run(dist, serve, host, tab):
    class Handler(static_host.Handler):
        def send_header(self, name, value):
            super().send_header(
                name,
                "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
                if name == "Content-Security-Policy"
                else value,
            )

    site = serve(dist, Handler)
    tab.goto(
        host(
            f'<iframe sandbox="allow-scripts" src="{BOOK}embed.html?view=compact" width="640" height="420"></iframe>',
            site,
        )
    )
    frame = Frame(tab)
    frame.live()
    frame.cell("X", 0, 0).click()
    expect(frame.locator("#not-live")).to_be_visible()
    expect(frame.cell("O", 0, 0)).to_have_value("1.401112")
    # the page itself is live under the strictest policy
    tab.goto(site)
    expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=START)


NO_STORAGE = """for (const name of ['localStorage', 'sessionStorage', 'caches'])
    Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });"""


@pytest.mark.parametrize("path", ["", "embed.html?start=idle"])
def test_refused_storage_costs_nothing_but_memory(cold, path):
    page = cold(path, prepare=lambda tab: tab.add_init_script(NO_STORAGE))
    page.ready()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
    page.settled()
    page.agrees_with_oracle()
