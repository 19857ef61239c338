import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { App } from "../app.js";
import { icon } from "../icons.js";
import { count } from "../words.js";
import { ingestRow } from "./ingest-row.js";

/** More than these are folded away unless they are asked for. */
const FEW = 5;

/** The files that could not be read, each with the reason, until they are taken out of the list. */
export function refusedRows(app: App): TemplateResult | typeof nothing {
  const refused = app.ingest.rows.all.filter(({ state }) => state === "refused");
  if (refused.length === 0) return nothing;
  const shown = app.refusedShown ?? (app.documents.list.length > 0 && refused.length <= FEW);
  return html`
    <li class="rows-head">
      <button
        class="fold"
        type="button"
        aria-expanded=${shown ? "true" : "false"}
        @click=${() =>
          app.change(() => {
            app.refusedShown = !shown;
          })}
      ><span class="turn">${icon("chevron")}</span>${count(refused.length)} could not be read</button>
      <button
        class="link"
        type="button"
        aria-label="Clear the list of files that could not be read"
        @click=${() => void app.attempt(() => app.ingest.takeOut(refused.map(({ path }) => path)))}
      >Clear</button>
    </li>
    ${
      shown
        ? repeat(
            refused,
            ({ path }) => path,
            (row) => ingestRow(app, row, false),
          )
        : nothing
    }
  `;
}
