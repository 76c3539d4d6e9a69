// Minus, fraction and root for keypads that have none: a row of keys that writes into the focused cell and never takes its focus.

import { byId } from "../dom/find.js";

export function offerKeys(figure) {
  const keys = byId("keys");
  if (matchMedia("(pointer: coarse)").matches) {
    for (const input of figure.element.querySelectorAll("[data-matrix] td input")) input.inputMode = "decimal";
  }
  keys.addEventListener("pointerdown", (event) => event.preventDefault());
  keys.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]");
    const input = document.activeElement;
    if (!key || !input?.matches("[data-matrix] td input") || input.readOnly) return;
    input.setRangeText(key.dataset.key, input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
}
