// The page's side of Python: starts the worker, says what state it is in, keeps one compute in flight and one pending.
//
// Events: "engine" {state, ...} with state baked | loading | ready | failed; "computed", then
// "elaborated", or "rejected", or "crashed", with the reply.

import { read } from "./protocol.js";

const SILENCE = 60_000; // ms without a word from a worker that has something to do: it is taken for lost

export class Engine extends EventTarget {
  #files; // of the runtime: bytes that travel
  #interpreter; // bytes once it is unpacked
  #build;
  #port = null;
  #attempt = 0;
  #last = 0;
  #waiting = new Map(); // id → {message, resolve}: asked and not answered; asked anew after a restart
  #inFlight = false;
  #pending = null;
  #elaborating;
  #silence;
  #alone = false;
  #shares = canShare();

  constructor({ runtime, interpreter, build }) {
    super();
    this.#files = runtime;
    this.#interpreter = interpreter;
    this.#build = build;
    this.state = "baked";
    addEventListener("pagehide", () => this.#port?.postMessage({ type: "leave" }));
  }

  /**
   * Ask for Python; asking again changes nothing unless it failed. All copies of the figure on a page share one; where the
   * browser does not let them, each has its own if somebody asked for it `alone`, and else waits until somebody does.
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

  /** Compute a state. Latest wins: a state that was overtaken before it was sent is dropped. */
  compute(state, { alone = true } = {}) {
    this.start({ alone });
    if (this.#inFlight) {
      this.#pending = state;
      return;
    }
    this.#inFlight = true;
    this.request({ type: "compute", state }).then((reply) => {
      this.#inFlight = false;
      if (this.#pending) {
        const next = this.#pending;
        this.#pending = null;
        this.compute(next);
      } else if (reply.type !== "crashed") {
        this.dispatchEvent(new CustomEvent(reply.type, { detail: reply }));
        if (reply.type === "computed") this.#elaborate(state);
      }
    });
  }

  /** Once the matrices are drawn; a state that was overtaken meanwhile is of no interest any more. */
  async #elaborate(state) {
    const asked = (this.#elaborating = Symbol());
    const reply = await this.request({ type: "elaborate", state });
    if (asked !== this.#elaborating || this.#inFlight || reply.type !== "elaborated") return;
    this.dispatchEvent(new CustomEvent("elaborated", { detail: reply }));
  }

  /** One question, one reply: computed, explained, … or rejected or crashed. Waits until Python is ready. */
  request(message) {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, { message: { ...message, id }, resolve });
      if (this.state === "ready") this.#port.postMessage({ ...message, id });
      this.#watch();
    });
  }

  #connect() {
    const url = new URL("./worker.js", import.meta.url);
    // a new name after a failure: the failed one may live on in another tab
    const options = { type: "module", name: `qkv-${this.#build}-${this.#attempt}` };
    const shares = this.#shares;
    const worker = shares ? new SharedWorker(url, options) : new Worker(self.origin === "null" ? dataUrl(url) : url, options);
    worker.onerror = () => (shares ? this.#unshare() : this.#fail("worker.js", "the worker did not start"));
    this.#port = shares ? worker.port : worker;
    this.#port.onmessage = ({ data }) => this.#receive(read(data));
    this.#port.postMessage({ type: "start", runtime: this.#files, interpreter: this.#interpreter });
    this.#watch();
  }

  /** A frame of another site, with that site's storage refused, may have no shared worker: one of its own, or none yet. */
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
    this.#hear(message);
    this.#watch();
  }

  #hear(message) {
    if (message.type === "progressed") {
      if (this.state === "loading") this.#become({ ...message, state: "loading" });
    } else if (message.type === "ready") {
      this.#become({ ...message, state: "ready", build: this.#build });
      for (const request of this.#waiting.values()) this.#port.postMessage(request.message);
    } else if (message.type === "crashed" && message.id === null) {
      this.#fail(message.file ?? "Pyodide", message.message);
    } else {
      if (message.type === "crashed") this.dispatchEvent(new CustomEvent("crashed", { detail: message }));
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    }
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
