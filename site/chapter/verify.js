// 核对: the present state against 50-digit decimals, per matrix, and the record to take along.

import { copy } from "../dom/clipboard.js";
import { action, byId } from "../dom/find.js";

const LARGE_SCORE = 1000; // beyond, a score's own rounding shows in exp

export class Verify {
  #ask;
  #model;
  #tell;
  #words;
  #record = null; // of the verdict that stands there
  #version; // of the numbers that it speaks of
  #verdict = document.querySelector("[data-verdict]");
  #error = document.querySelector("[data-max-error]");
  #table = byId("verify-table");
  #summary = byId("verify-summary");
  #copyButton = action("copy-record");

  constructor({ ask, model, words, tell }) {
    model.addEventListener("change", () => this.#withdraw());
    this.#ask = ask;
    this.#model = model;
    this.#tell = tell;
    this.#words = words;
    this.#copyButton.addEventListener("click", async () => {
      if (await copy(JSON.stringify(this.#record, null, 1), words)) tell(words.say("ui.copied"));
    });
  }

  async check() {
    const reply = await this.#ask({ type: "verify" });
    if (reply) this.#show(reply);
  }

  /** A verdict speaks of one set of numbers: when they change, it goes. */
  #withdraw() {
    if (this.#record === null || this.#version === this.#model.version) return;
    this.#record = null;
    this.#verdict.hidden = this.#table.hidden = this.#copyButton.hidden = true;
    this.#verdict.dataset.verdict = this.#error.dataset.maxError = this.#error.textContent = "";
    this.#summary.textContent = this.#words.say("ui.verify_hint");
  }

  #show({ record, max_error: error }) {
    const words = this.#words;
    this.#record = record;
    this.#version = this.#model.version;
    const verdict = record.pass ? "pass" : "fail";
    this.#verdict.dataset.verdict = verdict;
    this.#verdict.textContent = words.say(`ui.verify_${verdict}`);
    this.#error.dataset.maxError = this.#error.textContent = error;
    const summary = words.say("ui.verify_summary", { error, environment: words.say("ui.environment", record) });
    this.#summary.textContent = [summary, ...this.#reasons(record)].join(" ");
    this.#table.tBodies[0].replaceChildren(...record.matrices.map((matrix) => this.#row(matrix, record)));
    this.#verdict.hidden = this.#table.hidden = this.#copyButton.hidden = false;
    this.#tell(`${this.#verdict.textContent} ${error}`);
  }

  /** Why it does not pass, as far as that is known. */
  #reasons({ pass, mistake, largest_score: score }) {
    if (pass) return [];
    if (mistake) return [this.#words.say("ui.verify_mistake", { mistake: this.#words.title(mistake) })];
    return Number(score) > LARGE_SCORE ? [this.#words.say("ui.verify_conditioning", { score })] : [];
  }

  #row({ matrix, sample, pass, elements, text }, { state }) {
    const words = this.#words;
    const row = document.createElement("tr");
    row.dataset.verified = matrix;
    const label = sample ? `${matrix} · ${words.say("variants.sample", { number: 2 - state.sample })}` : matrix;
    const name = Object.assign(document.createElement("th"), { scope: "row", textContent: label });
    row.append(name);
    row.insertCell().textContent = words.say(pass ? "ui.verify_pass" : "ui.verify_fail");
    row.insertCell().textContent = words.say("ui.verify_line", { elements, error: text });
    return row;
  }
}
