// The guided path through §15.1 to §15.7: one step at a time, what it lights, the state it needs,
// the way back to one's own.

import { action } from "../dom/find.js";
import { setAttribute } from "../dom/set.js";
import { sameNumbers, sameWork } from "../state/model.js";

export class Guide {
  own = null; // the reader's state before the path first set another
  #figure;
  #model;
  #tell;
  #steps = [...document.querySelectorAll("[data-guide]")];
  #previous = action("guide-previous");
  #next = action("guide-next");
  #back = action("guide-back");
  #set = null; // the state that the path has set

  constructor({ model, figure, tell }) {
    this.#figure = figure;
    this.#model = model;
    this.#tell = tell;
    this.#previous.addEventListener("click", () => this.#go(this.#current - 1));
    this.#next.addEventListener("click", () => this.#go(this.#current + 1));
    this.#back.addEventListener("click", () => this.#return());
    action("guide-show").addEventListener("click", () => this.#light());
  }

  /** The reader's own change ends the light; the way back stays. */
  show() {
    if (!this.#set || !sameNumbers(this.#set, this.#model.state)) this.#figure.speakOf([]);
  }

  /** Take up the way back that an earlier visit has left. */
  resume(own) {
    this.own = own;
    this.#back.hidden = own === null;
  }

  get #current() {
    return this.#steps.findIndex((step) => step.classList.contains("current"));
  }

  #go(position) {
    if (position < 0 || position >= this.#steps.length) return;
    this.#steps.forEach((step, n) => step.classList.toggle("current", n === position));
    setAttribute(this.#previous, "aria-disabled", String(position === 0)); // not disabled: it would lose its focus
    setAttribute(this.#next, "aria-disabled", String(position === this.#steps.length - 1));
    this.#light();
    this.#tell(this.#steps[position].querySelector("h3").textContent);
  }

  /** Set the state that the present step needs, keep the reader's, and light what the step speaks of. */
  #light() {
    const { presetNeeded, lights } = this.#steps[this.#current].dataset;
    const { own } = this;
    const before = this.#model.state;
    if (!sameWork(this.#set, before)) this.own ??= before; // before the change, with which it is remembered
    this.#model.load(presetNeeded);
    // where the state that the step needs is what stood there, nothing was taken from the reader
    if (before === this.#model.state) this.own = own;
    this.#set = this.#model.state;
    this.#back.hidden = this.own === null;
    this.#figure.speakOf(lights.split(" "));
  }

  #return() {
    const { own } = this;
    this.own = null;
    this.#model.open(own);
    this.#back.hidden = true;
    this.#next.focus(); // the button pressed is hidden by now
  }
}
