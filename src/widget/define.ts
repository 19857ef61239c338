// Public entry `pagehound/widget/define`: registers `<page-hound>`.
import { PageHoundElement } from "./element.js";

if (!customElements.get("page-hound")) customElements.define("page-hound", PageHoundElement);

export { PageHoundElement };

declare global {
  interface HTMLElementTagNameMap {
    "page-hound": PageHoundElement;
  }
}
