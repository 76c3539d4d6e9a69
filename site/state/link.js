// A state as a link and in this tab's memory. Links are data: decoded within limits, checked for form, never evaluated.
//
//   #preset=example-15.2            a preset by its name
//   #s=<base64url of deflate-raw>   JSON {v: 1, view, state}; Python judges the cells themselves

import { GIVEN, MAX_SIZE, MISTAKES, SHAPES, VARIANTS, sizesOf } from "./model.js";

const LIMIT = 64 * 1024; // bytes, of the link and of what it unpacks to
const MAX_TEXT = 4096; // of a cell: Python refuses shorter ones, but what was typed is kept
const MEMORY = "qkv-flow";

/** Why a fragment or a state is no link: a word of words.links. */
export class LinkError extends Error {}

export async function encode(saved, presets) {
  const text = new TextEncoder().encode(JSON.stringify({ v: 1, ...checked({ v: 1, ...saved }, presets) }));
  if (text.length > LIMIT) throw new LinkError("limit");
  const packed = await through(new CompressionStream("deflate-raw"), text);
  const base64 = btoa(packed.reduce((all, byte) => all + String.fromCharCode(byte), ""));
  return `#s=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Read a fragment. Returns {view, state}, or null where it means to be no link; throws a LinkError. */
export async function decode(fragment, presets) {
  const [, kind, rest] = /^#(preset|s)=(.*)$/.exec(fragment) ?? [];
  if (kind === undefined) return null;
  if (kind === "preset") {
    if (!Object.hasOwn(presets, rest)) throw new LinkError("preset");
    return { view: "decimal", state: { ...structuredClone(presets[rest]), preset: rest } };
  }
  if (rest.length > LIMIT) throw new LinkError("limit");
  let saved;
  try {
    const bytes = Uint8Array.from(atob(rest.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    saved = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes)));
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("format");
  }
  return checked(saved, presets);
}

export function remember(saved) {
  try {
    sessionStorage.setItem(MEMORY, JSON.stringify({ v: 1, ...saved }));
  } catch {
    // storage refused or full: the page works without
  }
}

export function recall(presets) {
  try {
    return checked(JSON.parse(sessionStorage.getItem(MEMORY)), presets, Infinity);
  } catch {
    return null;
  }
}

/** What was saved, if the page can draw it; else a LinkError. Python judges what the cells say. */
function checked(saved, presets, longest = MAX_TEXT) {
  if (saved?.v !== 1) throw new LinkError("version");
  sound(saved.state, longest);
  const { baseline } = saved.state;
  if (typeof baseline !== "string") sound(baseline, longest);
  else if (!Object.hasOwn(presets, baseline)) throw new LinkError("format");
  if (saved.own) sound(saved.own, longest);
  return saved;
}

/** Sizes within limits that meet, texts, pins inside, and what lies beyond the single sequence likewise. */
function sound(state, longest) {
  if (state?.v !== 1) throw new LinkError("version");
  const text = (value, most) => typeof value === "string" && value.length <= most;
  const size = (length) => length >= 1 && length <= MAX_SIZE;
  const isGrid = (rows) => Array.isArray(rows) && size(rows.length) && Array.isArray(rows[0]) && size(rows[0].length)
    && rows.every((row) => Array.isArray(row) && row.length === rows[0].length && row.every((cell) => text(cell, longest)));
  const cells = Object.entries(state.cells ?? {});
  const complete = ["X", "W_Q", "W_K", "W_V"].every((name) => state.cells?.[name]) && (state.variant !== "cross" || state.cells.X_src);
  if (!complete || !cells.every(([name, rows]) => GIVEN.includes(name) && isGrid(rows))) throw new LinkError("format");
  const sizes = sizesOf(state);
  const fits = (name, rows) => rows[0].length === sizes[SHAPES[name][1]] && (name === "X_src" || rows.length === sizes[SHAPES[name][0]]);
  const index = (value, axis) => Number.isInteger(value) && value >= 0 && value < sizes[axis];
  const isPin = (entry) => Array.isArray(entry) && Object.hasOwn(SHAPES, entry[0]) && !GIVEN.includes(entry[0])
    && index(entry[1], SHAPES[entry[0]][0]) && index(entry[2], SHAPES[entry[0]][1]) && text(entry[3], longest);
  const arePins = (pins) => Array.isArray(pins) && pins.every(isPin);
  const areTokens = (tokens, length) => Array.isArray(tokens) && tokens.length === length && tokens.every((token) => text(token, longest));
  const isSample = (sample) => isGrid(sample?.X) && fits("X", sample.X) && arePins(sample.pins) && areTokens(sample.tokens, sizes.T);
  const holds = cells.every(([name, rows]) => fits(name, rows)) && arePins(state.pins) && areTokens(state.tokens, sizes.T)
    && index(state.followed, "T")
    && (state.variant === undefined || VARIANTS.includes(state.variant))
    && (state.mistake === undefined || MISTAKES.includes(state.mistake))
    && (state.cells.X_src === undefined || areTokens(state.source_tokens, state.cells.X_src.length))
    && (state.resting === undefined ? state.variant !== "batch" : isSample(state.resting) && [0, 1].includes(state.sample));
  if (!holds) throw new LinkError("format");
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
      throw new LinkError("limit");
    }
    parts.push(part.value);
  }
  await written;
  const all = new Uint8Array(total);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
