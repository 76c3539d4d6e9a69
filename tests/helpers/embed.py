"""An embed inside a host page, handled like the page itself."""

import pathlib

from tests.helpers.page import Companion

HOSTS = pathlib.Path(__file__).parents[1] / "hosts"
BOOK = "https://book.example/ch15/"  # what the host examples say in place of the site's address


class Frame(Companion):
    """An embed inside a host page, handled like the page itself."""

    def __init__(self, tab, selector="iframe"):
        self.tab, self.frame = tab, tab.frame_locator(selector)

    def locator(self, selector):
        return self.frame.locator(selector)

    def read_in_frame(self, name):
        return [
            [cell.input_value() for cell in row.locator("input").all()]
            for row in self.matrix(name).locator("tbody tr").all()
        ]


def embed(cold, query, **options):
    page = cold(f"embed.html?{query}", **options)
    page.live()
    return page
