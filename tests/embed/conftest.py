"""Hosts for embeds, and a tab to open them in."""

import pytest

from tests.helpers.embed import BOOK
from tests.helpers.servers import Silent


@pytest.fixture
def host(serve, tmp_path):
    """Call with HTML and the site's address: that page's address on another origin (localhost is not 127.0.0.1)."""
    def publish(html, site):
        (tmp_path / "host.html").write_text(html.replace(BOOK, site), encoding="utf-8")
        return serve(tmp_path, Silent).replace("127.0.0.1", "localhost") + "host.html"
    return publish


@pytest.fixture
def tab(browser):
    """A tab in a context of its own, which refuses third-party cookies as a private window does.

    Its errors fail the test.
    """
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []
