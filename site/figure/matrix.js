// Draws one matrix in place: a cell is touched only where it differs. The markup is templates/matrix.html.j2.

import { setAttribute, setText } from "../dom/set.js";
import { fit, fitTable, makeRoom, shift, showHeaders } from "./table.js";

const MANY = 32; // cells
const GLOW = 1300; // ms: a little longer than the style lets it fade
const texts = new WeakMap(); // cell → the text that holds; while it is edited the cell itself shows something else

export const tdOf = (input) => input?.closest("td"); // undefined where there is no such cell
const overOf = (input) => tdOf(input).querySelector(".over");
export const textOf = (input) => texts.get(input) ?? input.defaultValue;

export class MatrixView {
  element;
  name;
  cells; // rows of fields
  #words;
  #hasSums;
  #axes = null; // what rows and columns are, with their labels
  #labelled = null; // the labels last shown, as JSON
  #lines = []; // the reader's texts last shown
  #shown = null; // Python's answer last shown, to these very cells

  constructor(element, words) {
    this.element = element;
    this.name = element.dataset.matrix;
    this.#words = words;
    this.#hasSums = element.querySelector(".sum") !== null;
    this.#collect();
  }

  cell(row, column) {
    return this.cells[row]?.[column];
  }

  /** [row, column] of the cells in a row and a column, null for all of them. */
  cellsOf(row, column) {
    const all = this.cells.flatMap((line, i) => line.map((_, c) => [i, c]));
    return all.filter(([i, c]) => (row === null || i === row) && (column === null || c === column));
  }

  /** Whether the reader may edit it. */
  allow(yes) {
    for (const input of this.cells.flat()) input.readOnly = !yes;
  }

