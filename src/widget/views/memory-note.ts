import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";

/** Says that nothing is kept, where the browser lets the page keep nothing. */
export function memoryNote(app: App): TemplateResult | typeof nothing {
  if (!app.room.inMemory) return nothing;
  return html`<p class="memory-note">
    ${icon("note")}<span>${app.words.t("documents.storage.memory")}</span>
  </p>`;
}
