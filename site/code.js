// The code panel: the function that made the focused matrix is lit; run.py runs on the present inputs.

import { variantOf } from "./model.js";

export class Code {
  #matrix = "A";

  constructor({ engine, model, words, complain }) {
    Object.assign(this, { engine, model, words, complain });
    this.output = document.getElementById("run-output");
    document.querySelector('[data-action="run"]').addEventListener("click", () => this.#run());
  }

  focus({ matrix }) {
    this.#matrix = matrix;
    this.show(this.model.state);
  }

  show(state) {
    const { mistake } = state;
    const instead = document.querySelector(`[data-of-mistake="${mistake}"]`);
    const masked = this.#matrix === "S" && variantOf(state) === "causal";
    for (const part of document.querySelectorAll(".source [data-makes]")) {
      const makes = part.dataset.makes.split(" ");
      const own = makes.includes(this.#matrix) && instead?.dataset.makes !== this.#matrix;
      const of = part.dataset.ofMistake;
      part.classList.toggle("lit", of ? of === mistake : own || (masked && makes.includes("S-causal")));
      if (of) part.hidden = of !== mistake;
    }
    document.getElementById("mistake-code").hidden = !mistake;
    document.getElementById("run-pins").hidden = !mistake && state.pins.length === 0;
    this.output.hidden = true; // it spoke of another state
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
