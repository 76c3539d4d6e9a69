// Nothing is drawn anew that did not change.

/** Give an element an attribute, likewise. */
export function mark(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Take an element away, or bring it back. */
export function hide(element, yes) {
  if (element.hidden !== yes) element.hidden = yes;
}

/** Give an element its text; where that is the one it has, the browser need not lay anything out. */
export function write(element, text) {
  if (element.textContent === text) return;
  const { firstChild: only } = element;
  if (only instanceof Text && only === element.lastChild) only.data = text; // a new node would cost a new box
  else element.textContent = text;
}
