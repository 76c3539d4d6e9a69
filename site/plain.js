// What has to work where modules do not: a page opened as a file, or framed so that nothing may load. No module for that reason,
// and before the first paint, so that an embed is laid out once.

(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  if (!isModern()) root.dataset.old = ""; // modern.js then stops the modules
  if ("embed" in root.dataset && !layOut()) return;
  if (!("embed" in root.dataset)) recallTheme();
  document.addEventListener("DOMContentLoaded", () => {
    if (location.protocol === "file:") stayStill("as-file");
    else if ("old" in root.dataset) stayStill("too-old");
    else addEventListener("load", () => { if (!("live" in root.dataset)) stayStill("not-live"); });
  });

  /** The newest that the page is written with; README, "Browsers", says which versions brought it. */
  function isModern() {
    return CSS.supports("color", "light-dark(#000, #fff)") && CSS.supports("selector(:has(a))")
      && typeof WebAssembly === "object" && typeof DecompressionStream === "function" && "hasOwn" in Object;
  }

  /** An embed's parameters as attributes that the style knows; false where the page of another language takes over. */
  function layOut() {
    const language = (query.get("lang") ?? "").split("-")[0];
    const other = document.querySelector(`link[rel="alternate"][hreflang|="${CSS.escape(language)}" i]`);
    if (other) {
      location.replace(other.href + location.search + location.hash);
      return false;
    }
    const matrices = root.dataset.matrices.split(" ");
    const chosen = (name) => query.getAll(name).join().split(",").filter((one) => matrices.includes(one)).join(" ");
    const compact = query.get("view") === "compact";
    if (compact) root.dataset.compact = "";
    if (compact || chosen("show")) root.dataset.show = chosen("show") || "X W_Q W_K W_V X_src A O";
    if (query.has("edit")) root.dataset.edit = chosen("edit");
    if (["light", "dark"].includes(query.get("theme"))) root.dataset.theme = query.get("theme");
    return true;
  }

  /** The page's own switch (theme.js) has left it. */
  function recallTheme() {
    try {
      const theme = localStorage.getItem("qkv-flow-theme");
      if (["light", "dark"].includes(theme)) root.dataset.theme = theme;
    } catch {
      // storage refused: as the reader's system has it
    }
  }

  /** Say why the numbers can be read but not edited, and show the whole text. */
  function stayStill(why) {
    root.dataset.still = "";
    document.getElementById(why).hidden = false;
    const full = document.getElementById("full");
    if (full && location.hash) full.hash = location.hash; // the state that cannot be shown here
    for (const control of document.querySelectorAll(".scripted")) control.hidden = true;
  }
})();
