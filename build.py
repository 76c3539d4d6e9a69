"""templates/ + site/ + py/ + the pinned runtime -> dist/, a static site; `build.py serve` also serves it.

This is the command; its steps are the modules of building/. No network but for the one pinned NumPy wheel, and none for
that once it is in the cache. The same inputs give the same bytes.
"""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile

from building.folders import DIST, ROOT, WORK
from building.messages import BuildError, say
from building.npm_packages import check_packages
from building.numpy_wheel import fetch_numpy
from building.packing import copy_downloads, copy_versioned, list_files, pack_site, report_sizes
from building.pages import check_site, render_pages
from building.runtime import make_runtime
from building.static_host import serve


def main():
    """Read the command line, build, and serve if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", choices=["build", "serve"], default="build")
    parser.add_argument("--port", type=int, default=8015)
    parser.add_argument("--site", default=os.environ.get("SITE", ""),
                        help="the address the site will have (or set SITE): shared links then show its picture")
    parser.add_argument("--numpy-wheel", type=pathlib.Path, default=os.environ.get("NUMPY_WHEEL"),
                        help="a file with the bytes of the pinned NumPy wheel (or set NUMPY_WHEEL)")
    options = parser.parse_args()
    try:
        build(DIST, options.numpy_wheel, site=options.site)
        if options.command == "serve":
            serve(DIST, options.port)
    except BuildError as error:
        sys.exit(f"build.py: {error}")


def build(dist, numpy_wheel=None, work=WORK, site=""):
    """Build the whole site into `dist`, which is replaced only once everything has succeeded."""
    check_packages()
    check_site(site)
    runtime = make_runtime(fetch_numpy(numpy_wheel), work)
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".dist-") as folder:
        fresh = pathlib.Path(folder) / "dist"
        versioned, build_id = copy_versioned(fresh, runtime)
        copy_downloads(fresh)
        render_pages(fresh, versioned, build_id, site)
        list_files(fresh, versioned)
        pack_site(fresh)
        report_sizes(fresh, versioned)
        if dist.exists():
            shutil.rmtree(dist)
        shutil.copytree(fresh, dist)
    say("done", f"{dist.name}/ is build {build_id}")


if __name__ == "__main__":
    main()
