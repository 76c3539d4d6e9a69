"""Where things lie: what the build reads and what it writes."""

import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
MODULES = ROOT / "node_modules"
PYODIDE = MODULES / "pyodide"
WORK = ROOT / ".build"  # what a build keeps for the next one
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "qkv-flow"
