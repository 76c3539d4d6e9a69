// What the reader has entered and its history. The state is plain JSON: see py/qkv/state.py. A place is
// {head, matrix, row, column}; a write is a place with a text.
//
// Every change makes a new state and fires "change"; undo and redo walk through all of them. `version` names the
// numbers: it stays while only the way of looking changes, or a label.

import { variantOf } from "./declared.js";

// the parts of a state that numbers follow from
const NUMBERS = ["cells", "pins", "variant", "mistake", "resting", "sample"];

/** Whether two states give the same numbers. */
export const sameNumbers = (one, other) =>
  NUMBERS.every((part) => one[part] === other[part] || JSON.stringify(one[part]) === JSON.stringify(other[part]));

/** Whether two states differ in nothing but how they are looked at. */
export const sameWork = (one, other) =>
  one !== null && other !== null
  && JSON.stringify({ ...one, followed: 0 }) === JSON.stringify({ ...other, followed: 0 });

export class Model extends EventTarget {
  /** @type {import("./declared.js").State} */
  state;
  version = 0;
  presets;
  declared;
  #beyond; // what a state gains when it leaves the single sequence for the first time
  #versions = 0; // that there have been
  #undo = []; // {state, version}
  #redo = [];
  #home = null; // the state that reset returns to, where a host has chosen one

  constructor({ declared, presets, beyond }, preset) {
    super();
    this.declared = declared;
    this.presets = presets;
    this.#beyond = beyond;
    this.state = { ...presets[preset], preset };
  }

  get canUndo() { return this.#undo.length > 0; }
  get canRedo() { return this.#redo.length > 0; }
  get sizes() { return this.declared.sizesOf(this.state); }
  get labels() { return this.declared.labelsOf(this.state); }

  /** Whether the state has what a question names: a matrix, a row or a cell of it, or nothing of the kind. */
  has({ matrix = null, row = null, column = null }) {
    if (matrix === null) return true;
    if (!this.declared.matricesOf(this.state).includes(matrix)) return false;
    const [rows, columns] = this.declared.shapeOf(this.state, matrix);
    return (row ?? 0) < rows && (column ?? 0) < columns;
  }

  /**
   * Write texts into cells. A computed cell becomes a pin; text null takes it away.
   * @param {import("./declared.js").Write[]} writes
   */
  write(writes) {
    this.#advance(this.#written(this.state, writes));
  }

  /** Write again what was just written, as the same step: a point being dragged. */
  amend(writes) {
    this.#become(this.#written(this.state, writes));
  }

  /** Take away every pin whose place the test accepts. */
  unpin(test = () => true) {
    this.write(pinsOf(this.state).filter(test).map((place) => ({ ...place, text: null })));
  }

  /** Change sizes, {T: 4}, and write into the result, as one step. */
  resize(changes, writes = []) {
    this.#advance(this.#written(this.#resized(this.state, changes), writes));
  }

  /** Name a position of the sequence ("tokens") or of the sources ("source_tokens"). */
  name(list, row, token) {
    this.#advance({ ...this.state, [list]: this.state[list].with(row, token) });
  }

  /** Take up a variant; another sequence or sample, once made, is kept while it is out of use. */
  vary(variant) {
    const { X_src, ...more } = structuredClone(this.#beyond[variant] ?? {});
    const next = { ...more, ...structuredClone(this.state), variant };
    if (X_src) next.cells.X_src ??= X_src;
    if (variant === variantOf({})) delete next.variant;
    this.#advance(this.#resized(next, {}));
  }

  /** Make one of the mistakes, or none. */
  mistake(mistake) {
    const { mistake: _, ...right } = this.state;
    this.#advance(mistake ? { ...right, mistake } : right);
  }

  /** Bring up the other sample of a batch; a way of looking, not a step to undo. */
  showSample(sample) {
    if (sample === this.state.sample) return;
    const { tokens, pins, cells, resting } = this.state;
    this.#become({
      ...this.state, sample, tokens: resting.tokens, pins: resting.pins, cells: { ...cells, X: resting.X },
      resting: { tokens, X: cells.X, pins },
    });
  }

  /** Which receiving row is followed; a way of looking, not a step to undo. */
  follow(row) {
    this.#become({ ...this.state, followed: row });
  }

  /** Compare with the present state from now on. */
  setBaseline() {
    const { baseline: _, ...present } = this.state;
    this.#advance({ ...present, baseline: present });
  }

  load(preset) {
    this.#advance({ ...structuredClone(this.presets[preset]), preset });
  }

  /** Begin with a state, which nothing undoes and reset returns to: what a host page has chosen. */
  begin(state) {
    this.#home = state;
    this.#become(state);
  }

  /** Back to where this began, or to the preset that this state came from. */
  reset() {
    if (this.#home) {
      this.#advance(this.#home);
      return;
    }
    const { preset } = this.state;
    this.load(Object.hasOwn(this.presets, preset) ? preset : Object.keys(this.presets)[0]);
  }

  /** Take a whole state from a link, as a step that can be undone. */
  open(state) {
    this.#advance(state);
  }

  /** Take up the state that was left: where this visit begins. */
  resume(state) {
    this.#become(state);
  }

  undo() { this.#step(this.#undo, this.#redo); }
  redo() { this.#step(this.#redo, this.#undo); }

  #step(from, to) {
    if (from.length === 0) return;
    to.push({ state: this.state, version: this.version });
    const { state, version } = from.pop();
    const followed = Math.min(this.state.followed, this.declared.sizesOf(state).T - 1); // a way of looking stays
    this.#take({ ...state, followed }, version);
  }

  #advance(next) {
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.#undo.push({ state: this.state, version: this.version });
    this.#redo = [];
    this.#become(next);
  }

  #become(next) {
    if (sameNumbers(next, this.state)) this.#take(next, this.version);
    else this.#take(next, (this.#versions += 1));
  }

