"""The browser that the tests drive. `python -m tests.browser` makes sure that there is one and prints which.

In this order: the one CHROMIUM names, the system's, Playwright's own, then Debian's by apt-get.
"""

import os
import shutil
import subprocess
import sys

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def find():
    """The path of a browser that is there, or None."""
    from playwright.sync_api import sync_playwright

    named = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if named:
        return named
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if os.path.exists(own) else None


def install():
    """Get a browser: Playwright's, where its downloads are reached, else Debian's."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], timeout=600)
    if find() is None:
        subprocess.run(["apt-get", "update"], check=True)
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", "chromium"], check=True)


if __name__ == "__main__":
    if find() is None:
        install()
    print(find() or sys.exit("no browser: install Chromium or name one with CHROMIUM=path"))
