"""Reads pins.toml: the versions and the bytes that the page is made of, and the names that follow from them."""

import tomllib
from dataclasses import dataclass

from building.folders import ROOT


@dataclass(frozen=True)
class Pyodide:
    """The browser's Python; `files` are the hashes of what is taken from its npm package."""

    version: str
    python: str
    abi: str
    files: dict[str, str]

    @property
    def minor(self):
        """3.13 of 3.13.2: byte code is the same for all of them."""
        return self.python.rpartition(".")[0]

    @property
    def tag(self):
        """313, as the names of files have it."""
        return self.minor.replace(".", "")


@dataclass(frozen=True)
class Numpy:
    """NumPy for the browser: one wheel, and the two places that hold it."""

    version: str
    wheel: str
    sha256: str
    cdn: str
    carrier: str
    carrier_folder: str


@dataclass(frozen=True)
class Pins:
    """All of pins.toml; `libraries` are the npm packages whose files are served as they are, with their hashes."""

    pyodide: Pyodide
    numpy: Numpy
    libraries: dict[str, dict[str, str]]


def read_pins():
    """The pins as their file has them."""
    tables = tomllib.loads((ROOT / "pins.toml").read_text(encoding="utf-8"))
    return Pins(Pyodide(**tables["pyodide"]), Numpy(**tables["numpy"]), tables["libraries"])


PINS = read_pins()
