// The figure as a whole: eleven matrices, their mirrors, the followed row, what is lit, what is out of date.

import { GIVEN, SHAPES, labelsOf, matricesOf, sizesOf, variantOf } from "../state/model.js";
import { MatrixView, MirrorView, tdOf } from "./matrix.js";
import { hide, write } from "../dom/write.js";

const BLINK = 150; // ms
const HTML_OF = { X: "<i>X</i>", X_src: "<i>X</i><sub>src</sub>" };

export class Figure {
  constructor(element, words, baked) {
    this.element = element;
    this.words = words;
    this.matrices = new Map(matricesOf(baked.state).map((name) => {
      const matrix = new MatrixView(element.querySelector(`[data-matrix="${name}"]`), words);
      matrix.label(labelsOf(baked.state));
      return [name, matrix];
    }));
    this.#likeX = this.matrices.get("X").element.cloneNode(true);
    this.mirrors = [...element.querySelectorAll("[data-mirror]")].map((mirror) => new MirrorView(mirror));
    this.reply = baked.reply;
    this.#follow(0);
  }

  cell({ matrix, row, column }) {
    return this.matrices.get(matrix)?.cell(row, column);
  }

  /** Which matrices may be edited, by name; without a list, all of them. */
  allow(names) {
    this.#allowed = names;
    for (const [name, { element }] of this.matrices) {
      for (const input of element.querySelectorAll("td input")) input.readOnly = names !== undefined && !names.includes(name);
    }
  }

  /** At once, before Python has answered: sizes, labels, the reader's texts, the pins. */
  showState(state) {
    const sizes = sizesOf(state);
    this.#showSwitches(state);
    for (const [name, matrix] of this.matrices) {
      matrix.resize(...SHAPES[name].map((axis) => sizes[axis]));
      matrix.label(labelsOf(state));
      matrix.showPins(state.pins.filter(([owner]) => owner === name).map(([, row, column]) => [row, column]));
    }
    for (const [name, matrix] of this.matrices) {
      if (GIVEN.includes(name)) matrix.showTexts(state.cells[name]);
    }
    for (const [name, row, column, text] of state.pins) this.matrices.get(name).showText(row, column, text);
    this.#follow(state.followed);
  }

  /** Python is asked: what it computes is out of date until it answers, and looks it if that takes longer than a blink. */
  await() {
    this.element.dataset.around = "stale";
    this.#waiting ??= setTimeout(() => this.#lookStale(true), BLINK);
    for (const [name, { element }] of this.matrices) if (!GIVEN.includes(name)) element.dataset.status = "stale";
  }