  #take(state, version) {
    this.state = state;
    this.version = version;
    this.dispatchEvent(new Event("change"));
  }

  /** Rows that stay are the very same arrays: the figure need not look at them. */
  #written(state, writes) {
    const cells = { ...state.cells };
    const pins = new Map(state.pins.map((pin) => [pin.slice(0, 3).join(), pin]));
    for (const { matrix, row, column, text } of writes) {
      const place = [matrix, row, column].join();
      if (this.declared.isGiven(matrix)) cells[matrix] = cells[matrix].with(row, cells[matrix][row].with(column, text));
      else if (text === null) pins.delete(place);
      else pins.set(place, [matrix, row, column, text]);
    }
    return { ...state, cells, pins: [...pins.values()] };
  }

  /** Other sizes: numbers stay, new cells are 0, pins outside go. */
  #resized(state, changes) {
    const { declared } = this;
    const sizes = { ...declared.sizesOf(state), ...changes };
    if (!declared.hasOwnSources(state)) sizes.T_src = sizes.T;
    const shape = (name) => declared.axes(name).map((axis) => sizes[axis]);
    const grid = (old, [rows, columns]) =>
      Array.from({ length: rows }, (_, i) =>
        Array.from({ length: columns }, (_unused, c) => old[i]?.[c] ?? declared.newCell));
    const inside = ([name, row, column]) => row < shape(name)[0] && column < shape(name)[1];
    const labelled = (tokens, length) => Array.from({ length }, (_, i) => tokens[i] ?? String(i + 1));
    const next = structuredClone(state);
    for (const [name, old] of Object.entries(state.cells)) {
      const [rows, columns] = shape(name);
      const kept = name === "X_src" && !declared.hasOwnSources(state); // for when it is used again
      next.cells[name] = grid(old, [kept ? old.length : rows, columns]);
    }
    next.tokens = labelled(state.tokens, sizes.T);
    if (next.cells.X_src) next.source_tokens = labelled(state.source_tokens, next.cells.X_src.length);
    next.pins = next.pins.filter(inside);
    next.followed = Math.min(state.followed, sizes.T - 1);
    if (state.resting) {
      const { tokens, X, pins } = state.resting;
      next.resting = { tokens: labelled(tokens, sizes.T), X: grid(X, shape("X")), pins: pins.filter(inside) };
    }
    return next;
  }
}

/** The pins of a state as places with their texts. */
export const pinsOf = (state) =>
  state.pins.map(([matrix, row, column, text]) => ({ head: 0, matrix, row, column, text }));
