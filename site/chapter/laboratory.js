// The scaling laboratory: one d_k, one seed, Python's exact distribution and seeded draws, drawn before and after ÷ √d_k.

import { action, byId } from "../dom/find.js";
import { line, shape } from "../dom/svg.js";

const WIDTH = 320, FLOOR = 120, MARGIN = 12;
const MOST_SPREADS = 4; // standard deviations to each side: beyond lies less than one in ten thousand

export class Laboratory {
  #ask;
  #field = byId("laboratory-d_k");
  #range = byId("laboratory-range");
  #seed;
  #shown; // the d_k of the last experiment drawn
  #words;

  constructor({ ask, words, baked }) {
    this.#ask = ask;
    this.#words = words;
    this.#seed = baked.experiment.seed;
    this.#range.addEventListener("input", () => this.#experiment(Number(this.#range.value)));
    this.#field.addEventListener("change", () => this.#experiment(Number(this.#field.value)));
    action("redraw").addEventListener("click", () => {
      this.#seed += 1;
      this.#experiment(Number(this.#field.value));
    });
    this.#show(baked.experiment);
  }

  async #experiment(wanted) {
    const { min, max } = this.#range;
    const d_k = Math.round(Math.min(Number(max), Math.max(Number(min), wanted || this.#shown)));
    this.#range.value = this.#field.value = d_k;
    const seed = this.#seed;
    const reply = await this.#ask({ type: "experiment", d_k, seed }, { latest: "experiment" });
    if (reply) this.#show({ ...reply, seed });
  }

  #show({ d_k, chances, texts, spread, seed }) {
    const words = this.#words;
    this.#shown = this.#range.value = this.#field.value = d_k;
    for (const cell of document.querySelectorAll("#laboratory [data-what]")) {
      cell.textContent = texts[cell.dataset.what][cell.closest("tr").dataset.side];
    }
    byId("laboratory-draws").textContent = words.say("laboratory.draws", { ...this.#counts, seed });
    const reach = Math.max(MOST_SPREADS * spread.before, MOST_SPREADS);
    const most = Math.max(...chances);
    for (const side of ["before", "after"]) {
      const svg = byId(`laboratory-${side}`);
      const x = (value) => WIDTH / 2 + (value / reach) * (WIDTH / 2 - MARGIN);
      const place = (k) => ((2 * k - d_k) * spread[side]) / spread.before; // of the k-th value on the common axis
      const stems = chances.map((chance, k) => [place(k), chance]).filter(([value]) => Math.abs(value) <= reach);
      const stem = ([value, chance]) =>
        line({ x1: x(value), x2: x(value), y1: FLOOR, y2: FLOOR - (chance / most) * (FLOOR - MARGIN), class: "stem" });
      svg.replaceChildren(
        line({ x1: MARGIN, x2: WIDTH - MARGIN, y1: FLOOR, y2: FLOOR, class: "axis" }),
        line({ x1: x(-spread[side]), x2: x(spread[side]), y1: FLOOR + 6, y2: FLOOR + 6, class: "spread" }),
        ...stems.map(stem),
        ...[-1, 0, 1].map((sign) => shape("text", { x: x(sign * reach / 2), y: FLOOR + 24, class: "tick" }, tick(sign * reach / 2))),
      );
      const said = { d_k, side: words.say(`laboratory.${side}`), spread: texts.spread[side] };
      svg.setAttribute("aria-label", words.say("laboratory.picture", said));
    }
  }

  /** How many queries and keys are drawn stands in the page's own sentence. */
  get #counts() {
    return byId("laboratory-draws").dataset;
  }
}

/** A mark on the axis: a place, not a result, so one decimal will do. */
const tick = (value) => String(Math.round(value * 10) / 10).replace("-", "−");
