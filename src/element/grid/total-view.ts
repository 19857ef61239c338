import { html, nothing, type TemplateResult } from "lit/html.js";
import { type GridRow, nameOf } from "../../grid/index.js";
import type { Drawn } from "../shell/view-parts.js";
import { closeButton } from "./answer-view.js";
import { type GridFeature, totalsOf } from "./grid-feature.js";
import { answerText, totalText } from "./table-view.js";

/** The numbers that make up a column's total; each opens the page it comes from. */
export function totalView(feature: GridFeature): Drawn {
  const { shell, table, totalled } = feature;
  const index = table?.columns.findIndex(({ id }) => id === totalled) ?? -1;
  const column = table?.columns[index];
  const total = table && totalsOf(table)[index];
  if (!table || !column || !total) return nothing;
  const { words } = shell;
  const { t } = words;
  const left = table.rows.length - total.rows.length;
  return html`<section class="grid-answer" id="grid-total" aria-label=${t("grid.total")}>
    <header>
      <h2 dir="auto">${t("grid.total.title", { name: column.name })}</h2>
      ${closeButton(feature, t("common.close"))}
    </header>
    <table class="grid-sums">
      <tbody>${total.rows.map((row) => rowView(feature, row, index))}</tbody>
      <tfoot>
        <tr><th scope="row" class="grid-sum-document">${t("grid.total")}</th><td class="grid-sum-number">${totalText(words, total, "sum")}</td></tr>
        <tr><th scope="row" class="grid-sum-document">${t("grid.mean")}</th><td class="grid-sum-number">${totalText(words, total, "mean")}</td></tr>
      </tfoot>
    </table>
    ${left === 0 ? nothing : html`<p class="quiet">${t("grid.total.left", { count: left })}</p>`}
  </section>`;
}

function rowView(feature: GridFeature, row: GridRow, index: number): TemplateResult {
  const { words } = feature.shell;
  const answer = row.answers[index];
  return html`<tr>
    <th scope="row" class="grid-sum-document" title=${row.document.path}>
      <button class="link" type="button" @click=${() => feature.openPage(row.document, answer?.citations[0])}>
        <bdi>${nameOf(row.document)}</bdi>
      </button>
    </th>
    <td class="grid-sum-number">${answer ? answerText(words, answer) : nothing}</td>
  </tr>`;
}
