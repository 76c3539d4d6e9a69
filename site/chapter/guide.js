// The guided path through §15.1 to §15.7: one step at a time, what it lights, the state it needs, the way back to one's own.

import { sameNumbers } from "../state/model.js";

export class Guide {
  own = null; // the reader's state before the path first set another
  #set = null; // the state that the path has set

  constructor({ model, figure, tell }) {
    Object.assign(this, { model, figure, tell });
    this.steps = [...document.querySelectorAll("[data-guide]")];
    const button = (name, act) => {
      const element = document.querySelector(`[data-action="guide-${name}"]`);
      element.addEventListener("click", act);
      return element;
    };
    this.previous = button("previous", () => this.#go(this.#current - 1));
    this.next = button("next", () => this.#go(this.#current + 1));
    button("show", () => this.#show());
    this.back = button("back", () => this.#return());
  }

  /** The reader's own change ends the light; the way back stays. */
  show(state) {
    if (!sameNumbers(this.#set, state)) this.figure.speakOf([]);
  }

  /** Take up the way back that an earlier visit has left. */
  resume(own) {
    this.own = own;
    this.back.hidden = own === null;
  }

  get #current() {
    return this.steps.findIndex((step) => step.classList.contains("current"));
  }

  #go(position) {
    if (position < 0 || position >= this.steps.length) return;
    this.steps.forEach((step, n) => step.classList.toggle("current", n === position));
    this.previous.setAttribute("aria-disabled", String(position === 0)); // not disabled: it would lose its focus
    this.next.setAttribute("aria-disabled", String(position === this.steps.length - 1));
    this.#show();
    this.tell(this.steps[position].querySelector("h3").textContent);
  }

  #show() {
    const { presetNeeded, lights } = this.steps[this.#current].dataset;
    const before = this.model.state;
    const kept = this.own;
    if (!sameNumbers(this.#set, before)) this.own ??= before;
    this.model.load(presetNeeded);
    if (before === this.model.state) this.own = kept; // the state that the step needs is what stood there
    this.#set = this.model.state;
    this.back.hidden = this.own === null;
    this.figure.speakOf(lights.split(" "));
  }

  #return() {
    const { own } = this;
    this.own = null;
    this.model.open(own);
    this.back.hidden = true;
    this.next.focus(); // the button pressed is hidden by now
  }
}
