"""Modules that do not travel with the page's first archive.

The build has listed them, and the first import of one fetches all. Only the browser's Python uses this. NumPy's linear
algebra is such a module that NumPy imports at once, though nothing here computes with it: it is put off until somebody
does.
"""

import importlib
import io
import sys
import zipfile
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from types import ModuleType

FOLDER = "/lib/on-demand"  # site/python.js has put NumPy's core there
PUT_OFF = {"numpy.linalg._umath_linalg"}


class OnDemand:
    """A finder for the end of sys.meta_path.

    names: the modules there are; fetch() -> a zip file with all of them, as a buffer.
    """

    def __init__(self, names, fetch):
        self.names = names
        self.fetch = fetch
        self.fetched = False

    def find_spec(self, name, path=None, target=None):
        """The finder's part of the import system's protocol."""
        if name not in self.names:
            return None
        return ModuleSpec(name, _PutOff(self)) if name in PUT_OFF else self.locate(name)

    def locate(self, name):
        """Where a module lies in FOLDER, which is filled if it does not lie there yet."""
        folder = [f"{FOLDER}/{name.rpartition('.')[0].replace('.', '/')}"]
        spec = PathFinder.find_spec(name, folder)
        if spec is None and not self.fetched:
            self.fetched = True
            unpack(self.fetch())
            spec = PathFinder.find_spec(name, folder)
        return spec


class _PutOff:
    """Loads a module that becomes itself when something in it is asked for."""

    def __init__(self, finder):
        self.finder = finder

    def create_module(self, spec):
        return _Later(spec.name, self.finder)

    def exec_module(self, module):
        pass


class _Later(ModuleType):
    def __init__(self, name, finder):
        super().__init__(name)
        self.__finder__ = finder

    def __getattr__(self, name):
        if name.startswith("__"):  # the import system looks for some that may be missing
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        spec = self.__finder__.locate(self.__name__)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        vars(self).update(vars(module))
        return getattr(module, name)


def unpack(content):
    """Put the modules of a zip file, a JavaScript buffer, where they are looked for.

    The build sees to it that this needs none of them.
    """
    with zipfile.ZipFile(io.BytesIO(content.to_bytes())) as archive:
        archive.extractall(FOLDER)
    importlib.invalidate_caches()


def install(fetch):
    """Make every module importable that the build has left out; fetch() returns their archive, a JavaScript buffer."""
    names = __spec__.loader.get_data(__file__.rpartition("/")[0] + "/on_demand.txt").decode().split()
    sys.meta_path.append(OnDemand(frozenset(names), fetch))
