// The live figure, which the page and the embed both build on: baked numbers → model → engine → figure, keyboard, inspector.
//
// Fires "shown" {reply, state} for every answer that the figure shows, the baked one first; "focused" {place}.

import { Engine } from "../engine/engine.js";
import { Figure } from "./figure.js";
import { Grid } from "./grid.js";
import { Inspector } from "./inspector.js";
import { LinkError, decode, encode } from "../state/link.js";
import { Model, labelsOf } from "../state/model.js";
import { Words } from "../dom/words.js";
import { hide } from "../dom/write.js";

const byId = (id) => document.getElementById(id);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

export const action = (name) => document.querySelector(`[data-action="${name}"]`);

export class Live extends EventTarget {
  /** starts: whether a cell that gets focus starts Python. */
  constructor({ starts }) {
    super();
    this.baked = JSON.parse(byId("baked").textContent);
    this.words = new Words(this.baked.words);
    this.engine = new Engine(this.baked);
    this.model = new Model(this.baked.presets, "example-15.1", this.baked.beyond);
    this.figure = new Figure(byId("figure"), this.words, this.baked);
    this.inspector = new Inspector(this);
    this.#bakedNumbers = numbersOf(this.baked.state);
    new Grid(this.figure.element, {
      focused: (place) => {
        if (starts && this.engine.state === "baked") this.engine.start();
        this.inspector.focus(place);
        this.dispatchEvent(new CustomEvent("focused", { detail: place }));
      },
      committed: ({ matrix, row, column }, text) => this.model.write([[matrix, row, column, text]]),
    });
    this.model.addEventListener("change", () => this.#changed());
    this.engine.addEventListener("computed", ({ detail }) => this.#computed(detail));
    this.engine.addEventListener("elaborated", ({ detail }) => this.#shown({ ...this.figure.reply, ...detail }));
    this.engine.addEventListener("rejected", ({ detail: { problems } }) => {
      this.figure.showProblems(problems);
      this.inspector.showProblems(problems);
    });
    this.engine.addEventListener("crashed", ({ detail: { message } }) => this.complain(this.words.say("ui.engine_crashed", { message })));
    this.engine.addEventListener("engine", ({ detail }) => this.#showEngine(detail));
    for (const name of ["start", "retry"]) action(name).addEventListener("click", () => this.engine.start());
    action("reset").addEventListener("click", () => this.model.reset());
    document.addEventListener("keydown", (event) => this.#undo(event));
    document.documentElement.dataset.live = ""; // the modules run: no sentence need say that they do not
  }

  #bakedNumbers;
  byReader = true; // whether the change at hand is the reader's: a host's choice starts no Python that is not shared

  tell = (text) => (byId("announce").textContent = text);

  complain = (text) => this.inspector.complain(text);

  /** A sentence above the figure, until the next change. */
  notice(text) {
    byId("notice").textContent = text;
    byId("notice").hidden = false;
  }

  /** Show what the build computed; the first thing to do once everybody listens. */
  begin() {
    this.#showBaked();
  }

  /**
   * Take the state that a fragment names: as a step that can be undone, or, as the host's choice, to begin with.
   * Returns {view, state}, or null where it named none.
   */
  async open(fragment, { begin = false } = {}) {
    try {
      const saved = await decode(fragment, this.baked.presets);
      this.byReader = !begin;
      if (saved && begin) this.model.begin(saved.state);
      else if (saved) this.model.open(saved.state);
      this.byReader = true;
      return saved;
    } catch (error) {
      this.notice(this.words.say("ui.link_bad", { why: this.why(error) }));
      return null;
    }
  }

  /** The present state as a fragment, in a view. Throws a LinkError. */
  link(view) {
    return encode({ view, state: this.model.state }, this.baked.presets);
  }

  /** A LinkError in words; any other error is ours. */
  why(error) {
    if (!(error instanceof LinkError)) throw error;
    return this.words.say(`links.${error.message}`);
  }

  #changed() {
    const { state } = this.model;
    this.figure.showState(state);
    hide(byId("notice"), true);
    if (this.engine.state === "baked" && numbersOf(state) === this.#bakedNumbers) this.#showBaked();
    else {
      this.figure.await();
      this.engine.compute(state, { alone: this.byReader });
    }
  }

  #computed(reply) {
    const { state } = this.model;
    this.inspector.showProblems([]);
    const changes = this.figure.showReply(reply, labelsOf(state));
    this.inspector.refresh();
    const matrices = changes.map(([matrix, count]) => this.words.say("ui.changed_one", { matrix, count })).join(", ");
    this.tell(matrices ? this.words.say("ui.changed_summary", { matrices }) : this.words.say("ui.nothing_changed"));
  }

  /** The build has computed steps and pictures for each receiving row. */
  #showBaked() {
    const { steps, pictures, ...reply } = this.baked.reply;
    const { followed } = this.model.state;
    this.#shown({ ...reply, steps: steps[followed], pictures: pictures[followed] });
  }

  #shown(reply) {
    this.figure.showAround(reply);
    this.dispatchEvent(new CustomEvent("shown", { detail: { reply, state: this.model.state } }));
  }

  #showEngine(detail) {
    document.documentElement.dataset.engine = detail.state;
    markStart(detail.state);
    const stage = detail.stage && this.words.say(`ui.stage_${detail.stage}`);
    byId("engine-text").textContent = this.words.say(`ui.engine_${detail.state}`,
      { ...detail, stage, done: megabytes(detail.done ?? 0), total: megabytes(detail.total ?? 0) });
    const progress = byId("engine-progress");
    progress.hidden = detail.state !== "loading";
    if (detail.total) progress.value = detail.done / detail.total;
    action("start").hidden = detail.state !== "baked";
    action("retry").hidden = detail.state !== "failed";
    if (detail.state === "ready") this.inspector.refresh();
  }

  #undo(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
    if (event.target.closest("[data-editing], input:not([data-row])") || document.querySelector("dialog[open]")) return; // a field's own undo while it is being edited
    event.preventDefault();
    if (event.shiftKey) this.model.redo();
    else this.model.undo();
  }
}

const STARTING = `qkv-flow-starting ${location.pathname}${location.search}`; // in this tab's storage while a start has not ended well

function markStart(state) {
  try {
    if (state === "loading") sessionStorage.setItem(STARTING, "");
    else if (state === "ready") sessionStorage.removeItem(STARTING);
  } catch {
    // storage refused: a bad end is not remembered
  }
}

/** Whether the last start in this tab failed, or took the page down with it: it is then not repeated without being asked. */
export function endedBadly() {
  try {
    return sessionStorage.getItem(STARTING) !== null;
  } catch {
    return false;
  }
}

/** Once the numbers are on the screen: the worker takes nothing from the page from then on. */
export function whenPainted(act) {
  if (performance.getEntriesByName("first-contentful-paint").length > 0) act();
  else requestAnimationFrame(() => setTimeout(act));
}

/** What the matrices depend on: not which row is followed. */
function numbersOf(state) {
  return JSON.stringify({ ...state, followed: 0, preset: null });
}
