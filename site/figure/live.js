// The live figure, which the page and the embed both build on: baked numbers, model, engine, answer, figure, sentence.
//
// Fires "shown" {reply, state} for every answer that the figure shows whole, the baked one first; "focused" with a
// place; "viewed" when the page chooses another view.

import { action, byId } from "../dom/find.js";
import { setHidden } from "../dom/set.js";
import { Words } from "../dom/words.js";
import { Engine } from "../engine/engine.js";
import { Answer } from "../state/answer.js";
import { Declared } from "../state/declared.js";
import { LinkError, decode, encode } from "../state/link.js";
import { Model } from "../state/model.js";
import { EngineStatus } from "./engine-status.js";
import { Figure } from "./figure.js";
import { Grid } from "./grid.js";
import { Inspector } from "./inspector.js";

export class Live extends EventTarget {
  baked = JSON.parse(byId("baked").textContent);
  words = new Words(this.baked.words);
  declared = new Declared(this.baked.figure);
  model = new Model({ ...this.baked, declared: this.declared }, "example-15.1");
  engine = new Engine(this.baked, () => this.model);

  tell = (text) => (byId("announce").textContent = text);

  complain = (text) => this.inspector.complain(text);

  #refuse = (problems) => this.complain(this.words.problems(problems));

  /**
   * @type {(
   *   message: object,
   *   options?: {latest?: string, alone?: boolean, refused?: (problems: object[]) => void},
   * ) => Promise<any>}
   *
   * Ask Python, and start it for that: the one place that puts a refusal or a crash into words. Resolves to null where
   * there was one, or where a newer question of the key `latest` has taken this one's place.
   * refused: what to do with the Problems instead of complaining; alone: see Engine.start.
   */
  ask = async (message, { latest, alone, refused = this.#refuse } = {}) => {
    this.engine.start({ alone });
    const reply = await this.engine.ask(message, { latest });
    if (reply?.type === "rejected") refused(reply.problems);
    else if (reply?.type === "crashed") this.complain(this.words.say("ui.engine_crashed", reply));
    else return reply;
    return null;
  };

  answer = new Answer(this);
  figure = new Figure(byId("figure"), this);
  inspector = new Inspector(this);
  focused = null; // the place of the cell that had focus last
  #byReader = true; // whether the change at hand is the reader's: a host's choice starts no Python that is not shared

  /** starts: whether a cell that gets focus starts Python. */
  constructor({ starts }) {
    super();
    const { answer, engine, figure, inspector, model } = this;
    new EngineStatus(this);
    new Grid(figure.element, {
      focused: (place) => {
        if (starts && engine.state === "baked") engine.start();
        inspector.focus(place);
        this.focused = place;
        this.dispatchEvent(new CustomEvent("focused", { detail: place }));
      },
      committed: (place, text) => model.write([{ ...place, text }]),
    });
    model.addEventListener("change", () => this.#showState());
    answer.addEventListener("computed", ({ detail }) => this.#showMatrices(detail));
    answer.addEventListener("shown", ({ detail }) => this.#showReply(detail));
    answer.addEventListener("rejected", ({ detail: problems }) => {
      figure.showProblems(problems);
      inspector.showProblems(problems);
    });
    action("reset").addEventListener("click", () => model.reset());
    document.addEventListener("keydown", (event) => this.#undo(event));
    document.documentElement.dataset.live = ""; // the modules run: no sentence need say that they do not
  }

  /** A sentence above the figure, until the next change. */
  notice(text) {
    byId("notice").textContent = text;
    byId("notice").hidden = false;
  }

  /** Show what the build computed; the first thing to do once everybody listens. */
  begin() {
    this.answer.showBaked();
  }

  /** Whether the change at hand is the reader's, not a host's. */
  get byReader() { return this.#byReader; }

  /**
   * Take the state that a fragment names: as a step that can be undone, or, as the host's choice, to begin with.
   * Returns {view, state}, or null where it named none.
   */
  async open(fragment, { begin = false } = {}) {
    try {
      const saved = await decode(fragment, this.declared, this.model.presets);
      this.#byReader = !begin;
      if (saved && begin) this.model.begin(saved.state);
      else if (saved) this.model.open(saved.state);
      return saved;
    } catch (error) {
      this.notice(this.words.say("ui.link_bad", { why: this.why(error) }));
      return null;
    } finally {
      this.#byReader = true;
    }
  }

  /** The present state as a fragment, in a view. Throws a LinkError. */
  link(view) {
    return encode({ view, state: this.model.state }, this.declared);
  }

  /** A LinkError in words; any other error is ours. */
  why(error) {
    if (!(error instanceof LinkError)) throw error;
    return this.words.say(`links.${error.message}`);
  }

  #showState() {
    const isBaked = this.engine.state === "baked" && this.answer.isBaked;
    if (!isBaked) this.figure.markStale();
    this.figure.showState(this.model.state);
    setHidden(byId("notice"), true);
    if (isBaked) this.begin();
    else this.answer.update({ alone: this.#byReader });
  }

  #showMatrices(matrices) {
    this.inspector.showProblems([]);
    const changes = this.figure.showMatrices(matrices);
    this.inspector.refresh();
    const changed = changes.map(([matrix, count]) => this.words.say("ui.changed_one", { matrix, count })).join(", ");
    const { words } = this;
    this.tell(changed ? words.say("ui.changed_summary", { matrices: changed }) : words.say("ui.nothing_changed"));
  }

  #showReply(shown) {
    this.figure.showAround();
    this.dispatchEvent(new CustomEvent("shown", { detail: shown }));
  }

  #undo(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
    // a field's own undo while it is being edited
    if (event.target.closest("[data-editing], input:not([data-row])") || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (event.shiftKey) this.model.redo();
    else this.model.undo();
  }
}
