// Where the focused cell comes from: its formula, its axis, its shapes; and what is wrong with what was typed.

import { byId } from "../dom/find.js";
import { setHidden, setText } from "../dom/set.js";

export class Inspector {
  #ask;
  #engine;
  #figure;
  #model;
  #words;
  #formula = byId("inspector-formula");
  #about = byId("inspector-about");
  #complaint = byId("complaint");
  #problems = byId("problems");
  #place = null; // of the focused cell

  constructor({ ask, engine, figure, model, words }) {
    this.#ask = ask;
    this.#engine = engine;
    this.#figure = figure;
    this.#model = model;
    this.#words = words;
    engine.addEventListener("engine", ({ detail }) => {
      if (detail.state === "ready") this.refresh();
    });
  }

  focus(place) {
    this.#place = place;
    this.complain("");
    this.refresh();
  }

  /** Ask Python anew about the focused cell. */
  async refresh() {
    if (!this.#place) return;
    if (this.#engine.state !== "ready") {
      this.#formula.textContent = this.#words.say("ui.inspect_waiting");
      return;
    }
    if (!this.#figure.cell(this.#place)) {
      this.#clear();
      return;
    }
    // the figure itself says why a state does not read
    const reply = await this.#ask({ type: "explain", ...this.#place }, { latest: "explain", refused: () => {} });
    if (reply) this.#show(reply);
  }

  /** What could not be done, until the reader goes on. */
  complain(text) {
    this.#complaint.textContent = text;
  }

  showProblems(problems) {
    this.complain("");
    for (const part of [this.#formula, this.#about]) setHidden(part, problems.length > 0);
    this.#problems.replaceChildren(...problems.map((problem, position) => {
      const item = document.createElement("li");
      item.id = `problem-${position}`;
      item.textContent = this.#words.problem(problem);
      return item;
    }));
  }

  #clear() {
    this.#place = null;
    this.#formula.textContent = this.#words.say("ui.inspect_hint");
    this.#about.replaceChildren();
    this.#figure.light([]);
  }

  #show(about) {
    const { head, matrix, row, column } = about;
    const place = { head, matrix, row, column };
    setText(this.#formula, about.formula);
    this.#about.textContent = this.#sentences(about).join(" · ");
    if (about.pinned && !this.#figure.cell(place).readOnly) this.#about.append(" ", this.#unpinButton(place));
    this.#figure.light(about.reads, place);
  }

  /** @param {import("../state/answer.js").Reply} about */
  #sentences({ axis, shapes, pinned, would_be, forbidden }) {
    const words = this.#words;
    const sentences = [];
    if (pinned) sentences.push(words.say("ui.pinned_says", { would_be }));
    if (forbidden) sentences.push(words.say("ui.forbidden"));
    if (!shapes) return [...sentences, words.say("ui.given_cell")];
    const summed = axis ? words.say("ui.summed", { axis: words.say(`ui.axis_${axis}`) }) : words.say("ui.not_summed");
    return [...sentences, summed, words.say("ui.shapes", { shapes })];
  }

  #unpinButton(place) {
    const said = { type: "button", textContent: this.#words.say("ui.unpin") };
    const button = Object.assign(document.createElement("button"), said);
    button.dataset.action = "unpin";
    button.addEventListener("click", () => {
      this.#figure.cell(place).focus();
      this.#model.write([{ ...place, text: null }]);
    });
    return button;
  }
}
