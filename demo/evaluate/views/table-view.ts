import { html, nothing, type TemplateResult } from "lit/html.js";
import type { StrategyReport } from "../evaluation-types.js";
import { bestOf, figure, type MetricColumn } from "../metric-words.js";
import { counted, number } from "../words.js";

/** A cell: a value with its remark; null if the metric does not apply. */
type Cell = { readonly value: number; readonly detail: string } | null;

/** Strategies with the means of some metrics. */
export function meansView(
  label: string,
  columns: readonly MetricColumn[],
  strategies: readonly StrategyReport[],
): TemplateResult {
  const counts = new Set(
    columns.flatMap(({ name }) => strategies.flatMap(({ metrics }) => metrics[name]?.count ?? [])),
  );
  const [all = 0] = counts;
  const over = counts.size === 1 ? `over ${counted(all, "question")}` : "";
  return tableView({ label, over }, columns, strategies, ({ metrics, questions }, { name }) => {
    const found = metrics[name];
    if (!found) return null;
    const { mean, margin, count, interval } = found;
    const ends = interval?.map((end) => figure(name, end)).join(" – ");
    const details = [
      ...(ends !== undefined ? [ends] : margin > 0 ? [`± ${figure(name, margin)}`] : []),
      ...(counts.size > 1 && count < questions ? [`of ${number(count)}`] : []),
    ];
    return { value: mean, detail: details.join(" ") };
  });
}

/** Strategies with the means over the questions of one kind. */
export function kindView(
  kind: string,
  columns: readonly MetricColumn[],
  strategies: readonly StrategyReport[],
): TemplateResult {
  const shown = columns.filter(({ name }) =>
    strategies.some(({ kinds }) => name in (kinds[kind] ?? {})),
  );
  return tableView({ label: kind, over: "" }, shown, strategies, ({ kinds }, { name }) => {
    const value = kinds[kind]?.[name];
    return value === undefined ? null : { value, detail: "" };
  });
}

function tableView(
  { label, over }: { readonly label: string; readonly over: string },
  columns: readonly MetricColumn[],
  strategies: readonly StrategyReport[],
  cellOf: (strategy: StrategyReport, column: MetricColumn) => Cell,
): TemplateResult {
  const best = new Map(
    columns.map((column) => {
      const values = strategies.flatMap((one) => cellOf(one, column)?.value ?? []);
      return [column, bestOf(column.name, values)];
    }),
  );
  return html`<div class="table" role="region" aria-label=${label} tabindex="0">
    <table>
      <caption>
        ${label}${over === "" ? nothing : html`<span class="quiet small">, ${over}</span>`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Way</th>
          ${columns.map(
            ({ label, description }) => html`<th scope="col" title=${description}>${label}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${strategies.map(
          (one) => html`<tr>
            <th scope="row">${one.strategy}</th>
            ${columns.map((column) =>
              cellView(column, cellOf(one, column), best.get(column) ?? null),
            )}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Empty if the metric does not apply, which is not zero. */
function cellView({ name }: MetricColumn, cell: Cell, best: string | null): TemplateResult {
  if (!cell) return html`<td></td>`;
  const { value, detail } = cell;
  const written = figure(name, value);
  return html`<td>
    ${written === best ? html`<strong>${written}</strong>` : written}${
      detail === "" ? nothing : html`<span class="small">${detail}</span>`
    }
  </td>`;
}
