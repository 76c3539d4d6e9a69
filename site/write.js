// Nothing is drawn anew that did not change.

/** Give an element its text; where that is the one it has, the browser need not lay anything out. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
