import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../app.js";

/** Says that a newer version of the page is open, which is why this one can do nothing any more. */
export function outdatedView(app: App): TemplateResult | typeof nothing {
  if (!app.outdated) return nothing;
  return html`<div class="outdated" role="alert">
    <p>A newer version of this page is open. Reload to go on.</p>
    <button class="button" type="button" @click=${() => location.reload()}>Reload</button>
  </div>`;
}
