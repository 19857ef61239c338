import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import { count, counted } from "../state/words.js";

/** What is searched or asked. With a choice made, pressing it goes back to all documents. */
export function scopeChip(app: App): TemplateResult | typeof nothing {
  const {
    documents: { selected, list: documents },
    view,
  } = app;
  if (documents.length === 0) return nothing;
  const verb = view === "ask" ? "ask" : "search";
  if (selected.size === 0) {
    const some = counted(documents.length, "document");
    // What is still to be read is not searched yet.
    const whole = documents.length === 1 ? some : `all ${some}`;
    const all = app.ingest.running ? `${some} so far` : whole;
    return html`<button
      class="chip"
      type="button"
      title=${`Choose documents in the list to ${verb} only them`}
      @click=${() => {
        app.set({ documentsShown: true, pane: "documents" });
        requestAnimationFrame(() => app.surface.find(".rows .pick")?.focus());
      }}
    >${all}</button>`;
  }
  return html`<button
    class="chip chosen"
    type="button"
    aria-label=${`${count(selected.size)} selected; ${verb} all documents instead`}
    title=${`${verb === "ask" ? "Ask" : "Search"} all documents instead`}
    @click=${() => app.documents.selectNone()}
  >${count(selected.size)} selected ${icon("close")}</button>`;
}