  /** Make the grid fit; computed cells that Python has not answered yet are empty. */
  resize(rows, columns) {
    if (rows === this.cells.length && columns === this.cells[0].length) return;
    const active = this.element.contains(document.activeElement) && document.activeElement.dataset;
    const focused = active && "row" in active && { row: Number(active.row), column: Number(active.col) };
    fitTable(this.element, rows, columns, this.#hasSums ? 1 : 0);
    if (this.#hasSums) fit(this.element.querySelector("tfoot tr"), columns, 1);
    this.element.dataset.rows = rows;
    this.element.dataset.cols = columns;
    const known = this.cells;
    this.#collect();
    if (focused) this.cells[Math.min(focused.row, rows - 1)][Math.min(focused.column, columns - 1)].focus();
    else if (!this.element.querySelector('input[tabindex="0"]')) this.cells[0][0].tabIndex = 0;
    this.#lines = [];
    this.#shown = null;
    this.cells.forEach((line, i) => line.forEach((input, c) => {
      if (known[i]?.[c] !== input) empty(input, i, c);
    }));
    this.#number();
    for (const sum of this.element.querySelectorAll("output")) sum.textContent = ""; // not known yet
    this.#describe();
  }

  /** Row and column headers from the labels of each axis. */
  label(labels) {
    const { rowAxis, columnAxis, rows, cols } = this.element.dataset;
    const key = JSON.stringify([labels, rows, cols]);
    if (key === this.#labelled) return;
    this.#labelled = key;
    showHeaders(this.element, labels, rowAxis, columnAxis);
    this.#axes = { rowAxis, columnAxis, labels };
    this.cells.forEach((line) => line.forEach((input) => this.#speak(input)));
  }

  /** The reader's own texts of a given matrix; what is the same row as before needs no look. */
  showTexts(lines) {
    lines.forEach((line, i) => {
      if (line !== this.#lines[i]) line.forEach((text, c) => this.showText(i, c, text));
    });
    this.#lines = lines;
  }

  /** The text of a cell: the reader's own where it is given or pinned. */
  showText(row, column, text) {
    const input = this.cells[row][column];
    if (textOf(input) === text && input.value === text) return;
    texts.set(input, text);
    if (!("editing" in input.dataset) && input.value !== text) {
      input.value = text;
      if (input === document.activeElement) input.select();
    }
    this.#speak(input);
  }

  /** Python's answer. Returns how many cells changed their value. */
  show(entry) {
    const { values, shifts, heat } = entry;
    const before = this.#shown;
    this.#shown = entry;
    const stays = (i, c) => before && values[i][c] === before.values[i][c]
      && shifts?.[i][c] === before.shifts?.[i][c] && heat?.[i][c] === before.heat?.[i][c];
    let changed = 0;
    const fresh = [];
    this.cells.forEach((line, i) => line.forEach((input, c) => {
      if (stays(i, c) && textOf(input) === entry.texts[i][c]) return;
      if (input.dataset.value !== values[i][c]) {
        if (input.dataset.value !== "") fresh.push(input.parentElement);
        input.dataset.value = values[i][c];
        changed += 1;
      }
      this.showText(i, c, entry.texts[i][c]);
      shift(input, shifts?.[i][c]);
      if (heat) setAttribute(tdOf(input), "data-heat", String(heat[i][c]));
    }));
    this.#glow(fresh);
    return changed;
  }

  /** Whether it differs from the baseline. */
  showChanged(yes) {
    const changed = yes ? "yes" : "no";
    if (changed === this.element.dataset.changed) return;
    this.element.dataset.changed = changed;
    setText(this.element.querySelector(".changed"), this.#words.say(`ui.changed_${changed}`));
  }

  showPins(pinned) {
    const places = new Set(pinned.map(([row, column]) => `${row},${column}`));
    this.cells.forEach((line, i) => line.forEach((input, c) => {
      const is = places.has(`${i},${c}`);
      if (is === "pinned" in input.dataset) return;
      if (is) input.dataset.pinned = "";
      else delete input.dataset.pinned;
      tdOf(input).classList.toggle("pinned", is);
      this.#speak(input);
    }));
  }

  showSums({ rows, columns }) {
    makeRoom(this.element, [...rows, ...columns].map(({ text }) => text));
    const show = (selector, sums) => this.element.querySelectorAll(selector).forEach((output, position) => {
      const sum = sums[position];
      setAttribute(output, "data-value", sum.value);
      setText(output, sum.text);
      shift(output, sum.shift);
    });
    show("[data-row-sum]", rows);
    show("[data-col-sum]", columns);
  }

  /** A row sum that breaks what a mix promises; `differs` where it is a number that is not 1. */
  markSum(row, { differs }) {
    const sum = this.element.querySelector(`[data-row-sum="${row}"]`);
    sum.classList.add("broken");
    sum.classList.toggle("differs", differs);
  }

  /** What lies over the numbers: exact forms or old values, where there is one. */
  cover(coverOf) {
    this.cells.forEach((line, i) => line.forEach((input, c) => {
      const text = coverOf(i, c) ?? "";
      const over = overOf(input);
      if (over.textContent === text) return;
      over.textContent = text;
      tdOf(input).classList.toggle("covered", text !== "");
    }));
  }

  /** A sentence below the matrix, after those that stand there. */
  addNote(text) {
    const note = this.element.querySelector(".note");
    note.textContent = note.textContent ? `${note.textContent} · ${text}` : text;
    note.title = note.textContent;
  }

  clearNotes() {
    const note = this.element.querySelector(".note");
    if (note.textContent) note.textContent = note.title = "";
  }

  /** Tell those who hear the page that the numbers are out of date; the others see it. */
  saysStale(yes) {
    setText(this.element.querySelector(".stale"), yes ? this.#words.say("ui.stale") : "");
  }

  #collect() {
    this.cells = [...this.element.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("input")]);
  }

  #number() {
    [...this.element.querySelectorAll("tbody tr")].forEach((row, i) => {
      row.dataset.row = i;
      const sum = row.querySelector("[data-row-sum]");
      if (sum) sum.dataset.rowSum = i;
    });
    this.element.querySelectorAll("[data-col-sum]").forEach((sum, c) => (sum.dataset.colSum = c));
  }

  /** Its shape and its name for those who hear it. */
  #describe() {
    const { rows, cols: columns } = this.element.dataset;
    this.element.querySelector(".shape").textContent = `[${rows},${columns}]`;
    const meaning = this.#words.say(`matrices.${this.name}`);
    this.element.setAttribute("aria-label", this.#words.say("ui.matrix", { matrix: this.name, rows, columns, meaning }));
  }

  /** Let slots glow, once the numbers are drawn; where nearly all have changed, one glow is enough. */
  #glow(slots) {
    if (slots.length === 0) return;
    requestAnimationFrame(() => {
      const glowing = slots.length > MANY ? [this.element.querySelector(".edge")] : slots;
      for (const element of glowing) element.classList.add("fresh");
      // by the clock: a glow that begins in the frame in which another ends is no new animation, and none would report its end
      setTimeout(() => glowing.forEach((element) => element.classList.remove("fresh")), GLOW);
    });
  }

  #speak(input) {
    if (!this.#axes) return;
    const { rowAxis, columnAxis, labels } = this.#axes;
    const [row, column] = [Number(input.dataset.row), Number(input.dataset.col)];
    const token = (axis, position) => (labels[axis] ? ` ${labels[axis][position]}` : "");
    const cell = this.#words.say("ui.cell", {
      matrix: this.name,
      row_axis: this.#words.say(`axes.${rowAxis}`), row: row + 1, row_token: token(rowAxis, row),
      column_axis: this.#words.say(`axes.${columnAxis}`), column: column + 1, column_token: token(columnAxis, column),
      value: textOf(input),
    });
    const label = "pinned" in input.dataset ? this.#words.say("ui.pinned_cell", { cell }) : cell;
    setAttribute(input, "aria-label", label);
  }
}

/** Make a new cell one of which nothing is known yet. */
function empty(input, row, column) {
  Object.assign(input.dataset, { row, col: column, value: "" });
  for (const mark of ["pinned", "editing", "shift"]) delete input.dataset[mark];
  input.removeAttribute("aria-invalid");
  input.removeAttribute("aria-describedby");
  tdOf(input).className = "";
  input.parentElement.classList.remove("fresh");
  delete tdOf(input).dataset.heat;
  input.value = overOf(input).textContent = "";
  texts.set(input, "");
  input.tabIndex = row === 0 && column === 0 ? 0 : -1;
}
