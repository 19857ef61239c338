// The only script of a page that embeds the element. Everything else is loaded relative to it.
import { PageHoundElement } from "pagehound/widget";

// In a variable, because the build would copy a folder named in one piece like a file.
const here = import.meta.url;

/** `<page-hound>` with its files in the folder of this script, unless the page says otherwise. */
class SiteElement extends PageHoundElement {
  override connectedCallback(): void {
    for (const folder of ["assets", "models"]) {
      if (!this.hasAttribute(folder)) {
        this.setAttribute(folder, new URL(`./${folder}/`, here).href);
      }
    }
    if (!this.hasAttribute("ocr")) {
      this.setAttribute("ocr", new URL("./assets/ocr/", here).href);
    }
    if (!this.hasAttribute("sign-in")) {
      this.setAttribute("sign-in", new URL("./signed-in.html", here).href);
    }
    super.connectedCallback();
  }
}

if (!customElements.get("page-hound")) customElements.define("page-hound", SiteElement);
