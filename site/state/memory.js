// What this tab remembers, so that a reload brings the work back: {view, state, own}.

const MEMORY = "qkv-flow";

export function remember(saved) {
  try {
    sessionStorage.setItem(MEMORY, JSON.stringify({ v: 1, ...saved }));
  } catch {
    // storage refused or full: the page works without
  }
}

/** What was remembered, or null where there is nothing that the page can draw. */
export function recall(declared) {
  try {
    const saved = JSON.parse(sessionStorage.getItem(MEMORY));
    return declared.isSaved(saved) ? saved : null;
  } catch {
    return null;
  }
}
