"""What does not travel with the page's first archive is there all the same: the first import of it fetches it, once."""

import json

import pytest

USE = """
import { loadPyodide } from "%(runtime)spyodide.mjs";
import { openPython } from "%(folder)sengine/python.js";
const open = async (name) => new Uint8Array(await new Response((await fetch("%(runtime)s" + name + ".gzipped")).body
    .pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
const fetched = [];
const { fetch: real } = self;
self.fetch = async (input, init) => {
  const name = String(input.url ?? input).split("/").pop();
  return name === "pyodide.asm.wasm" || name === "python_stdlib.zip"
    ? new Response(await open(name), { headers: { "Content-Type": "application/wasm" } }) : real(input, init);
};
const fetchRest = () => {
  fetched.push("rest.zip");
  const request = new XMLHttpRequest();
  request.open("GET", "%(runtime)srest.zip", false);
  request.responseType = "arraybuffer";
  request.send();
  return request.response;
};
try {
  const python = await openPython(loadPyodide, { indexURL: "%(runtime)s", core: open("numpy_core.so"), fetchRest });
  postMessage(JSON.stringify([python.runPython(%(code)s), fetched]));
} catch (error) {
  postMessage(JSON.stringify([String(error), fetched]));
}
"""


@pytest.fixture
def python(warm, site, dist):
    """Call with Python source: what its last line is in the browser, and what was fetched for it."""
    folder = f"{site}{next(dist.glob('v-*')).name}/"
    tab = warm.new_page()
    tab.goto(f"{site}LICENSE.txt")

    def run(code):
        source = USE % {"runtime": f"{folder}runtime/", "folder": folder, "code": json.dumps(code)}
        return json.loads(tab.evaluate("""source => new Promise((done) => {
            const worker = new Worker("data:text/javascript," + encodeURIComponent(source), { type: "module" });
            worker.onmessage = ({ data }) => done(data);
            worker.onerror = ({ message }) => done(JSON.stringify([message, []]));
        })""", source))

    yield run
    tab.close()


def test_the_figure_s_own_modules_fetch_nothing_more(python):
    assert python(
        "from qkv import bridge, exercises, export, laboratory, oracle; import run, numpy; numpy.__version__"
    ) == ["2.2.5", []]


def test_every_other_module_of_the_library_and_of_numpy_is_one_fetch_away(python):
    value, fetched = python("""
import csv, unittest.mock, numpy.fft, numpy.random, numpy.polynomial, numpy.ma, json.tool
import numpy as np
transformed, drawn = np.fft.fft([1.0, 0.0])[1].real, np.random.default_rng(1).random(3)
float(transformed) + len(drawn) + csv.QUOTE_ALL + np.ma.array([1, 2], mask=[0, 1]).sum()""")
    assert value == 1 + 3 + 1 + 1 and fetched == ["rest.zip"]


def test_linear_algebra_comes_when_somebody_computes_with_it(python):
    value, fetched = python("""
import sys
import numpy as np
before = type(sys.modules["numpy.linalg._umath_linalg"]).__name__
f"{before} {np.linalg.det(np.array([[2.0, 0.0], [0.0, 3.0]])):.1f} {np.linalg.inv(np.eye(2))[0, 0]}" """)
    assert value == "_Later 6.0 1.0" and fetched == ["rest.zip"]


def test_what_is_nowhere_is_an_import_error_without_a_fetch(python):
    value, fetched = python("""
import importlib
try:
    importlib.import_module('no_such_module')
except ImportError as error:
    found = error.name
found""")
    assert value == "no_such_module" and fetched == []
