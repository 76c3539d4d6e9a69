// How far Python is: a dot, a sentence, a bar of progress, a button to start and one to try again.

import { action, byId } from "../dom/find.js";
import { markStart } from "../engine/starting.js";

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

export class EngineStatus {
  #words;

  constructor({ engine, words }) {
    this.#words = words;
    engine.addEventListener("engine", ({ detail }) => this.#show(detail));
    for (const name of ["start", "retry"]) action(name).addEventListener("click", () => engine.start());
  }

  #show({ state, stage, done = 0, total = 0, ...detail }) {
    document.documentElement.dataset.engine = state;
    markStart(state);
    const named = stage && this.#words.say(`ui.stage_${stage}`);
    const figures = { ...detail, stage: named, done: megabytes(done), total: megabytes(total) };
    byId("engine-text").textContent = this.#words.say(`ui.engine_${state}`, figures);
    const progress = byId("engine-progress");
    progress.hidden = state !== "loading";
    if (total) progress.value = done / total;
    action("start").hidden = state !== "baked";
    action("retry").hidden = state !== "failed";
  }
}
