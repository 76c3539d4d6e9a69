// Python in a worker: loads Pyodide once, answers every connected page. Serves as SharedWorker and as Worker.

const RUNTIME = new URL("../runtime/", import.meta.url).href;
const REPORT_EVERY = 100; // ms
const INTERPRETER = "pyodide.asm.wasm";
// The build has compressed these itself: many hosts send them as they lie there, and not every proxy lets them be compressed.
const PACKED = { [INTERPRETER]: "application/wasm", "python_stdlib.zip": "application/zip", "numpy_core.so": "application/wasm" };

const ports = new Set();
let python = null; // a promise of {handle, ready} from the first start on
let cameAs = `${INTERPRETER}.gzipped`; // the file of the interpreter
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

function receive(port, message) {
  if (message.type === "leave") ports.delete(port);
  else if (message.type === "start") start(port, message);
  else answer(port, message);
}

async function start(port, message) {
  python ??= Promise.race([load(message), failed]);
  try {
    port.postMessage((await python).ready);
  } catch (error) {
    port.postMessage({ id: null, ...crashed(failure ?? error) }); // Pyodide wraps errors of fetch in its own
  }
}

async function answer(port, { id, request }) {
  try {
    port.postMessage({ id, reply: (await python).handle(request) });
  } catch (error) {
    port.postMessage({ id, reply: crashed(error) });
  }
}

const crashed = ({ name, message, stack, file = null }) => ({ type: "crashed", name, message, stack, file });

async function load({ runtime: files, interpreter: bytes }) {
  const report = progress(files);
  const arriving = fetchAtOnce(files, bytes, report);
  // loadPyodide would import the second one itself; asked for here, it comes at once and a failure has a name
  const scripts = ["pyodide.mjs", "pyodide.asm.js", "../engine/python.js"].map((name) => script(name, report));
  const [{ loadPyodide, version }, , { openPython }] = await Promise.all(scripts);
  const core = arriving.get(`${RUNTIME}numpy_core.so`).then(async (response) => new Uint8Array(await response.arrayBuffer()));
  core.catch(() => {}); // the start has failed already
  const pyodide = await openPython(loadPyodide, { indexURL: RUNTIME, core, fetchRest });
  report.stage("import");
  const { handle } = pyodide.pyimport("qkv.bridge");
  const { python: release, numpy } = JSON.parse(handle('{"type": "versions", "id": 0}'));
  return { handle, ready: { type: "ready", pyodide: version, python: release, numpy, interpreter: cameAs } };
}

/** What the page does not need, for an import that asks for it: Python waits, so this does, too. */
function fetchRest() {
  const request = new XMLHttpRequest();
  request.open("GET", `${RUNTIME}rest.zip`, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`rest.zip: HTTP ${request.status}`);
  return request.response;
}

async function script(name, report) {
  try {
    const module = await import(RUNTIME + name);
    report.arrived(name);
    return module;
  } catch (error) {
    throw failStart(name.split("/").pop(), error);
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
      if (name.endsWith(".zip.gzipped") || name.endsWith(".so.gzipped")) stage = "packages";
      tell();
    },
    arrived(name) {
      this.add(files[name] ?? 0, name);
    },
  };
}

/** Ask for all that is known, count what arrives, unpack it, give a failure the name of its file. Pyodide then finds it there. */
function fetchAtOnce(files, bytes, report) {
  const fetch = self.fetch;
  const one = async (name) =>
    (name === INTERPRETER && (await getStraight(fetch, bytes, files, report))) || get(fetch, name, files, report);
  const arriving = new Map([...Object.keys(PACKED), "pyodide-lock.json"].map((name) => [RUNTIME + name, one(name)]));
  for (const response of arriving.values()) response.catch(() => {}); // Pyodide will meet it
  self.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, RUNTIME).href;
    return arriving.get(url) ?? fetch(input, init);
  };
  return arriving;
}

/**
 * The interpreter as the browser itself unpacks it, which then keeps what it has compiled for the next visit: it does so for
 * no file that a page has unpacked. Null where the host would send three times as much, or has it not: the packed one is shorter.
 */
async function getStraight(fetch, bytes, files, report) {
  const giveUp = new AbortController();
  const response = await fetch(RUNTIME + INTERPRETER, { signal: giveUp.signal }).catch(() => null);
  const served = response?.ok && response.headers.get("Content-Type") === PACKED[INTERPRETER];
  if (!served || !(response.headers.has("Content-Encoding") || (await isKept()))) {
    giveUp.abort();
    return null;
  }
  cameAs = INTERPRETER;
  const scale = files[`${INTERPRETER}.gzipped`] / bytes; // progress counts what travels
  const scaled = { add: (part, name) => report.add(part * scale, name) };
  const counted = response.clone().body.pipeThrough(counter(INTERPRETER, bytes, scaled));
  counted.pipeTo(new WritableStream()).catch((error) => failStart(INTERPRETER, error));
  return response;
}

/** By the service worker: its copy need not say how it came. */
async function isKept() {
  try {
    return (await caches.match(RUNTIME + INTERPRETER)) !== undefined;
  } catch {
    return false; // storage refused
  }
}

async function get(fetch, name, files, report) {
  const type = PACKED[name];
  const file = type ? `${name}.gzipped` : name;
  let response;
  try {
    response = await fetch(RUNTIME + file);
  } catch (error) {
    throw failStart(file, error);
  }
  if (!response.ok) throw failStart(file, new Error(`HTTP ${response.status}`));
  const arrived = response.body.pipeThrough(counter(file, files[file], report));
  const unpacked = type ? arrived.pipeThrough(new DecompressionStream("gzip")) : arrived;
  return new Response(watched(unpacked, file), { headers: { "Content-Type": type ?? "application/json" } });
}

function counter(file, expected, report) {
  let received = 0;
  return new TransformStream({
    transform(part, controller) {
      received += part.byteLength;
      report.add(part.byteLength, file);
      controller.enqueue(part);
    },
    flush() {
      if (received !== expected) throw failStart(file, new Error(`${received} bytes instead of ${expected}`));
    },
  });
}

/** The same stream; what goes wrong in it fails the start by name. */
function watched(stream, file) {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(failStart(file, error));
      }
    },
  });
}

/** Fail the start with the first file that could not be had. Returns the error that names it. */
function failStart(file, error) {
  failure ??= Object.assign(new Error(`${file}: ${error.message}`), { file });
  fail(failure);
  return failure;
}
