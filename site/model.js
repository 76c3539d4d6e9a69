// What the reader has entered, its history and its memory. The state is plain JSON: see py/qkv/state.py.
//
// Every change makes a new state and fires "change"; undo and redo walk through all of them.

export const SHAPES = {
  X: ["T", "d_in"], W_Q: ["d_in", "d_k"], W_K: ["d_in", "d_k"], W_V: ["d_in", "d_v"],
  Q: ["T", "d_k"], K: ["T", "d_k"], V: ["T", "d_v"], D: ["T", "T"], S: ["T", "T"], A: ["T", "T"], O: ["T", "d_v"],
};
export const GIVEN = ["X", "W_Q", "W_K", "W_V"];
export const MAX_SIZE = 16;
const NEW_CELL = "0"; // the documented value of a cell that a larger size brings

export const sizesOf = ({ cells }) => ({
  T: cells.X.length, d_in: cells.X[0].length, d_k: cells.W_Q[0].length, d_v: cells.W_V[0].length,
});

function written(state, writes) {
  const next = structuredClone(state);
  const pins = new Map(next.pins.map((pin) => [pin.slice(0, 3).join(), pin]));
  for (const [matrix, row, column, text] of writes) {
    const place = [matrix, row, column].join();
    if (GIVEN.includes(matrix)) next.cells[matrix][row][column] = text;
    else if (text === null) pins.delete(place);
    else pins.set(place, [matrix, row, column, text]);
  }
  return { ...next, pins: [...pins.values()] };
}

/** Other sizes: numbers stay, new cells are 0, pins outside go. */
function resized(state, changes) {
  const sizes = { ...sizesOf(state), ...changes };
  const grid = (name, cell) => {
    const [rows, columns] = SHAPES[name].map((axis) => sizes[axis]);
    return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, c) => cell(i, c)));
  };
  return {
    ...structuredClone(state),
    cells: Object.fromEntries(GIVEN.map((name) => [name, grid(name, (i, c) => state.cells[name][i]?.[c] ?? NEW_CELL)])),
    tokens: Array.from({ length: sizes.T }, (_, i) => state.tokens[i] ?? String(i + 1)),
    pins: state.pins.filter(([name, row, column]) => row < sizes[SHAPES[name][0]] && column < sizes[SHAPES[name][1]]),
    followed: Math.min(state.followed, sizes.T - 1),
  };
}

export class Model extends EventTarget {
  #undo = [];
  #redo = [];

  constructor(presets, preset) {
    super();
    this.presets = presets;
    this.state = { ...presets[preset], preset };
  }

  get canUndo() { return this.#undo.length > 0; }
  get canRedo() { return this.#redo.length > 0; }

  /** Write texts into cells: [[matrix, row, column, text], …]. A computed cell becomes a pin; text null takes it away. */
  write(writes) {
    this.#advance(written(this.state, writes));
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

  name(row, token) {
    const next = structuredClone(this.state);
    next.tokens[row] = token;
    this.#advance(next);
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

  /** Back to the preset that this state came from. */
  reset() {
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
