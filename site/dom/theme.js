// Light, dark or as the reader's system has it: a switch, remembered. plain.js has set it before the first paint.

import { action } from "./find.js";

const MEMORY = "qkv-flow-theme";
const THEMES = ["auto", "light", "dark"];

export function offerThemes(words) {
  const button = action("theme");
  const root = document.documentElement;
  const say = () => (button.textContent = `${words.say("embed.theme")}: ${words.say(`embed.theme_${root.dataset.theme ?? "auto"}`)}`);
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length];
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      localStorage.setItem(MEMORY, next);
    } catch {
      // storage refused: it lasts as long as the page
    }
    say();
  });
  say();
}
