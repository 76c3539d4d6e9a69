// What stands beside the figure: sizes, tokens, followed row, overridden cells, baseline. Each shows the model and changes it.

import { action, byId } from "../dom/find.js";
import { setAttribute, setHidden, setText } from "../dom/set.js";
import { pinsOf } from "../state/model.js";

const KEYS = 9; // rows that a digit follows

export class Controls {
  #declared;
  #model;
  #words;
  #tokens = byId("tokens");
  #sourceTokens = byId("source-tokens");
  #pins = null; // those in the list

  constructor({ declared, figure, model, words }) {
    this.#declared = declared;
    this.#model = model;
    this.#words = words;
    for (const field of document.querySelectorAll("[data-size]")) {
      field.addEventListener("change", () => this.#resize(field.dataset.size, Number(field.value)));
    }
    figure.element.addEventListener("click", ({ target }) => {
      const { grow, by } = target.closest("[data-grow]")?.dataset ?? {};
      if (grow) this.#resize(grow, model.sizes[grow] + Number(by));
    });
    byId("follow").addEventListener("click", ({ target }) => {
      const button = target.closest("[data-follow]");
      if (button) model.follow(Number(button.dataset.follow));
    });
    this.#tokens.addEventListener("change", ({ target }) => model.name("tokens", Number(target.dataset.token), target.value));
    this.#sourceTokens.addEventListener("change",
      ({ target }) => model.name("source_tokens", Number(target.dataset.sourceToken), target.value));
  }

  show(state) {
    const { sizes } = this.#model;
    for (const field of document.querySelectorAll("[data-size]")) field.value = sizes[field.dataset.size];
    const ownSources = this.#declared.hasOwnSources(state);
    for (const part of [document.querySelector('[data-size="T_src"]').closest("label"), this.#sourceTokens]) {
      setHidden(part, !ownSources);
    }
    for (const button of document.querySelectorAll("[data-grow]")) {
      const size = sizes[button.dataset.grow] + Number(button.dataset.by);
      // not disabled: it would lose its focus
      setAttribute(button, "aria-disabled", String(size < 1 || size > this.#declared.maxSize));
    }
    this.#showTokens(state, ownSources);
    if (state.pins !== this.#pins) this.#showPins(state);
    const { baseline = Object.keys(this.#model.presets)[0] } = state;
    const name = this.#words.say(typeof baseline === "string" ? `presets.${baseline}` : "ui.baseline_own");
    setText(byId("baseline"), this.#words.say("ui.baseline", { name }));
  }

  #resize(axis, size) {
    if (Number.isInteger(size) && size >= 1 && size <= this.#declared.maxSize) this.#model.resize({ [axis]: size });
    else this.show(this.#model.state); // the field's own min and max said it; give back what holds
  }

  #showTokens(state, ownSources) {
    const { tokens, followed } = state;
    this.#showFields(this.#tokens, "token", tokens, "ui.token");
    if (ownSources) this.#showFields(this.#sourceTokens, "sourceToken", state.source_tokens, "ui.source_token");
    repeat(byId("follow"), "[data-follow]", tokens.length, (button, row) => {
      button.dataset.follow = row;
      if (row < KEYS) setAttribute(button, "aria-keyshortcuts", `Alt+${row + 1}`);
      else button.removeAttribute("aria-keyshortcuts");
      setText(button, this.#words.say("ui.follow_row", { row: row + 1, token: tokens[row] }));
      setAttribute(button, "aria-pressed", String(row === followed));
    });
  }

  #showFields(fields, key, tokens, label) {
    repeat(fields, "input", tokens.length, (field, row) => {
      field.dataset[key] = row;
      field.value = tokens[row];
      setAttribute(field, "aria-label", this.#words.say(label, { row: row + 1 }));
    });
  }

  #showPins(state) {
    this.#pins = state.pins;
    const pins = pinsOf(state);
    const count = pins.length;
    setText(byId("pins-count"), this.#words.say(count ? "ui.pins_count" : "ui.pins_none", { count }));
    action("unpin-all").hidden = count === 0;
    byId("pins").replaceChildren(...this.#declared.names.flatMap((name) => this.#pinsOfMatrix(name, pins)));
  }

  /** A line per overridden cell of a matrix, and one for all of them. */
  #pinsOfMatrix(matrix, pins) {
    const own = pins.filter((pin) => pin.matrix === matrix);
    const lines = own.map((pin) => {
      const place = `${matrix}[${pin.row + 1},${pin.column + 1}]`;
      const item = this.#pinLine(`${place} = ${pin.text}`, this.#words.say("ui.unpin"), () => this.#model.write([{ ...pin, text: null }]));
      item.querySelector("button").setAttribute("aria-label", `${place} ${this.#words.say("ui.unpin")}`);
      item.dataset.pin = `${matrix},${pin.row},${pin.column}`;
      return item;
    });
    if (own.length < 2) return lines;
    const unpin = this.#words.say("ui.unpin_matrix", { matrix });
    const whole = this.#pinLine("", unpin, () => this.#model.unpin((pin) => pin.matrix === matrix));
    whole.dataset.unpinMatrix = matrix;
    return [...lines, whole];
  }

  #pinLine(text, label, act) {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", () => {
      act();
      byId("pins-title").focus(); // the button itself is gone
    });
    item.append(text, " ", button);
    return item;
  }
}

/** Keep `count` elements that match inside a parent, cloning or removing the last. */
function repeat(parent, selector, count, fill) {
  const all = [...parent.querySelectorAll(selector)];
  while (all.length > count) all.pop().remove();
  while (all.length < count) {
    const next = all.at(-1).cloneNode(true);
    all.at(-1).after(next);
    all.push(next);
  }
  all.forEach(fill);
}
