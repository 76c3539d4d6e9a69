// The model: writing, pins, sizes, history.

import assert from "node:assert/strict";
import test from "node:test";
import { Model, sizesOf } from "../../site/model.js";

const preset = {
  v: 1, tokens: ["red", "key", "."], followed: 0, baseline: "one",
  cells: { X: [["1", "0"], ["0", "1"], ["1", "1"]], W_Q: [["1", "0"], ["0", "1"]], W_K: [["1", "1"], ["0", "1"]], W_V: [["1", "0"], ["1", "2"]] },
  pins: [],
};
const fresh = () => new Model({ one: preset }, "one");

test("a given cell is edited, a computed cell is pinned", () => {
  const model = fresh();
  model.write([["X", 0, 1, "1/3"], ["Q", 2, 0, "0"]]);
  assert.equal(model.state.cells.X[0][1], "1/3");
  assert.deepEqual(model.state.pins, [["Q", 2, 0, "0"]]);
  assert.equal(preset.cells.X[0][1], "0", "presets are never changed");
});

test("pinning again replaces, null takes away, unpin takes away what the test accepts", () => {
  const model = fresh();
  model.write([["Q", 0, 0, "1"], ["Q", 0, 0, "2"], ["A", 1, 1, "3"]]);
  assert.deepEqual(model.state.pins, [["Q", 0, 0, "2"], ["A", 1, 1, "3"]]);
  model.unpin((matrix) => matrix === "Q");
  assert.deepEqual(model.state.pins, [["A", 1, 1, "3"]]);
  model.write([["A", 1, 1, null]]);
  assert.deepEqual(model.state.pins, []);
});

test("growing keeps numbers and brings 0; shrinking drops pins outside; undo brings all back", () => {
  const model = fresh();
  model.write([["Q", 2, 1, "9"], ["D", 2, 2, "8"], ["Q", 0, 0, "7"]]);
  const before = model.state;
  model.resize({ T: 2, d_k: 3 });
  assert.deepEqual(sizesOf(model.state), { T: 2, d_in: 2, d_k: 3, d_v: 2, T_src: 2 });
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
  model.resize({ T: 4 }, [["X", 3, 0, "5"]]);
  assert.deepEqual(model.state.cells.X[3], ["5", "0"]);
  model.undo();
  assert.equal(model.state.cells.X.length, 3);
  assert.equal(model.canUndo, false);
});

test("undo and redo are unlimited; a new change forgets what was undone; no change is no step", () => {
  const model = fresh();
  for (let n = 0; n < 500; n += 1) model.write([["X", 0, 0, String(n)]]);
  model.write([["X", 0, 0, "499"]]);
  for (let n = 0; n < 500; n += 1) model.undo();
  assert.equal(model.state.cells.X[0][0], "1");
  assert.equal(model.canUndo, false);
  model.redo();
  assert.equal(model.state.cells.X[0][0], "0");
  model.write([["X", 0, 0, "-1"]]);
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
  model.write([["X", 0, 0, "4"]]);
  model.resize({ T: 4 }, [["X", 3, 0, "5"]]);
  model.undo();
  assert.equal(heard, 3);
});
