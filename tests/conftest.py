"""The built site, a server, a browser, and a page that fails its test on any console message or foreign request."""

import json
import os
import threading

import hypothesis
import pytest
from playwright.sync_api import expect, sync_playwright

import build
from building import static_host
from tests import browser as browsers
from tests.helpers.page import Companion
from tests.helpers.servers import Trouble, behind, counting

expect.set_options(timeout=15_000)
# no deadline: these machines are shared; the same examples everywhere and every time, so that what fails fails again
hypothesis.settings.register_profile("tests", deadline=None, derandomize=True, database=None,
                                     max_examples=int(os.environ.get("HYPOTHESIS_MAX_EXAMPLES", 100)))
hypothesis.settings.load_profile("tests")


@pytest.fixture(scope="session")
def dist(tmp_path_factory):
    """dist/ as `make build` makes it, in a folder of the tests' own."""
    folder = tmp_path_factory.mktemp("site") / "dist"
    build.build(folder, os.environ.get("NUMPY_WHEEL"))
    return folder


@pytest.fixture(scope="session")
def serve():
    """Call with a folder (and a handler): the address at which it is served."""
    servers = []

    def start(folder, handler=static_host.Handler):
        server = static_host.Server(folder, handler=handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_address[1]}/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def site(dist, serve):
    return serve(dist)


@pytest.fixture
def troubled(dist, serve):
    """(address, Trouble): the site behind a bad line.

    A SharedWorker's requests pass a browser's own interception by.
    """
    trouble = Trouble()
    yield serve(dist, behind(trouble, dist)), trouble
    trouble.free.set()


@pytest.fixture
def counted(dist, serve):
    """(address, asked): the site, and what was asked for as (path, seconds since the epoch)."""
    asked = []
    return serve(dist, counting(asked)), asked


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=browsers.find(), args=browsers.FLAGS)


@pytest.fixture(scope="session")
def warm(browser, site):
    """A context in which one page has Python ready, so that the tests' pages share it and start at once."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    keeper = Companion(context.new_page(), site)
    keeper.tab.goto(site)
    keeper.ready()
    yield context
    context.close()


@pytest.fixture
def watch():
    """Call with a page and its origin.

    Its console messages, errors and requests to other origins fail the test at its end.
    """
    seen = []

    def start(page, site):
        page.on("console", lambda message: seen.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: seen.append(f"error: {error}"))
        page.on(
            "request",
            lambda request: None if request.url.startswith((site, "data:", "blob:")) else seen.append(request.url),
        )
        return page

    yield start
    assert seen == []


@pytest.fixture
def page(warm, site, watch):
    """The Chinese page with Python ready."""
    tab = watch(warm.new_page(), site)
    tab.goto(site)
    companion = Companion(tab, site)
    companion.ready()
    yield companion
    tab.close()


@pytest.fixture
def cold(browser, site, watch):
    """Call with context options: a page in a context of its own, with nothing started and nothing cached."""
    contexts = []

    def start(path="", prepare=None, at=site, **options):
        context = browser.new_context(**({"viewport": {"width": 1440, "height": 900}} | options))
        contexts.append(context)
        tab = watch(context.new_page(), at)
        if prepare:
            prepare(tab)
        tab.goto(at + path)
        return Companion(tab, at)

    yield start
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def ask():
    """The bridge as the worker calls it: ask(type=..., ...) -> reply.

    To "compute", with what stands around the matrices.
    """
    from qkv import bridge

    def send(**message):
        return json.loads(bridge.handle(json.dumps({"id": 7} | message)))

    def ask(**message):
        reply = send(**message)
        around = send(**message | {"type": "elaborate"}) if reply["type"] == "computed" else {}
        return around | reply

    return ask
