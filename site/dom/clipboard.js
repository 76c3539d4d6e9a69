// To the clipboard, or, where a browser refuses that, into a dialog from which the reader copies by hand.

import { byId } from "./find.js";

const dialog = byId("dialog");
const text = byId("dialog-text");
const area = byId("dialog-area");
const yes = byId("dialog-yes");
const no = byId("dialog-no");

export async function copy(content, words) {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    area.value = content;
    show(words.say("ui.copy_by_hand"), { no: words.say("ui.close"), withArea: true });
    area.select();
    return false;
  }
}

/** Ask a question; resolves to true for yes. */
export function ask(question, words) {
  show(question, { yes: words.say("ui.resize_yes"), no: words.say("ui.resize_no") });
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

function show(sentence, { yes: yesWord = "", no: noWord, withArea = false }) {
  text.textContent = sentence;
  area.hidden = !withArea;
  yes.hidden = !yesWord;
  yes.textContent = yesWord;
  no.textContent = noWord;
  dialog.returnValue = "";
  dialog.showModal();
}
