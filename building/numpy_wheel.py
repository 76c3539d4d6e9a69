"""Fetches NumPy for WebAssembly: one wheel with a pinned hash, wherever it is found first."""

import hashlib
import json
import pathlib
import subprocess
import sys
import urllib.request

from building.files import write_atomically
from building.folders import CACHE
from building.messages import BuildError, say
from building.pins import PINS

NUMPY = PINS.numpy  # where it is looked for; the hash decides
TIMEOUT = 20  # seconds for a connection or a read; a closed network must not hold a build up


def fetch_numpy(named=None, cache=CACHE):
    """The NumPy wheel with the pinned hash: a file the user names, the cache, the CDN, a wheel on PyPI that carries it.

    Raises: BuildError naming every try. A file with other bytes is refused; in the cache it is fetched again.
    """
    cached = cache / NUMPY.wheel
    tries = []
    sources = [(f"the file {named}", lambda: pathlib.Path(named).read_bytes())] if named else [
        ("the cache", cached.read_bytes),
        ("the CDN", lambda: _download(NUMPY.cdn + NUMPY.wheel)),
        (f"{NUMPY.carrier} on PyPI", _read_from_carrier),
    ]
    for source, read in sources:
        try:
            content = read()
        except FileNotFoundError:
            tries.append(f"{source}: not there")
            continue
        except Exception as error:  # whatever a network does, the next source may work
            tries.append(f"{source}: {type(error).__name__}: {error}")
            say("numpy", f"not from {source}")
            continue
        digest = hashlib.sha256(content).hexdigest()
        if digest == NUMPY.sha256:
            say("numpy", f"{len(content):,} bytes from {source}, hash verified")
            if source != "the cache":
                write_atomically(cached, content)
            return cached
        tries.append(f"{source}: {len(content):,} bytes with sha256 {digest}, refused")
        say("numpy", f"refused from {source}: its hash is not the pinned one")
    raise BuildError(
        f"no {NUMPY.wheel} with sha256 {NUMPY.sha256}.\n  " + "\n  ".join(tries)
        + "\nName a file that has it: NUMPY_WHEEL=path/to/file make build"
    )


def _download(url):
    request = urllib.request.Request(url, headers={"User-Agent": "qkv-flow build"})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
        return response.read()


def _read_from_carrier():
    """One member of a 100 MB wheel by range requests; pip alone knows where the registry keeps it."""
    from remotezip import RemoteZip

    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet",
               "--ignore-requires-python", "--disable-pip-version-check", "--report", "-", NUMPY.carrier]
    report = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if report.returncode:
        raise OSError(f"pip: {report.stderr.strip().splitlines()[-1]}")
    address = json.loads(report.stdout)["install"][0]["download_info"]["url"]
    with RemoteZip(address, timeout=TIMEOUT) as archive:
        return archive.read(NUMPY.carrier_folder + NUMPY.wheel)
