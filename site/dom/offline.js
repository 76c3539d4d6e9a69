// Keeping the page on this device: registers the service worker once Python is ready, says what it holds, removes it again.

import { action, byId } from "./find.js";

const CHOICE = "qkv-flow-offline"; // "no" in storage: this reader has removed it
const ASK_AGAIN = 1000; // ms

export class Offline {
  #build;
  #interpreter; // the file that it came as
  #words;
  #said = byId("offline-said");
  #button = action("offline");

  constructor({ engine, words, baked }) {
    this.#build = baked.build;
    this.#words = words;
    if (!possible()) return;
    this.#button.addEventListener("click", () => (this.#wanted ? this.#remove() : this.#keep()));
    this.#begin(engine.versions);
  }

  /** By then every byte of the runtime lies in the browser's own cache: keeping it costs no second download. */
  #begin({ interpreter }) {
    this.#interpreter = interpreter;
    this.#say("", "save");
    byId("offline").hidden = false;
    if (this.#wanted && !navigator.connection?.saveData) this.#keep();
  }

  get #worker() {
    return `sw.js?v-${this.#build}&${this.#interpreter}`;
  }

  get #wanted() {
    try {
      return localStorage.getItem(CHOICE) !== "no";
    } catch {
      return false;
    }
  }

  set #wanted(yes) {
    try {
      if (yes) localStorage.removeItem(CHOICE);
      else localStorage.setItem(CHOICE, "no");
    } catch {
      // storage refused: nothing is kept, so there is nothing to remember either
    }
  }

  async #keep() {
    this.#wanted = true;
    try {
      const root = new URL("../../", import.meta.url);
      const before = await navigator.serviceWorker.getRegistration(root);
      const replaced = before?.active && !before.active.scriptURL.includes(`?v-${this.#build}&`);
      const registration = await navigator.serviceWorker.register(new URL(this.#worker, root), { scope: root.href });
      await activated(registration, this.#worker);
      await this.#refill(root);
      this.#say(this.#words.say(replaced ? "offline.updated" : "offline.saved", { build: this.#build }), "remove");
    } catch {
      this.#say("", "save"); // no room, no permission: the page works without
    }
  }

  /** A worker that was removed in this very visit is still there, but what it kept is not. */
  async #refill(root) {
    const name = `qkv ${root.href} v-${this.#build}`;
    if (await caches.has(name)) return;
    const files = await (await fetch(new URL("../files.json", import.meta.url))).json();
    const cache = await caches.open(name);
    await cache.addAll([...files, `v-${this.#build}/runtime/${this.#interpreter}`].map((file) => new URL(file, root).href));
  }

  async #remove() {
    this.#wanted = false;
    const root = new URL("../../", import.meta.url).href;
    const registration = await navigator.serviceWorker.getRegistration(root);
    await registration?.unregister();
    for (const name of await caches.keys()) if (name.startsWith(`qkv ${root} `)) await caches.delete(name);
    this.#say(this.#words.say("offline.removed"), "save");
  }

  #say(sentence, offer) {
    this.#said.textContent = sentence;
    this.#button.textContent = this.#words.say(`offline.${offer}`);
  }
}

/** Not in a page without an origin or with its storage refused, and not over plain http. */
function possible() {
  try {
    return "serviceWorker" in navigator && self.caches !== undefined;
  } catch {
    return false;
  }
}

/**
 * Resolves when this build's worker is active; rejects when it gives up. The worker itself asks to follow the old one, but
 * while that is just starting or has work to do, Chromium may forget about it for minutes: it is asked again.
 */
async function activated(registration, script) {
  const workers = () => [registration.installing, registration.waiting, registration.active];
  const find = () => workers().find((one) => one?.scriptURL.endsWith(script));
  if (!find()) await new Promise((resolve) => registration.addEventListener("updatefound", resolve, { once: true })); // on its way
  const worker = find();
  if (worker.state === "activated") return worker;
  const asking = setInterval(() => worker.postMessage("follow"), ASK_AGAIN);
  return new Promise((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve(worker);
      if (worker.state === "redundant") reject(new Error("the service worker was not installed"));
    });
  }).finally(() => clearInterval(asking));
}
