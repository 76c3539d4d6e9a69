// Variants and mistakes: one of each at a time, each undone with one click. What they do is Python's; this shows it.

import { labelsOf, variantOf } from "../state/model.js";
import { counted, table } from "./tables.js";
import { hide, mark, write } from "../dom/write.js";

export class Switches {
  #untouched = null; // the values of the resting sample in the last reply, as one text

  constructor({ model, words }) {
    Object.assign(this, { model, words });
    const on = (selector, act) => {
      for (const button of document.querySelectorAll(selector)) button.addEventListener("click", () => act(button.dataset));
    };
    on("button[data-variant]", ({ variant }) => model.vary(variant));
    on("button[data-sample]", ({ sample }) => model.showSample(Number(sample)));
    on("button[data-mistake]", ({ mistake }) => model.mistake(mistake === model.state.mistake ? null : mistake));
    this.off = document.querySelector('[data-action="no-mistake"]');
    this.off.addEventListener("click", () => {
      const button = document.querySelector(`button[data-mistake="${model.state.mistake}"]`);
      model.mistake(null);
      button.focus(); // the button pressed is hidden by now
    });
    this.resting = document.getElementById("resting");
    this.right = document.getElementById("right");
    this.about = document.getElementById("mistake-about");
  }

  /** At once: which switches are on. */
  show(state) {
    const { words } = this;
    const variant = variantOf(state);
    press("variant", variant);
    press("mistake", state.mistake);
    press("sample", String(state.sample));
    write(document.getElementById("variant-about"), words.say(`variants.${variant}_about`));
    hide(document.getElementById("samples"), variant !== "batch");
    for (const part of [this.off, this.about]) hide(part, !state.mistake);
    if (state.mistake) write(this.about, words.about(state.mistake));
    if (variant !== "batch") {
      this.#untouched = null;
      hide(this.resting, true);
    }
    if (!state.mistake) hide(this.right, true);
  }

  /** Python's answer: the right result beside the mistake, the other sample, the shapes of Q @ K. */
  showReply({ right, resting, untransposed }, state) {
    this.#showShapes(untransposed);
    hide(this.right, right === null);
    if (right) {
      const { receiving, source } = labelsOf(state);
      this.right.replaceChildren(
        table(this.words.say("mistakes.right_A"), right.A.numbers, receiving, source),
        table(this.words.say("mistakes.right_O"), right.O.numbers, receiving, counted(right.O.columns)),
      );
    }
    hide(this.resting, resting === null);
    if (resting) this.#showResting(resting, state);
  }

  #showResting(resting, state) {
    const { words } = this;
    const { tokens } = state.resting;
    document.getElementById("resting-title").textContent = words.say("variants.resting", { number: 2 - state.sample });
    this.resting.querySelector(".tables").replaceChildren(...["X", "A", "O"].map((name) =>
      table(name, resting[name].numbers, tokens, name === "A" ? tokens : counted(resting[name].columns))));
    const values = Object.values(resting).flatMap((matrix) => matrix.values.flat());
    const key = JSON.stringify([state.sample, values]);
    const known = this.#untouched?.startsWith(`[${state.sample},`);
    const said = !known ? "" : key === this.#untouched
      ? words.say("variants.untouched", { count: values.length }) : words.say("variants.touched");
    document.getElementById("resting-said").textContent = said;
    this.#untouched = key;
  }

  #showShapes({ error, ...shapes }) {
    const sentence = error === null ? this.words.say("mistakes.shapes_fit", shapes) : this.words.say("mistakes.shapes_refused", { ...shapes, error });
    write(document.getElementById("untransposed"), sentence);
    write(document.getElementById("transposed"), this.words.say("mistakes.kt", { ...shapes, right: shapes.transposed }));
  }
}

function press(kind, value) {
  for (const button of document.querySelectorAll(`button[data-${kind}]`)) {
    mark(button, "aria-pressed", String(button.dataset[kind] === value));
  }
}
