"""The page looks as in tests/looks/, within the tolerance of tests/looks.py; after a change, `make looks` and look."""

import pytest
from PIL import Image, ImageChops

from tests.helpers.needs import need
from tests.looks import FOLDER, SHARE, STATES, THEMES, WIDTHS, differing, kept, take


@pytest.fixture(scope="module")
def letters():
    """The fonts that the pictures were taken with."""
    need("fonts")


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("state", STATES)
def test_the_page_looks_as_it_was_approved(browser, site, tmp_path, state, width, theme):
    found = take(browser, site, state, width, theme)
    share = differing(found, Image.open(kept(state, width, theme)))
    if share > SHARE:
        found.save(tmp_path / "found.png")
    assert share <= SHARE, (
        f"{share:.2%} of the page differ: compare {kept(state, width, theme)} with {tmp_path / 'found.png'}"
    )


def test_there_is_a_picture_of_every_state_and_no_other():
    assert {path.name for path in FOLDER.glob("*")} == {
        kept(s, w, t).name for s in STATES for w in WIDTHS for t in THEMES
    }


def test_the_tolerance_tells_what_a_reader_would_see():
    picture = Image.open(kept("open", 1440, "light")).convert("RGB")
    assert differing(picture, picture) == 0
    assert differing(picture, ImageChops.offset(picture, 0, 4)) > SHARE  # eight pixels down
    assert differing(picture, Image.open(kept("open", 1440, "dark"))) > 0.5
    without_a_panel = picture.copy()
    without_a_panel.paste(picture.getpixel((2, 2)), (10, 250, 110, 330))
    assert differing(picture, without_a_panel) > SHARE
