// Draws one matrix, or its mirror, in place: a cell is touched only where it differs. The markup is templates/matrix.html.j2.

import { mark, write } from "../dom/write.js";

const MANY = 32; // cells
const GLOW = 1300; // ms: a little longer than page.css lets it fade
const USUAL = 8; // characters: 0.503490
const texts = new WeakMap(); // cell → the text that holds; while it is edited the cell itself shows something else

export const tdOf = (input) => input?.closest("td"); // undefined where there is no such cell
const overOf = (input) => tdOf(input).querySelector(".over");
export const textOf = (input) => texts.get(input) ?? input.defaultValue;

export class MatrixView {
  constructor(element, words) {
    this.element = element;
    this.name = element.dataset.matrix;
    this.words = words;
    this.#collect();
  }

  cell(row, column) {
    return this.cells[row]?.[column];
  }

  /** Make the grid fit; computed cells that Python has not answered yet are empty. */
  resize(rows, columns) {
    if (rows === this.cells.length && columns === this.cells[0].length) return;
    const active = this.element.contains(document.activeElement) && document.activeElement.dataset;
    const focused = active && "row" in active && { row: Number(active.row), column: Number(active.col) };
    fitTable(this.element, rows, columns, this.#sums ? 1 : 0);
    if (this.#sums) fit(this.element.querySelector("tfoot tr"), columns, 1);
    this.element.dataset.rows = rows;
    this.element.dataset.cols = columns;
    const known = this.cells;
    this.#collect();
    if (focused) this.cells[Math.min(focused.row, rows - 1)][Math.min(focused.column, columns - 1)].focus();
    else if (!this.element.querySelector('input[tabindex="0"]')) this.cells[0][0].tabIndex = 0;
    this.#lines = [];
    this.#shown = null;
    this.cells.forEach((line, i) => line.forEach((input, c) => {
      if (known[i]?.[c] === input) return;
      Object.assign(input.dataset, { row: i, col: c, value: "" });
      for (const mark of ["pinned", "editing"]) delete input.dataset[mark];
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      tdOf(input).className = "";
      input.parentElement.classList.remove("fresh");
      delete tdOf(input).dataset.heat;
      delete input.dataset.lean;
      input.value = overOf(input).textContent = "";
      texts.set(input, "");
      input.tabIndex = i === 0 && c === 0 ? 0 : -1;
    }));
    this.#number();
    for (const sum of this.element.querySelectorAll("output")) sum.textContent = ""; // not known yet
    this.describe();
  }

  /** Its shape and its name for those who hear it. */
  describe() {
    const { rows, cols: columns } = this.element.dataset;
    this.element.querySelector(".shape").textContent = `[${rows},${columns}]`;
    const meaning = this.words.say(`matrices.${this.name}`);
    this.element.setAttribute("aria-label", this.words.say("ui.matrix", { matrix: this.name, rows, columns, meaning }));
  }

  /** Row and column headers from the labels of each axis. */
  label(labels) {
    const { rowAxis, columnAxis, rows, cols } = this.element.dataset;
    const key = JSON.stringify([labels, rows, cols]);
    if (key === this.#labelled) return;
    this.#labelled = key;
    headers(this.element, labels, rowAxis, columnAxis);
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
    const { values, texts, leans, heat } = entry;
    const before = this.#shown;
    this.#shown = entry;
    const stays = (i, c) => values[i][c] === before.values[i][c] && leans?.[i][c] === before.leans?.[i][c] && heat?.[i][c] === before.heat?.[i][c];
    let changed = 0;
    const fresh = [];
    this.cells.forEach((line, i) => line.forEach((input, c) => {
      if (before && stays(i, c) && textOf(input) === texts[i][c]) return;
      if (input.dataset.value !== values[i][c]) {
        if (input.dataset.value !== "") fresh.push(input.parentElement);
        input.dataset.value = values[i][c];
        changed += 1;
      }
      this.showText(i, c, texts[i][c]);
      lean(input, leans?.[i][c]);
      if (heat) mark(tdOf(input), "data-heat", String(heat[i][c]));
    }));
    // the numbers first; where nearly all have changed, one glow is enough
    requestAnimationFrame(() => {
      const glowing = fresh.length > MANY ? [this.element.querySelector(".edge")] : fresh;
      for (const element of glowing) element.classList.add("fresh");
      // by the clock: a glow that begins in the frame in which another ends is no new animation, and none would report its end
      setTimeout(() => glowing.forEach((element) => element.classList.remove("fresh")), GLOW);
    });
    return changed;
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
      mark(output, "data-value", sum.value);
      write(output, sum.text);
      lean(output, sum.lean);
    });
    show("[data-row-sum]", rows);
    show("[data-col-sum]", columns);
  }

  /** What lies over the numbers: exact forms or old values, where there is one. */
  cover(textOf) {
    this.cells.forEach((line, i) => line.forEach((input, c) => {
      const text = textOf(i, c) ?? "";
      const over = overOf(input);
      if (over.textContent === text) return;
      over.textContent = text;
      tdOf(input).classList.toggle("covered", text !== "");
    }));
  }

  get #sums() {
    return this.element.querySelector(".sum") !== null;
  }

