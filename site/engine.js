// The page's side of Python: starts the worker, says what state it is in, keeps one compute in flight and one pending.
//
// Events: "engine" {state, ...} with state baked | loading | ready | failed; "computed", "rejected"
// and "crashed" with the reply.

import { read } from "./protocol.js";

export class Engine extends EventTarget {
  #files;
  #build;
  #port = null;
  #attempt = 0;
  #last = 0;
  #waiting = new Map(); // id → {message, resolve}: asked and not answered; asked anew after a restart
  #inFlight = false;
  #pending = null;

  constructor({ runtime, build }) {
    super();
    this.#files = runtime;
    this.#build = build;
    this.state = "baked";
    addEventListener("pagehide", () => this.#port?.postMessage({ type: "leave" }));
  }

  /** Ask for Python; asking again changes nothing unless it failed. */
  start() {
    if (this.state === "loading" || this.state === "ready") return;
    this.#become({ state: "loading", stage: "interpreter", done: 0, total: sum(this.#files) });
    this.#attempt += 1;
    this.#port = this.#connect();
    this.#port.onmessage = ({ data }) => this.#receive(read(data));
    this.#port.postMessage({ type: "start", runtime: this.#files });
  }

  /** Compute a state. Latest wins: a state that was overtaken before it was sent is dropped. */
  compute(state) {
    this.start();
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
      }
    });
  }

  /** One question, one reply: computed, explained, … or rejected or crashed. Waits until Python is ready. */
  request(message) {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, { message: { ...message, id }, resolve });
      if (this.state === "ready") this.#port.postMessage({ ...message, id });
    });
  }

  #connect() {
    const url = new URL("./worker.js", import.meta.url);
    const shared = typeof SharedWorker === "function";
    // a new name after a failure: the failed one may live on in another tab
    const options = { type: "module", name: `qkv-${this.#build}-${this.#attempt}` };
    const worker = shared ? new SharedWorker(url, options) : new Worker(url, options);
    worker.onerror = () => this.#fail("worker.js", "the worker did not start");
    return shared ? worker.port : worker;
  }

  #receive(message) {
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
    this.#port.terminate?.();
    this.#become({ state: "failed", file, message });
  }

  #become(detail) {
    this.state = detail.state;
    this.dispatchEvent(new CustomEvent("engine", { detail }));
  }
}

const sum = (files) => Object.values(files).reduce((total, bytes) => total + bytes, 0);
