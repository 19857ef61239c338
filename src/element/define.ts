// Public entry `pagehound/widget/define`: registers `<page-hound>`, unless another script has, or
// there are no elements, as on a server.
import { PageHoundElement } from "./element.js";

const { customElements: elements } = globalThis as { customElements?: CustomElementRegistry };
if (elements && !elements.get("page-hound")) elements.define("page-hound", PageHoundElement);

export { PageHoundElement };

declare global {
  interface HTMLElementTagNameMap {
    "page-hound": PageHoundElement;
  }
}
