// Wires the page around the live figure. Every other module does one of these things.

import "./dom/modern.js";
import { Exercises } from "./chapter/exercises.js";
import { Guide } from "./chapter/guide.js";
import { showLedger } from "./chapter/ledger.js";
import { Switches } from "./chapter/switches.js";
import { copy } from "./dom/clipboard.js";
import { action, byId } from "./dom/find.js";
import { once, whenNear } from "./dom/later.js";
import { setAttribute } from "./dom/set.js";
import { listenForShortcuts } from "./dom/shortcuts.js";
import { offerThemes } from "./dom/theme.js";
import { endedBadly, whenPainted } from "./engine/starting.js";
import { Blocks } from "./figure/blocks.js";
import { Controls } from "./figure/controls.js";
import { offerKeys } from "./figure/keys.js";
import { Live } from "./figure/live.js";
import { recall, remember } from "./state/memory.js";

// Data saved, a phone, or a start that never ended: Python then waits for the first edit.
const isPhone = matchMedia("(pointer: coarse) and (max-width: 48rem)").matches;
const waits = navigator.connection?.saveData === true || isPhone || endedBadly();

const live = new Live({ starts: !waits });
const { declared, engine, figure, model, words } = live;
const exactWhere = byId("exact-where");

figure.allow();
const controls = new Controls(live);
const blocks = new Blocks(live);
const switches = new Switches(live);
const guide = new Guide(live);
const exercises = new Exercises(live);
listenForShortcuts();
offerThemes(words);
offerKeys(figure);

// few readers need these at once
const verify = once(async () => new (await import("./chapter/verify.js")).Verify(live));
const exports = once(async () => new (await import("./chapter/exports.js")).Exports(live));
const embedDialog = once(async () => new (await import("./chapter/embed-dialog.js")).EmbedDialog(live));
whenNear(byId("pictures"), async () => new (await import("./chapter/pictures.js")).Pictures(live));
whenNear(byId("laboratory"), async () => new (await import("./chapter/laboratory.js")).Laboratory(live));
whenNear(byId("code"), async () => new (await import("./chapter/code.js")).Code(live));
whenReady(once(async () => new (await import("./chapter/handout.js")).Handout(live)));
whenReady(once(async () => new (await import("./dom/offline.js")).Offline(live)));

function whenReady(load) {
  engine.addEventListener("engine", () => {
    if (engine.state === "ready") load();
  });
}

live.addEventListener("focused", ({ detail: place }) => blocks.focus(place));

model.addEventListener("change", () => {
  const { state } = model;
  controls.show(state);
  blocks.show(state);
  exercises.show();
  switches.show(state);
  guide.show();
  setAttribute(action("undo"), "aria-disabled", String(!model.canUndo)); // not disabled: it would lose its focus
  setAttribute(action("redo"), "aria-disabled", String(!model.canRedo));
  save();
});

live.addEventListener("shown", ({ detail: { reply, state } }) => {
  showLedger(reply.ledger, state, words);
  showExactWhere(reply.exact);
  switches.showReply(reply, state);
});

const acts = {
  undo: () => model.undo(),
  redo: () => model.redo(),
  verify: async () => (await verify()).check(),
  share,
  embed: async () => (await embedDialog()).open(),
  "unpin-all": () => {
    model.unpin();
    byId("pins-title").focus(); // the button itself is hidden by now
  },
  "set-baseline": () => {
    if (figure.hasProblems) live.complain(words.say("ui.baseline_refused"));
    else model.setBaseline();
  },
};
for (const [name, act] of Object.entries(acts)) action(name).addEventListener("click", act);

for (const button of document.querySelectorAll("[data-export]")) {
  button.addEventListener("click", async () => (await exports()).save(button.dataset.export));
}

for (const button of document.querySelectorAll("button[data-view]")) {
  button.addEventListener("click", () => setView(button.dataset.view));
}

addEventListener("hashchange", () => openLink());

/** Whether the address named a state; it is then forgotten, since a reload restores the work, not the link. */
async function openLink() {
  const { hash } = location;
  const saved = await live.open(hash);
  if (/^#(s|preset)=/.test(hash)) history.replaceState(null, "", location.pathname + location.search);
  if (saved) setView(saved.view);
  return saved !== null;
}

function setView(view = declared.views[0]) {
  for (const button of document.querySelectorAll("button[data-view]")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }
  figure.showView(view);
  exactWhere.hidden = view !== "exact";
  live.dispatchEvent(new CustomEvent("viewed", { detail: view }));
  save();
}

function showExactWhere(exact) {
  const reason = (form) => words.say("ui.exact_none", { why: words.say(`ui.exact_${form.why}`, form) });
  const rows = exact.rows?.filter((row) => row.why).map(reason) ?? [];
  exactWhere.textContent = exact.why ? reason(exact) : [words.say("ui.exact_where", exact), ...new Set(rows)].join(" · ");
}

function save() {
  remember({ view: figure.element.dataset.view, state: model.state, own: guide.own });
}

async function share() {
  try {
    const link = new URL(await live.link(figure.element.dataset.view), location.href);
    if (await copy(link.href, words)) live.tell(words.say("ui.shared"));
  } catch (error) {
    live.complain(words.say("ui.link_refused", { why: live.why(error) }));
  }
}

async function begin() {
  live.begin();
  exactWhere.hidden = true;
  const saved = recall(declared);
  if (saved) {
    guide.resume(saved.own ?? null);
    model.resume(saved.state);
    setView(saved.view);
  }
  await openLink(); // on top of what was left, so that undo leads back to it
  if (!waits) whenPainted(() => engine.start());
}

begin();
