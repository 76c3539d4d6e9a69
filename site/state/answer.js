// Python's answer to the present state: the matrices, then what stands around them, joined in one reply.
//
// Fires "computed" with the matrices, then "shown" {reply, state} once the rest is there, too; "rejected" {problems}
// where the state does not read. The build's own answer to example 15.1 comes first.

import { sameNumbers } from "./model.js";

/** @typedef {Record<string, any> & {type: string}} Reply */

export class Answer extends EventTarget {
  reply; // the last one; matrices that came alone stand in it beside what is about earlier ones
  shown; // {reply, state}: the last one that is whole, and the state that it is about
  #ask;
  #baked; // what the build has computed, with the ledger and the pictures of each receiving row
  #model;
  #bakedState;

  constructor({ ask, model, baked }) {
    super();
    this.#ask = ask;
    this.#model = model;
    this.#baked = baked.reply;
    this.#bakedState = baked.state;
    this.reply = this.#bakedReply(0);
    this.shown = { reply: this.reply, state: this.#bakedState };
  }

  /** Whether the build has computed the present state. */
  get isBaked() {
    const { baseline } = this.#model.state;
    const baked = this.#bakedState;
    return sameNumbers(baked, this.#model.state) && (baseline ?? baked.baseline) === baked.baseline;
  }

  showBaked() {
    this.#show(this.#bakedReply(this.#model.state.followed));
  }

  /** Ask Python about the present state. A state that comes meanwhile is asked about instead. */
  async update(options) {
    const latest = "answer"; // of both questions: what stands around a state that is overtaken is of no interest
    const refused = (problems) => this.#fire("rejected", problems);
    const matrices = await this.#ask({ type: "compute" }, { ...options, latest, refused });
    if (!matrices) return;
    this.reply = { ...this.reply, ...matrices };
    this.#fire("computed", matrices);
    const around = await this.#ask({ type: "elaborate" }, { latest, refused });
    if (around) this.#show({ ...around, ...matrices });
  }

  #bakedReply(row) {
    const { ledger, pictures } = this.#baked;
    return { ...this.#baked, ledger: ledger[row], pictures: pictures[row] };
  }

  #show(reply) {
    this.reply = reply;
    this.shown = { reply, state: this.#model.state };
    this.#fire("shown", this.shown);
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
