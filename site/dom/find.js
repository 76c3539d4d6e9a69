// Elements by the names that the templates give them.

export const byId = (id) => document.getElementById(id);

/** The control that does something: data-action. */
export const action = (name) => document.querySelector(`[data-action="${name}"]`);
