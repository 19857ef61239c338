// The one script of a page that embeds the element. Everything else is fetched from beside it.
import { PageHoundElement } from "pagehound/widget";

// In a variable, because the build takes a folder named in one piece for a file to copy.
const here = import.meta.url;

/** `<page-hound>` with what it needs in the folder of this script, unless the page says where. */
class SiteElement extends PageHoundElement {
  #settling = false;

  override connectedCallback(): void {
    this.#settling = true;
    for (const folder of ["assets", "models"]) {
      if (!this.hasAttribute(folder)) {
        this.setAttribute(folder, new URL(`./${folder}/`, here).href);
      }
    }
    this.#settling = false;
    super.connectedCallback();
  }

  override attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    // The element reads these when it starts, in a moment.
    if (!this.#settling) super.attributeChangedCallback(name, before, now);
  }
}

if (!customElements.get("page-hound")) customElements.define("page-hound", SiteElement);
