// What has to work where modules do not: a page opened as a file, or framed so that nothing may load. No module for that reason,
// and before the first paint, so that an embed is laid out once.

(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  if ("embed" in root.dataset && !layOut()) return;
  document.addEventListener("DOMContentLoaded", () => {
    if (location.protocol === "file:") stayStill("as-file");
    else addEventListener("load", () => { if (!("live" in root.dataset)) stayStill("not-live"); });
  });

  /** An embed's parameters as attributes that the style knows; false where the page of another language takes over. */
  function layOut() {
    const other = document.querySelector(`link[rel="alternate"][hreflang|="${CSS.escape(query.get("lang") ?? "")}"]`);
    if (other) {
      location.replace(other.href + location.search + location.hash);
      return false;
    }
    const names = (list) => (list.match(/[A-Za-z_]+/g) ?? []).join(" ");
    const compact = query.get("view") === "compact";
    const show = query.get("show");
    if (compact) root.dataset.compact = "";
    if (compact || show) root.dataset.show = names(show ?? "X,W_Q,W_K,W_V,A,O");
    if (query.has("edit")) root.dataset.edit = names(query.get("edit"));
    if (["light", "dark"].includes(query.get("theme"))) root.dataset.theme = query.get("theme");
    return true;
  }

  /** Say why the numbers can be read but not edited, and show the whole text. */
  function stayStill(why) {
    root.dataset.still = "";
    document.getElementById(why).hidden = false;
    for (const control of document.querySelectorAll(".scripted")) control.hidden = true;
  }
})();
