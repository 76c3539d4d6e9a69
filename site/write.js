// Nothing is drawn anew that did not change.

/** Give an element an attribute, likewise. */
export function mark(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Give an element its text; where that is the one it has, the browser need not lay anything out. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
