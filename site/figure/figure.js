// The figure as a whole: its matrices, their mirrors, the followed row, what is lit, what is out of date.

import { setHidden, setText } from "../dom/set.js";
import { variantOf } from "../state/declared.js";
import { MatrixView, tdOf } from "./matrix.js";
import { MirrorView } from "./mirror.js";

const BLINK = 150; // ms

export class Figure {
  element;
  #answer;
  #declared;
  #tell;
  #words;
  #matrices; // name → MatrixView, X_src among them even while it is out of use
  #mirrors;
  #sources; // where X_src lies while it is out of use
  #labels; // of positions, by axis
  #present; // the names of the matrices that the state has
  #waiting = null; // the timer after which the figure looks out of date
  #marked = false; // whether a problem or a note stands in the figure

  constructor(element, { answer, declared, model, tell, words }) {
    this.element = element;
    this.#answer = answer;
    this.#declared = declared;
    this.#tell = tell;
    this.#words = words;
    this.#sources = element.querySelector("#sources");
    const find = (name) => [element, this.#sources.content].map((part) => part.querySelector(`[data-matrix="${name}"]`)).find(Boolean);
    this.#matrices = new Map(declared.names.map((name) => [name, new MatrixView(find(name), words)]));
    this.#mirrors = [...element.querySelectorAll("[data-mirror]")].map((mirror) => new MirrorView(mirror));
    this.#present = declared.matricesOf(model.state);
    this.#labels = model.labels;
    for (const name of this.#present) this.#matrices.get(name).label(this.#labels);
    this.#follow(0);
  }

  /** The field of a place; undefined where there is no such cell. */
  cell({ matrix, row, column }) {
    return this.#present.includes(matrix) ? this.#matrices.get(matrix).cell(row, column) : undefined;
  }

  /** Which matrices may be edited, by name; without a list, all of them. */
  allow(names = this.#declared.names) {
    for (const [name, matrix] of this.#matrices) matrix.allow(names.includes(name));
  }

  /** At once, before Python has answered: sizes, labels, the reader's texts, the pins. */
  showState(state) {
    this.#showSwitches(state);
    this.#showSources(state);
    const labels = this.#labels = this.#declared.labelsOf(state);
    for (const name of this.#present) {
      const matrix = this.#matrices.get(name);
      matrix.resize(...this.#declared.shapeOf(state, name));
      matrix.label(labels);
      matrix.showPins(state.pins.filter(([owner]) => owner === name).map(([, row, column]) => [row, column]));
      if (this.#declared.isGiven(name)) matrix.showTexts(state.cells[name]);
    }
    for (const [name, row, column, text] of state.pins) this.#matrices.get(name).showText(row, column, text);
    this.#follow(state.followed);
  }

  /** What Python computes is out of date until it answers, and looks it if that takes longer than a blink. */
  markStale() {
    this.element.dataset.around = "stale";
    this.#waiting ??= setTimeout(() => this.#lookStale(true), BLINK);
    for (const [name, { element }] of this.#matrices) {
      if (!this.#declared.isGiven(name)) element.dataset.status = "stale";
    }
  }

  /** Python's matrices. Returns [name, cells changed] per matrix that changed. */
  showMatrices({ matrices, changed, sums, notes, sizes, divisor }) {
    clearTimeout(this.#waiting);
    this.#waiting = null;
    this.#lookStale(false);
    this.#clearProblems();
    const changes = [];
    for (const name of this.#present) {
      const matrix = this.#matrices.get(name);
      const count = matrix.show(matrices[name]);
      if (count) changes.push([name, count]);
      matrix.element.dataset.status = "current";
      matrix.showChanged(changed[name].changed);
    }
    this.#matrices.get("A").showSums(sums);
    for (const mirror of this.#mirrors) if (mirror.name in matrices) mirror.show(matrices[mirror.name], this.#labels);
    this.#follow(Number(this.element.dataset.followed)); // mirrors have their rows only now
    setText(this.element.querySelector('[data-chip="scale"] .chip-note'),
      this.#words.say("chips.scale_note", { d_k: sizes.d_k, divisor }));
    this.#showNotes(notes);
    const { view } = this.element.dataset;
    // forms of numbers that stay, stay
    if (view === "baseline" || (view === "exact" && changes.length)) this.showView(view);
    return changes;
  }

  /** The whole answer: the exact forms are of interest here. */
  showAround() {
    this.element.dataset.around = "current";
    if (this.element.dataset.view === "exact") this.showView("exact");
  }

  /** The reader's mistakes: bad cells are marked, everything computed stays and is out of date. */
  showProblems(problems) {
    this.#clearProblems();
    this.markStale();
    this.#marked = problems.length > 0;
    problems.forEach((problem, position) => {
      const matrix = this.#matrices.get(problem.matrix);
      if (!matrix || problem.sample) return;
      matrix.element.dataset.status = "invalid";
      matrix.addNote(this.#words.problem(problem));
      const input = problem.row === null ? null : matrix.cell(problem.row, problem.column ?? 0);
      if (!input || problem.code === "overflow") return;
      input.setAttribute("aria-invalid", "true");
      tdOf(input).classList.add("invalid");
      input.setAttribute("aria-describedby", `problem-${position}`);
    });
  }

  get hasProblems() {
    return this.element.querySelector('[data-status="invalid"]') !== null;
  }

  /** decimal, exact, or baseline: the old values of what changed. */
  showView(view) {
    this.element.dataset.view = view;
    const { exact, changed } = this.#answer.reply;
    const rows = exact?.rows ?? [];
    const textsOf = {
      decimal: () => () => null,
      exact: (name) => (i, c) => ({ S: exact?.S?.[i]?.[c], A: rows[i]?.A?.[c], O: rows[i]?.O?.[c] })[name],
      baseline: (name) => {
        const old = new Map((changed[name]?.cells ?? []).map(([row, column, text]) => [`${row},${column}`, text]));
        return (i, c) => old.get(`${i},${c}`);
      },
    }[view];
    for (const name of this.#present) this.#matrices.get(name).cover(textsOf(name));
    this.element.querySelectorAll("[data-row-sum]").forEach((sum, i) => {
      const form = view === "exact" && rows[i]?.sum ? `/(${rows[i].sum})` : null;
      if (form) sum.dataset.form = form;
      else delete sum.dataset.form;
    });
  }

  /** Mark the matrices, and their mirrors, that a step of the path speaks of. */
  speakOf(names) {
    for (const [name, { element }] of this.#matrices) element.classList.toggle("spoken", names.includes(name));
    for (const { element, name } of this.#mirrors) element.classList.toggle("spoken", names.includes(name));
  }

  /** Light what a cell is made from: places whose row or column is null for all of them. */
  light(places, own = null) {
    for (const lit of this.element.querySelectorAll(".lit, .own")) lit.classList.remove("lit", "own");
    if (own) tdOf(this.cell(own))?.classList.add("own");
    for (const { matrix: name, row, column } of places) {
      const matrix = this.#matrices.get(name);
      for (const [i, c] of matrix.cellsOf(row, column)) {
        tdOf(matrix.cell(i, c)).classList.add("lit");
        for (const mirror of this.#mirrors) if (mirror.name === name) mirror.cell(i, c)?.classList.add("lit");
      }
    }
  }

  #lookStale(yes) {
    for (const part of [this.element, document.getElementById("steps")]) part?.classList.toggle("waiting", yes);
    for (const [name, matrix] of this.#matrices) if (!this.#declared.isGiven(name)) matrix.saysStale(yes);
    if (yes) this.#tell(this.#words.say("ui.stale"));
  }

  /** Variant and mistake: which chips, names and mirrors stand. */
  #showSwitches(state) {
    this.element.dataset.variant = variantOf(state);
    const active = [variantOf(state), state.mistake ?? "right"];
    for (const part of this.element.querySelectorAll("[data-when]")) {
      setHidden(part, !part.dataset.when.split(" ").some((name) => active.includes(name)));
    }
  }

  /** X_src stands in the figure only where the sources are a sequence of its own. */
  #showSources(state) {
    this.#present = this.#declared.matricesOf(state);
    const { element } = this.#matrices.get("X_src");
    const wanted = this.#present.includes("X_src");
    if (wanted === this.element.contains(element)) return;
    if (wanted) this.#sources.before(element);
    else {
      if (element.contains(document.activeElement)) this.#matrices.get("X").cell(0, 0).focus();
      this.#sources.content.append(element);
    }
  }

  #follow(row) {
    this.element.dataset.followed = row;
    for (const table of this.element.querySelectorAll('[data-row-axis="receiving"] tbody')) {
      [...table.rows].forEach((line, i) => line.classList.toggle("followed", i === row));
    }
  }

  #showNotes(notes) {
    this.#marked = notes.length > 0;
    for (const note of notes) {
      const matrix = this.#matrices.get(note.matrix);
      matrix.addNote(this.#words.problem(note, "notes"));
      if (note.column === null) matrix.markSum(note.row, { differs: note.got !== "NaN" });
      else tdOf(matrix.cell(note.row, note.column)).classList.add("broken");
    }
  }

  #clearProblems() {
    if (!this.#marked) return;
    for (const matrix of this.#matrices.values()) matrix.clearNotes();
    for (const broken of this.element.querySelectorAll(".broken")) broken.classList.remove("broken", "differs");
    for (const input of this.element.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      tdOf(input).classList.remove("invalid");
    }
    for (const { element } of this.#matrices.values()) {
      if (element.dataset.status === "invalid") element.dataset.status = "current";
    }
  }
}
