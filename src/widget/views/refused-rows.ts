import { guard } from "lit/directives/guard.js";
import { html, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { ListRow } from "../state/row-window.js";
import { ingestRow } from "./ingest-row.js";

/** More than these are folded away unless they are asked for. */
const FEW = 5;

/** The files that could not be read, each with the reason, until they are taken out of the list. */
export function refusedRows(app: App): ListRow<unknown>[] {
  const refused = app.ingest.rows.all.filter(({ state }) => state === "refused");
  if (refused.length === 0) return [];
  const shown = app.refusedShown ?? (app.documents.list.length > 0 && refused.length <= FEW);
  const paths = refused.map(({ path }) => path);
  const rows = refused.map(
    (row): ListRow<unknown> => ({
      key: row.path,
      height: 52,
      draw: (place) =>
        guard([app.words, row, place?.number, place?.of], () => ingestRow(app, row, false, place)),
    }),
  );
  const head = { key: "refused", height: 42, draw: () => headView(app, paths, shown) };
  return shown ? [head, ...rows] : [head];
}

function headView(app: App, paths: readonly string[], shown: boolean): TemplateResult {
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
      ><span class="turn">${icon("chevron")}</span>${words.t("documents.unread", { count: paths.length })}</button>
      <button
        class="link"
        type="button"
        aria-label=${words.t("documents.unread.clear.list")}
        @click=${() => void app.attempt(() => app.ingest.takeOut(paths))}
      >${words.t("documents.unread.clear")}</button>
    </li>
  `;
}
