import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";

/** What is searched or asked. With a choice made, pressing it goes back to all documents. */
export function scopeChip(app: App): TemplateResult | typeof nothing {
  const {
    documents: { selected, list: documents },
    view,
    words,
  } = app;
  if (documents.length === 0) return nothing;
  if (selected.size === 0) {
    // What is still to be read is not searched yet.
    const key = app.ingest.running ? "scope.soFar" : "scope.all";
    return html`<button
      class="chip"
      type="button"
      title=${words.t(`scope.choose.${view}`)}
      @click=${() => {
        app.set({ documentsShown: true, pane: "documents" });
        requestAnimationFrame(() => app.surface.find(".rows .pick")?.focus());
      }}
    >${words.t(key, { count: documents.length })}</button>`;
  }
  return html`<button
    class="chip chosen"
    type="button"
    aria-label=${words.t(`scope.chosen.${view}`, { count: selected.size })}
    title=${words.t(`scope.whole.${view}`)}
    @click=${() => app.documents.selectNone()}
  >${words.t("scope.chosen", { count: selected.size })} ${icon("close")}</button>`;
}
