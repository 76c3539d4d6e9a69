// When Python may start by itself: once the numbers are on the screen, and not after a start in this tab that ended badly.

const STARTING = `qkv-flow-starting ${location.pathname}${location.search}`; // in this tab's storage while a start has not ended well

/** Remember that a start has begun, until it is ready. */
export function markStart(state) {
  try {
    if (state === "loading") sessionStorage.setItem(STARTING, "");
    else if (state === "ready") sessionStorage.removeItem(STARTING);
  } catch {
    // storage refused: a bad end is not remembered
  }
}

/** Whether the last start in this tab failed, or took the page down with it: it is then not repeated without being asked. */
export function endedBadly() {
  try {
    return sessionStorage.getItem(STARTING) !== null;
  } catch {
    return false;
  }
}

/** Once the numbers are on the screen: the worker takes nothing from the page from then on. */
export function whenPainted(act) {
  if (performance.getEntriesByName("first-contentful-paint").length > 0) act();
  else requestAnimationFrame(() => setTimeout(act));
}
