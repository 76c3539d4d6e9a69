// 核对: the present state against 50-digit decimals, per matrix, and the record to take along.

import { copy } from "../dom/clipboard.js";
import { sameNumbers } from "../state/model.js";

const LARGE_SCORE = 1000; // beyond, a score's own rounding shows in exp

export class Verify {
  #record = null;

  constructor({ engine, model, words, tell, complain }) {
    Object.assign(this, { engine, model, words, tell, complain });
    this.verdict = document.querySelector("[data-verdict]");
    this.error = document.querySelector("[data-max-error]");
    this.table = document.getElementById("verify-table");
    this.summary = document.getElementById("verify-summary");
    this.copyButton = document.querySelector('[data-action="copy-record"]');
    this.copyButton.addEventListener("click", async () => {
      if (await copy(JSON.stringify(this.#record, null, 1), words)) tell(words.say("ui.copied"));
    });
  }

  async run() {
    this.engine.start();
    const { state } = this.model;
    const reply = await this.engine.request({ type: "verify", state });
    if (reply.type === "rejected") this.complain(this.words.problems(reply.problems));
    if (reply.type === "verified" && sameNumbers(state, this.model.state)) this.#show(reply);
  }

  /** A verdict speaks of one state: when that changes, it goes. */
  clear() {
    if (this.#record === null) return;
    this.#record = null;
    this.verdict.hidden = this.table.hidden = this.copyButton.hidden = true;
    this.verdict.dataset.verdict = this.error.dataset.maxError = this.error.textContent = "";
    this.summary.textContent = this.words.say("ui.verify_hint");
  }

  #show({ record, max_error: error }) {
    const { words } = this;
    this.#record = record;
    const verdict = record.pass ? "pass" : "fail";
    this.verdict.dataset.verdict = verdict;
    this.verdict.textContent = words.say(`ui.verify_${verdict}`);
    this.error.dataset.maxError = this.error.textContent = error;
    const sentences = [words.say("ui.verify_summary", { error, environment: words.say("ui.environment", record) })];
    if (!record.pass && record.mistake) sentences.push(words.say("ui.verify_mistake", { mistake: words.title(record.mistake) }));
    else if (!record.pass && Number(record.largest_score) > LARGE_SCORE) sentences.push(words.say("ui.verify_conditioning", { score: record.largest_score }));
    this.summary.textContent = sentences.join(" ");
    this.table.tBodies[0].replaceChildren(...record.matrices.map((matrix) => {
      const row = document.createElement("tr");
      row.dataset.verified = matrix.matrix;
      const label = matrix.sample ? `${matrix.matrix} · ${words.say("variants.sample", { number: 2 - record.state.sample })}` : matrix.matrix;
      const name = Object.assign(document.createElement("th"), { scope: "row", textContent: label });
      const verdictCell = document.createElement("td");
      verdictCell.textContent = words.say(matrix.pass ? "ui.verify_pass" : "ui.verify_fail");
      const line = document.createElement("td");
      line.textContent = words.say("ui.verify_line", { elements: matrix.elements, error: matrix.text });
      row.append(name, verdictCell, line);
      return row;
    }));
    this.verdict.hidden = this.table.hidden = this.copyButton.hidden = false;
    this.tell(`${this.verdict.textContent} ${error}`);
  }
}
