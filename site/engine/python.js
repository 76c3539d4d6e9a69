// Python from the files that the build has made: Pyodide with one archive of modules, NumPy's core, the rest on demand.
// The worker opens it in the browser, and the build in node, to see which modules have to travel.

const NUMPY_CORE = "_multiarray_umath.cpython-313-wasm32-emscripten.so";
const FOLDER = "/lib/on-demand/numpy/_core"; // on_demand.py looks there

/** core: the bytes of numpy_core.so, or a promise of them; fetchRest: returns the bytes of rest.zip, at once. */
export async function openPython(loadPyodide, { indexURL, core, fetchRest }) {
  const python = await loadPyodide({ indexURL });
  python.FS.mkdirTree(FOLDER);
  python.FS.writeFile(`${FOLDER}/${NUMPY_CORE}`, await core);
  python.pyimport("on_demand").install(fetchRest);
  return python;
}
