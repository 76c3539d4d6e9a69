// Wires the page: baked numbers → model → engine → figure. Every other module does one of these things.

import { Blocks } from "./blocks.js";
import { copy } from "./clipboard.js";
import { Code } from "./code.js";
import { Controls } from "./controls.js";
import { Engine } from "./engine.js";
import { Exercises } from "./exercises.js";
import { Figure } from "./figure.js";
import { Grid } from "./grid.js";
import { Guide } from "./guide.js";
import { Inspector } from "./inspector.js";
import { Laboratory } from "./laboratory.js";
import { LinkError, decode, encode, recall, remember } from "./link.js";
import { Model, labelsOf } from "./model.js";
import { Pictures } from "./pictures.js";
import { showSteps } from "./steps.js";
import { Switches } from "./switches.js";
import { Verify } from "./verify.js";
import { Words } from "./words.js";

const baked = JSON.parse(document.getElementById("baked").textContent);
const words = new Words(baked.words);
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const action = (name) => document.querySelector(`[data-action="${name}"]`);
const savesData = navigator.connection?.saveData === true;
const VIEWS = ["decimal", "exact", "baseline"];
const bakedNumbers = numbersOf(baked.state);

const engine = new Engine(baked);
const model = new Model(baked.presets, "example-15.1", baked.beyond);
const figure = new Figure(byId("figure"), words, baked);
const tell = (text) => (byId("announce").textContent = text);
const complain = (text) => inspector.complain(text);
const parts = { engine, model, figure, words, tell, complain };
const inspector = new Inspector(parts);
const controls = new Controls(parts);
const blocks = new Blocks(parts);
const verify = new Verify(parts);
const switches = new Switches(parts);
const guide = new Guide(parts);
const pictures = new Pictures(parts);
const code = new Code(parts);
new Exercises(parts);
new Laboratory(parts, baked.experiment);

new Grid(figure.element, {
  focused(place) {
    if (!savesData && engine.state === "baked") engine.start();
    blocks.focus(place);
    inspector.focus(place);
    code.focus(place);
  },
  committed({ matrix, row, column }, text) {
    model.write([[matrix, row, column, text]]);
  },
});

model.addEventListener("change", () => {
  const { state } = model;
  figure.showState(state);
  controls.show(state);
  switches.show(state);
  guide.show(state);
  code.show(state);
  verify.clear();
  action("undo").setAttribute("aria-disabled", String(!model.canUndo)); // not disabled: it would lose its focus
  action("redo").setAttribute("aria-disabled", String(!model.canRedo));
  byId("notice").hidden = true;
  save();
  if (engine.state === "baked" && numbersOf(state) === bakedNumbers) {
    showBaked(state);
    return;
  }
  figure.await();
  engine.compute(state);
});

engine.addEventListener("computed", ({ detail: reply }) => {
  const { state } = model;
  inspector.showProblems([]);
  const changes = figure.showReply(reply, labelsOf(state));
  showSteps(reply.steps, state.tokens, words);
  switches.showReply(reply, state);
  pictures.show(reply, labelsOf(state), state.followed);
  showExactWhere(reply.exact);
  inspector.refresh();
  const matrices = changes.map(([matrix, count]) => words.say("ui.changed_one", { matrix, count })).join(", ");
  tell(matrices ? words.say("ui.changed_summary", { matrices }) : words.say("ui.nothing_changed"));
});

engine.addEventListener("rejected", ({ detail: { problems } }) => {
  figure.showProblems(problems);
  inspector.showProblems(problems);
});

engine.addEventListener("crashed", ({ detail: { message } }) => complain(words.say("ui.engine_crashed", { message })));

engine.addEventListener("engine", ({ detail }) => {
  root.dataset.engine = detail.state;
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const stage = detail.stage && words.say(`ui.stage_${detail.stage}`);
  const done = megabytes(detail.done ?? 0);
  byId("engine-text").textContent = words.say(`ui.engine_${detail.state}`, { ...detail, stage, done, total: megabytes(detail.total ?? 0) });
  const progress = byId("engine-progress");
  progress.hidden = detail.state !== "loading";
  if (detail.total) progress.value = detail.done / detail.total;
  action("start").hidden = detail.state !== "baked";
  action("retry").hidden = detail.state !== "failed";
  if (detail.state === "ready") inspector.refresh();
});

