// The words of this page's locale, with {named} places filled in. The text lives in templates/words/.

export class Words {
  constructor(words) {
    this.words = words;
  }

  /** say("ui.undo"), say("problems.cell-empty", {place: "X[1,2]"}) */
  say(key, values = {}) {
    const [group, ...rest] = key.split(".");
    const text = this.words[group]?.[rest.join(".")];
    if (text === undefined) throw new Error(`no words for ${key}`);
    return this.fill(text, values);
  }

  /** A sentence with its {named} places filled in. */
  fill(text, values) {
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  /** Several of them, one after the other. */
  problems(problems) {
    return problems.map((problem) => this.problem(problem)).join(" ");
  }

  /** The name of one of the mistakes, and what it does. */
  title(mistake) {
    return this.words.mistakes[mistake].title;
  }

  about(mistake) {
    return this.words.mistakes[mistake].about;
  }

  /** A Problem or a note of Python's, as a sentence. Positions are 1-based for readers. */
  problem(problem, group = "problems", field = this.say("ui.vector")) {
    const { code, matrix, row, column, got, need, sample } = problem;
    const place = matrix === null ? field : placeOf(matrix, row, column);
    const shape = Array.isArray(need) ? `[${need.join(",")}]` : need;
    const sentence = this.say(`${group}.${code}`, { place, matrix, row: row === null ? "" : row + 1, got, need: shape });
    return sample ? `${this.say("variants.other")} ${sentence}` : sentence;
  }
}

/** X[1,2], X[1,:] for a row, X for the whole matrix. */
function placeOf(matrix, row, column) {
  return row === null ? matrix : `${matrix}[${row + 1},${column === null ? ":" : column + 1}]`;
}
