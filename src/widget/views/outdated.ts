import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";

const words = {
  outdated: "A newer version of this page is open. Reload to go on.",
  "storage-lost":
    "The browser has removed what this page had stored. Reload to see what is left, and add the rest again.",
};

/** Says why the page can do nothing any more until it is loaded again. */
export function outdatedView(app: App): TemplateResult | typeof nothing {
  if (app.lost === null) return nothing;
  return html`<div class="outdated" role="alert">
    <p>${words[app.lost]}</p>
    <button class="button" type="button" @click=${() => location.reload()}>Reload</button>
  </div>`;
}
