"""Found and shared: what a search engine and a messenger read of the pages, and no tracking of any kind."""

import io
import re

import pytest
from PIL import Image

import build
from building import locales, messages, pages
from tests.helpers.words import WORDS
from tests.reference import SHOWN

SITE = "https://book.example/ch15/"


def tags(html, pattern):
    return re.findall(pattern, html)


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """dist/ of a build that knows its address."""
    folder = tmp_path_factory.mktemp("published") / "dist"
    build.build(folder, site=SITE)
    return folder


@pytest.mark.parametrize("locale", locales.LOCALES)
def test_addresses_are_whole_where_the_build_knows_its_own(published, locale):
    html = (published / locales.LOCALES[locale]).read_text(encoding="utf-8")
    here = SITE if locale == "zh" else f"{SITE}en/"
    assert tags(html, r'<link rel="canonical" href="([^"]*)"') == [here]
    assert tags(html, r'<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"') == [
        ("zh-CN", SITE),
        ("en", f"{SITE}en/"),
    ]
    assert tags(html, r'<meta property="og:url" content="([^"]*)"') == [here]
    assert tags(html, r'<meta property="og:image" content="([^"]*)"') == [f"{SITE}card.png"]
    assert here in re.search(r'<p id="cite">(.*?)</p>', html)[1]


@pytest.mark.parametrize("locale", locales.LOCALES)
def test_titles_descriptions_and_the_picture_are_there_without_an_address_too(dist, locale):
    words = WORDS[locale]
    html = (dist / locales.LOCALES[locale]).read_text(encoding="utf-8")
    assert f"<title>{words['title']}</title>" in html and 'rel="canonical" href="./' in html.replace("../", "./")
    for name, content in {
        "og:title": words["title"],
        "og:description": words["description"],
        "og:image:alt": words["card_alt"],
    }.items():
        assert f'<meta property="{name}" content="{content}">' in html
    assert 50 <= len(words["description"].encode()) <= 320


def test_the_picture_for_shared_links_is_drawn_by_the_build_with_the_page_s_numbers(dist, monkeypatch):
    picture = Image.open(dist / "card.png")
    assert picture.size == (1200, 630) and (dist / "card.png").stat().st_size < 100_000
    drawn = []
    monkeypatch.setattr(pages, "draw_card", lambda svg: drawn.append(svg) or b"")
    build.build(dist.parent / "again")
    for row in SHOWN["A"] + SHOWN["O"]:
        assert all(f">{text}</text>" in drawn[0] for text in row)
    colours = len(picture.convert("RGB").getcolors(1 << 24))
    assert colours > 50  # letters were found and drawn


def test_the_card_shows_letters_not_boxes():
    """Without its fonts resvg draws no text at all."""
    text = '<text x="5" y="40" font-size="30" font-family="{}">QKᵀ 0.4</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">{text}</svg>'
    for family in ("DejaVu Sans Mono", "DejaVu Serif"):
        picture = Image.open(io.BytesIO(pages.draw_card(svg.format(family)))).convert("RGBA")
        assert picture.getchannel("A").getextrema()[1] > 200


@pytest.mark.parametrize("site", ["book.example", "https://book.example", "ftp://x/", "https://x/?a=/"])
def test_an_address_that_is_none_is_refused_with_an_example(tmp_path, site):
    with pytest.raises(messages.BuildError, match=re.escape("https://book.example/ch15/")):
        build.build(tmp_path / "dist", site=site)


def test_no_page_names_another_origin_but_in_links(dist):
    """No tracking of any kind: nothing is loaded from elsewhere, nothing is sent anywhere."""
    for page in dist.rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        assert tags(html, r'<(?:script|img|iframe|link)[^>]*(?:src|href)="(https?:[^"]*)"') == []
    scripts = [script for script in dist.rglob("*.js") if "runtime" not in script.parts]
    assert len(scripts) > 30
    for script in scripts:
        assert not re.search(r"sendBeacon|document\.cookie", script.read_text(encoding="utf-8")), script.name
