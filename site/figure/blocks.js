// Whole blocks: paste from the focused cell on, copy the focused matrix, set a row or a matrix. Python reads and writes the texts.

import { ask, copy } from "../dom/clipboard.js";
import { stopEditing } from "./grid.js";
import { MAX_SIZE, axesOf, matricesOf, sizesOf } from "../state/model.js";

export class Blocks {
  #focused = { matrix: "X", row: 0, column: 0 };

  constructor({ engine, model, figure, words, tell, complain }) {
    Object.assign(this, { engine, model, words, tell, complain });
    figure.element.addEventListener("paste", (event) => this.#paste(event));
    for (const button of document.querySelectorAll("[data-fill]")) {
      button.addEventListener("click", () => this.#fill(button.dataset.fill));
    }
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => this.#copy(button.dataset.copy));
    }
  }

  focus(place) {
    this.#focused = place;
    document.getElementById("fill-target").textContent = this.words.say("ui.fill_target", { matrix: place.matrix });
    document.getElementById("copy-label").textContent = this.words.say("ui.copy_matrix", { matrix: place.matrix });
  }

  /** A matrix that has gone takes the focus of what acts on it along. */
  show(state) {
    if (!matricesOf(state).includes(this.#focused.matrix)) this.focus({ matrix: "X", row: 0, column: 0 });
  }

  async #paste(event) {
    const text = event.clipboardData.getData("text/plain");
    if (!event.target.matches("[data-matrix] td input") || !/[\t\n;\[\\]/.test(text.trim())) return; // one cell: the field's own paste
    event.preventDefault();
    stopEditing(event.target);
    const place = this.#focused;
    const reply = await this.#ask({ type: "read", text });
    if (reply) await this.#put(place, reply.rows);
  }

  /** Put rows of texts into a matrix from a place on; what does not fit asks for another size or is refused. */
  async #put({ matrix, row, column }, rows) {
    const sizes = sizesOf(this.model.state);
    const [rowAxis, columnAxis] = axesOf(this.model.state, matrix);
    const need = { rows: row + rows.length, columns: column + rows[0].length };
    const writes = rows.flatMap((line, i) => line.map((text, c) => [matrix, row + i, column + c, text]));
    if (need.rows <= sizes[rowAxis] && need.columns <= sizes[columnAxis]) {
      this.model.write(writes);
      return;
    }
    const grown = { [rowAxis]: Math.max(sizes[rowAxis], need.rows) };
    grown[columnAxis] = Math.max(grown[columnAxis] ?? sizes[columnAxis], need.columns); // D, S, A of self-attention: both axes are T
    const said = {
      got: `[${rows.length},${rows[0].length}]`,
      room: `[${sizes[rowAxis] - row},${sizes[columnAxis] - column}]`,
      need: `[${grown[rowAxis]},${grown[columnAxis]}]`,
    };
    if (Math.max(...Object.values(grown)) > MAX_SIZE) this.complain(this.words.say("ui.paste_refused", said));
    else if (await ask(this.words.say("ui.paste_resize", said), this.words)) this.model.resize(grown, writes);
  }

  async #fill(kind) {
    const { matrix } = this.#focused;
    const row = Math.min(this.#focused.row, sizesOf(this.model.state)[axesOf(this.model.state, matrix)[0]] - 1);
    const vector = document.getElementById("fill-vector").value.split(/[,，;；\s]+/).filter(Boolean);
    const reply = await this.#ask({
      type: "fill", state: this.model.state, matrix, kind: kind.replace("-row", ""), row: kind === "zero-row" ? row : null, vector,
    });
    if (reply) this.model.write(reply.cells.map(([i, c, text]) => [matrix, i, c, text]));
  }

  async #copy(form) {
    const reply = await this.#ask({ type: "copy", state: this.model.state, matrix: this.#focused.matrix, form });
    if (reply && (await copy(reply.text, this.words))) this.tell(this.words.say("ui.copied"));
  }

  async #ask(message) {
    this.engine.start();
    const reply = await this.engine.request(message);
    if (reply.type === "rejected") this.complain(this.words.problems(reply.problems));
    return ["rejected", "crashed"].includes(reply.type) ? null : reply;
  }
}
