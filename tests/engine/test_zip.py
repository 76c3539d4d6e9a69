"""dist.zip with its start script, and a page that is opened as a file."""

import subprocess
import sys
import urllib.request
import zipfile

import pytest
from playwright.sync_api import expect

from building import static_host
from tests.helpers.page import Companion
from tests.reference import SHOWN


def test_the_zip_holds_the_site_and_starts_with_python_alone(dist, tmp_path, browser):
    with zipfile.ZipFile(dist / "dist.zip") as archive:
        archive.extractall(tmp_path)
    unpacked = tmp_path / "qkv-flow"
    for path in dist.rglob("*"):
        if path.is_file() and path.name != "dist.zip" and "__pycache__" not in path.parts:
            assert (unpacked / path.relative_to(dist)).read_bytes() == path.read_bytes()
    # -I -S: no environment, no packages
    server = subprocess.Popen(
        [sys.executable, "-I", "-S", "start.py", "--port", "0", "--no-browser"],
        cwd=unpacked,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        site = server.stdout.readline().strip()
        with urllib.request.urlopen(site) as response:
            assert response.headers["Content-Security-Policy"] == static_host.HEADERS["Content-Security-Policy"]
        tab = browser.new_context().new_page()
        tab.goto(site)
        page = Companion(tab, site)
        page.ready()
        page.type("X", 0, 0, "2")
        expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
        tab.context.close()
    finally:
        server.terminate()
        server.communicate()


def test_the_start_script_says_when_its_port_is_taken(dist, site):
    port = site.rstrip("/").rsplit(":", 1)[1]
    result = subprocess.run(
        [sys.executable, "start.py", "--port", port, "--no-browser"], cwd=dist, capture_output=True, text=True
    )
    assert result.returncode == 1 and "--port 8016" in result.stderr and "Traceback" not in result.stderr


@pytest.mark.parametrize("name", ["index.html", "en/index.html", "embed.html"])
def test_as_a_file_everything_reads_and_says_what_to_do(browser, dist, name):
    tab = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    tab.goto((dist / name).as_uri())
    expect(tab.locator("#as-file")).to_contain_text("start.py")
    assert Companion(tab, "").read() == SHOWN
    assert tab.locator("button:visible").count() == 0
    if name != "embed.html":
        expect(tab.locator("[data-guide]:visible")).to_have_count(9)
    tab.context.close()
