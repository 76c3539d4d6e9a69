"""Renders every page of every language with all numbers in it, and draws the picture for shared links."""

import json
import re
import tomllib

import jinja2
import resvg_py

from building import baking
from building.folders import MODULES, ROOT
from building.locales import LOCALES, pages_of, read_words
from building.messages import BuildError, say
from building.pins import PINS
from building.runtime import INTERPRETER, REST
from templates.prose import Prose

# The tables of words/*.toml that scripts speak from; the rest is in the HTML already.
SPOKEN = ("matrices", "axes", "chips", "kinds", "ui", "steps", "presets", "problems", "notes", "links", "laboratory",
          "mistakes", "variants", "pictures", "embed", "handout", "offline")
# What the HTML says of an exercise, and no script.
ONLY_IN_HTML = ("title", "task", "solution", "rows", "columns")
STYLES = ("tokens", "chapter", "figure", "embed", "print")  # of site/style/, each over those before it
# The rest of the scripts is what main.js imports at once.
NOT_OF_THE_PAGE = (
    "engine/worker.js", "engine/python.js", "plain.js", "frame.js", "dom/offline.js",
    *(f"chapter/{name}.js" for name in ("code", "embed-dialog", "exports", "handout", "laboratory", "pictures", "verify")),
)


def check_site(site):
    """Only a whole address can stand in a canonical link, and the pages' names follow it.

    Raises: BuildError for any other.
    """
    if site and not re.fullmatch(r"https?://[^\s?#]+/", site):
        raise BuildError(f"SITE={site} is no address of a folder: it should look like https://book.example/ch15/")


def render_pages(dist, versioned, build_id, site):
    """Render every page of every locale with all numbers in it; an unknown word in a template is an error."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    baked = baking.bake()
    words = {locale: read_words(locale) for locale in LOCALES}
    start = files_of_the_start(versioned)
    environment.globals |= {
        "prose": Prose(baking.numbers()), "chapter": baking.chapter() | {"experiment": baked["experiment"]},
        "baked": baked, "locales": words, "site": site, "build_id": build_id, "styles": STYLES,
        "modules": modules_of_the_page(versioned),
        "version": tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"],
    }
    for template, pages in pages_of().items():
        for locale, page in pages.items():
            up = "../" * page.count("/")
            text = environment.get_template(template).render(
                locale=locale, words=words[locale], pages=pages, full=LOCALES[locale],
                root=up or "./", v=f"{up}{versioned.name}/",
                page_data=page_data(locale, words[locale], baked, start, build_id),
            )
            (dist / page).parent.mkdir(parents=True, exist_ok=True)
            (dist / page).write_text(text, encoding="utf-8")
    say("pages", ", ".join(page for pages in pages_of().values() for page in pages.values()))
    (dist / "card.png").write_bytes(draw_card(environment.get_template("card.svg.j2").render()))


def files_of_the_start(versioned):
    """The runtime's files that a start fetches, with their sizes; of the interpreter's two forms, one of them."""
    files = sorted((versioned / "runtime").iterdir())
    sizes = {path.name: path.stat().st_size for path in files if path.name != REST}
    return {"interpreter": sizes.pop(INTERPRETER), "runtime": sizes}


def modules_of_the_page(versioned):
    """The scripts that the page needs at once, which its head announces."""
    names = [path.relative_to(versioned).as_posix() for path in versioned.rglob("*.js")]
    elsewhere = ("runtime/", *PINS.libraries)
    return sorted(name for name in names if name not in NOT_OF_THE_PAGE and not name.startswith(elsewhere))


def page_data(locale, words, baked, start, build_id):
    """What the scripts start from, as JSON inside the page: no request before the first edit.

    No `<` is left in it, so nothing in it can end the script.
    """
    spoken = {name: words[name] for name in SPOKEN}
    spoken["exercises"] = {number: _without(said, ONLY_IN_HTML) for number, said in words["exercises"].items()}
    shown = _without(baked, "sources")  # it stands in the figure, out of use
    data = {"locale": locale, "build": build_id, **start, "words": spoken, **shown}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _without(said, codes):
    """A table of words without some of them; a single word as it is."""
    return {code: text for code, text in said.items() if code not in codes} if isinstance(said, dict) else said


def draw_card(svg):
    """A picture for shared links; in letters that lie beside it, so that every machine draws the same one."""
    names = ("DejaVuSansMono.ttf", "DejaVuSerif-Italic.ttf")
    fonts = [str(MODULES / "dejavu-fonts-ttf/ttf" / name) for name in names]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts))
