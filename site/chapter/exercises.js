// The five exercises: what was entered beside the figure, Python's verdict on it and on the figure, progress in this browser.

import { sameNumbers } from "../state/model.js";

const MEMORY = "qkv-flow-exercises";

export class Exercises {
  #state = null; // what the verdicts that can be read speak of
  #asked = {}; // number → the last check; one that was started over meanwhile is not heard

  constructor({ engine, model, words }) {
    Object.assign(this, { engine, model, words });
    this.progress = recall();
    this.all = [...document.querySelectorAll("[data-exercise]")];
    for (const article of this.all) {
      const number = Number(article.dataset.exercise);
      this.#restore(article, number);
      article.addEventListener("input", () => this.#note(number, { answer: answerOf(article) }));
      article.addEventListener("click", ({ target }) => {
        const button = target.closest("[data-do]");
        if (button) this.#acts[button.dataset.do](article, number, button);
      });
    }
    this.#count();
  }

  /** A verdict speaks of one figure: when that changes, it goes. */
  show(state) {
    if (!sameNumbers(this.#state, state)) for (const article of this.all) say(article, "");
    this.#state = state;
  }

  #acts = {
    check: (article, number) => this.#check(article, number),
    load: () => this.model.load("example-15.1"),
    see: (_, __, button) => this.model.load(button.dataset.shows),
    restart: (article, number) => {
      delete this.progress[number];
      delete this.#asked[number];
      this.#note(number, {});
      this.#restore(article, number);
      say(article, "");
      this.#count();
    },
  };

  async #check(article, number) {
    this.engine.start();
    if (this.engine.state !== "ready") say(article, this.words.say("exercises.waiting"));
    const { state } = this.model;
    const answer = answerOf(article);
    const asked = (this.#asked[number] = Symbol());
    const reply = await this.engine.request({ type: "judge", state, exercise: number, answer });
    if (asked !== this.#asked[number] || !sameNumbers(state, this.model.state)) return;
    this.#state = state;
    if (reply.type === "judged") {
      say(article, this.#sentence(number, reply), reply.right ? "right" : "wrong");
      if (reply.right) this.#note(number, { answer, done: true });
      this.#mark(article, number);
      this.#count();
    } else if (reply.type === "rejected") {
      const field = (problem) => article.querySelector(`[data-answer="${problem.field}"]`);
      const sentences = reply.problems.map((problem) => this.words.problem(problem, "problems", field(problem)?.getAttribute("aria-label")));
      say(article, sentences.join(" "), "wrong");
      for (const problem of reply.problems) field(problem)?.setAttribute("aria-invalid", "true");
    }
  }

  #sentence(number, { code, places }) {
    const { exercises } = this.words.words;
    const own = exercises[number][code];
    return own ? this.words.fill(own, places) : this.words.say(`exercises.${code}`, places);
  }

  #note(number, more) {
    this.progress[number] = { ...this.progress[number], ...more };
    try {
      localStorage.setItem(MEMORY, JSON.stringify(this.progress));
    } catch {
      // storage refused or full: progress lasts as long as the page
    }
  }

  #restore(article, number) {
    const { answer = {} } = this.progress[number] ?? {};
    for (const field of article.querySelectorAll("[data-answer]")) {
      const value = answer[field.dataset.answer] ?? "";
      if (field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
    this.#mark(article, number);
  }

  #mark(article, number) {
    const done = this.progress[number]?.done === true;
    article.querySelector(".done").hidden = !done;
    for (const button of article.querySelectorAll('[data-do="see"]')) button.hidden = !done;
  }

  #count() {
    const done = Object.values(this.progress).filter((entry) => entry.done).length;
    document.getElementById("exercises-progress").textContent = this.words.say("exercises.progress", { done, count: this.all.length });
  }
}

function say(article, sentence, verdict = "") {
  const line = article.querySelector(".verdict");
  line.textContent = sentence;
  line.dataset.judged = verdict;
  for (const field of article.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

function answerOf(article) {
  const answer = {};
  for (const field of article.querySelectorAll("[data-answer]")) {
    if (field.type !== "radio") answer[field.dataset.answer] = field.value;
    else if (field.checked) answer[field.dataset.answer] = field.value;
  }
  return answer;
}

/** What was kept, as far as it has the form of progress: anyone may write into a browser's storage. */
function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(MEMORY)) ?? {};
    const isRecord = (value) => typeof value === "object" && value !== null;
    const sound = ([number, entry]) => /^[1-5]$/.test(number) && isRecord(entry) && (entry.answer === undefined || isRecord(entry.answer));
    return Object.fromEntries(Object.entries(kept).filter(sound));
  } catch {
    return {};
  }
}
