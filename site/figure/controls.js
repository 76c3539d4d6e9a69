// What stands beside the figure: sizes, tokens, followed row, overridden cells, baseline. Each shows the model and changes it.

import { MAX_SIZE, SHAPES, sizesOf, variantOf } from "../state/model.js";
import { hide, mark, write } from "../dom/write.js";

export class Controls {
  constructor({ model, figure, words }) {
    Object.assign(this, { model, figure, words });
    for (const field of document.querySelectorAll("[data-size]")) {
      field.addEventListener("change", () => this.#resize(field.dataset.size, Number(field.value)));
    }
    figure.element.addEventListener("click", ({ target }) => {
      const { grow, by } = target.closest("[data-grow]")?.dataset ?? {};
      if (grow) this.#resize(grow, sizesOf(model.state)[grow] + Number(by));
    });
    document.getElementById("follow").addEventListener("click", ({ target }) => {
      const button = target.closest("[data-follow]");
      if (button) model.follow(Number(button.dataset.follow));
    });
    this.tokens = document.getElementById("tokens");
    this.sourceTokens = document.getElementById("source-tokens");
    const source = this.tokens.querySelector("[data-token]").cloneNode(true);
    delete source.dataset.token;
    source.dataset.sourceToken = 0;
    this.sourceTokens.append(source);
    this.tokens.addEventListener("change", ({ target }) => model.name("tokens", Number(target.dataset.token), target.value));
    this.sourceTokens.addEventListener("change", ({ target }) => model.name("source_tokens", Number(target.dataset.sourceToken), target.value));
  }

  show(state) {
    const sizes = sizesOf(state);
    for (const field of document.querySelectorAll("[data-size]")) field.value = sizes[field.dataset.size];
    const cross = variantOf(state) === "cross";
    for (const part of [document.querySelector('[data-size="T_src"]').closest("label"), this.sourceTokens]) hide(part, !cross);
    for (const button of document.querySelectorAll("[data-grow]")) {
      const size = sizes[button.dataset.grow] + Number(button.dataset.by);
      mark(button, "aria-disabled", String(size < 1 || size > MAX_SIZE)); // not disabled: it would lose its focus
    }
    this.#showTokens(state);
    if (state.pins !== this.#pins) this.#showPins(state);
    const own = typeof state.baseline !== "string";
    write(document.getElementById("baseline"),
      this.words.say("ui.baseline", { name: this.words.say(own ? "ui.baseline_own" : `presets.${state.baseline}`) }));
  }

  #resize(axis, size) {
    if (Number.isInteger(size) && size >= 1 && size <= MAX_SIZE) this.model.resize({ [axis]: size });
    else this.show(this.model.state); // the field's own min and max said it; give back what holds
  }

  #showTokens({ tokens, followed, ...state }) {
    this.#showFields(this.tokens, "token", tokens, "ui.token");
    if (variantOf(state) === "cross") this.#showFields(this.sourceTokens, "sourceToken", state.source_tokens, "ui.source_token");
    repeat(document.getElementById("follow"), "[data-follow]", tokens.length, (button, row) => {
      button.dataset.follow = row;
      if (row < 9) mark(button, "aria-keyshortcuts", `Alt+${row + 1}`);
      else button.removeAttribute("aria-keyshortcuts");
      write(button, this.words.say("ui.follow_row", { row: row + 1, token: tokens[row] }));
      mark(button, "aria-pressed", String(row === followed));
    });
  }

  #showFields(fields, key, tokens, label) {
    repeat(fields, "input", tokens.length, (field, row) => {
      field.dataset[key] = row;
      field.value = tokens[row];
      mark(field, "aria-label", this.words.say(label, { row: row + 1 }));
    });
  }

  #pins = null; // those in the list

  #showPins({ pins }) {
    this.#pins = pins;
    const list = document.getElementById("pins");
    const count = pins.length;
    write(document.getElementById("pins-count"), count ? this.words.say("ui.pins_count", { count }) : this.words.say("ui.pins_none"));
    document.querySelector('[data-action="unpin-all"]').hidden = count === 0;
    const line = (text, label, act) => {
      const item = document.createElement("li");
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
      button.addEventListener("click", () => {
        act();
        document.getElementById("pins-title").focus(); // the button itself is gone
      });
      item.append(text, " ", button);
      return item;
    };
    list.replaceChildren(...Object.keys(SHAPES).flatMap((matrix) => {
      const own = pins.filter(([owner]) => owner === matrix);
      if (own.length === 0) return [];
      const whole = line("", this.words.say("ui.unpin_matrix", { matrix }), () => this.model.unpin((owner) => owner === matrix));
      whole.dataset.unpinMatrix = matrix;
      return [...own.map(([, row, column, text]) => {
        const place = `${matrix}[${row + 1},${column + 1}]`;
        const item = line(`${place} = ${text}`, this.words.say("ui.unpin"), () => this.model.write([[matrix, row, column, null]]));
        item.querySelector("button").setAttribute("aria-label", `${place} ${this.words.say("ui.unpin")}`);
        item.dataset.pin = `${matrix},${row},${column}`;
        return item;
      }), ...(own.length > 1 ? [whole] : [])];
    }));
  }
}

/** Keep `count` elements that match inside a parent, cloning or removing the last. */
function repeat(parent, selector, count, fill) {
  let all = [...parent.querySelectorAll(selector)];
  while (all.length > count) all.pop().remove();
  while (all.length < count) {
    const next = all.at(-1).cloneNode(true);
    all.at(-1).after(next);
    all.push(next);
  }
  all.forEach(fill);
}
