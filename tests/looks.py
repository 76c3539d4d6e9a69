"""How the page looks: key states at three widths in both themes. `make looks` takes the pictures in tests/looks/ anew.

Whoever changes them looks at them before committing: a test can say that something has changed, not that it is well
made.
"""

import io
import sys
import threading

from PIL import Image, ImageChops
from playwright.sync_api import expect, sync_playwright

from building import folders, static_host
from tests import browser as browsers
from tests.helpers.page import Companion

FOLDER = browsers.HERE / "looks"
WIDTHS, THEMES = (390, 820, 1440), ("light", "dark")
SCALE, TILE = 2, 4  # pictures are kept at half their size and compared in tiles of 4 x 4, that is 8 x 8 on the screen
DEVIATION, SHARE = (
    20,
    0.004,
)  # a tile differs by more than 20 of 255; at most 4 of 1000 may, for other versions draw letters otherwise


def open_page(page):
    page.tab.evaluate("() => scrollTo(0, 0)")


def edited(page):
    """An edit, an overridden weight whose row no longer sums to 1, and the origin of an output."""
    page.type("X", 0, 0, "-2.5")
    page.type("A", 1, 0, "0.75")
    page.locator('[data-follow="1"]').click()
    page.settled()
    page.cell("O", 1, 0).click()
    expect(page.locator("#inspector-formula")).to_contain_text("O[2,1]")
    page.locator("#panel-mix").scroll_into_view_if_needed()


def refused(page):
    page.type("W_K", 0, 1, "1,5,2")
    page.locator("#figure.waiting").wait_for()
    page.locator("#panel-project").scroll_into_view_if_needed()


STATES = {"open": open_page, "edited": edited, "refused": refused}


def take(browser, site, state, width, theme):
    """A picture of the page in that state, at half its size."""
    context = browser.new_context(
        viewport={"width": width, "height": 1000}, color_scheme=theme, reduced_motion="reduce"
    )
    page = Companion(context.new_page(), site)
    page.tab.goto(site)
    page.ready()
    STATES[state](page)
    page.tab.mouse.move(0, 0)
    expect(page.locator(".fresh")).to_have_count(0)
    page.tab.evaluate("() => { document.getElementById('engine-text').textContent = 'Python'; }")  # it names the build
    shot = page.tab.screenshot(animations="disabled")
    context.close()
    return Image.open(io.BytesIO(shot)).convert("RGB").reduce(SCALE)


def differing(one, other):
    """The share of tiles that differ by more than DEVIATION; all of them where the sizes do."""
    if one.size != other.size:
        return 1.0
    tiles = ImageChops.difference(one.convert("RGB").reduce(TILE), other.convert("RGB").reduce(TILE))
    values = list(zip(*(tiles.getchannel(band).tobytes() for band in "RGB"), strict=True))
    return sum(max(value) > DEVIATION for value in values) / len(values)


def kept(state, width, theme):
    return FOLDER / f"{state}-{width}-{theme}.png"


def main():
    if "fonts" in browsers.missing():
        sys.exit(f"the letters are missing that the pictures are taken with: {browsers.missing()['fonts']}")
    FOLDER.mkdir(exist_ok=True)
    server = static_host.Server(folders.DIST)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browsers.find(), args=browsers.FLAGS)
        for state in STATES:
            for width in WIDTHS:
                for theme in THEMES:
                    picture = take(browser, f"http://127.0.0.1:{server.server_address[1]}/", state, width, theme)
                    picture.quantize(96, dither=Image.Dither.NONE).save(kept(state, width, theme), optimize=True)
                    print(kept(state, width, theme).relative_to(browsers.HERE))
        browser.close()


if __name__ == "__main__":
    main()
