// Code that comes later: when the reader comes near the part of the page that needs it, or uses something in it.

/** A function that loads a thing once, however often it is called. */
export function once(load) {
  let loading = null;
  return () => (loading ??= load());
}

/** Load the code of a part of the page when it comes near. What was clicked or entered there before is done again then. */
export function whenNear(part, load) {
  const watch = new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting) begin();
  }, { rootMargin: "100%" });
  const begin = once(async () => {
    watch.disconnect();
    await load();
    for (const type of Object.keys(AGAIN)) part.removeEventListener(type, doAgain);
  });
  const doAgain = async ({ type, target }) => {
    const { value } = target; // what the code that comes may set to its own
    await begin();
    AGAIN[type](target, value);
  };
  for (const type of Object.keys(AGAIN)) part.addEventListener(type, doAgain);
  watch.observe(part);
}

const AGAIN = {
  click: (target) => target.closest("button")?.click(),
  input: (field, value) => enter(field, value, "input"),
  change: (field, value) => enter(field, value, "change"),
};

function enter(field, value, type) {
  field.value = value;
  field.dispatchEvent(new Event(type, { bubbles: true }));
}
