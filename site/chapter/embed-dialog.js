// The embed dialogue: choose what to show, see it live, copy an iframe, an element or a Markdown line.

import { copy } from "../dom/clipboard.js";
import { LinkError } from "../state/link.js";

export class EmbedDialog {
  constructor(live) {
    Object.assign(this, { live, words: live.words });
    this.dialog = document.getElementById("embed-dialog");
    this.form = document.getElementById("embed-form");
    this.said = document.getElementById("embed-said");
    this.dialog.addEventListener("close", () => this.#preview(null));
    this.form.addEventListener("change", () => this.#show());
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.matches("input")) event.preventDefault(); // it would close the dialogue
    });
    for (const button of this.form.querySelectorAll("[data-copy-snippet]")) {
      button.addEventListener("click", async () => {
        if (await copy(this.#snippet(button.dataset.copySnippet).value, live.words)) this.said.textContent = live.words.say("ui.copied");
      });
    }
  }

  open() {
    this.dialog.showModal();
    this.#show();
  }

  #snippet(form) {
    return document.getElementById(`embed-${form}`);
  }

  async #show() {
    const { words } = this;
    const root = new URL("../../", import.meta.url);
    const attributes = { lang: this.live.baked.locale, ...this.#choices() };
    const address = new URL(`embed.html?${new URLSearchParams(attributes)}`, root);
    const asked = (this.#asked = Symbol());
    const state = await this.#state();
    if (asked !== this.#asked) return; // another choice has overtaken this one
    address.hash = state;
    const url = address.href.replaceAll("%2C", ",");
    const height = attributes.view === "compact" ? 420 : 1200;
    const spoken = Object.entries(state ? { ...attributes, state } : attributes).map(([name, value]) => ` ${name}="${value}"`).join("");
    this.#snippet("iframe").value = `<iframe src="${url.replaceAll("&", "&amp;")}" title="${words.say("embed.title_of_frame")}" width="100%" height="${height}" style="border:0" loading="lazy"></iframe>`;
    this.#snippet("element").value = `<script src="${new URL("embed.js", root).href}"></script>\n<qkv-flow${spoken}></qkv-flow>`;
    this.#snippet("markdown").value = `[${words.say("embed.title_of_frame")}](${url})`;
    if (this.dialog.open) this.#preview(url);
    this.said.textContent = this.#problem;
  }

  /** A new frame each time: a change of the fragment alone would not load the old one anew. */
  #preview(url) {
    const old = document.getElementById("embed-preview");
    const fresh = old.cloneNode();
    if (url) fresh.src = url;
    else fresh.removeAttribute("src");
    old.replaceWith(fresh);
  }

  #choices() {
    const fields = new FormData(this.form);
    const list = (name) => fields.getAll(name).join(",");
    return Object.fromEntries([
      ["view", fields.get("view")], ["show", list("show")], ["edit", list("edit")], ["start", fields.get("start")],
      ["theme", fields.get("theme") === "auto" ? "" : fields.get("theme")],
    ].filter(([, value]) => value));
  }

  #asked;
  #problem = "";

  /** The present state as a fragment where it is wanted and fits. */
  async #state() {
    this.#problem = "";
    if (!new FormData(this.form).has("state")) return "";
    try {
      return await this.live.link("decimal");
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#problem = this.words.say("ui.link_refused", { why: this.live.why(error) });
      return "";
    }
  }
}
