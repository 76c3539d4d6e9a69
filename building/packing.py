"""Lays dist/ out: the folder named by its content, downloads, the list of files, dist.zip, and what it all weighs."""

import gzip
import json
import shutil
import zipfile

from building.files import hash_files, write_zip
from building.folders import MODULES, ROOT
from building.locales import LOCALES, pages_of
from building.messages import say
from building.pins import PINS
from building.runtime import INTERPRETER, ON_DEMAND, REST


def copy_versioned(dist, runtime):
    """Put scripts, style and runtime under a folder named by their content: a deploy never mixes versions.

    Returns that folder and the build's name.
    """
    making = dist / "versioned"
    shutil.copytree(ROOT / "site", making, ignore=shutil.ignore_patterns("data", "root"))
    shutil.copytree(runtime, making / "runtime")
    for library, names in PINS.libraries.items():
        (making / library).mkdir()
        for name in names:
            shutil.copyfile(MODULES / library / name, making / library / name)
    files = sorted(path for path in making.rglob("*") if path.is_file())
    build_id = hash_files(files, relative_to=making)
    versioned = dist / f"v-{build_id}"
    making.rename(versioned)
    say("site", f"{len(files)} files under {versioned.name}/")
    return versioned, build_id


def copy_downloads(dist):
    """What the book's reader downloads, at the addresses that the chapter prints; start.py with its server."""
    ignored = shutil.ignore_patterns("__pycache__", ON_DEMAND)
    shutil.copytree(ROOT / "py", dist / "code/part-iv", ignore=ignored)
    shutil.copytree(ROOT / "site/data", dist / "data")
    shutil.copytree(ROOT / "site/root", dist, ignore=ignored, dirs_exist_ok=True)
    shutil.copyfile(ROOT / "building/static_host.py", dist / "static_host.py")
    for name in ("LICENSE", "LICENSE-figure-and-prose"):
        shutil.copyfile(ROOT / name, dist / f"{name}.txt")
    say("downloads", "code/part-iv, data/part-iv, the licences, and what hosts and browsers look for at the root")


def list_files(dist, versioned):
    """What the service worker keeps: every page, and everything under the versioned folder that a browser asks for.

    Of the interpreter it keeps the one of two files that came, which the page names.
    """
    not_listed = (REST, INTERPRETER, f"{INTERPRETER}.gzipped")
    files = [path for path in sorted(versioned.rglob("*")) if path.is_file() and path.name not in not_listed]
    pages = [page for pages in pages_of().values() for page in pages.values()]
    folders = [page.removesuffix("index.html") or "./" for page in LOCALES.values()]  # as most hosts address them
    patterns = ("*/part-iv/*.*", "code/part-iv/qkv/*.py", "LICENSE*")
    downloads = [path for pattern in patterns for path in dist.glob(pattern)]
    kept = [*folders, *pages, *_names(files, dist), *sorted(_names(downloads, dist))]
    (versioned / "files.json").write_text(json.dumps(kept) + "\n")


def _names(paths, folder):
    return [path.relative_to(folder).as_posix() for path in paths]


def pack_site(dist):
    """dist.zip: the site with start.py, for a classroom without a network."""
    files = sorted(path for path in dist.rglob("*") if path.is_file())
    entries = {f"qkv-flow/{path.relative_to(dist).as_posix()}": path.read_bytes() for path in files}
    write_zip(dist / "dist.zip", entries, zipfile.ZIP_DEFLATED)
    say("zip", f"dist.zip, {(dist / 'dist.zip').stat().st_size:,} bytes")


def report_sizes(dist, versioned):
    """Print what a reader downloads before Python and for Python, as a host with gzip sends it."""
    def compressed(paths):
        return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)

    scripts_and_style = [path for kind in ("js", "css") for path in versioned.rglob(f"*.{kind}")]
    page = compressed([dist / "index.html", *(path for path in scripts_and_style if "runtime" not in path.parts)])
    parts = {path.name: compressed([path]) for path in sorted((versioned / "runtime").iterdir())}
    rest = {REST: "  on demand only", INTERPRETER: "  in place of the packed one, where the host compresses it"}
    for name, size in parts.items():
        say("size", f"{name:<28} {size / 1e6:5.2f} MB{rest.get(name, '')}")
    python = sum(size for name, size in parts.items() if name not in rest)
    say("size", f"page {page / 1024:.1f} KB, Python {python / 1e6:.2f} MB")
