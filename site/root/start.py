"""Serve the folder in which this file lies, on this machine alone, and open it in the browser.

    python start.py             the address is printed, and opened
    python start.py --port 8016 --no-browser

A browser starts no Python in a page that was opened as a file; from this address it does, without a network.
This file and static_host.py beside it need nothing but Python.
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # some Pythons are told not to look beside the script
sys.dont_write_bytecode = True  # this folder may be copied to a host: leave nothing in it

from static_host import serve  # noqa: E402 (the build lays building/static_host.py beside this file)


def main():
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8015)
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    serve(HERE, options.port, opens=not options.no_browser)


if __name__ == "__main__":
    main()
