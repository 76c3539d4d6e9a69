// The model: writing, pins, sizes, history.

import assert from "node:assert/strict";
import test from "node:test";
import { Model } from "../../site/state/model.js";
import { declared } from "./declared.js";

const preset = {
  v: 1, tokens: ["red", "key", "."], followed: 0, baseline: "one",
  cells: {
    X: [["1", "0"], ["0", "1"], ["1", "1"]],
    W_Q: [["1", "0"], ["0", "1"]], W_K: [["1", "1"], ["0", "1"]], W_V: [["1", "0"], ["1", "2"]],
  },
  pins: [],
};
const writes = (...all) => all.map(([matrix, row, column, text]) => ({ head: 0, matrix, row, column, text }));
const fresh = () => new Model({ declared, presets: { one: preset }, beyond: {} }, "one");

test("a given cell is edited, a computed cell is pinned", () => {
  const model = fresh();
  model.write(writes(["X", 0, 1, "1/3"], ["Q", 2, 0, "0"]));
  assert.equal(model.state.cells.X[0][1], "1/3");
  assert.deepEqual(model.state.pins, [["Q", 2, 0, "0"]]);
  assert.equal(preset.cells.X[0][1], "0", "presets are never changed");
});

test("a write leaves the state before it as it was, and rows that stay are the very same", () => {
  const model = fresh();
  const before = model.state;
  const known = structuredClone(before);
  model.write(writes(["X", 0, 1, "1/3"], ["Q", 2, 0, "0"]));
  assert.deepEqual(before, known);
  assert.notEqual(model.state.cells.X[0], before.cells.X[0]);
  assert.equal(model.state.cells.X[1], before.cells.X[1]);
  assert.equal(model.state.cells.W_Q, before.cells.W_Q);
});

test("pinning again replaces, null takes away, unpin takes away what the test accepts", () => {
  const model = fresh();
  model.write(writes(["Q", 0, 0, "1"], ["Q", 0, 0, "2"], ["A", 1, 1, "3"]));
  assert.deepEqual(model.state.pins, [["Q", 0, 0, "2"], ["A", 1, 1, "3"]]);
  model.unpin(({ matrix }) => matrix === "Q");
  assert.deepEqual(model.state.pins, [["A", 1, 1, "3"]]);
  model.write(writes(["A", 1, 1, null]));
  assert.deepEqual(model.state.pins, []);
});

test("a question names a place that is there, or nothing of the kind", () => {
  const model = fresh();
  assert.ok(model.has({}) && model.has({ matrix: "D" }) && model.has({ matrix: "D", row: 2, column: 2 }));
  assert.ok(model.has({ matrix: "X", row: null }));
  model.resize({ T: 1 });
  assert.ok(!model.has({ matrix: "D", row: 0, column: 2 }) && !model.has({ matrix: "X", row: 1 }));
  assert.ok(!model.has({ matrix: "X_src" }), "X stands for the sources");
});

test("growing keeps numbers and brings 0; shrinking drops pins outside; undo brings all back", () => {
  const model = fresh();
  model.write(writes(["Q", 2, 1, "9"], ["D", 2, 2, "8"], ["Q", 0, 0, "7"]));
  const before = model.state;
  model.resize({ T: 2, d_k: 3 });
  assert.deepEqual(model.sizes, { T: 2, d_in: 2, d_k: 3, d_v: 2, T_src: 2 });
  assert.deepEqual(model.state.cells.W_Q, [["1", "0", "0"], ["0", "1", "0"]]);
  assert.deepEqual(model.state.cells.W_K, [["1", "1", "0"], ["0", "1", "0"]]);
  assert.deepEqual(model.state.pins, [["Q", 0, 0, "7"]]);
  assert.deepEqual(model.state.tokens, ["red", "key"]);
  model.undo();
  assert.deepEqual(model.state, before);
  model.resize({ T: 4 });
  assert.deepEqual(model.state.cells.X[3], ["0", "0"]);
  assert.deepEqual(model.state.tokens, ["red", "key", ".", "4"]);
});

test("resizing and writing into the result is one step", () => {
  const model = fresh();
  model.resize({ T: 4 }, writes(["X", 3, 0, "5"]));
  assert.deepEqual(model.state.cells.X[3], ["5", "0"]);
  model.undo();
  assert.equal(model.state.cells.X.length, 3);
  assert.equal(model.canUndo, false);
});

