// The page's side of Python: starts the worker, says how far it is, and is the one way to ask Python.
//
// Fires "engine" {state, …} with state baked | loading | ready | failed.

import { isAboutState, packed, unpacked } from "./protocol.js";

const SILENCE = 60_000; // ms without a word from a worker that has something to do: it is taken for lost

export class Engine extends EventTarget {
  state = "baked";
  versions = null; // {pyodide, python, numpy, interpreter} once it is ready
  #files; // of the runtime: bytes that travel
  #interpreter; // bytes once it is unpacked
  #build;
  #present; // () => {state, version}, of the model
  #port = null;
  #attempt = 0;
  #last = 0; // id
  #waiting = new Map(); // id → {message, resolve, version}: asked and not answered; asked anew after a restart
  #lanes = new Map(); // key → {busy, next}: questions of which only the latest counts
  #silence; // the timer that watches over it
  #alone = false;
  #shares = canShare();

  constructor({ runtime, interpreter, build }, present) {
    super();
    this.#files = runtime;
    this.#interpreter = interpreter;
    this.#build = build;
    this.#present = present;
    addEventListener("pagehide", () => this.#port?.postMessage({ type: "leave" }));
  }

  /**
   * Start Python; calling again changes nothing unless it failed. All copies of the figure on a page share one; where
   * the browser does not let them, each has its own if somebody wanted it `alone`, and else waits until somebody does.
   */
  start({ alone = true } = {}) {
    this.#alone ||= alone;
    if (this.state === "loading" || this.state === "ready") return;
    if (this.state === "failed") this.#shares = canShare();
    if (!this.#shares && !this.#alone) return;
    this.#become({ state: "loading", stage: "interpreter", done: 0, total: sum(this.#files) });
    this.#attempt += 1;
    this.#connect();
  }

  /**
   * Ask Python; waits until it is ready. Resolves to its reply: computed, explained, … or rejected or crashed.
   *
   * What is about the state is asked of the state that holds when the question is sent, and asked again where the
   * numbers have changed by the time the reply comes: nobody is handed a reply made for another state. With `latest`, a
   * key, a newer question of that key takes the place of those that are not answered yet; theirs resolve to null. So
   * does a question about a place that is gone by the time it is sent.
   */
  ask(message, { latest = null } = {}) {
    if (latest === null) return this.#answered(message, () => true);
    if (!this.#lanes.has(latest)) this.#lanes.set(latest, { busy: false, next: null });
    const lane = this.#lanes.get(latest);
    return new Promise((resolve) => {
      lane.next?.resolve(null);
      lane.next = { message, resolve };
      if (!lane.busy) this.#drive(lane);
    });
  }

  /** One in flight and one waiting. */
  async #drive(lane) {
    lane.busy = true;
    while (lane.next) {
      const { message, resolve } = lane.next;
      lane.next = null;
      const isLatest = () => lane.next === null;
      const reply = await this.#answered(message, isLatest);
      resolve(isLatest() ? reply : null);
    }
    lane.busy = false;
  }

  async #answered(message, isWanted) {
    for (;;) {
      const { reply, version } = await this.#send(message);
      if (!isWanted() || !isAboutState(message) || version === this.#present().version) return reply;
    }
  }

  #send(message) {
    const id = (this.#last += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, { message: { ...message, id }, resolve });
      if (this.state === "ready") this.#post(id);
      this.#watch();
    });
  }

  #post(id) {
    const request = this.#waiting.get(id);
    const present = this.#present();
    const { state, version } = present;
    if (!present.has(request.message)) {
      this.#waiting.delete(id);
      request.resolve({ reply: null, version });
      return;
    }
    request.version = version;
    this.#port.postMessage(packed(isAboutState(request.message) ? { ...request.message, state } : request.message));
  }

  #connect() {
    const url = new URL("./worker.js", import.meta.url);
    // a new name after a failure: the failed one may live on in another tab
    const options = /** @type {WorkerOptions} */ ({ type: "module", name: `qkv-${this.#build}-${this.#attempt}` });
    const shares = this.#shares;
    const own = () => new Worker(self.origin === "null" ? dataUrl(url) : url, options);
    const worker = shares ? new SharedWorker(url, options) : own();
    worker.onerror = () => (shares ? this.#unshare() : this.#fail("worker.js", "the worker did not start"));
    this.#port = "port" in worker ? worker.port : worker;
    this.#port.onmessage = ({ data }) => this.#receive(data);
    this.#port.postMessage({ type: "start", runtime: this.#files, interpreter: this.#interpreter });
    this.#watch();
  }

  /**
   * A frame of another site, with that site's storage refused, may have no shared worker: one of its own, or none yet.
   */
  #unshare() {
    this.#shares = false;
    if (this.#alone) this.#connect();
    else this.#become({ state: "baked" });
  }

  /** Every message is a sign of life; without one for too long, whoever waits is told. */
  #watch() {
    clearTimeout(this.#silence);
    if (this.state !== "loading" && (this.state !== "ready" || this.#waiting.size === 0)) return;
    this.#silence = setTimeout(() => this.#fail("Python", "no answer"), SILENCE);
  }

  #receive(message) {
    const { type, id } = message;
    if (this.#waiting.has(id)) {
      const { resolve, version } = this.#waiting.get(id);
      this.#waiting.delete(id);
      resolve({ reply: unpacked(message.reply), version });
    } else if (type === "progressed" && this.state === "loading") {
      this.#become({ ...message, state: "loading" });
    } else if (type === "ready") {
      this.versions = message;
      this.#become({ ...message, state: "ready", build: this.#build });
      for (const waiting of this.#waiting.keys()) this.#post(waiting);
    } else if (type === "crashed") {
      this.#fail(message.file ?? "Pyodide", message.message);
    }
    this.#watch();
  }

  #fail(file, message) {
    clearTimeout(this.#silence);
    this.#port.terminate?.();
    this.#become({ state: "failed", file, message });
  }

  #become(detail) {
    this.state = detail.state;
    this.dispatchEvent(new CustomEvent("engine", { detail }));
  }
}

/** A sandboxed frame has no origin to share by. */
const canShare = () => typeof SharedWorker === "function" && self.origin !== "null";

/** A frame without an origin may load a worker from a data: address alone; the worker may then import the real one. */
const dataUrl = (url) => `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(url.href)};`)}`;

const sum = (files) => Object.values(files).reduce((total, bytes) => total + bytes, 0);
