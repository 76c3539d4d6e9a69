// The code panel: the function that made the focused matrix is lit; run.py runs on the present inputs.

import { sameNumbers, variantOf } from "../state/model.js";
import { hide } from "../dom/write.js";

export class Code {
  #matrix = "A";
  #state = null;

  constructor({ engine, model, words, complain }) {
    Object.assign(this, { engine, model, words, complain });
    this.output = document.getElementById("run-output");
    document.querySelector('[data-action="run"]').addEventListener("click", () => this.#run());
    const near = new IntersectionObserver(([entry]) => {
      if (!entry.isIntersecting) return;
      near.disconnect();
      this.#load();
    }, { rootMargin: "50%" });
    near.observe(document.getElementById("code"));
  }

  /** The files that the page is built from, as they are published, once the reader comes near. */
  async #load() {
    await Promise.all([...document.querySelectorAll("[data-source]")].map(async (pre) => {
      const response = await fetch(pre.dataset.source).catch(() => null);
      if (!response?.ok) return; // the links above still name the files
      const lines = (await response.text()).split(/(?<=\n)/);
      let done = 0;
      for (const [first, last, makes, mistake] of [...JSON.parse(pre.dataset.parts), [lines.length, lines.length]]) {
        pre.append(lines.slice(done, first).join(""));
        const part = Object.assign(document.createElement("span"), { textContent: lines.slice(first, last).join("") });
        Object.assign(part.dataset, { ...(makes && { makes }), ...(mistake && { ofMistake: mistake }) });
        pre.append(part);
        done = last;
      }
    }));
    this.show(this.model.state);
  }

  focus({ matrix }) {
    this.#matrix = matrix;
    this.show(this.model.state);
  }

  show(state) {
    if (!sameNumbers(this.#state, state)) hide(this.output, true); // it spoke of another state
    this.#state = state;
    const { mistake } = state;
    const instead = document.querySelector(`[data-of-mistake="${mistake}"]`); // none before the files are there
    const masked = this.#matrix === "S" && variantOf(state) === "causal";
    for (const part of document.querySelectorAll(".source [data-makes]")) {
      const makes = part.dataset.makes.split(" ");
      const own = makes.includes(this.#matrix) && instead?.dataset.makes !== this.#matrix;
      const of = part.dataset.ofMistake;
      part.classList.toggle("lit", of ? of === mistake : own || (masked && makes.includes("S-causal")));
      if (of) hide(part, of !== mistake);
    }
    hide(document.getElementById("mistake-code"), !mistake);
    hide(document.getElementById("run-pins"), !mistake && state.pins.length === 0);
  }

  async #run() {
    this.engine.start();
    const { state } = this.model;
    const reply = await this.engine.request({ type: "run", state });
    if (reply.type === "rejected") this.complain(this.words.problems(reply.problems));
    if (reply.type !== "ran" || state !== this.model.state) return;
    this.output.textContent = reply.output;
    this.output.hidden = false;
  }
}
