// Taking things along: the figure as SVG and PNG, the state as JSON, all matrices as NumPy and LaTeX. Python writes, this saves.

const FILES = {
  svg: ["figure.svg", "image/svg+xml"], png: ["figure.png", "image/png"], json: ["state.json", "application/json"],
  numpy: ["matrices.py", "text/x-python"], latex: ["matrices.tex", "text/x-tex"],
};
const SCALE = 2; // of the PNG: sharp on a projector

export class Exports {
  #ask;
  #model;

  constructor({ ask, model }) {
    this.#ask = ask;
    this.#model = model;
  }

  /** form: svg, png, json, numpy or latex. */
  async save(form) {
    if (form === "json") {
      download(form, `${JSON.stringify(this.#model.state, null, 1)}\n`);
      return;
    }
    const reply = await this.#ask({ type: "export", form: form === "png" ? "svg" : form });
    if (reply) download(form, form === "png" ? await painted(reply.drawing) : reply.text);
  }
}

function download(form, content) {
  const [name, type] = FILES[form];
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The drawing of the SVG on a canvas: a strict policy lets no image be loaded from memory. */
function painted({ width, height, rectangles, texts }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: width * SCALE, height: height * SCALE });
  const context = canvas.getContext("2d");
  context.scale(SCALE, SCALE);
  for (const { x, y, width: w, height: h, fill, stroke } of rectangles) {
    context.fillStyle = fill;
    context.fillRect(x, y, w, h);
    if (!stroke) continue;
    context.strokeStyle = stroke;
    context.strokeRect(x, y, w, h);
  }
  for (const { x, y, text, size, anchor, style, fill, family } of texts) {
    context.font = `${style} ${size}px ${family}`;
    context.fillStyle = fill;
    context.textAlign = { start: "left", middle: "center", end: "right" }[anchor];
    context.fillText(text, x, y);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
