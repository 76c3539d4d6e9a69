// What the reader has entered, its history and its memory. The state is plain JSON: see py/qkv/state.py.
//
// Every change makes a new state and fires "change"; undo and redo walk through all of them.

export const SHAPES = {
  X: ["T", "d_in"], W_Q: ["d_in", "d_k"], W_K: ["d_in", "d_k"], W_V: ["d_in", "d_v"], X_src: ["T_src", "d_in"],
  Q: ["T", "d_k"], K: ["T_src", "d_k"], V: ["T_src", "d_v"], D: ["T", "T_src"], S: ["T", "T_src"], A: ["T", "T_src"], O: ["T", "d_v"],
};
export const GIVEN = ["X", "W_Q", "W_K", "W_V", "X_src"];
export const VARIANTS = ["self", "causal", "cross", "batch"];
export const MISTAKES = ["columns", "root-T", "no-division", "no-shift"];
export const MAX_SIZE = 16;
const NEW_CELL = "0"; // the documented value of a cell that a larger size brings

export const variantOf = (state) => state.variant ?? "self";
const isCross = (state) => variantOf(state) === "cross";

/** The matrices that a state has: X_src only where the sources are another sequence. */
export const matricesOf = (state) => Object.keys(SHAPES).filter((name) => name !== "X_src" || isCross(state));

export const sizesOf = (state) => ({
  T: state.cells.X.length, d_in: state.cells.X[0].length, d_k: state.cells.W_Q[0].length, d_v: state.cells.W_V[0].length,
  T_src: isCross(state) ? state.cells.X_src.length : state.cells.X.length,
});

/** The axes of a matrix that can be resized on their own: the sources are X's positions unless they are another sequence. */
export const axesOf = (state, name) => SHAPES[name].map((axis) => (axis === "T_src" && !isCross(state) ? "T" : axis));

/** Whether two states give the same numbers, seen from where the second came from the first: following a row changes none. */
export const sameNumbers = (one, other) =>
  ["cells", "pins", "variant", "mistake", "resting"].every((part) => one?.[part] === other?.[part]);

/** What stands beside rows and above columns, by axis; axes of coordinates are counted instead. */
export function labelsOf(state) {
  const { tokens } = state;
  return { position: tokens, receiving: tokens, source: isCross(state) ? state.source_tokens : tokens };
}

/** Rows that stay are the very same arrays: the figure need not look at them. */
function written(state, writes) {
  const cells = { ...state.cells };
  const pins = new Map(state.pins.map((pin) => [pin.slice(0, 3).join(), pin]));
  for (const [matrix, row, column, text] of writes) {
    const place = [matrix, row, column].join();
    if (GIVEN.includes(matrix)) cells[matrix] = cells[matrix].with(row, cells[matrix][row].with(column, text));
    else if (text === null) pins.delete(place);
    else pins.set(place, [matrix, row, column, text]);
  }
  return { ...state, cells, pins: [...pins.values()] };
}

/** Other sizes: numbers stay, new cells are 0, pins outside go. */
function resized(state, changes) {
  const sizes = { ...sizesOf(state), ...changes };
  if (!isCross(state)) sizes.T_src = sizes.T;
  const grid = (old, rows, columns) =>
    Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, c) => old[i]?.[c] ?? NEW_CELL));
  const inside = ([name, row, column]) => row < sizes[SHAPES[name][0]] && column < sizes[SHAPES[name][1]];
  const labelled = (tokens, length) => Array.from({ length }, (_, i) => tokens[i] ?? String(i + 1));
  const next = structuredClone(state);
  for (const [name, old] of Object.entries(state.cells)) {
    const rows = name === "X_src" && !isCross(state) ? old.length : sizes[SHAPES[name][0]]; // kept for when it is used again
    next.cells[name] = grid(old, rows, sizes[SHAPES[name][1]]);
  }
  next.tokens = labelled(state.tokens, sizes.T);
  if (next.cells.X_src) next.source_tokens = labelled(state.source_tokens, next.cells.X_src.length);
  next.pins = next.pins.filter(inside);
  next.followed = Math.min(state.followed, sizes.T - 1);
  if (state.resting) {
    const { tokens, X, pins } = state.resting;
    next.resting = { tokens: labelled(tokens, sizes.T), X: grid(X, sizes.T, sizes.d_in), pins: pins.filter(inside) };
  }
  return next;
}

