// Python in a worker: loads Pyodide once, answers every connected page. Serves as SharedWorker and as Worker.

const RUNTIME = new URL("./runtime/", import.meta.url).href;

const REPORT_EVERY = 100; // ms
const EARLY = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"]; // Pyodide asks for them one after the other

const ports = new Set();
let python = null; // a promise of {handle, ready} from the first start on
let failure = null; // the first file that could not be had, as an error that names it
let fail; // settles the start with it: Pyodide waits for ever after some failures
const failed = new Promise((_, reject) => (fail = reject));
failed.catch(() => {}); // whoever starts Python hears of it

function connect(port) {
  ports.add(port);
  port.onmessage = ({ data }) => receive(port, data);
}

if ("onconnect" in self) self.onconnect = (event) => connect(event.ports[0]);
else connect(self);

async function receive(port, message) {
  if (message.type === "leave") return ports.delete(port);
  try {
    if (message.type === "start") {
      python ??= Promise.race([load(message.runtime), failed]);
      port.postMessage((await python).ready);
    } else {
      port.postMessage((await python).handle(JSON.stringify(message)));
    }
  } catch (error) {
    const { name, message: text, stack, file = null } = failure ?? error; // Pyodide wraps errors of fetch in its own
    port.postMessage({ type: "crashed", id: message.id ?? null, name, message: text, stack, file });
  }
}

async function load(files) {
  const report = progress(files);
  fetchEarly(files, report);
  // loadPyodide would import the second one itself; asked for here, it comes at once and a failure has a name
  const [{ loadPyodide, version }] = await Promise.all(["pyodide.mjs", "pyodide.asm.js"].map((name) => script(name, report)));
  const pyodide = await loadPyodide({ indexURL: RUNTIME, packages: ["qkv"], checkIntegrity: true });
  report.stage("import");
  const { handle } = pyodide.pyimport("qkv.bridge");
  const { python: release, numpy } = JSON.parse(handle('{"type": "versions", "id": 0}'));
  return { handle, ready: { type: "ready", pyodide: version, python: release, numpy } };
}

async function script(name, report) {
  try {
    const module = await import(RUNTIME + name);
    report.arrived(name);
    return module;
  } catch (error) {
    throw named(name, error);
  }
}

function progress(files) {
  const total = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
  let done = 0;
  let stage = "interpreter";
  let told = 0;
  const tell = () => {
    if (performance.now() - told < REPORT_EVERY) return;
    told = performance.now();
    for (const port of ports) port.postMessage({ type: "progressed", stage, done, total });
  };
  return {
    stage(name) {
      stage = name;
      told = 0;
      tell();
    },
    add(bytes, name) {
      done += bytes;
      if (name.endsWith(".whl")) stage = "packages";
      tell();
    },
    arrived(name) {
      this.add(files[name] ?? 0, name);
    },
  };
}

// Ask for all that is known at once, count what arrives, see that it is all there, give a failure the name of its file.
function fetchEarly(files, report) {
  const fetch = self.fetch;
  const get = async (input, init) => {
    const name = new URL(input.url ?? input, RUNTIME).pathname.split("/").pop();
    let response;
    try {
      response = await fetch(input, init);
    } catch (error) {
      throw named(name, error);
    }
    if (!response.ok) throw named(name, new Error(`HTTP ${response.status}`));
    if (name in files) tally(name, files[name], response.clone(), report);
    return response;
  };
  const early = new Map(EARLY.map((name) => [RUNTIME + name, get(RUNTIME + name)]));
  for (const response of early.values()) response.catch(() => {}); // Pyodide will meet it
  self.fetch = (input, init) => {
    const url = new URL(input.url ?? input, RUNTIME).href;
    const response = early.get(url) ?? get(input, init);
    early.delete(url);
    return response;
  };
}

async function tally(name, expected, response, report) {
  let received = 0;
  try {
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      received += part.value.byteLength;
      report.add(part.value.byteLength, name);
    }
    if (received !== expected) named(name, new Error(`${received} bytes instead of ${expected}`));
  } catch (error) {
    named(name, error);
  }
}

function named(file, error) {
  failure ??= Object.assign(new Error(`${file}: ${error.message}`), { file });
  fail(failure);
  return failure;
}
