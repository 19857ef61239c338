import { guard } from "lit/directives/guard.js";
import { html, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { IngestRow } from "../state/ingest-rows.js";
import type { RowList } from "../state/row-window.js";
import { ingestRow } from "./ingest-row.js";

/** More than these are folded away unless they are asked for. */
const FEW = 5;

/** The files that could not be read, each with the reason, until they are taken out of the list. */
export function refusedRows(app: App): RowList<unknown> {
  const refused = app.ingest.rows.all.filter(({ state }) => state === "refused");
  const shown = app.refusedShown ?? (app.documents.list.length > 0 && refused.length <= FEW);
  const rows = shown ? refused : [];
  return {
    // The head comes first.
    length: refused.length === 0 ? 0 : rows.length + 1,
    key: (index) => rows[index - 1]?.path ?? "refused",
    height: (index) => (index === 0 ? 42 : 52),
    draw: (index, place) => {
      const row = rows[index - 1];
      if (!row) return headView(app, refused, shown);
      const seen = [app.words, row, place?.number, place?.of];
      return guard(seen, () => ingestRow(app, row, false, place));
    },
  };
}

function headView(app: App, refused: readonly IngestRow[], shown: boolean): TemplateResult {
  const { words } = app;
  return html`
    <li class="rows-head" data-key="refused">
      <button
        class="fold"
        type="button"
        aria-expanded=${shown ? "true" : "false"}
        @click=${() =>
          app.change(() => {
            app.refusedShown = !shown;
          })}
      ><span class="turn">${icon("chevron")}</span>${words.t("documents.unread", { count: refused.length })}</button>
      <button
        class="link"
        type="button"
        aria-label=${words.t("documents.unread.clear.list")}
        @click=${() => void app.attempt(() => app.ingest.takeOut(refused.map(({ path }) => path)))}
      >${words.t("documents.unread.clear")}</button>
    </li>
  `;
}
