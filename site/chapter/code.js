// The code panel: the function that made the focused matrix is lit; run.py runs on the present inputs.

import { action, byId } from "../dom/find.js";
import { setHidden } from "../dom/set.js";
import { variantOf } from "../state/declared.js";

export class Code {
  #ask;
  #model;
  #output = byId("run-output");
  #matrix = "A"; // the focused one
  #version = null; // of the numbers that the output speaks of

  constructor(live) {
    this.#ask = live.ask;
    this.#model = live.model;
    this.#matrix = live.focused?.matrix ?? this.#matrix;
    action("run").addEventListener("click", () => this.#run());
    live.model.addEventListener("change", () => this.#show());
    live.addEventListener("focused", ({ detail: { matrix } }) => {
      this.#matrix = matrix;
      this.#show();
    });
    this.#load();
  }

  /** The files that the page is built from, as they are published. */
  async #load() {
    await Promise.all([...document.querySelectorAll("[data-source]")].map(loadSource));
    this.#show();
  }

  #show() {
    const { state, version } = this.#model;
    if (version !== this.#version) setHidden(this.#output, true); // it spoke of other numbers
    const { mistake } = state;
    const instead = document.querySelector(`[data-of-mistake="${mistake}"]`); // none before the files are there
    const masked = this.#matrix === "S" && variantOf(state) === "causal";
    for (const part of document.querySelectorAll(".source [data-makes]")) {
      const makes = part.dataset.makes.split(" ");
      const own = makes.includes(this.#matrix) && instead?.dataset.makes !== this.#matrix;
      const of = part.dataset.ofMistake;
      part.classList.toggle("lit", of ? of === mistake : own || (masked && makes.includes("S-causal")));
      if (of) setHidden(part, of !== mistake);
    }
    setHidden(byId("mistake-code"), !mistake);
    setHidden(byId("run-pins"), !mistake && state.pins.length === 0);
  }

  async #run() {
    const reply = await this.#ask({ type: "run" });
    if (!reply) return;
    this.#version = this.#model.version;
    this.#output.textContent = reply.output;
    this.#output.hidden = false;
  }
}

/** Fill a listing with its file, each function that makes something in a part of its own. */
async function loadSource(listing) {
  const response = await fetch(listing.dataset.source).catch(() => null);
  if (!response?.ok) return; // the links above still name the files
  const lines = (await response.text()).split(/(?<=\n)/);
  let done = 0;
  for (const [first, last, makes, mistake] of [...JSON.parse(listing.dataset.parts), [lines.length, lines.length]]) {
    listing.append(lines.slice(done, first).join(""));
    const part = Object.assign(document.createElement("span"), { textContent: lines.slice(first, last).join("") });
    Object.assign(part.dataset, { ...(makes && { makes }), ...(mistake && { ofMistake: mistake }) });
    listing.append(part);
    done = last;
  }
}
