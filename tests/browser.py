"""The browsers that the tests drive. `python -m tests.browser` makes sure that they are there and prints which.

Chromium does nearly all of the work: the one CHROMIUM names, the system's, Playwright's own, then Debian's by apt-get.
Firefox and WebKit (Debian's, by apt-get) take the core journey; where they cannot be had, their tests say so and are
skipped, or fail with REQUIRE_ALL=1 in the environment.
"""

import glob
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
# The page is compared with pictures of it, which needs the same letters everywhere: what the style asks for, and what
# Debian gives it.
FONTS = {
    "system-ui": "DejaVu Sans",
    "Georgia": "DejaVu Serif",
    "monospace": "DejaVu Sans Mono",
    "math": "DejaVu Math TeX Gyre",
    "Arial": "Liberation Sans",
    "Noto Sans CJK SC": "Noto Sans CJK SC",
}
PACKAGES = {"firefox": ["firefox-esr"], "webkit": ["webkit2gtk-driver", "xvfb"],
            "fonts": ["fonts-dejavu-core", "fonts-dejavu-extra", "fonts-liberation", "fonts-noto-cjk"]}


def find():
    """The path of a Chromium that is there, or None."""
    from playwright.sync_api import sync_playwright

    named = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if named:
        return named
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if os.path.exists(own) else None


def find_firefox():
    return shutil.which("firefox-esr") or shutil.which("firefox")


def find_webkit():
    """(browser, driver) of WebKitGTK, or None: the browser lies in no PATH, and needs a screen of its own."""
    drivers = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = sorted(glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"))
    return (browser[-1], drivers[0]) if all(drivers) and browser else None


def find_fonts():
    """Whether the fonts are there that the pictures were taken with."""
    if not shutil.which("fc-match"):
        return False
    given = {
        asked: subprocess.run(["fc-match", "-f", "%{family}", asked], capture_output=True, text=True).stdout
        for asked in FONTS
    }
    return all(given[asked].split(",")[0] == family for asked, family in FONTS.items())


def missing():
    """What is not here, with the Debian packages that hold it."""
    there = {"firefox": find_firefox, "webkit": find_webkit, "fonts": find_fonts}
    return {name: f"apt-get install {' '.join(PACKAGES[name])}" for name, find_it in there.items() if not find_it()}


def all_required():
    """Whether the environment says that nothing may be missing, as CI's does."""
    return os.environ.get("REQUIRE_ALL") == "1"


def install():
    """Get what is missing: Playwright's Chromium, where its downloads are reached, and the rest from Debian."""
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], timeout=600)
    wanted = [] if find() else ["chromium"]
    wanted += [package for name in missing() for package in PACKAGES[name]]
    if wanted and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update"])
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *wanted])


if __name__ == "__main__":
    install()
    for name, remedy in missing().items():
        print(f"without {name}, what needs it {'fails' if all_required() else 'is skipped'} ({remedy})")
    print(find() or sys.exit("no browser: install Chromium or name one with CHROMIUM=path"))
