// The pictures: values, their box and hull and the followed row's mix; queries and keys as vectors. Numbers come from
// Python. A point that is dragged, or moved with the arrow keys, overrides its two cells.

import { byId } from "../dom/find.js";
import { line, shape } from "../dom/svg.js";

const WIDTH = 320, HEIGHT = 240, MARGIN = 32;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Pictures {
  #figure;
  #model;
  #words;
  #values = byId("picture-values");
  #directions = byId("picture-directions");
  #drag = null; // {svg, matrix, row, view, moved}
  #shown = null; // {reply, state}: the last answer drawn
  #moved = null; // where arrow keys have led since the last answer: {matrix, row, point}

  constructor(live) {
    const { figure, model, words } = live;
    this.#figure = figure;
    this.#model = model;
    this.#words = words;
    live.addEventListener("shown", ({ detail }) => this.#show(detail));
    for (const svg of [this.#values, this.#directions]) {
      svg.addEventListener("pointerdown", (event) => this.#grab(event, svg));
      svg.addEventListener("pointermove", (event) => this.#move(event));
      svg.addEventListener("pointerup", () => this.#drop());
      svg.addEventListener("pointercancel", () => this.#drop());
      svg.addEventListener("keydown", (event) => this.#key(event));
    }
    this.#show(live.answer.shown);
  }

  /** Draw Python's answer to a state; labels as in the figure. */
  #show({ reply, state }) {
    const { pictures: { values, directions }, sizes: { d_v, d_k }, matrices } = reply;
    const labels = this.#model.declared.labelsOf(state);
    this.#shown = { reply, state };
    this.#moved = null;
    this.#explain("values", values, d_v);
    this.#explain("directions", directions, d_k);
    if (values) this.#drawValues(values, matrices, labels, state.followed);
    if (directions) this.#drawDirections(directions, matrices, labels);
  }

  /** Why a picture is not drawn: a plane needs two coordinates, and numbers that a screen can show. */
  #explain(picture, drawn, coordinates) {
    byId(`picture-${picture}`).toggleAttribute("hidden", drawn === null);
    const sentence = document.querySelector(`[data-picture-none="${picture}"]`);
    sentence.hidden = drawn !== null;
    const reason = coordinates === 2 ? "not_drawable" : `${picture}_none`;
    if (!drawn) sentence.textContent = this.#words.say(`pictures.${reason}`, { got: coordinates });
  }

  #drawValues({ points, outputs, box, hull, path }, matrices, labels, followed) {
    const view = this.#view(this.#values);
    const at = (point) => view.to(point);
    const [[left, bottom], [right, top]] = box.map(at);
    const arrows = path.slice(1).flatMap((end, j) => arrow(at(path[j]), at(end), `mix source-${j}`));
    this.#draw(this.#values, view, [
      shape("rect", { x: left, y: top, width: right - left, height: bottom - top, class: "box" }),
      shape("polygon", { points: hull.map(at).map((corner) => corner.join()).join(" "), class: "hull" }),
      ...arrows,
      ...outputs.map((output, i) => outputMark(at(output), i === followed)),
      ...outputs.map((output, i) => label(at(output), `O${i + 1}`, "output")),
      ...points.map((point, j) => this.#handle("V", j, at(point), matrices.V, labels.source[j], 18, square())),
      ...points.map((point, j) => label(at(point), `V${j + 1}`, "value")),
    ]);
  }

  #drawDirections({ queries, keys }, matrices, labels) {
    const view = this.#view(this.#directions);
    const origin = view.to([0, 0]);
    const ends = [["Q", queries], ["K", keys]];
    this.#draw(this.#directions, view, [
      ...ends.flatMap(([name, vectors]) =>
        vectors.flatMap((vector) => arrow(origin, view.to(vector), `vector ${name}`))),
      // keys first and larger: where a query ends on a key, both can still be had
      ...keys.map((key, j) => this.#handle("K", j, view.to(key), matrices.K, labels.source[j], 18, diamond())),
      ...queries.map((query, i) => this.#handle("Q", i, view.to(query), matrices.Q, labels.receiving[i], 6, dot())),
      ...ends.flatMap(([name, vectors]) => vectors.map((vector, n) =>
        label(view.to(vector), `${name}${n + 1}`, name, name === "K" ? 14 : -6))),
    ]);
  }

  /** Replace what is drawn, but leave the keyboard's focus where it was. */
  #draw(svg, view, parts) {
    const focused = svg.contains(document.activeElement) ? document.activeElement.dataset : null;
    const [x, y] = view.to([0, 0]);
    svg.replaceChildren(
      line({ x1: MARGIN / 2, x2: WIDTH - MARGIN / 2, y1: y, y2: y, class: "axis" }),
      line({ x1: x, x2: x, y1: MARGIN / 2, y2: HEIGHT - MARGIN / 2, class: "axis" }),
      ...ticks(view),
      ...parts,
    );
    if (focused) svg.querySelector(`[data-point="${focused.point}"][data-position="${focused.position}"]`)?.focus();
  }

  #handle(name, row, [x, y], matrix, token, reach, mark) {
    const [first, second] = matrix.numbers[row];
    return shape("g", {
      transform: `translate(${x} ${y})`, class: `handle ${name}`, tabindex: 0, role: "button",
      "data-point": name, "data-position": row,
      "aria-label": this.#words.say("pictures.point", { matrix: name, row: row + 1, token, x: first, y: second }),
    }, shape("circle", { r: reach, class: "reach" }), mark);
  }

  /** What fits the present points into the picture, both axes alike; kept while a point is dragged. */
  #view(svg) {
    if (this.#drag?.svg === svg) return this.#drag.view;
    const { values, directions } = this.#shown.reply.pictures;
    const drawn = svg === this.#values
      ? [values.points, values.outputs, values.path] : [directions.queries, directions.keys];
    const points = [[0, 0], ...drawn.flat()];
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
    const span = Math.max(Math.max(...xs) - left, (Math.max(...ys) - bottom) * (WIDTH / HEIGHT), 1e-6);
    const unit = (WIDTH - 2 * MARGIN) / span;
    return {
      unit,
      to: ([x, y]) => [MARGIN + (x - left) * unit, HEIGHT - MARGIN - (y - bottom) * unit],
      from: ([x, y]) => [(x - MARGIN) / unit + left, (HEIGHT - MARGIN - y) / unit + bottom],
    };
  }

  #grab(event, svg) {
    const handle = event.target.closest("[data-point]");
    // with problems the drawing is out of date and cannot follow
    if (!handle || event.button !== 0 || this.#figure.hasProblems) return;
    event.preventDefault();
    handle.focus();
    const { point: matrix, position } = handle.dataset;
    this.#drag = { svg, matrix, row: Number(position), view: this.#view(svg), moved: false };
    svg.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (!this.#drag) return;
    const { svg, matrix, row, view, moved } = this.#drag;
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * (WIDTH / box.width);
    const y = (event.clientY - box.top) * (HEIGHT / box.height);
    const writes = view.from([x, y])
      .map((value, column) => ({ head: 0, matrix, row, column, text: tidy(value, view) }));
    const before = this.#model.state;
    if (moved) this.#model.amend(writes);
    else this.#model.write(writes);
    this.#drag.moved = moved || before !== this.#model.state;
  }

  #drop() {
    const dragged = this.#drag;
    this.#drag = null;
    if (dragged?.moved) this.#show(this.#shown); // the view fits itself anew
  }

  #key(event) {
    const direction = DIRECTIONS[event.key];
    const { point: matrix, position } = event.target.dataset;
    const modified = event.altKey || event.ctrlKey || event.metaKey;
    if (!direction || !matrix || modified || this.#figure.hasProblems) return;
    event.preventDefault();
    const row = Number(position);
    const view = this.#view(event.currentTarget);
    const step = 10 ** (1 - decimals(view)) * (event.shiftKey ? 10 : 1);
    const isSame = this.#moved?.matrix === matrix && this.#moved.row === row;
    const known = isSame ? this.#moved.point : this.#shown.reply.matrices[matrix].values[row].map(Number);
    const point = known.map((value, column) => Number(tidy(value + direction[column] * step, view)));
    this.#moved = { matrix, row, point };
    const writes = point.map((value, column) => ({ head: 0, matrix, row, column, text: String(value) }));
    this.#model.write(writes.filter(({ column }) => direction[column] !== 0));
  }
}

