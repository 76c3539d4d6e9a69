// The tables that matrices and mirrors are drawn in: their rows and columns, headers, widths, alignment.

import { setAttribute, setText } from "../dom/set.js";

const USUAL = 8; // characters: 0.503490

/** Give a table its rows and columns; `rest` as in fit. */
export function fitTable(element, rows, columns, rest) {
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
export function fit(row, columns, rest) {
  while (row.cells.length - 1 - rest > columns) row.cells[columns + 1].remove();
  while (row.cells.length - 1 - rest < columns) row.cells[row.cells.length - 1 - rest].after(row.cells[1].cloneNode(true));
}

export function showHeaders(element, labels, rowAxis, columnAxis) {
  const text = (axis, position) => labels[axis]?.[position] ?? String(position + 1);
  const name = (header, wanted) => {
    setText(header, wanted);
    setAttribute(header, "title", wanted);
  };
  [...element.querySelectorAll("tbody th")].forEach((header, i) => name(header, text(rowAxis, i)));
  [...element.querySelectorAll("thead th:not(.sum)")].forEach((header, c) => name(header, text(columnAxis, c)));
}

/** Cells in slots are as wide as the style says; where a text is longer than nearly all are, it says how long. */
export function makeRoom(element, texts) {
  const longest = Math.max(...texts.map(({ length }) => length));
  const wanted = longest > USUAL ? String(longest) : "";
  if (element.style.getPropertyValue("--longest") !== wanted) element.style.setProperty("--longest", wanted);
}

/** Move a number by half digits from the middle, to where its column's decimal points are. */
export function shift(element, by) {
  if (by) setAttribute(element, "data-shift", String(by));
  else if ("shift" in element.dataset) delete element.dataset.shift;
}
