// The printed page says where it lives: a QR code of the present state, drawn as soon as the figure rests. Printing waits for nobody.

import { LinkError } from "../state/link.js";
import { shape } from "../dom/svg.js";
import { byId } from "../dom/find.js";
import { setHidden } from "../dom/set.js";

const REST = 400; // ms without another change
const LARGEST = 25; // version of the code: with more modules on its 3.4 cm, a phone no longer reads it
const TOO_LONG = 4; // lean-qr's number for a text that does not fit
const QUIET = 4; // modules of white around the code, as its standard asks

export class Handout {
  #element = byId("handout");
  #live;
  #timer = null; // until the figure has rested

  constructor(live) {
    this.#live = live;
    live.model.addEventListener("change", () => this.#withdraw());
    live.addEventListener("shown", () => this.#drawSoon());
    live.addEventListener("viewed", () => { // another view is another link
      this.#withdraw();
      this.#drawSoon();
    });
    this.#drawSoon();
  }

  /** A code of another state is worse than none. */
  #withdraw() {
    clearTimeout(this.#timer);
    setHidden(this.#element, true);
  }

  #drawSoon() {
    clearTimeout(this.#timer);
    if (this.#live.engine.state === "ready") this.#timer = setTimeout(() => this.#draw(), REST);
  }

  async #draw() {
    const { model, figure, words } = this.#live;
    const { state } = model;
    const { generate } = await import("../lean-qr/index.mjs"); // who never starts Python never asks for it
    const page = location.origin + location.pathname;
    let code = "";
    try {
      code = drawn(generate(page + (await this.#live.link(figure.element.dataset.view)), { maxVersion: LARGEST }));
    } catch (error) {
      if (!(error instanceof LinkError) && error.code !== TOO_LONG) throw error;
    }
    if (state !== model.state) return; // the next rest will draw it
    byId("handout-code").replaceChildren(code);
    byId("handout-said").textContent = words.say(code ? "handout.code" : "handout.none");
    byId("handout-link").textContent = page;
    this.#element.hidden = false;
  }
}

function drawn(bitmap) {
  const dark = [];
  for (let y = 0; y < bitmap.size; y += 1) {
    for (let x = 0; x < bitmap.size; x += 1) if (bitmap.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`);
  }
  const side = bitmap.size + 2 * QUIET;
  return shape("svg", { viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`, "shape-rendering": "crispEdges", "aria-hidden": "true" },
    shape("path", { d: dark.join("") }));
}