/** As many decimals as a finger can aim at: two where a unit is a hundred pixels wide. */
const decimals = ({ unit }) => Math.max(0, Math.min(12, Math.round(Math.log10(unit))));

/** A dragged coordinate as a text to type. */
const tidy = (value, view) => String(Number(value.toFixed(decimals(view))) || 0);

function arrow([x1, y1], [x2, y2], kind) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 1) return [];
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const size = Math.min(8, length);
  const [bx, by] = [x2 - ux * size, y2 - uy * size];
  const corner = (side) => `${bx - side * uy * size * 0.45},${by + side * ux * size * 0.45}`;
  return [
    line({ x1, y1, x2: bx, y2: by, class: `arrow ${kind}` }),
    shape("polygon", { points: `${x2},${y2} ${corner(1)} ${corner(-1)}`, class: `tip ${kind}` }),
  ];
}

/** Marks on both axes at round numbers, some forty units of the drawing apart. */
function ticks({ unit, to, from }) {
  const rough = 40 / unit;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * decade).find((size) => size >= rough);
  const marks = (low, high) => {
    const length = Math.floor((high - low) / step) + 1;
    const all = Array.from({ length }, (_, n) => (Math.ceil(low / step) + n) * step);
    return all.filter((value) => value <= high && Math.abs(value) > step / 2);
  };
  const [left, top] = from([MARGIN / 2, MARGIN / 2]);
  const [right, bottom] = from([WIDTH - MARGIN / 2, HEIGHT - MARGIN / 2]);
  const text = (value) => String(Number(value.toPrecision(3))).replace("-", "−");
  return [
    ...marks(left, right).map((x) =>
      shape("text", { x: to([x, 0])[0], y: to([0, 0])[1] + 13, class: "tick" }, text(x))),
    ...marks(bottom, top).map((y) =>
      shape("text", { x: to([0, 0])[0] - 10, y: to([0, y])[1] + 4, class: "tick" }, text(y))),
  ];
}

const square = () => shape("rect", { x: -6, y: -6, width: 12, height: 12 });
const diamond = () => shape("polygon", { points: "0,-10 10,0 0,10 -10,0" });
const dot = () => shape("circle", { r: 5 });

const outputMark = ([cx, cy], followed) =>
  shape("circle", { cx, cy, r: followed ? 6 : 4, class: followed ? "output followed" : "output" });

const label = ([x, y], text, kind, dy = -9) => shape("text", { x: x + 8, y: y + dy, class: `name ${kind}` }, text);
