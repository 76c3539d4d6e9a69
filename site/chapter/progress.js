// What this browser remembers of the exercises: number → {answer, done}.

const MEMORY = "qkv-flow-exercises";
const isRecord = (value) => typeof value === "object" && value !== null;

export class Progress {
  #kept;

  /** numbers: of the exercises that there are. */
  constructor(numbers) {
    this.#kept = recall(numbers);
  }

  of(number) {
    return this.#kept[number] ?? {};
  }

  get done() {
    return Object.values(this.#kept).filter((entry) => entry.done === true).length;
  }

  note(number, more) {
    this.#kept[number] = { ...this.of(number), ...more };
    this.#remember();
  }

  forget(number) {
    delete this.#kept[number];
    this.#remember();
  }

  #remember() {
    try {
      localStorage.setItem(MEMORY, JSON.stringify(this.#kept));
    } catch {
      // storage refused or full: progress lasts as long as the page
    }
  }
}

/** What was kept, as far as it has the form of progress: anyone may write into a browser's storage. */
function recall(numbers) {
  try {
    const kept = JSON.parse(localStorage.getItem(MEMORY)) ?? {};
    const sound = ([number, entry]) =>
      numbers.map(String).includes(number) && isRecord(entry) && (entry.answer === undefined || isRecord(entry.answer));
    return Object.fromEntries(Object.entries(kept).filter(sound));
  } catch {
    return {};
  }
}