  /** Python's answer. Returns [name, cells changed] per matrix that changed. */
  showReply(reply, labels) {
    clearTimeout(this.#waiting);
    this.#waiting = null;
    this.#lookStale(false);
    this.reply = reply;
    this.#clearProblems();
    const changes = [];
    for (const [name, matrix] of this.matrices) {
      const count = matrix.show(reply.matrices[name]);
      if (count) changes.push([name, count]);
      matrix.element.dataset.status = "current";
      const changed = reply.changed[name].changed ? "yes" : "no";
      if (changed === matrix.element.dataset.changed) continue;
      matrix.element.dataset.changed = changed;
      matrix.element.querySelector(".changed").textContent = this.words.say(`ui.changed_${changed}`);
    }
    this.matrices.get("A").showSums(reply.sums);
    for (const mirror of this.mirrors) mirror.show(reply.matrices[mirror.name], labels);
    this.#follow(Number(this.element.dataset.followed)); // mirrors have their rows only now
    write(this.element.querySelector('[data-chip="scale"] .chip-note'),
      this.words.say("chips.scale_note", { d_k: reply.sizes.d_k, divisor: reply.divisor }));
    this.#showNotes(reply.notes);
    const { view } = this.element.dataset;
    if (view === "baseline" || (view === "exact" && changes.length)) this.showView(view); // forms of numbers that stay, stay
    return changes;
  }

  /** The same answer with what stands around the matrices: the exact forms are of interest here. */
  showAround(reply) {
    this.reply = reply;
    this.element.dataset.around = "current";
    if (this.element.dataset.view === "exact") this.showView("exact");
  }

  /** The reader's mistakes: bad cells are marked, everything computed stays and is out of date. */
  showProblems(problems) {
    this.#clearProblems();
    this.await();
    this.#marked = problems.length > 0;
    problems.forEach((problem, position) => {
      const matrix = this.matrices.get(problem.matrix);
      if (!matrix || problem.sample) return;
      matrix.element.dataset.status = "invalid";
      this.#note(matrix, this.words.problem(problem));
      const input = problem.row === null ? null : matrix.cell(problem.row, problem.column ?? 0);
      if (!input || problem.code === "overflow") return;
      input.setAttribute("aria-invalid", "true");
      tdOf(input).classList.add("invalid");
      input.setAttribute("aria-describedby", `problem-${position}`);
    });
  }

  /** decimal, exact, or baseline: the old values of what changed. */
  showView(view) {
    this.element.dataset.view = view;
    const { exact, changed } = this.reply;
    const rows = exact?.rows ?? [];
    const texts = {
      decimal: () => () => null,
      exact: (name) => (i, c) => ({ S: exact?.S?.[i]?.[c], A: rows[i]?.A?.[c], O: rows[i]?.O?.[c] })[name],
      baseline: (name) => {
        const old = new Map((changed[name]?.cells ?? []).map(([row, column, text]) => [`${row},${column}`, text]));
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

  /** Mark the matrices, and their mirrors, that a step of the guide speaks of. */
  speakOf(names) {
    for (const [name, { element }] of this.matrices) element.classList.toggle("spoken", names.includes(name));
    for (const mirror of this.mirrors) mirror.element.classList.toggle("spoken", names.includes(mirror.name));
  }

  /** Light what a cell is made from: reads as [matrix, row | null, column | null], null for all of them. */
  light(reads, own = null) {
    for (const lit of this.element.querySelectorAll(".lit, .own")) lit.classList.remove("lit", "own");
    if (own) tdOf(this.cell(own))?.classList.add("own");
    for (const [name, row, column] of reads) {
      const { rows, columns } = this.reply.matrices[name];
      for (const i of row === null ? range(rows) : [row]) {
        for (const c of column === null ? range(columns) : [column]) {
          tdOf(this.matrices.get(name).cell(i, c))?.classList.add("lit");
          for (const mirror of this.mirrors) if (mirror.name === name) mirror.cell(i, c)?.classList.add("lit");
        }
      }
    }
  }

  #waiting = null;
  #marked = false; // whether a problem or a note stands in the figure
  #allowed; // the names of the matrices that may be edited; undefined for all
  #likeX; // what X_src is made from

  #lookStale(yes) {
    for (const part of [this.element, document.getElementById("steps")]) part?.classList.toggle("waiting", yes);
  }

  /** Variant and mistake: which chips and names stand, and whether the sources are a matrix of their own. */
  #showSwitches(state) {
    this.element.dataset.variant = variantOf(state);
    const active = [variantOf(state), state.mistake ?? "right"];
    for (const part of this.element.querySelectorAll("[data-when]")) {
      hide(part, !part.dataset.when.split(" ").some((name) => active.includes(name)));
    }
    const cross = variantOf(state) === "cross";
    if (cross === this.matrices.has("X_src")) return;
    for (const mirror of this.mirrors) {
      if ("sources" in mirror.element.dataset) this.#rename(mirror.element, cross ? "X_src" : "X");
    }
    if (cross) this.#addSources();
    else {
      const { element } = this.matrices.get("X_src");
      if (element.contains(document.activeElement)) this.matrices.get("X").cell(0, 0).focus();
      element.remove();
      this.matrices.delete("X_src");
    }
  }

  #rename(mirror, name) {
    mirror.dataset.mirror = name;
    const link = mirror.querySelector(".name");
    link.innerHTML = HTML_OF[name];
    link.href = `#matrix-${name}`;
    link.setAttribute("aria-label", this.words.say("ui.mirror", { matrix: name.replace("_", "") })); // as it is read, too
  }

  #addSources() {
    const { words } = this;
    const element = this.#likeX.cloneNode(true);
    element.id = "matrix-X_src";
    Object.assign(element.dataset, { matrix: "X_src", rowAxis: "source" });
    element.querySelector(".name").innerHTML = HTML_OF.X_src;
    element.querySelector(".axes span").textContent = `${words.say("axes.rows")} ${words.say("axes.source")}`;
    element.querySelector("table").setAttribute("aria-label", "X_src");
    element.querySelector(".edge .stepper").remove(); // d_in is X's
    element.querySelector(".foot .axis").innerHTML = "<i>T</i><sub>src</sub>";
    for (const button of element.querySelectorAll("[data-grow]")) {
      button.dataset.grow = "T_src";
      button.setAttribute("aria-label", words.say(Number(button.dataset.by) < 0 ? "ui.shrink" : "ui.grow", { axis: "T_src" }));
    }
    for (const input of element.querySelectorAll("td input")) input.readOnly = this.#allowed?.includes("X_src") === false;
    this.element.querySelector("[data-sources-here]").append(element);
    const matrix = new MatrixView(element, words);
    matrix.describe();
    this.matrices.set("X_src", matrix);
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
      const matrix = this.matrices.get(note.matrix);
      this.#note(matrix, this.words.problem(note, "notes"));
      if (note.column === null) matrix.element.querySelector(`[data-row-sum="${note.row}"]`).classList.add("broken", ...(note.got === "NaN" ? [] : ["differs"]));
      else tdOf(matrix.cell(note.row, note.column)).classList.add("broken");
    }
  }

  #note(matrix, text) {
    const note = matrix.element.querySelector(".note");
    note.textContent = note.textContent ? `${note.textContent} · ${text}` : text;
    note.title = note.textContent;
  }

  #clearProblems() {
    if (!this.#marked) return;
    for (const note of this.element.querySelectorAll(".note")) {
      if (note.textContent) note.textContent = note.title = "";
    }
    for (const broken of this.element.querySelectorAll(".broken")) broken.classList.remove("broken", "differs");
    for (const input of this.element.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      tdOf(input).classList.remove("invalid");
    }
    for (const { element } of this.matrices.values()) if (element.dataset.status === "invalid") element.dataset.status = "current";
  }
}

const range = (length) => Array.from({ length }, (_, index) => index);
