// For the page that embeds: <script src="…/embed.js"></script> and <qkv-flow view="compact" show="A,O"></qkv-flow>.
// The element makes the iframe, gives it its height and fires "qkv:changed" with the reader's state as detail.

(() => {
  const PARAMETERS = ["lang", "view", "show", "edit", "start", "theme"];
  const script = document.currentScript ?? document.querySelector('script[src$="/embed.js"]'); // a module has no current one
  const site = new URL(".", script.src);
  if (customElements.get("qkv-flow")) return; // a page may include this twice

  customElements.define("qkv-flow", class extends HTMLElement {
    static observedAttributes = [...PARAMETERS, "state"];

    connectedCallback() {
      this.frame = Object.assign(document.createElement("iframe"), { title: this.title || "Self-attention", loading: "lazy" });
      Object.assign(this.frame.style, { width: "100%", height: "420px", border: "0" });
      this.style.display = "block";
      this.attributeChangedCallback();
      this.replaceChildren(this.frame);
      addEventListener("message", this.#hear);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
    }

    attributeChangedCallback() {
      if (!this.frame) return;
      const address = new URL("embed.html", site);
      for (const name of PARAMETERS) if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
      address.hash = this.getAttribute("state") ?? "";
      this.frame.src = address.href;
    }

    #hear = ({ source, origin, data }) => {
      if (source !== this.frame.contentWindow || origin !== site.origin) return;
      if (data?.type === "qkv:resized" && Number.isFinite(data.height)) this.frame.style.height = `${data.height}px`;
      if (data?.type === "qkv:changed") this.dispatchEvent(new CustomEvent("qkv:changed", { detail: data.state, bubbles: true }));
    };
  });
})();
