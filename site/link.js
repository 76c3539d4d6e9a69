// A state as a link and in this tab's memory. Links are data: decoded within limits, checked for form, never evaluated.
//
//   #preset=example-15.2            a preset by its name
//   #s=<base64url of deflate-raw>   JSON {v: 1, preset, view, state}; Python judges the cells themselves

import { GIVEN, MAX_SIZE, SHAPES } from "./model.js";

const LIMIT = 64 * 1024; // bytes, of the link and of what it unpacks to
const MAX_TEXT = 4096; // of a cell: Python refuses shorter ones, but what was typed is kept
const MEMORY = "qkv-flow";

export async function encode(saved) {
  const text = JSON.stringify({ v: 1, ...saved });
  if (text.length > LIMIT) throw new RangeError("64 KiB");
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const base64 = btoa(packed.reduce((all, byte) => all + String.fromCharCode(byte), ""));
  return `#s=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Read a fragment. Returns {preset, view, state}, or null for none; throws an Error whose message says why not. */
export async function decode(fragment, presets) {
  const preset = /^#preset=([\w.-]+)$/.exec(fragment)?.[1];
  if (preset !== undefined) {
    if (!Object.hasOwn(presets, preset)) throw new Error(preset);
    return { preset, view: "decimal", state: structuredClone(presets[preset]) };
  }
  const packed = /^#s=([\w-]*)$/.exec(fragment)?.[1];
  if (packed === undefined) return null;
  if (packed.length > LIMIT) throw new RangeError("64 KiB");
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes));
  return checked(JSON.parse(text));
}

export function remember(saved) {
  try {
    sessionStorage.setItem(MEMORY, JSON.stringify({ v: 1, ...saved }));
  } catch {
    // storage refused or full: the page works without
  }
}

export function recall() {
  try {
    return checked(JSON.parse(sessionStorage.getItem(MEMORY)));
  } catch {
    return null;
  }
}

/** Whether the form is one that the page can draw: sizes within limits, texts, pins inside. */
function checked(saved) {
  const { v, state } = saved;
  if (v !== 1 || state?.v !== 1) throw new Error(`version ${v}`);
  const text = (value, most) => typeof value === "string" && value.length <= most;
  const size = (length) => length >= 1 && length <= MAX_SIZE;
  const grid = (rows) => Array.isArray(rows) && size(rows.length) && Array.isArray(rows[0]) && size(rows[0].length)
    && rows.every((row) => Array.isArray(row) && row.length === rows[0].length && row.every((cell) => text(cell, MAX_TEXT)));
  if (!GIVEN.every((name) => grid(state.cells?.[name]))) throw new Error("cells");
  const { X, W_Q, W_K, W_V } = state.cells;
  const meet = [W_Q, W_K, W_V].every((W) => W.length === X[0].length) && W_K[0].length === W_Q[0].length;
  if (!meet) throw new Error("shapes");
  const sizes = { T: X.length, d_in: X[0].length, d_k: W_Q[0].length, d_v: W_V[0].length };
  const index = (value, axis) => Number.isInteger(value) && value >= 0 && value < sizes[axis];
  const pin = (entry) => Array.isArray(entry) && !GIVEN.includes(entry[0]) && Object.hasOwn(SHAPES, entry[0])
    && index(entry[1], SHAPES[entry[0]][0]) && index(entry[2], SHAPES[entry[0]][1]) && text(entry[3], MAX_TEXT);
  if (!Array.isArray(state.pins) || !state.pins.every(pin)) throw new Error("pins");
  if (!Array.isArray(state.tokens) || state.tokens.length !== sizes.T || !state.tokens.every((token) => text(token, 12))) throw new Error("tokens");
  if (!index(state.followed, "T")) throw new Error("followed");
  return saved;
}

/** Bytes through a (de)compressor, given up as soon as they pass the limit. */
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => {}); // the reader below meets the same error and throws it
  const parts = [];
  let total = 0;
  const reader = stream.readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    total += part.value.length;
    if (total > LIMIT) {
      await reader.cancel();
      throw new RangeError("64 KiB");
    }
    parts.push(part.value);
  }
  await written;
  const all = new Uint8Array(total);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