const acts = {
  start: () => engine.start(),
  retry: () => engine.start(),
  undo: () => model.undo(),
  redo: () => model.redo(),
  reset: () => model.reset(),
  verify: () => verify.run(),
  share,
  "unpin-all": () => {
    model.unpin();
    byId("pins-title").focus(); // the button itself is hidden by now
  },
  "set-baseline": () => model.setBaseline(withoutBaseline(model.state)),
};
for (const [name, act] of Object.entries(acts)) action(name).addEventListener("click", act);

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
  if (event.target.closest("[data-editing], input:not([data-row])")) return; // a field's own undo while it is being edited
  event.preventDefault();
  if (event.shiftKey) model.redo();
  else model.undo();
});

for (const button of document.querySelectorAll("button[data-view]")) {
  button.addEventListener("click", () => setView(button.dataset.view));
}

addEventListener("hashchange", () => open(location.hash));

/** What the build computed for each receiving row. */
function showBaked(state) {
  const { steps, pictures: drawn, ...reply } = baked.reply;
  showSteps(steps[state.followed], state.tokens, words);
  switches.showReply(reply, state);
  pictures.show({ ...reply, pictures: drawn[state.followed] }, labelsOf(state), state.followed);
}

function setView(wanted) {
  const view = VIEWS.includes(wanted) ? wanted : VIEWS[0];
  for (const button of document.querySelectorAll("button[data-view]")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }
  figure.showView(view);
  byId("exact-where").hidden = view !== "exact";
  save();
}

function showExactWhere(exact) {
  const reason = (form) => words.say("ui.exact_none", { why: words.say(`ui.exact_${form.why}`, form) });
  const rows = exact.rows?.filter((row) => row.why).map(reason) ?? [];
  byId("exact-where").textContent = exact.why ? reason(exact) : [words.say("ui.exact_where", exact), ...new Set(rows)].join(" · ");
}

function save() {
  remember({ view: figure.element.dataset.view, state: model.state });
}

async function share() {
  try {
    const link = new URL(await encode({ view: figure.element.dataset.view, state: model.state }, baked.presets), location.href);
    if (await copy(link.href, words)) tell(words.say("ui.shared"));
  } catch (error) {
    complain(words.say("ui.link_refused", { why: why(error) }));
  }
}

/** Take the state that a fragment names; true if it named one. */
async function open(fragment) {
  try {
    const saved = await decode(fragment, baked.presets);
    if (!saved) return false;
    forgetFragment();
    model.open(saved.state);
    setView(saved.view);
    return true;
  } catch (error) {
    forgetFragment();
    notice(words.say("ui.link_bad", { why: why(error) }));
    return false;
  }
}

/** A reload restores the work, not the link. */
function forgetFragment() {
  history.replaceState(null, "", location.pathname + location.search);
}

function why(error) {
  if (!(error instanceof LinkError)) throw error;
  return words.say(`links.${error.message}`);
}

function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = false;
}

/** What the matrices depend on: not which row is followed. */
function numbersOf(state) {
  return JSON.stringify({ ...state, followed: 0, preset: null });
}

function withoutBaseline({ baseline, ...state }) {
  return state;
}

async function begin() {
  code.show(model.state);
  showBaked(model.state);
  showExactWhere(baked.reply.exact);
  byId("exact-where").hidden = true;
  const fromLink = await open(location.hash);
  const saved = fromLink ? null : recall(baked.presets);
  if (saved) {
    model.resume(saved.state);
    setView(saved.view);
  }
  if (!savesData) whenPainted(() => engine.start());
}

/** Once the numbers are on the screen: the worker takes nothing from the page from then on. */
function whenPainted(act) {
  if (performance.getEntriesByName("first-contentful-paint").length > 0) act();
  else requestAnimationFrame(() => setTimeout(act));
}

begin();
