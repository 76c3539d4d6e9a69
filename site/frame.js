// The embed: the live figure in somebody else's page. Messages go out, to a parent that may listen; none is accepted.
// It never takes the focus and never scrolls. plain.js has read the parameters that concern the layout.

import "./dom/modern.js";
import { byId } from "./dom/find.js";
import { endedBadly, whenPainted } from "./engine/starting.js";
import { Live } from "./figure/live.js";

const root = document.documentElement;
const start = new URLSearchParams(location.search).get("start") ?? "interaction";
const live = new Live({ starts: start !== "never" });
const { engine, figure, model } = live;
const full = byId("full");

figure.allow(start === "never" ? [] : root.dataset.edit?.split(" "));
if (start === "never") root.dataset.never = ""; // nothing to start, nothing to reset

function post(message) {
  if (parent !== window) parent.postMessage(message, "*");
}

new ResizeObserver(() => post({ type: "qkv:resized", height: Math.ceil(root.getBoundingClientRect().height) })).observe(root);

engine.addEventListener("engine", ({ detail }) => {
  // without an origin nothing will help
  if (detail.state === "failed" && self.origin === "null") byId("not-live").hidden = false;
});

/** The present state as a fragment; none where it fits no link. */
async function fragment() {
  try {
    return await live.link(figure.element.dataset.view);
  } catch (error) {
    live.why(error); // which throws what is no LinkError
    return "";
  }
}

/** The full page goes on from the state that stands here; a state that fits no link starts it afresh. */
async function linkFullPage() {
  full.href = full.href.split("#")[0] + (await fragment());
}

/** Off the screen nothing starts; a host's state needs Python as soon as it can be seen. */
function whenSeen(act) {
  const watch = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    watch.disconnect();
    act();
  });
  watch.observe(figure.element);
}

/** By itself only where copies share one Python. */
function startIdle() {
  if (start === "idle" && !endedBadly() && !navigator.connection?.saveData) engine.start({ alone: false });
}

/** The state of the address is the host's: the reader begins with it and returns to it. */
async function openAddress() {
  const saved = await live.open(location.hash, { begin: true });
  if (saved) figure.showView(saved.view ?? live.declared.views[0]);
}

figure.element.addEventListener("click", (event) => {
  const name = event.target.closest(".mirror .name");
  if (!name) return;
  event.preventDefault(); // the address holds the host's state
  document.querySelector(name.hash).querySelector('input[tabindex="0"]').focus();
});

model.addEventListener("change", () => {
  if (live.byReader) post({ type: "qkv:changed", state: model.state });
  linkFullPage();
});
addEventListener("hashchange", openAddress);
live.begin();
if (location.hash) full.hash = location.hash;
whenSeen(async () => {
  await openAddress();
  whenPainted(startIdle);
});
