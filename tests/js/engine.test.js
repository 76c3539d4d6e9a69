// The engine: one in flight and one pending, requests that outlive a failed start, latest wins.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.addEventListener ??= () => {};
globalThis.self ??= globalThis;
const workers = [];
globalThis.Worker = class {
  constructor(url, options) {
    Object.assign(this, { url, options, posted: [] });
    workers.push(this);
  }
  postMessage(message) { this.posted.push(message); }
  terminate() { this.terminated = true; }
  say(message) { this.onmessage({ data: message }); }
};
const { Engine } = await import("../../site/engine/engine.js");

function fresh() {
  const engine = new Engine({ runtime: { "a.wasm": 7 }, interpreter: 20, build: "b" });
  const heard = [];
  for (const type of ["computed", "rejected", "crashed"]) engine.addEventListener(type, ({ detail }) => heard.push([type, detail.id]));
  const states = [];
  engine.addEventListener("engine", ({ detail }) => states.push(detail.state));
  return { engine, heard, states, worker: () => workers.at(-1) };
}
const READY = { type: "ready", pyodide: "1", python: "2", numpy: "3" };
const asked = (worker) => worker.posted.filter(({ type }) => type !== "start").map(({ state }) => state);
const real = setTimeout;
globalThis.setTimeout = (act, ms, ...rest) => {
  const timer = real(act, ms, ...rest);
  if (ms > 1000) timer.unref(); // the watch over a silent worker need not hold the tests up
  return timer;
};
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("what is asked before Python is ready is sent when it is", async () => {
  const { engine, states, worker } = fresh();
  engine.compute("one");
  assert.deepEqual(worker().posted, [{ type: "start", runtime: { "a.wasm": 7 }, interpreter: 20 }]);
  worker().say(READY);
  assert.deepEqual(asked(worker()), ["one"]);
  assert.deepEqual(states, ["loading", "ready"]);
});

test("latest wins: one in flight, one pending, the rest dropped, one answer heard", async () => {
  const { engine, heard, worker } = fresh();
  engine.start();
  worker().say(READY);
  for (const state of ["one", "two", "three", "four"]) engine.compute(state);
  assert.deepEqual(asked(worker()), ["one"]);
  worker().say(JSON.stringify({ type: "computed", id: 1 }));
  await settle();
  assert.deepEqual(asked(worker()), ["one", "four"]);
  assert.deepEqual(heard, [], "the overtaken answer is not drawn");
  worker().say(JSON.stringify({ type: "computed", id: 2 }));
  await settle();
  assert.deepEqual(heard, [["computed", 2]]);
});

test("a start that fails names the file; a retry opens another worker and asks again what was not answered", async () => {
  const { engine, heard, worker } = fresh();
  let failure;
  engine.addEventListener("engine", ({ detail }) => (failure = detail));
  engine.compute("one");
  const first = worker();
  first.say({ type: "crashed", id: null, message: "HTTP 404", file: "a.wasm" });
  assert.deepEqual([failure.state, failure.file], ["failed", "a.wasm"]);
  assert.ok(first.terminated);
  engine.start();
  assert.notEqual(worker(), first);
  assert.notEqual(worker().options.name, first.options.name);
  worker().say(READY);
  assert.deepEqual(asked(worker()), ["one"]);
  worker().say({ type: "computed", id: 1 });
  await settle();
  assert.deepEqual(heard, [["computed", 1]]);
});

test("a worker that dies in the middle does not swallow a request", async () => {
  const { engine, heard, worker } = fresh();
  engine.start();
  worker().say(READY);
  engine.compute("one");
  worker().onerror();
  assert.equal(engine.state, "failed");
  engine.start();
  worker().say(READY);
  assert.deepEqual(asked(worker()), ["one"]);
  worker().say({ type: "rejected", id: 1, problems: [] });
  await settle();
  assert.deepEqual(heard, [["rejected", 1]]);
});

test("a crash in Python is heard once and the next state is computed all the same", async () => {
  const { engine, heard, worker } = fresh();
  engine.start();
  worker().say(READY);
  engine.compute("one");
  worker().say({ type: "crashed", id: 1, name: "E", message: "m", stack: "" });
  await settle();
  assert.deepEqual(heard, [["crashed", 1]]);
  engine.compute("two");
  assert.deepEqual(asked(worker()), ["one", "two"]);
});

test("starting twice starts once", () => {
  const { engine, worker } = fresh();
  engine.start();
  const first = worker();
  engine.start();
  first.say(READY);
  engine.start();
  assert.equal(worker(), first);
});

test("a worker that falls silent with something to do is given up, and a retry asks anew", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { engine, states, worker } = fresh();
  engine.start();
  worker().say({ type: "progressed", stage: "interpreter", done: 1, total: 7 });
  context.mock.timers.tick(59_999);
  worker().say(READY);
  context.mock.timers.tick(600_000); // nothing is asked: silence is no failure
  assert.deepEqual(states, ["loading", "loading", "ready"]);
  engine.compute("one");
  context.mock.timers.tick(60_000);
  assert.equal(states.at(-1), "failed");
  assert.equal(worker().terminated, true);
  engine.start();
  worker().say(READY);
  assert.deepEqual(asked(worker()), ["one"]);
});

test("a page that may not share starts nothing of its own until somebody asks for it alone", () => {
  const refused = [];
  globalThis.SharedWorker = class { constructor() { this.port = { postMessage() {} }; refused.push(this); } };
  const before = workers.length;
  const { engine, states } = fresh();
  engine.start({ alone: false });
  refused[0].onerror();
  assert.deepEqual([states, workers.length], [["loading", "baked"], before]);
  engine.start({ alone: false });
  assert.equal(workers.length, before);
  engine.start();
  assert.deepEqual([states.at(-1), workers.length], ["loading", before + 1]);
  delete globalThis.SharedWorker;
});
