// Whole blocks: paste from the focused cell on, copy the focused matrix, set a row or a matrix. Python reads and writes the texts.

import { ask as askReader, copy } from "../dom/clipboard.js";
import { byId } from "../dom/find.js";
import { stopEditing } from "./grid.js";

const FIRST = { head: 0, matrix: "X", row: 0, column: 0 };

export class Blocks {
  #ask;
  #complain;
  #declared;
  #model;
  #tell;
  #words;
  #focused = FIRST;

  constructor({ ask, complain, declared, figure, model, tell, words }) {
    this.#ask = ask;
    this.#complain = complain;
    this.#declared = declared;
    this.#model = model;
    this.#tell = tell;
    this.#words = words;
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
    byId("fill-target").textContent = this.#words.say("ui.fill_target", { matrix: place.matrix });
    byId("copy-label").textContent = this.#words.say("ui.copy_matrix", { matrix: place.matrix });
  }

  /** A matrix that has gone takes the focus of what acts on it along. */
  show(state) {
    if (!this.#declared.matricesOf(state).includes(this.#focused.matrix)) this.focus(FIRST);
  }

  async #paste(event) {
    const text = event.clipboardData.getData("text/plain");
    const isBlock = /[\t\n;[\\]/.test(text.trim()); // one cell: the field's own paste
    if (!isBlock || !event.target.matches("[data-matrix] td input")) return;
    event.preventDefault();
    stopEditing(event.target);
    const place = this.#focused;
    const reply = await this.#ask({ type: "read", text });
    if (reply) await this.#put(place, reply.rows);
  }

  /** Put rows of texts into a matrix from a place on; what does not fit asks for another size or is refused. */
  async #put({ head, matrix, row, column }, rows) {
    const { sizes, state } = this.#model;
    const [rowAxis, columnAxis] = this.#declared.resizableAxes(state, matrix);
    const need = { rows: row + rows.length, columns: column + rows[0].length };
    const writes = rows.flatMap((line, i) => line.map((text, c) => ({ head, matrix, row: row + i, column: column + c, text })));
    if (need.rows <= sizes[rowAxis] && need.columns <= sizes[columnAxis]) {
      this.#model.write(writes);
      return;
    }
    const grown = { [rowAxis]: Math.max(sizes[rowAxis], need.rows) };
    // D, S, A of self-attention: both axes are T
    grown[columnAxis] = Math.max(grown[columnAxis] ?? sizes[columnAxis], need.columns);
    const said = {
      got: `[${rows.length},${rows[0].length}]`,
      room: `[${sizes[rowAxis] - row},${sizes[columnAxis] - column}]`,
      need: `[${grown[rowAxis]},${grown[columnAxis]}]`,
    };
    const fits = Math.max(...Object.values(grown)) <= this.#declared.maxSize;
    if (!fits) this.#complain(this.#words.say("ui.paste_refused", said));
    else if (await askReader(this.#words.say("ui.paste_resize", said), this.#words)) this.#model.resize(grown, writes);
  }

  async #fill(name) {
    const { matrix } = this.#focused;
    const row = Math.min(this.#focused.row, this.#declared.shapeOf(this.#model.state, matrix)[0] - 1);
    const vector = byId("fill-vector").value.split(/[,，;；\s]+/).filter(Boolean);
    const kind = name.replace("-row", "");
    const reply = await this.#ask({ type: "fill", matrix, kind, row: name === "zero-row" ? row : null, vector });
    if (reply) this.#model.write(reply.cells.map(([i, column, text]) => ({ head: 0, matrix, row: i, column, text })));
  }

  async #copy(form) {
    const reply = await this.#ask({ type: "copy", matrix: this.#focused.matrix, form });
    if (reply && (await copy(reply.text, this.#words))) this.#tell(this.#words.say("ui.copied"));
  }
}
