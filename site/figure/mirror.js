// A matrix where it appears again as a factor, to read; K transposed.

import { setAttribute, setText } from "../dom/set.js";
import { fitTable, makeRoom, shift, showHeaders } from "./table.js";

export class MirrorView {
  element;
  name; // of the matrix
  #transposed;
  #fitted; // sizes and labels, as JSON
  #numbers; // rows of their elements

  constructor(element) {
    this.element = element;
    this.name = element.dataset.mirror;
    this.#transposed = "transposed" in element.dataset;
  }

  show({ numbers, mirror_shifts: shifts }, labels) {
    const lines = this.#transposed ? numbers[0].map((_, c) => numbers.map((row) => row[c])) : numbers;
    this.#fit(lines.length, lines[0].length, labels);
    makeRoom(this.element, lines.flat());
    this.#numbers.forEach((row, i) => row.forEach((number, c) => {
      setText(number, lines[i][c]);
      shift(number, shifts?.[i][c]);
    }));
  }

  /** The cell that stands for [row, column] of the original. */
  cell(row, column) {
    const [i, c] = this.#transposed ? [column, row] : [row, column];
    return this.element.querySelector("tbody").rows[i]?.cells[c + 1];
  }

  #fit(rows, columns, labels) {
    const wanted = JSON.stringify([rows, columns, labels]);
    if (wanted === this.#fitted) return;
    this.#fitted = wanted;
    fitTable(this.element, rows, columns, 0);
    const body = [...this.element.querySelector("tbody").rows];
    body.forEach((row, i) => setAttribute(row, "data-row", String(i)));
    this.#numbers = body.map((row) => [...row.querySelectorAll("span")]);
    setText(this.element.querySelector(".shape"), `[${rows},${columns}]`);
    showHeaders(this.element, labels, this.element.dataset.rowAxis, this.element.dataset.columnAxis);
  }
}
