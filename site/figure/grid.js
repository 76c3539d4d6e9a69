// Keyboard and pointer in the grids: one Tab stop per matrix, arrows inside, typing replaces, Enter or leaving commits.
//
// Calls focused(place) when a cell gets focus and committed(place, text) when a text is to be taken; place is
// {head, matrix, row, column}. A cell being edited carries data-editing, and nobody else writes into it until that ends.

import { textOf } from "./matrix.js";

export class Grid {
  #before = null; // the text that held when the edit began
  #typed = false; // whether anything was typed since; by now another text may hold

  #focused; // what to call
  #committed;

  constructor(figure, { focused, committed }) {
    this.#focused = focused;
    this.#committed = committed;
    const on = (type, act) => figure.addEventListener(type, (event) => {
      const input = event.target.closest?.("[data-matrix] td input");
      if (input) act.call(this, event, input);
    });
    on("focusin", this.#enter);
    on("focusout", (_, input) => this.#commit(input));
    on("input", (_, input) => {
      this.#begin(input);
      this.#typed = true;
    });
    on("mousedown", (event, input) => {
      // a second click keeps the selection, so that typing still replaces
      if (input === document.activeElement && !this.#editing(input)) event.preventDefault();
    });
    on("mouseup", (event, input) => {
      if (this.#editing(input)) return;
      event.preventDefault(); // WebKit would put the caret where the click was
      input.select();
    });
    on("dblclick", (_, input) => this.#begin(input));
    on("keydown", this.#key);
  }

  #enter(_, input) {
    const grid = input.closest("[data-matrix]");
    for (const other of grid.querySelectorAll('td input[tabindex="0"]')) other.tabIndex = -1;
    input.tabIndex = 0;
    input.select();
    this.#focused(placeOf(input));
  }

  #editing(input) {
    return "editing" in input.dataset;
  }

  #begin(input) {
    if (this.#editing(input) || input.readOnly) return;
    this.#before = textOf(input);
    this.#typed = false;
    input.dataset.editing = "";
  }

  #commit(input) {
    if (!this.#editing(input)) return;
    const text = input.value;
    const meant = text !== this.#before || (this.#typed && text !== textOf(input));
    stopEditing(input);
    if (meant) this.#committed(placeOf(input), text);
  }

  #key(event, input) {
    const { key } = event;
    if (event.altKey || event.isComposing) return;
    if (key === "Enter" && this.#editing(input)) {
      this.#commit(input);
      input.select();
    } else if (key === "Enter" || key === "F2") {
      this.#begin(input);
      input.setSelectionRange(input.value.length, input.value.length);
    } else if (key === "Escape" && this.#editing(input)) {
      stopEditing(input);
      input.select();
    } else {
      const target = this.#target(event, input);
      if (!target) return;
      if (target !== input) target.focus();
    }
    event.preventDefault();
  }

  /** The cell that a key leads to; null where the key belongs to the text. */
  #target({ key, ctrlKey, metaKey }, input) {
    const rows = [...input.closest("tbody").rows].map((row) => [...row.querySelectorAll("input")]);
    const [i, c] = [Number(input.dataset.row), Number(input.dataset.col)];
    const [lastRow, lastColumn] = [rows.length - 1, rows[0].length - 1];
    const at = (row, column) => rows[clamp(row, lastRow)][clamp(column, lastColumn)];
    if (key === "ArrowUp" && !ctrlKey) return at(i - 1, c);
    if (key === "ArrowDown" && !ctrlKey) return at(i + 1, c);
    if (this.#editing(input)) return null;
    if (ctrlKey || metaKey) return { Home: at(0, 0), End: at(lastRow, lastColumn) }[key] ?? null;
    return { ArrowLeft: at(i, c - 1), ArrowRight: at(i, c + 1), Home: at(i, 0), End: at(i, lastColumn) }[key] ?? null;
  }
}

/** End an edit without taking it: the cell shows what holds by now. */
export function stopEditing(input) {
  delete input.dataset.editing;
  input.value = textOf(input);
}

function placeOf(input) {
  const { matrix } = input.closest("[data-matrix]").dataset;
  return { head: 0, matrix, row: Number(input.dataset.row), column: Number(input.dataset.col) };
}

const clamp = (index, last) => Math.max(0, Math.min(last, index));
