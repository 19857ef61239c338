import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";

const messages = {
  outdated: "widget.lost.outdated",
  "storage-lost": "widget.lost.storage",
} as const;

/** Says why the page can do nothing any more until it is loaded again. */
export function outdatedView(app: App): TemplateResult | typeof nothing {
  if (app.lost === null) return nothing;
  return html`<div class="outdated" role="alert">
    <p>${app.words.t(messages[app.lost])}</p>
    <button class="button" type="button" @click=${() => location.reload()}>${app.words.t("widget.lost.reload")}</button>
  </div>`;
}
