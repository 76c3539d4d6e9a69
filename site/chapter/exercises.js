// The exercises: what was entered beside the figure, Python's verdict on it and on the figure, progress in this browser.

import { byId } from "../dom/find.js";
import { Progress } from "./progress.js";

export class Exercises {
  #ask;
  #engine;
  #model;
  #words;
  #articles = [...document.querySelectorAll("[data-exercise]")];
  #progress;
  #version; // of the numbers that the verdicts speak of
  #rounds = {}; // number → how often it was started over: a verdict of an earlier round is not heard

  constructor({ ask, declared, engine, model, words }) {
    this.#ask = ask;
    this.#engine = engine;
    this.#model = model;
    this.#words = words;
    this.#progress = new Progress(declared.exercises);
    for (const article of this.#articles) {
      const number = Number(article.dataset.exercise);
      this.#restore(article, number);
      article.addEventListener("input", () => this.#progress.note(number, { answer: answerOf(article) }));
      article.addEventListener("click", ({ target }) => {
        const button = target.closest("[data-do]");
        if (button) this.#acts[button.dataset.do](article, number, button);
      });
    }
    this.#count();
  }

  /** A verdict speaks of one set of numbers: when they change, it goes. */
  show() {
    if (this.#version === this.#model.version) return;
    this.#version = this.#model.version;
    for (const article of this.#articles) say(article, "");
  }

  #acts = {
    check: (article, number) => this.#check(article, number),
    load: () => this.#model.load("example-15.1"),
    see: (_, __, button) => this.#model.load(button.dataset.shows),
    restart: (article, number) => {
      this.#rounds[number] = (this.#rounds[number] ?? 0) + 1;
      this.#progress.forget(number);
      this.#restore(article, number);
      say(article, "");
      this.#count();
    },
  };

  async #check(article, number) {
    if (this.#engine.state !== "ready") say(article, this.#words.say("exercises.waiting"));
    const answer = answerOf(article);
    const round = this.#rounds[number];
    const refused = (problems) => this.#refuse(article, problems);
    const reply = await this.#ask({ type: "judge", exercise: number, answer }, { latest: `exercise-${number}`, refused });
    if (!reply || round !== this.#rounds[number]) return;
    this.#version = this.#model.version;
    say(article, this.#sentence(number, reply), reply.right ? "right" : "wrong");
    if (reply.right) this.#progress.note(number, { answer, done: true });
    this.#mark(article, number);
    this.#count();
  }

  /** What was entered does not read: say so, and where. */
  #refuse(article, problems) {
    const field = (problem) => article.querySelector(`[data-answer="${problem.field}"]`);
    const sentence = (problem) => this.#words.problem(problem, "problems", field(problem)?.getAttribute("aria-label"));
    say(article, problems.map(sentence).join(" "), "wrong");
    for (const problem of problems) field(problem)?.setAttribute("aria-invalid", "true");
  }

  #sentence(number, { code, places }) {
    const own = this.#words.words.exercises[number][code];
    return own ? this.#words.fill(own, places) : this.#words.say(`exercises.${code}`, places);
  }

  #restore(article, number) {
    const { answer = {} } = this.#progress.of(number);
    for (const field of article.querySelectorAll("[data-answer]")) {
      const value = answer[field.dataset.answer] ?? "";
      if (field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
    this.#mark(article, number);
  }

  #mark(article, number) {
    const { done = false } = this.#progress.of(number);
    article.querySelector(".done").hidden = !done;
    for (const button of article.querySelectorAll('[data-do="see"]')) button.hidden = !done;
  }

  #count() {
    const said = { done: this.#progress.done, count: this.#articles.length };
    byId("exercises-progress").textContent = this.#words.say("exercises.progress", said);
  }
}

function say(article, sentence, verdict = "") {
  const line = article.querySelector(".verdict");
  line.textContent = sentence;
  line.dataset.judged = verdict;
  for (const field of article.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

function answerOf(article) {
  const fields = [...article.querySelectorAll("[data-answer]")].filter((field) => field.type !== "radio" || field.checked);
  return Object.fromEntries(fields.map((field) => [field.dataset.answer, field.value]));
}