  #axes = null;
  #labelled = null;
  #lines = []; // the reader's texts last shown
  #shown = null; // Python's answer last shown, to these very cells

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

  #speak(input) {
    if (!this.#axes) return;
    const { rowAxis, columnAxis, labels } = this.#axes;
    const [row, column] = [Number(input.dataset.row), Number(input.dataset.col)];
    const token = (axis, position) => (labels[axis] ? ` ${labels[axis][position]}` : "");
    const cell = this.words.say("ui.cell", {
      matrix: this.name,
      row_axis: this.words.say(`axes.${rowAxis}`), row: row + 1, row_token: token(rowAxis, row),
      column_axis: this.words.say(`axes.${columnAxis}`), column: column + 1, column_token: token(columnAxis, column),
      value: textOf(input),
    });
    const label = "pinned" in input.dataset ? this.words.say("ui.pinned_cell", { cell }) : cell;
    mark(input, "aria-label", label);
  }
}

/** The same numbers where the matrix appears again as a factor; K transposed. */
export class MirrorView {
  constructor(element) {
    this.element = element;
    this.transposed = "transposed" in element.dataset;
  }

  get name() {
    return this.element.dataset.mirror;
  }

  show({ numbers, mirror_leans: leans }, labels) {
    const lines = this.transposed ? numbers[0].map((_, c) => numbers.map((row) => row[c])) : numbers;
    this.#fit(lines.length, lines[0].length, labels);
    makeRoom(this.element, lines.flat());
    this.#numbers.forEach((row, i) => row.forEach((number, c) => {
      write(number, lines[i][c]);
      lean(number, leans?.[i][c]);
    }));
  }

  #fitted; // sizes and labels, as JSON
  #numbers; // their elements

  #fit(rows, columns, labels) {
    const wanted = JSON.stringify([rows, columns, labels]);
    if (wanted === this.#fitted) return;
    this.#fitted = wanted;
    fitTable(this.element, rows, columns, 0);
    const body = [...this.element.querySelector("tbody").rows];
    body.forEach((row, i) => mark(row, "data-row", String(i)));
    this.#numbers = body.map((row) => [...row.querySelectorAll("span")]);
    write(this.element.querySelector(".shape"), `[${rows},${columns}]`);
    headers(this.element, labels, this.element.dataset.rowAxis, this.element.dataset.columnAxis);
  }

  /** The cell that stands for [row, column] of the original. */
  cell(row, column) {
    const [i, c] = this.transposed ? [column, row] : [row, column];
    return this.element.querySelector("tbody").rows[i]?.cells[c + 1];
  }
}

/** Give a table its rows and columns; `rest` as in fit. */
function fitTable(element, rows, columns, rest) {
  const body = element.querySelector("tbody");
  for (const row of [element.querySelector("thead tr"), ...body.rows]) fit(row, columns, rest);
  while (body.rows.length > rows) body.lastElementChild.remove();
  while (body.rows.length < rows) {
    const row = body.rows[0].cloneNode(true);
    row.classList.remove("followed");
    body.append(row);
  }
}

/** Give a table row `columns` cells after its header and before `rest` cells at its end. */
function fit(row, columns, rest) {
  while (row.cells.length - 1 - rest > columns) row.cells[columns + 1].remove();
  while (row.cells.length - 1 - rest < columns) row.cells[row.cells.length - 1 - rest].after(row.cells[1].cloneNode(true));
}

function headers(element, labels, rowAxis, columnAxis) {
  const text = (axis, position) => labels[axis]?.[position] ?? String(position + 1);
  const name = (header, wanted) => {
    write(header, wanted);
    mark(header, "title", wanted);
  };
  [...element.querySelectorAll("tbody th")].forEach((header, i) => name(header, text(rowAxis, i)));
  [...element.querySelectorAll("thead th:not(.sum)")].forEach((header, c) => name(header, text(columnAxis, c)));
}

/** Cells in slots are as wide as the style says; where a text is longer than nearly all are, it says how long. */
function makeRoom(element, texts) {
  const longest = Math.max(...texts.map(({ length }) => length));
  const wanted = longest > USUAL ? String(longest) : "";
  if (element.style.getPropertyValue("--longest") !== wanted) element.style.setProperty("--longest", wanted);
}

/** So many characters to the right of the middle, where its column's decimal points are. */
function lean(element, by) {
  if (by) mark(element, "data-lean", String(by));
  else if ("lean" in element.dataset) delete element.dataset.lean;
}
