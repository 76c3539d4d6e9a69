// Where the focused cell comes from: its formula, its axis, its shapes; and what is wrong with what was typed.

import { hide, write } from "../dom/write.js";

export class Inspector {
  #place = null;
  #asked = 0;

  constructor({ engine, model, figure, words }) {
    Object.assign(this, { engine, model, figure, words });
    this.formula = document.getElementById("inspector-formula");
    this.about = document.getElementById("inspector-about");
    this.complaint = document.getElementById("complaint");
    this.problems = document.getElementById("problems");
  }

  focus(place) {
    this.#place = place;
    this.complain("");
    this.refresh();
  }

  /** Ask Python anew about the focused cell; an answer that was overtaken is dropped. */
  async refresh() {
    if (!this.#place) return;
    if (this.engine.state !== "ready") {
      this.formula.textContent = this.words.say("ui.inspect_waiting");
      return;
    }
    const place = this.#place;
    const asked = ++this.#asked;
    const state = this.model.state;
    if (!this.figure.cell(place)) return this.#clear();
    const reply = await this.engine.request({ type: "explain", state, ...place });
    if (asked === this.#asked && reply.type === "explained") this.#show(reply);
  }

  /** What could not be done, until the reader goes on. */
  complain(text) {
    this.complaint.textContent = text;
  }

  showProblems(problems) {
    this.complain("");
    for (const part of [this.formula, this.about]) hide(part, problems.length > 0);
    this.problems.replaceChildren(...problems.map((problem, position) => {
      const item = document.createElement("li");
      item.id = `problem-${position}`;
      item.textContent = this.words.problem(problem);
      return item;
    }));
  }

  #clear() {
    this.#place = null;
    this.formula.textContent = this.words.say("ui.inspect_hint");
    this.about.replaceChildren();
    this.figure.light([]);
  }

  #show(reply) {
    const { matrix, row, column, formula, axis, shapes, reads, pinned, would_be, forbidden } = reply;
    write(this.formula, formula);
    const parts = [];
    if (pinned) parts.push(this.words.say("ui.pinned_says", { would_be }));
    if (forbidden) parts.push(this.words.say("ui.forbidden"));
    if (!shapes) parts.push(this.words.say("ui.given_cell"));
    else {
      const axisName = axis && this.words.say(`ui.axis_${axis}`);
      parts.push(axis ? this.words.say("ui.summed", { axis: axisName }) : this.words.say("ui.not_summed"));
      parts.push(this.words.say("ui.shapes", { shapes }));
    }
    this.about.textContent = parts.join(" · ");
    if (pinned && !this.figure.cell({ matrix, row, column }).readOnly) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.action = "unpin";
      button.textContent = this.words.say("ui.unpin");
      button.addEventListener("click", () => {
        this.figure.cell({ matrix, row, column }).focus();
        this.model.write([[matrix, row, column, null]]);
      });
      this.about.append(" ", button);
    }
    this.figure.light(reads, { matrix, row, column });
  }
}
