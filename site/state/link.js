// A state as a link. Links are data: decoded within limits, checked for form, never evaluated.
//
//   #preset=example-15.2            a preset by its name
//   #s=<base64url of deflate-raw>   JSON {v: 1, view, state}; Python judges the cells themselves

const LIMIT = 64 * 1024; // bytes, of the link and of what it unpacks to

/** Why a fragment or a state is no link: a word of words.links. */
export class LinkError extends Error {}

/** {view, state} as a fragment. Throws a LinkError. */
export async function encode({ view, state }, declared) {
  const text = new TextEncoder().encode(JSON.stringify(checked({ v: 1, view, state }, declared)));
  if (text.length > LIMIT) throw new LinkError("limit");
  const packed = await through(new CompressionStream("deflate-raw"), text);
  const base64 = btoa(packed.reduce((all, byte) => all + String.fromCharCode(byte), ""));
  return `#s=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Read a fragment. Returns {view, state}, or null where it means to be no link; throws a LinkError. */
export async function decode(fragment, declared, presets) {
  const [, kind, rest] = /^#(preset|s)=(.*)$/.exec(fragment) ?? [];
  if (kind === undefined) return null;
  if (kind === "preset") {
    if (!Object.hasOwn(presets, rest)) throw new LinkError("preset");
    return { view: declared.views[0], state: { ...structuredClone(presets[rest]), preset: rest } };
  }
  if (rest.length > LIMIT) throw new LinkError("limit");
  return checked(await unpacked(rest), declared);
}

async function unpacked(base64url) {
  try {
    const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const text = await through(new DecompressionStream("deflate-raw"), bytes);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("format");
  }
}

function checked(saved, declared) {
  if (saved?.v !== 1 || saved.state?.v !== 1) throw new LinkError("version");
  if (!declared.isSaved(saved)) throw new LinkError("format");
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
      throw new LinkError("limit");
    }
    parts.push(part.value);
  }
  await written;
  const all = new Uint8Array(total);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
