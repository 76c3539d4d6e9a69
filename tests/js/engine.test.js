// The engine: one way to ask, latest wins per key, no reply for another state, requests that outlive a failed start.

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
  reply(id, reply) { this.say({ id, reply: JSON.stringify(reply) }); }
};
const { Engine } = await import("../../site/engine/engine.js");

const READY = { type: "ready", pyodide: "1", python: "2", numpy: "3" };
const COMPUTE = { type: "compute" };
const questions = (worker) => worker.posted.filter(({ request }) => request).map(({ request }) => JSON.parse(request));
const asked = (worker) => questions(worker).map(({ state }) => state);
const real = setTimeout;
globalThis.setTimeout = (act, ms, ...rest) => {
  const timer = real(act, ms, ...rest);
  if (ms > 1000) timer.unref(); // the watch over a silent worker need not hold the tests up
  return timer;
};
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** An engine, the state that its questions are about, and what it said of itself. */
function fresh({ ready = false } = {}) {
  const has = ({ matrix = null }) => matrix !== "gone" || present.state === "one";
  const present = { state: "one", version: 1, has };
  const engine = new Engine({ runtime: { "a.wasm": 7 }, interpreter: 20, build: "b" }, () => present);
  const states = [];
  engine.addEventListener("engine", ({ detail }) => states.push(detail.state));
  const worker = () => workers.at(-1);
  if (ready) {
    engine.start();
    worker().say(READY);
  }
  const become = (state, version = present.version + 1) => Object.assign(present, { state, version });
  return { engine, become, states, worker };
}

test("what is asked before Python is ready is sent when it is, about the state that holds then", async () => {
  const { engine, become, states, worker } = fresh();
  engine.start();
  const reply = engine.ask(COMPUTE);
  assert.deepEqual(worker().posted, [{ type: "start", runtime: { "a.wasm": 7 }, interpreter: 20 }]);
  become("two");
  worker().say(READY);
  assert.deepEqual(asked(worker()), ["two"]);
  worker().reply(1, { type: "computed" });
  assert.deepEqual(await reply, { type: "computed" });
  assert.deepEqual(states, ["loading", "ready"]);
});

test("latest wins, per key: one in flight, one waiting, the rest and the overtaken one come to nothing", async () => {
  const { engine, become, worker } = fresh({ ready: true });
  const replies = ["one", "two", "three", "four"].map((state, n) => {
    become(state);
    return engine.ask({ ...COMPUTE, n }, { latest: "answer" });
  });
  const other = engine.ask({ type: "explain" }, { latest: "explain" });
  assert.deepEqual(questions(worker()).map(({ n, type }) => n ?? type), [0, "explain"]);
  worker().reply(1, { type: "computed", of: 0 });
  await settle();
  assert.deepEqual(questions(worker()).map(({ n, type }) => n ?? type), [0, "explain", 3]);
  worker().reply(3, { type: "computed", of: 3 });
  worker().reply(2, { type: "explained" });
  assert.deepEqual(await Promise.all(replies), [null, null, null, { type: "computed", of: 3 }]);
  assert.deepEqual(await other, { type: "explained" });
});

test("a question about a place that is gone comes to nothing, before Python is ready and later", async () => {
  const early = fresh();
  early.engine.start();
  const waiting = early.engine.ask({ type: "fill", matrix: "gone" });
  early.become("two");
  early.worker().say(READY);
  assert.equal(await waiting, null);
  assert.deepEqual(questions(early.worker()), []);
  const { engine, become, worker } = fresh({ ready: true });
  const reply = engine.ask({ type: "explain", matrix: "gone" }, { latest: "explain" });
  become("two");
  worker().reply(1, { type: "explained" });
  assert.equal(await reply, null);
  assert.deepEqual(asked(worker()), ["one"]);
});

test("nobody is handed a reply made for another state: the question is asked again", async () => {
  const { engine, become, worker } = fresh({ ready: true });
  const reply = engine.ask({ type: "verify" });
  become("two");
  worker().reply(1, { type: "verified", of: "one" });
  await settle();
  assert.deepEqual(asked(worker()), ["one", "two"]);
  worker().reply(2, { type: "verified", of: "two" });
  assert.deepEqual(await reply, { type: "verified", of: "two" });
});

test("a change that leaves the numbers as they are asks nothing again", async () => {
  const { engine, become, worker } = fresh({ ready: true });
  const reply = engine.ask({ type: "verify" });
  become("another row is followed", 1);
  worker().reply(1, { type: "verified" });
  assert.deepEqual(await reply, { type: "verified" });
  assert.equal(questions(worker()).length, 1);
});

test("what is about no state carries none and is asked once", async () => {
  const { engine, become, worker } = fresh({ ready: true });
  const reply = engine.ask({ type: "read", text: "1 2" });
  become("two");
  worker().reply(1, { type: "read", rows: [["1", "2"]] });
  assert.deepEqual((await reply).rows, [["1", "2"]]);
  assert.deepEqual(asked(worker()), [undefined]);
});

test("a start that fails names the file; a retry opens another worker and asks the unanswered again", async () => {
  const { engine, worker } = fresh();
  let failure;
  engine.addEventListener("engine", ({ detail }) => (failure = detail));
  engine.start();
  const reply = engine.ask(COMPUTE);
  const first = worker();
  first.say({ type: "crashed", id: null, message: "HTTP 404", file: "a.wasm" });
  assert.deepEqual([failure.state, failure.file], ["failed", "a.wasm"]);
  assert.ok(first.terminated);
  engine.start();
  assert.notEqual(worker(), first);
  assert.notEqual(worker().options.name, first.options.name);
  worker().say(READY);
  assert.deepEqual(asked(worker()), ["one"]);
  worker().reply(1, { type: "computed" });
  assert.deepEqual(await reply, { type: "computed" });
});

test("a worker that dies in the middle does not swallow a request", async () => {
  const { engine, worker } = fresh({ ready: true });
  const reply = engine.ask(COMPUTE);
  worker().onerror();
  assert.equal(engine.state, "failed");
  engine.start();
  worker().say(READY);
  assert.deepEqual(asked(worker()), ["one"]);
  worker().reply(1, { type: "rejected", problems: [] });
  assert.deepEqual(await reply, { type: "rejected", problems: [] });
});

test("a crash in Python reaches who asked, and the next question is asked all the same", async () => {
  const { engine, worker } = fresh({ ready: true });
  const reply = engine.ask(COMPUTE, { latest: "answer" });
  worker().say({ id: 1, reply: { type: "crashed", name: "E", message: "m", stack: "" } });
  assert.equal((await reply).message, "m");
  engine.ask(COMPUTE, { latest: "answer" });
  assert.equal(questions(worker()).length, 2);
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
  engine.ask(COMPUTE);
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
