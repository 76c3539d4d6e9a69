// Everything that the followed row does, written out by Python.

import { byId } from "../dom/find.js";
import { setText } from "../dom/set.js";

const LISTS = ["D", "S", "exps", "A", "O"];
const TEXTS = ["query", "divisor", "output"];

export function showLedger(ledger, { tokens, mistake }, words) {
  const slot = (name) => document.querySelector(`[data-step="${name}"]`);
  setText(byId("steps-title"), words.say("steps.title", { row: `${ledger.row + 1} ${tokens[ledger.row]}` }));
  setText(byId("steps-scale"), words.words.steps[`scale_${mistake}`] ?? words.say("steps.scale"));
  for (const name of TEXTS) setText(slot(name), ledger[name]);
  for (const name of LISTS) {
    const list = slot(name);
    while (list.children.length > ledger[name].length) list.lastElementChild.remove();
    ledger[name].forEach((line, position) => {
      const item = list.children[position] ?? list.appendChild(document.createElement("li"));
      setText(item, line.formula ?? line);
      item.toggleAttribute("data-pinned", Boolean(line.pinned));
    });
  }
}
