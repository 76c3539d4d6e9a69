// Variants and mistakes: one of each at a time, each undone with one click. What they do is Python's; this shows it.

import { action, byId } from "../dom/find.js";
import { setAttribute, setHidden, setText } from "../dom/set.js";
import { variantOf } from "../state/declared.js";
import { counted, table } from "./tables.js";

const SHOWN_AT_REST = ["X", "A", "O"]; // of the sample not on show

export class Switches {
  #declared;
  #words;
  #about = byId("mistake-about");
  #off = action("no-mistake");
  #resting = byId("resting");
  #right = byId("right");
  #lastResting = null; // {sample, values}: the sample not on show, as the last reply had it

  constructor({ declared, model, words }) {
    this.#declared = declared;
    this.#words = words;
    const on = (selector, act) => {
      for (const button of document.querySelectorAll(selector)) button.addEventListener("click", () => act(button.dataset));
    };
    on("button[data-variant]", ({ variant }) => model.vary(variant));
    on("button[data-sample]", ({ sample }) => model.showSample(Number(sample)));
    on("button[data-mistake]", ({ mistake }) => model.mistake(mistake === model.state.mistake ? null : mistake));
    this.#off.addEventListener("click", () => {
      const button = document.querySelector(`button[data-mistake="${model.state.mistake}"]`);
      model.mistake(null);
      button.focus(); // the button pressed is hidden by now
    });
  }

  /** At once: which switches are on. */
  show(state) {
    const variant = variantOf(state);
    const isBatch = this.#declared.isBatch(state);
    press("variant", variant);
    press("mistake", state.mistake);
    press("sample", String(state.sample));
    setText(byId("variant-about"), this.#words.say(`variants.${variant}_about`));
    setHidden(byId("samples"), !isBatch);
    for (const part of [this.#off, this.#about]) setHidden(part, !state.mistake);
    if (state.mistake) setText(this.#about, this.#words.about(state.mistake));
    if (!isBatch) {
      this.#lastResting = null;
      setHidden(this.#resting, true);
    }
    if (!state.mistake) setHidden(this.#right, true);
  }

  /** Python's answer: the right result beside the mistake, the other sample, the shapes of Q @ K. */
  showReply({ right, resting, untransposed }, state) {
    this.#showShapes(untransposed);
    setHidden(this.#right, right === null);
    if (right) {
      const { receiving, source } = this.#declared.labelsOf(state);
      this.#right.replaceChildren(
        table(this.#words.say("mistakes.right_A"), right.A.numbers, receiving, source),
        table(this.#words.say("mistakes.right_O"), right.O.numbers, receiving, counted(right.O.columns)),
      );
    }
    setHidden(this.#resting, resting === null);
    if (resting) this.#showResting(resting, state);
  }

  #showResting(matrices, { sample, resting: { tokens } }) {
    byId("resting-title").textContent = this.#words.say("variants.resting", { number: 2 - sample });
    this.#resting.querySelector(".tables").replaceChildren(...SHOWN_AT_REST.map((name) =>
      table(name, matrices[name].numbers, tokens, name === "A" ? tokens : counted(matrices[name].columns))));
    const values = Object.values(matrices).flatMap((matrix) => matrix.values.flat());
    byId("resting-said").textContent = this.#comparison({ sample, values });
    this.#lastResting = { sample, values };
  }

  /** Whether the sample not on show is bitwise as it was; nothing where another one was shown before. */
  #comparison({ sample, values }) {
    const before = this.#lastResting;
    if (before?.sample !== sample) return "";
    const same = values.join() === before.values.join();
    return this.#words.say(same ? "variants.untouched" : "variants.touched", { count: values.length });
  }

  #showShapes({ error, ...shapes }) {
    const sentence = error === null ? "mistakes.shapes_fit" : "mistakes.shapes_refused";
    setText(byId("untransposed"), this.#words.say(sentence, { ...shapes, error }));
    setText(byId("transposed"), this.#words.say("mistakes.kt", { ...shapes, right: shapes.transposed }));
  }
}

function press(kind, value) {
  for (const button of document.querySelectorAll(`button[data-${kind}]`)) {
    setAttribute(button, "aria-pressed", String(button.dataset[kind] === value));
  }
}
