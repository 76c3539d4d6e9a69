// Shortcuts: a control that carries aria-keyshortcuts="Alt+R" answers to it; `?` lists them all, made from the controls themselves.

import { action, byId } from "./find.js";

const dialog = byId("help-dialog");

export function listenForShortcuts() {
  action("help").addEventListener("click", show);
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "?" && !isText(event.target)) show();
    else if (event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      const control = controls().find((one) => one.getAttribute("aria-keyshortcuts") === `Alt+${keyOf(event)}`);
      if (!control) return;
      control.click();
    } else return;
    event.preventDefault();
  });
}

/** Those that can be used now. */
function controls() {
  return [...document.querySelectorAll("[aria-keyshortcuts^='Alt+']")].filter((control) => control.checkVisibility());
}

/** The letter or digit on the key, whatever Alt makes of it. */
const keyOf = ({ code }) => code.replace(/^(Key|Digit|Numpad)/, "");

/** A field in which "?" is a character to type; no number in a cell has one. */
const isText = (target) => target.matches("textarea, select, input:not([data-row], [type=radio], [type=checkbox], [type=range])");

function show() {
  const list = byId("help-shortcuts");
  for (const made of list.querySelectorAll("[data-made]")) made.remove();
  list.append(...controls().map((control) => {
    const item = document.createElement("div");
    item.dataset.made = "";
    const key = Object.assign(document.createElement("dt"), { textContent: control.getAttribute("aria-keyshortcuts") });
    const named = control.getAttribute("aria-label") ?? control.textContent;
    const what = Object.assign(document.createElement("dd"), { textContent: named });
    item.append(key, what);
    return item;
  }));
  dialog.showModal();
}
