// Nothing is set that is so already: what does not change is not drawn anew.

export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function setHidden(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

export function setText(element, text) {
  if (element.textContent === text) return;
  const { firstChild: only } = element;
  if (only instanceof Text && only === element.lastChild) only.data = text; // a new node would cost a new box
  else element.textContent = text;
}
