// State links: exact there and back, limits, and what is refused.

import assert from "node:assert/strict";
import test from "node:test";
import { LinkError, decode, encode } from "../../site/state/link.js";
import { declared } from "./declared.js";

const state = {
  v: 1, tokens: ["红", "key", "."], followed: 1, baseline: "example-15.1",
  cells: { X: [["1", "√2"], ["1/3", "１"], ["", "x"]], W_Q: [["1", "0"], ["0", "1"]], W_K: [["1", "1"], ["0", "1"]], W_V: [["1", "0"], ["1", "2"]] },
  pins: [["Q", 2, 0, "0"], ["A", 0, 2, "-1"]],
};
const saved = { view: "exact", state };
const presets = { "example-15.1": state, "example-15.2": { ...state, pins: [] } };

async function packed(value, text = JSON.stringify(value)) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(stream).arrayBuffer());
  return `#s=${bytes.toString("base64url")}`;
}

test("a state comes back as it went, texts and all", async () => {
  const link = await encode(saved, declared);
  assert.match(link, /^#s=[\w-]+$/);
  assert.deepEqual(await decode(link, declared, presets), { v: 1, ...saved });
});

test("a 3×2 state fits 2,000 characters", async () => {
  assert.ok((await encode(saved, declared)).length <= 2000);
});

test("a preset has a readable link", async () => {
  assert.deepEqual((await decode("#preset=example-15.2", declared, presets)).state, { ...presets["example-15.2"], preset: "example-15.2" });
});

test("other fragments name no state", async () => {
  for (const fragment of ["", "#", "#figure", "#matrix-K", "#x=1"]) assert.equal(await decode(fragment, declared, presets), null);
});

test("an unknown preset is refused, and so is a name that every object has", async () => {
  for (const name of ["", "nothing", "constructor", "__proto__", "toString"]) await assert.rejects(decode(`#preset=${name}`, declared, presets));
});

test("what does not unpack, parse or fit is refused", async () => {
  const broken = [
    "#s=", "#s=%00", "#s=AAAA", "#s=____", await packed(0, "{"), await packed(null), await packed({}), await packed({ v: 2, state }),
    await packed({ v: 1 }), await packed({ v: 1, state: { ...state, v: 9 } }),
    await packed({ v: 1, state: { ...state, cells: { ...state.cells, X: [[1, 2]] } } }),
    await packed({ v: 1, state: { ...state, cells: { ...state.cells, X: Array(17).fill(["1", "1"]) } } }),
    await packed({ v: 1, state: { ...state, cells: { ...state.cells, W_K: [["1"], ["1"]] } } }),
    await packed({ v: 1, state: { ...state, cells: { ...state.cells, W_V: [["1"]] } } }),
    await packed({ v: 1, state: { ...state, pins: [["X", 0, 0, "1"]] } }),
    await packed({ v: 1, state: { ...state, pins: [["Q", 3, 0, "1"]] } }),
    await packed({ v: 1, state: { ...state, pins: [["toString", 0, 0, "1"]] } }),
    await packed({ v: 1, state: { ...state, tokens: ["a"] } }),
    await packed({ v: 1, state: { ...state, followed: 3 } }),
    ...(await Promise.all(["nope", "toString", 5, null, {}].map((baseline) => packed({ v: 1, state: { ...state, baseline } })))),
  ];
  for (const link of broken) await assert.rejects(decode(link, declared, presets), LinkError, `accepted ${link}`);
});

test("a bomb is given up at 64 KiB, before it is unpacked", async () => {
  await assert.rejects(decode(await packed(0, " ".repeat(50_000_000)), declared, presets), /limit/);
  await assert.rejects(decode(`#s=${"A".repeat(70_000)}`, declared, presets), /limit/);
});

const wide = Array(16).fill(Array(16).fill("0.123456789012345678901234567890123456789012345678901234567890"));
const large = { ...state, tokens: Array(16).fill(""), pins: [], cells: { X: wide, W_Q: wide, W_K: wide, W_V: wide } };

test("a state too large for a link is refused with the limit", async () => {
  await assert.rejects(encode({ ...saved, state: { ...state, baseline: large } }, declared), /limit/);
  await assert.rejects(encode({ ...saved, state: { ...state, tokens: ["x".repeat(70_000), "", ""] } }, declared), /limit/);
});

test("the limit counts bytes, so that what is handed out can be opened", async () => {
  const cell = "中".repeat(4000);
  const rows = Array(6).fill([cell]);
  const full = { ...state, tokens: Array(6).fill(""), pins: [], cells: { X: rows, W_Q: [["1"]], W_K: [["1"]], W_V: [["1"]] } };
  await assert.rejects(encode({ ...saved, state: full }, declared), /limit/);
});

test("variants and mistakes travel, and what is none is refused", async () => {
  const cross = { ...state, variant: "cross", mistake: "root-T", source_tokens: ["a"], cells: { ...state.cells, X_src: [["1", "2"]] }, pins: [["D", 2, 0, "1"]] };
  assert.deepEqual((await decode(await encode({ view: "exact", state: cross }, declared), declared, presets)).state, cross);
  const batch = { ...state, variant: "batch", sample: 1, resting: { tokens: ["", "", ""], X: state.cells.X, pins: [] } };
  assert.deepEqual((await decode(await encode({ view: "exact", state: batch }, declared), declared, presets)).state, batch);
  const broken = [
    { ...cross, source_tokens: [] }, { ...cross, cells: { ...state.cells, X_src: [["1"]] } }, { ...cross, pins: [["D", 0, 1, "1"]] },
    { ...state, variant: "cross" }, { ...state, variant: "toString" }, { ...state, mistake: "toString" }, { ...state, mistake: null },
    { ...state, cells: { ...state.cells, Q: [["1"]] } }, { ...state, variant: "batch" }, { ...batch, sample: 2 },
    { ...batch, resting: { ...batch.resting, X: [["1", "2"]] } }, { ...batch, resting: { ...batch.resting, pins: [["X", 0, 0, "1"]] } },
  ];
  for (const one of broken) await assert.rejects(decode(await packed({ v: 1, view: "exact", state: one }), declared, presets), LinkError);
});