export class Model extends EventTarget {
  #undo = [];
  #redo = [];
  #home = null;

  constructor(presets, preset, beyond) {
    super();
    this.presets = presets;
    this.beyond = beyond; // what a state gains when it leaves the single sequence for the first time
    this.state = { ...presets[preset], preset };
  }

  get canUndo() { return this.#undo.length > 0; }
  get canRedo() { return this.#redo.length > 0; }

  /** Write texts into cells: [[matrix, row, column, text], …]. A computed cell becomes a pin; text null takes it away. */
  write(writes) {
    this.#advance(written(this.state, writes));
  }

  /** Write again what was just written, as the same step: a point being dragged. */
  amend(writes) {
    this.state = written(this.state, writes);
    this.#announce();
  }

  /** Take away every pin that the test accepts. */
  unpin(test = () => true) {
    const gone = this.state.pins.filter(([matrix, row, column]) => test(matrix, row, column));
    this.write(gone.map(([matrix, row, column]) => [matrix, row, column, null]));
  }

  /** Change sizes, {T: 4}, and write into the result, as one step. */
  resize(changes, writes = []) {
    this.#advance(written(resized(this.state, changes), writes));
  }

  /** Name a position of the sequence ("tokens") or of the sources ("source_tokens"). */
  name(list, row, token) {
    const next = structuredClone(this.state);
    next[list][row] = token;
    this.#advance(next);
  }

  /** self, causal, cross or batch; another sequence or sample, once made, is kept while it is out of use. */
  vary(variant) {
    const { X_src, ...more } = structuredClone(this.beyond[variant] ?? {});
    const next = { ...more, ...structuredClone(this.state), variant };
    if (X_src) next.cells.X_src ??= X_src;
    if (variant === "self") delete next.variant;
    this.#advance(resized(next, {}));
  }

  /** Make one of MISTAKES, or none. */
  mistake(mistake) {
    const next = structuredClone(this.state);
    delete next.mistake;
    this.#advance(mistake ? { ...next, mistake } : next);
  }

  /** Bring up the other sample of a batch; a way of looking, not a step to undo. */
  showSample(sample) {
    if (sample === this.state.sample) return;
    const { tokens, pins, cells, resting } = this.state;
    this.state = {
      ...this.state, sample, tokens: resting.tokens, pins: resting.pins, cells: { ...cells, X: resting.X },
      resting: { tokens, X: cells.X, pins },
    };
    this.#announce();
  }

  /** Which receiving row is followed; a way of looking, not a step to undo. */
  follow(row) {
    this.state = { ...this.state, followed: row };
    this.#announce();
  }

  setBaseline(baseline) {
    this.#advance({ ...structuredClone(this.state), baseline });
  }

  load(preset) {
    this.#advance({ ...structuredClone(this.presets[preset]), preset });
  }

  /** Begin with a state, which nothing undoes and reset returns to: what a host page has chosen. */
  begin(state) {
    this.#home = state;
    this.resume(state);
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
    this.state = state;
    this.#announce();
  }

  undo() { this.#step(this.#undo, this.#redo); }
  redo() { this.#step(this.#redo, this.#undo); }

  #step(from, to) {
    if (from.length === 0) return;
    to.push(this.state);
    const { followed } = this.state; // a way of looking stays
    const state = from.pop();
    this.state = { ...state, followed: Math.min(followed, sizesOf(state).T - 1) };
    this.#announce();
  }

  #advance(next) {
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.#undo.push(this.state);
    this.#redo = [];
    this.state = next;
    this.#announce();
  }

  #announce() {
    this.dispatchEvent(new Event("change"));
  }
}
