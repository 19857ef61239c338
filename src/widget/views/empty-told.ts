import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { refusedRows } from "./refused-rows.js";

export { noticesView } from "./notices.js";

/** Files that were added and could not be read; all there is to be seen of them. */
export function refusedView(app: App): TemplateResult | typeof nothing {
  const rows = refusedRows(app);
  if (rows.length === 0) return nothing;
  return html`<ul class="rows" aria-label=${app.words.t("documents.unread.list")}>${repeat(
    Array.from({ length: rows.length }, (_, index) => index),
    (index) => rows.key(index),
    (index) => rows.draw(index, null),
  )}</ul>`;
}
