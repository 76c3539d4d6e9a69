"""The core journey in three engines: baked → ready → edit → pin → follow → verify → share → reload."""

import time

import pytest

from tests import browser as browsers
from tests.helpers.engines import Chromium, Firefox, WebKit
from tests.helpers.needs import need
from tests.helpers.page import Companion
from tests.reference import SHOWN

PATIENCE = 60  # seconds
# Selenium builds its WebKitGTK driver in a way that it has itself deprecated.
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def engine(request):
    """One engine with nothing in it yet."""
    make = {
        "chromium": lambda: Chromium(request.getfixturevalue("browser")),
        "firefox": lambda: Firefox(browsers.find_firefox()),
        "webkit": lambda: WebKit(*browsers.find_webkit()),
    }
    need(request.param)
    started = make[request.param]()
    yield started
    started.close()


def until(look, want=True):
    """Look until what is wanted is there; the test fails with what was there last."""
    end = time.monotonic() + PATIENCE
    while (found := look()) != want:
        assert time.monotonic() < end, found
        time.sleep(0.05)


def wait(engine, script, *values, want=True):
    until(lambda: engine.evaluate(script, *values), want)


def attribute(engine, selector, name, want):
    wait(
        engine,
        "(selector, name) => document.querySelector(selector)?.getAttribute(name) ?? null",
        selector,
        name,
        want=want,
    )


def settled(engine):
    wait(engine, """() => document.querySelectorAll('[data-matrix]:not([data-status="current"])').length === 0""")


def write(engine, matrix, row, column, text):
    cell = f'[data-matrix="{matrix}"] input[data-row="{row}"][data-col="{column}"]'
    engine.click(cell)
    engine.type(text)
    engine.press("Enter")
    wait(engine, "cell => document.querySelector(cell).value", cell, want=text)
    settled(engine)


def pasted(engine):
    """What the clipboard holds, by pasting it."""
    engine.click("#fill-vector")
    engine.press("Control", "v")
    wait(engine, "() => document.getElementById('fill-vector').value.startsWith('http')")
    return engine.evaluate("() => document.getElementById('fill-vector').value")


def test_the_core_journey(engine, site):
    page = Companion(engine, site)
    engine.goto(site)
    assert page.read() == SHOWN  # baked
    attribute(engine, "html", "data-engine", "ready")
    write(engine, "X", 0, 0, "2")
    attribute(engine, '[data-matrix="D"] input', "data-value", "4")
    write(engine, "A", 1, 0, "0.75")
    assert page.pins() == [["A", 1, 0, "0.75"]]
    engine.click('[data-follow="1"]')
    attribute(engine, "#figure", "data-followed", "1")
    settled(engine)
    page.agrees_with_oracle()
    engine.click('[data-action="verify"]')
    attribute(engine, "[data-verdict]", "data-verdict", "pass")
    before = page.read("data-value")
    engine.click('[data-action="share"]')
    link = pasted(engine)
    engine.reload()
    attribute(engine, "html", "data-engine", "ready")
    settled(engine)
    assert page.read("data-value") == before and page.pins() == [["A", 1, 0, "0.75"]]
    engine.evaluate("() => sessionStorage.clear()")
    engine.goto("about:blank")
    engine.goto(link)
    attribute(engine, "html", "data-engine", "ready")
    attribute(engine, "#figure", "data-followed", "1")
    settled(engine)
    assert page.read("data-value") == before
    assert engine.heard() == []
    engine.evaluate("() => console.error('said on purpose')")
    until(lambda: engine.evaluate("() => 1") and any("said on purpose" in message for message in engine.heard()))


@pytest.mark.parametrize("required, ends", [("1", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_what_is_missing_is_said_with_its_remedy_and_is_a_failure_where_all_is_required(monkeypatch, required, ends):
    monkeypatch.setattr(browsers, "missing", lambda: {"webkit": "apt-get install it"})
    monkeypatch.setenv("REQUIRE_ALL", required)
    need("firefox")
    with pytest.raises(ends, match="webkit is not here: apt-get install it"):
        need("webkit")
