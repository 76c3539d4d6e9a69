// The embed dialogue: choose what to show, see it live, copy an iframe, an element or a Markdown line.

import { copy } from "../dom/clipboard.js";
import { byId } from "../dom/find.js";
import { LinkError } from "../state/link.js";

export class EmbedDialog {
  #live;
  #dialog = byId("embed-dialog");
  #form = /** @type {HTMLFormElement} */ (byId("embed-form"));
  #said = byId("embed-said");
  #shown = 0; // how often: a choice that was overtaken is not shown
  #problem = ""; // why the state is not in the address

  constructor(live) {
    this.#live = live;
    this.#dialog.addEventListener("close", () => this.#preview(null));
    this.#form.addEventListener("change", () => this.#show());
    this.#form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.matches("input")) event.preventDefault(); // it would close the dialogue
    });
    for (const button of this.#form.querySelectorAll("[data-copy-snippet]")) {
      button.addEventListener("click", async () => {
        const snippet = this.#snippet(button.dataset.copySnippet).value;
        if (await copy(snippet, live.words)) this.#said.textContent = live.words.say("ui.copied");
      });
    }
  }

  open() {
    this.#dialog.showModal();
    this.#show();
  }

  #snippet(form) {
    return byId(`embed-${form}`);
  }

  async #show() {
    const { words } = this.#live;
    const root = new URL("../../", import.meta.url);
    const attributes = { lang: this.#live.baked.locale, ...this.#choices() };
    const address = new URL(`embed.html?${new URLSearchParams(attributes)}`, root);
    const shown = (this.#shown += 1);
    const state = await this.#state();
    if (shown !== this.#shown) return;
    address.hash = state;
    const url = address.href.replaceAll("%2C", ",");
    const height = attributes.view === "compact" ? 420 : 1200;
    const title = words.say("embed.title_of_frame");
    const given = Object.entries(state ? { ...attributes, state } : attributes);
    const spoken = given.map(([name, value]) => ` ${name}="${value}"`).join("");
    const source = `src="${url.replaceAll("&", "&amp;")}" title="${title}"`;
    this.#snippet("iframe").value = `<iframe ${source} width="100%" height="${height}" style="border:0" loading="lazy"></iframe>`;
    this.#snippet("element").value = `<script src="${new URL("embed.js", root).href}"></script>\n<qkv-flow${spoken}></qkv-flow>`;
    this.#snippet("markdown").value = `[${title}](${url})`;
    if (this.#dialog.open) this.#preview(url);
    this.#said.textContent = this.#problem;
  }

  /** A new frame each time: a change of the fragment alone would not load the old one anew. */
  #preview(url) {
    const old = byId("embed-preview");
    const fresh = /** @type {Element} */ (old.cloneNode());
    if (url) fresh.src = url;
    else fresh.removeAttribute("src");
    old.replaceWith(fresh);
  }

  #choices() {
    const fields = new FormData(this.#form);
    const list = (name) => fields.getAll(name).join(",");
    return Object.fromEntries([
      ["view", fields.get("view")], ["show", list("show")], ["edit", list("edit")], ["start", fields.get("start")],
      ["theme", fields.get("theme") === "auto" ? "" : fields.get("theme")],
    ].filter(([, value]) => value));
  }

  /** The present state as a fragment where it is wanted and fits. */
  async #state() {
    this.#problem = "";
    if (!new FormData(this.#form).has("state")) return "";
    try {
      return await this.#live.link("decimal");
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#problem = this.#live.words.say("ui.link_refused", { why: this.#live.why(error) });
      return "";
    }
  }
}