test("undo and redo are unlimited; a new change forgets what was undone; no change is no step", () => {
  const model = fresh();
  for (let n = 0; n < 500; n += 1) model.write(writes(["X", 0, 0, String(n)]));
  model.write(writes(["X", 0, 0, "499"]));
  for (let n = 0; n < 500; n += 1) model.undo();
  assert.equal(model.state.cells.X[0][0], "1");
  assert.equal(model.canUndo, false);
  model.redo();
  assert.equal(model.state.cells.X[0][0], "0");
  model.write(writes(["X", 0, 0, "-1"]));
  assert.equal(model.canRedo, false);
});

test("following a row is no step to undo, and shrinking keeps it inside", () => {
  const model = fresh();
  model.follow(2);
  assert.equal(model.canUndo, false);
  model.resize({ T: 1 });
  assert.equal(model.state.followed, 0);
});

test("every change is announced once", () => {
  const model = fresh();
  let heard = 0;
  model.addEventListener("change", () => (heard += 1));
  model.write(writes(["X", 0, 0, "4"]));
  model.resize({ T: 4 }, writes(["X", 3, 0, "5"]));
  model.undo();
  assert.equal(heard, 3);
});

const beyond = {
  cross: { X_src: [["1", "0"], ["0", "1"], ["1", "1"], ["0", "2"]], source_tokens: ["a", "b", "c", "d"] },
  batch: { resting: { tokens: ["x", "y", "z"], X: [["5", "5"], ["6", "6"], ["7", "7"]], pins: [] }, sample: 0 },
};
const free = () => new Model({ declared, presets: { one: preset }, beyond }, "one");

test("cross-attention brings a second sequence, keeps it while it is out of use, and pins outside go", () => {
  const model = free();
  model.vary("cross");
  assert.deepEqual([model.sizes.T, model.sizes.T_src], [3, 4]);
  assert.deepEqual(declared.resizableAxes(model.state, "D"), ["T", "T_src"]);
  model.write(writes(["X_src", 3, 0, "9"], ["D", 0, 3, "1"]));
  model.vary("self");
  assert.deepEqual([model.sizes.T_src, model.state.pins], [3, []]);
  assert.deepEqual(declared.resizableAxes(model.state, "D"), ["T", "T"]);
  model.resize({ d_in: 3 });
  model.vary("cross");
  assert.deepEqual(model.state.cells.X_src[3], ["9", "2", "0"]);
});

test("switches leave no trace when undone", () => {
  const model = free();
  const before = JSON.stringify(model.state);
  for (const mistake of ["columns", "root-T", "no-division", "no-shift"]) {
    model.mistake(mistake);
    assert.equal(model.state.mistake, mistake);
    model.mistake(null);
    assert.equal(JSON.stringify(model.state), before);
  }
  model.vary("causal");
  model.vary("self");
  assert.equal(JSON.stringify(model.state), before);
});

test("the other sample of a batch comes up whole and goes back whole", () => {
  const model = free();
  model.vary("batch");
  model.write(writes(["X", 0, 0, "8"], ["Q", 0, 0, "3"]));
  const first = model.state;
  model.showSample(1);
  assert.deepEqual([model.state.cells.X[0], model.state.tokens[0], model.state.pins], [["5", "5"], "x", []]);
  model.showSample(0);
  assert.deepEqual(model.state, first);
  model.resize({ T: 2 });
  assert.deepEqual(model.state.resting.X, [["5", "5"], ["6", "6"]]);
});

test("what is amended is one step with what it amends", () => {
  const model = free();
  model.write(writes(["V", 0, 0, "1"]));
  model.amend(writes(["V", 0, 0, "2"]));
  model.amend(writes(["V", 0, 0, "3"]));
  model.undo();
  assert.deepEqual(model.state.pins, []);
});

test("the version names the numbers: it stays while only labels, the baseline or the followed row change", () => {
  const model = free();
  const { version } = model;
  model.name("tokens", 1, "a name");
  model.follow(2);
  model.setBaseline();
  assert.equal(model.version, version);
  model.write(writes(["X", 0, 0, "1"]));
  assert.equal(model.version, version, "the same text is no other number");
  const changes = [
    () => model.write(writes(["X", 0, 0, "5"])), () => model.write(writes(["A", 0, 0, "5"])),
    () => model.resize({ T: 4 }), () => model.vary("batch"), () => model.showSample(1),
    () => model.mistake("columns"), () => model.open({ ...preset }),
  ];
  const seen = changes.map((change) => (change(), model.version));
  assert.equal(new Set([version, ...seen]).size, changes.length + 1);
});

test("undo comes back to the version that it undoes to", () => {
  const model = free();
  const { version } = model;
  model.write(writes(["X", 0, 0, "5"]));
  const written = model.version;
  model.undo();
  assert.equal(model.version, version);
  model.redo();
  assert.equal(model.version, written);
});
