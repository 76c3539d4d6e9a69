// The figure as a whole: eleven matrices, their mirrors, the followed row, what is lit, what is out of date.

import { GIVEN, SHAPES, sizesOf } from "./model.js";
import { MatrixView, MirrorView } from "./matrix.js";

const BLINK = 150; // ms

export class Figure {
  constructor(element, words, baked) {
    this.element = element;
    this.words = words;
    this.matrices = new Map(Object.keys(SHAPES).map((name) => {
      const matrix = new MatrixView(element.querySelector(`[data-matrix="${name}"]`), words);
      matrix.label(baked.state.tokens);
      return [name, matrix];
    }));
    this.mirrors = [...element.querySelectorAll("[data-mirror]")].map((mirror) => new MirrorView(mirror));
    this.reply = baked.reply;
    this.#follow(0);
    element.addEventListener("animationend", ({ target }) => target.classList.remove("fresh"));
  }

  cell({ matrix, row, column }) {
    return this.matrices.get(matrix).cell(row, column);
  }

  /** At once, before Python has answered: sizes, labels, the reader's texts, the pins. */
  showState(state) {
    const sizes = sizesOf(state);
    for (const [name, matrix] of this.matrices) {
      matrix.resize(...SHAPES[name].map((axis) => sizes[axis]));
      matrix.label(state.tokens);
      matrix.showPins(state.pins.filter(([owner]) => owner === name).map(([, row, column]) => [row, column]));
    }
    for (const name of GIVEN) state.cells[name].forEach((line, i) => line.forEach((text, c) => this.matrices.get(name).showText(i, c, text)));
    for (const [name, row, column, text] of state.pins) this.matrices.get(name).showText(row, column, text);
    this.#follow(state.followed);
  }

  /** Python is asked: what it computes is out of date until it answers, and looks it if that takes longer than a blink. */
  await() {
    this.#waiting ??= setTimeout(() => this.element.classList.add("waiting"), BLINK);
    for (const [name, { element }] of this.matrices) if (!GIVEN.includes(name)) element.dataset.status = "stale";
  }

  /** Python's answer. Returns [name, cells changed] per matrix that changed. */
  showReply(reply, tokens) {
    clearTimeout(this.#waiting);
    this.#waiting = null;
    this.element.classList.remove("waiting");
    this.reply = reply;
    this.#clearProblems();
    const changes = [];
    for (const [name, matrix] of this.matrices) {
      const count = matrix.show(reply.matrices[name]);
      if (count) changes.push([name, count]);
      matrix.element.dataset.status = "current";
      const changed = reply.changed[name].changed ? "yes" : "no";
      matrix.element.dataset.changed = changed;
      matrix.element.querySelector(".changed").textContent = this.words.say(`ui.changed_${changed}`);
    }
    this.matrices.get("A").showSums(reply.sums);
    for (const mirror of this.mirrors) mirror.show(reply.matrices[mirror.name], tokens);
    this.element.querySelector('[data-chip="scale"] .chip-note').textContent =
      this.words.say("chips.scale_note", { d_k: reply.sizes.d_k, divisor: reply.divisor });
    this.#showNotes(reply.notes);
    this.showView(this.element.dataset.view);
    return changes;
  }

  /** The reader's mistakes: bad cells are marked, everything computed stays and is out of date. */
  showProblems(problems) {
    this.#clearProblems();
    this.await();
    problems.forEach((problem, position) => {
      const matrix = this.matrices.get(problem.matrix);
      if (!matrix) return;
      matrix.element.dataset.status = "invalid";
      this.#note(matrix, this.words.problem(problem));
      const input = problem.row === null ? null : matrix.cell(problem.row, problem.column ?? 0);
      if (!input || problem.code === "overflow") return;
      input.setAttribute("aria-invalid", "true");
      input.parentElement.classList.add("invalid");
      input.setAttribute("aria-describedby", `problem-${position}`);
    });
  }

  /** decimal, exact, or baseline: the old values of what changed. */
  showView(view) {
    this.element.dataset.view = view;
    const { exact, changed } = this.reply;
    const rows = exact.rows ?? [];
    const texts = {
      decimal: () => () => null,
      exact: (name) => (i, c) => ({ S: exact.S?.[i]?.[c], A: rows[i]?.A?.[c], O: rows[i]?.O?.[c] })[name],
      baseline: (name) => {
        const old = new Map(changed[name].cells.map(([row, column, text]) => [`${row},${column}`, text]));
        return (i, c) => old.get(`${i},${c}`);
      },
    }[view];
    for (const [name, matrix] of this.matrices) matrix.cover(texts(name));
    this.element.querySelectorAll("[data-row-sum]").forEach((sum, i) => {
      const form = view === "exact" && rows[i]?.sum ? `/(${rows[i].sum})` : null;
      if (form) sum.dataset.form = form;
      else delete sum.dataset.form;
    });
  }

  /** Light what a cell is made from: reads as [matrix, row | null, column | null], null for all of them. */
  light(reads, own = null) {
    for (const lit of this.element.querySelectorAll(".lit, .own")) lit.classList.remove("lit", "own");
    if (own) this.cell(own)?.parentElement.classList.add("own");
    for (const [name, row, column] of reads) {
      const { rows, columns } = this.reply.matrices[name];
      for (const i of row === null ? range(rows) : [row]) {
        for (const c of column === null ? range(columns) : [column]) {
          this.matrices.get(name).cell(i, c)?.parentElement.classList.add("lit");
          for (const mirror of this.mirrors) if (mirror.name === name) mirror.cell(i, c)?.classList.add("lit");
        }
      }
    }
  }

  #waiting = null;

  #follow(row) {
    this.element.dataset.followed = row;
    for (const old of this.element.querySelectorAll("tr.followed")) old.classList.remove("followed");
    for (const table of this.element.querySelectorAll('[data-row-axis="receiving"] tbody')) table.rows[row]?.classList.add("followed");
  }

  #showNotes(notes) {
    for (const note of notes) {
      const matrix = this.matrices.get(note.matrix);
      this.#note(matrix, this.words.problem(note, "notes"));
      if (note.code === "row-sum") matrix.element.querySelector(`[data-row-sum="${note.row}"]`).classList.add("broken");
      else matrix.cell(note.row, note.column).parentElement.classList.add("broken");
    }
  }

  #note(matrix, text) {
    const note = matrix.element.querySelector(".note");
    note.textContent = note.textContent ? `${note.textContent} · ${text}` : text;
    note.title = note.textContent;
  }

  #clearProblems() {
    for (const note of this.element.querySelectorAll(".note")) {
      if (note.textContent) note.textContent = note.title = "";
    }
    for (const broken of this.element.querySelectorAll(".broken")) broken.classList.remove("broken");
    for (const input of this.element.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      input.parentElement.classList.remove("invalid");
    }
    for (const { element } of this.matrices.values()) if (element.dataset.status === "invalid") element.dataset.status = "current";
  }
}

const range = (length) => Array.from({ length }, (_, index) => index);
