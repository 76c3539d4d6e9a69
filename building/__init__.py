"""The build, one module per job; build.py says in which order they run."""

import sys

from building.folders import ROOT

sys.path.append(str(ROOT / "py"))  # the build asks the Python that the page runs: qkv and on_demand
