// What py/qkv/figure.py declares, as the page carries it: which matrices a state has, their sizes, their labels, their form.

import { conforms } from "./schema.js";

/**
 * A state: py/qkv/state.py says what it means, figure.SCHEMA its form.
 * @typedef {[string, number, number, string]} Pin matrix, row, column, text
 * @typedef {{tokens: string[], X: string[][], pins: Pin[]}} Resting the sample of a batch that is not on show
 * @typedef {object} State
 * @property {number} v
 * @property {string[]} tokens
 * @property {string[]} [source_tokens]
 * @property {Record<string, string[][]>} cells
 * @property {Pin[]} pins
 * @property {number} followed
 * @property {string | State} [baseline]
 * @property {string} [variant]
 * @property {string} [mistake]
 * @property {Resting} [resting]
 * @property {number} [sample]
 * @property {string} [preset]
 *
 * @typedef {{head: number, matrix: string, row: number, column: number}} Place a cell
 * @typedef {Place & {text: string | null}} Write what is to stand in it; null takes an overridden cell back
 */

const STATE = { $ref: "#/$defs/state" };

/** @param {{variant?: string}} state */
export const variantOf = (state) => state.variant ?? "self";

export class Declared {
  #matrices; // name → figure.Matrix
  #variants;
  #schema;

  constructor({ matrices, variants, mistakes, exercises, views, max_size: maxSize, new_cell: newCell, schema }) {
    this.#matrices = new Map(Object.entries(matrices));
    this.#variants = variants;
    this.#schema = schema;
    this.mistakes = mistakes;
    this.exercises = exercises;
    this.views = views;
    this.maxSize = maxSize;
    this.newCell = newCell;
  }

  get names() { return [...this.#matrices.keys()]; }

  axes(name) { return this.#matrices.get(name).axes; }

  /** Whether a matrix is typed in, not computed. */
  isGiven(name) { return this.#matrices.get(name).kind !== "computed"; }

  hasOwnSources(state) { return this.#variants[variantOf(state)].own_sources; }

  isBatch(state) { return this.#variants[variantOf(state)].samples > 1; }

  /** The names of the matrices that a state has: X_src only where the sources are another sequence. */
  matricesOf(state) {
    return this.names.filter((name) => name !== "X_src" || this.hasOwnSources(state));
  }

  /**
   * {T, d_in, d_k, d_v, T_src}: the given cells say how long each axis is.
   * @param {State} state
   * @returns {Record<string, number>}
   */
  sizesOf(state) {
    const sizes = /** @type {Record<string, number>} */ ({});
    for (const name of this.matricesOf(state).filter((one) => this.isGiven(one))) {
      const [rows, columns] = this.axes(name);
      sizes[rows] ??= state.cells[name].length;
      sizes[columns] ??= state.cells[name][0].length;
    }
    sizes.T_src ??= sizes.T;
    return sizes;
  }

  /** [rows, columns] of a matrix. */
  shapeOf(state, name) {
    const sizes = this.sizesOf(state);
    return this.axes(name).map((axis) => sizes[axis]);
  }

  /** The axes of a matrix that can be resized on their own: the sources are X's positions unless they are another sequence. */
  resizableAxes(state, name) {
    return this.axes(name).map((axis) => (axis === "T_src" && !this.hasOwnSources(state) ? "T" : axis));
  }

  /**
   * What stands beside rows and above columns, by axis; axes of coordinates are counted instead.
   * @param {State} state
   * @returns {Record<string, string[]>}
   */
  labelsOf(state) {
    const { tokens } = state;
    return { position: tokens, receiving: tokens, source: this.hasOwnSources(state) ? state.source_tokens : tokens };
  }

  /**
   * Whether a value is a state that the page can draw. Python judges what its cells say.
   * @returns {value is State}
   */
  isState(value) {
    return conforms(value, STATE, this.#schema) && this.#fits(value)
      && (typeof (value.baseline ?? "") === "string" || this.#fits(value.baseline));
  }

  /** Whether a value has the form of what links and tabs carry: {v, view, state, own}. */
  isSaved(value) {
    return conforms(value, this.#schema, this.#schema) && this.isState(value.state) && (!value.own || this.isState(value.own));
  }

  /** Whether grids, lists, indices and pins keep to the sizes. X_src, kept while out of use, has a length of its own then. */
  #fits(state) {
    const sizes = this.sizesOf(state);
    const kept = { ...sizes, T_src: (state.cells.X_src ?? state.cells.X).length };
    const inside = (index, axis) => index < sizes[axis];
    const { baseline: _, ...bare } = state; // which has sizes of its own
    return conforms(bare, STATE, this.#schema, {
      axes: ([rows, columns], grid) => grid.length === kept[rows] && grid.length <= this.maxSize
        && kept[columns] <= this.maxSize && grid.every((row) => row.length === kept[columns]),
      axis: (axis, labels) => labels.length === kept[axis],
      below: (axis, index) => inside(index, axis),
      places: (_yes, pins) => pins.every(([name, row, column]) => {
        const [rows, columns] = this.axes(name);
        return inside(row, rows) && inside(column, columns);
      }),
    });
  }
}
