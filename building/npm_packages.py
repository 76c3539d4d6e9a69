"""What comes from npm: see that it is there, and that it is the pinned one."""

import json

from building.folders import MODULES, ROOT
from building.messages import BuildError, say


def check_pyodide(modules=MODULES):
    """The interpreter comes from npm, which checks its hash; see that it is there and is the pinned one."""
    pinned = json.loads((ROOT / "package.json").read_text())["dependencies"]["pyodide"]
    try:
        found = json.loads((modules / "pyodide/package.json").read_text())["version"]
    except OSError:
        raise BuildError("node_modules/pyodide is missing: run `npm ci` (`make build` does)") from None
    if found != pinned:
        raise BuildError(f"node_modules/pyodide is {found}, package.json pins {pinned}: run `npm ci`")
    say("interpreter", f"pyodide {found} from node_modules")
