"""What a machine may lack: the tests that need it are skipped, or fail where REQUIRE_ALL=1 wants everything."""

import pytest

from tests import browser as browsers


def need(name):
    """Go on where that is here, "firefox", "webkit" or the "fonts"; else end the test with what to do."""
    remedy = browsers.missing().get(name)
    if remedy:
        end = pytest.fail if browsers.all_required() else pytest.skip
        end(f"{name} is not here: {remedy}")
