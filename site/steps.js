// The followed row's own steps, written out by Python.

const LISTS = ["D", "S", "exps", "A", "O"];
const TEXTS = ["query", "divisor", "output"];

export function showSteps(steps, { tokens, mistake }, words) {
  const slot = (name) => document.querySelector(`[data-step="${name}"]`);
  document.getElementById("steps-title").textContent = words.say("steps.title", { row: `${steps.row + 1} ${tokens[steps.row]}` });
  const divided = ["root-T", "no-division"].includes(mistake) ? `scale_${mistake}` : "scale";
  document.getElementById("steps-scale").textContent = words.say(`steps.${divided}`);
  for (const name of TEXTS) slot(name).textContent = steps[name];
  for (const name of LISTS) {
    slot(name).replaceChildren(...steps[name].map((line) => {
      const item = document.createElement("li");
      item.textContent = line.formula ?? line;
      if (line.pinned) item.dataset.pinned = "";
      return item;
    }));
  }
}
