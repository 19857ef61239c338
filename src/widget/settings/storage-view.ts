import { html, nothing, type TemplateResult } from "lit/html.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";

/** How much room the documents take, how much there is, and whether the browser keeps them. */
export function storageView({
  room,
  shell: { words },
}: DocumentsFeature): TemplateResult | typeof nothing {
  const { state } = room;
  if (!state) return nothing;
  if (state.kind === "memory") {
    return html`<p>${words.t("documents.storage.memory")}</p>`;
  }
  const { used, granted, persistent } = state;
  return html`
    ${
      used === null || granted === null
        ? nothing
        : html`<p>${words.t("documents.storage.used", {
            used: words.size(used),
            granted: words.size(granted),
          })}</p>`
    }
    <p>${words.t(persistent ? "documents.storage.kept" : "documents.storage.mayGo")}</p>
  `;
}
