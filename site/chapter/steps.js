// The followed row's own steps, written out by Python.

import { write } from "../dom/write.js";

const LISTS = ["D", "S", "exps", "A", "O"];
const TEXTS = ["query", "divisor", "output"];

export function showSteps(steps, { tokens, mistake }, words) {
  const slot = (name) => document.querySelector(`[data-step="${name}"]`);
  write(document.getElementById("steps-title"), words.say("steps.title", { row: `${steps.row + 1} ${tokens[steps.row]}` }));
  const divided = ["root-T", "no-division"].includes(mistake) ? `scale_${mistake}` : "scale";
  write(document.getElementById("steps-scale"), words.say(`steps.${divided}`));
  for (const name of TEXTS) write(slot(name), steps[name]);
  for (const name of LISTS) {
    const list = slot(name);
    while (list.children.length > steps[name].length) list.lastElementChild.remove();
    steps[name].forEach((line, position) => {
      const item = list.children[position] ?? list.appendChild(document.createElement("li"));
      write(item, line.formula ?? line);
      item.toggleAttribute("data-pinned", Boolean(line.pinned));
    });
  }
}
