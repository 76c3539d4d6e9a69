"""Checks what comes from npm: each package that is published is there, and its files have the pinned bytes."""

import json

from building.files import sha256
from building.folders import MODULES, ROOT
from building.messages import BuildError, say
from building.pins import PINS


def check_packages(modules=MODULES):
    """Compare the files that are published with pins.toml: npm looks at them once, the build each time.

    Raises: BuildError for a package that is missing or of another version, and for a file with other bytes.
    """
    wanted = json.loads((ROOT / "package.json").read_text())["dependencies"]
    for package, files in {"pyodide": PINS.pyodide.files, **PINS.libraries}.items():
        try:
            found = json.loads((modules / package / "package.json").read_text())["version"]
        except OSError:
            raise BuildError(f"node_modules/{package} is missing: run `npm ci` (`make setup` does)") from None
        if found != wanted[package]:
            raise BuildError(f"node_modules/{package} is {found}, package.json pins {wanted[package]}: run `npm ci`")
        for name, pinned in files.items():
            path = modules / package / name
            if not path.is_file() or sha256(path) != pinned:
                raise BuildError(f"node_modules/{package}/{name} is not the file that pins.toml pins: run `npm ci`")
        say("packages", f"{package} {found} from node_modules, hashes verified")
