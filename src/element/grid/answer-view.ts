import { html, nothing, type TemplateResult } from "lit/html.js";
import { documentTitle, type GridAnswer, type GridColumn } from "../../core/index.js";
import type { GridRow } from "../../grid/index.js";
import { type Drawn, icon, iconButton, readable } from "../shell/view-parts.js";
import type { GridFeature } from "./grid-feature.js";
import { answerText } from "./table-view.js";

/** The selected answer in full, with its sources and the actions on it. */
export function answerView(feature: GridFeature): Drawn {
  const { definition, selected, shell, table } = feature;
  const row = table?.rows.find(({ document }) => document.id === selected?.document);
  const column = definition?.columns.find(({ id }) => id === selected?.column);
  if (!row || !column) return nothing;
  const answer = feature.answerAt(row, column);
  const { t } = shell.words;
  const title = documentTitle(row.document);
  return html`<section class="grid-answer" aria-label=${t("grid.answer")}>
    <header>
      <p class="grid-path">${title === null ? nothing : html`<bdi>${title}</bdi> · `}<bdi>${row.document.path}</bdi></p>
      ${closeButton(feature, t("grid.answer.close"))}
    </header>
    <h2 dir="auto">${column.question}</h2>
    ${answer ? statementView(feature, row, column, answer) : html`<p>${t("grid.status.missing")}</p>`}
  </section>`;
}

/** A button that closes the answer or the total below the table. */
export function closeButton(feature: GridFeature, label: string): TemplateResult {
  const { shell } = feature;
  return iconButton("close", label, () => {
    feature.select(null);
    shell.changed();
    shell.focusBox();
  });
}

function statementView(
  feature: GridFeature,
  row: GridRow,
  column: GridColumn,
  answer: GridAnswer,
): TemplateResult {
  const { run, shell } = feature;
  const { words } = shell;
  const { citations, model, reason, remark, review, status, text, value } = answer;
  const notes = [
    words.t(`grid.status.${status}`),
    ...(remark ? [words.t(`grid.remark.${remark}`)] : []),
    ...(reason ? [reason] : []),
    ...(model ? [model] : []),
  ];
  const mark = (what: "checked" | "wrong"): TemplateResult => html`<button
    class="button"
    type="button"
    aria-pressed=${review === what ? "true" : "false"}
    @click=${() => void shell.attempt(() => feature.review(row, column, what))}
  >${icon(what === "checked" ? "check" : "close")}${words.t(`grid.review.${what}`)}</button>`;
  return html`
    ${value ? html`<p class="grid-value" dir="auto">${answerText(words, answer)}</p>` : nothing}
    ${text === "" ? nothing : html`<p class="grid-said" dir="auto">${readable(text)}</p>`}
    <p class="quiet">${notes.join(" · ")}</p>
    ${
      citations.length > 0
        ? html`<ul>
            ${citations.map((citation) => {
              const { page, pageLabel, quote } = citation;
              const place = words.place(
                row.document.pageUnit,
                page,
                pageLabel,
                row.document.pages.total,
              );
              const isNearest = text === "";
              return html`<li>
                <button class="link" type="button" @click=${() => feature.openPage(row.document, citation)}>${
                  isNearest ? html`${words.t("grid.answer.nearest")}: ${place}` : place
                }</button>
                ${quote === text ? nothing : html`<q dir="auto">${readable(quote)}</q>`}
              </li>`;
            })}
          </ul>`
        : nothing
    }
    <p class="grid-buttons">
      ${text === "" ? nothing : html`${mark("checked")} ${mark("wrong")}`}
      <button
        class="button"
        type="button"
        ?disabled=${run !== null}
        @click=${() => void feature.start([{ document: row.document.id, column: column.id }])}
      >${icon("again")}${words.t("grid.answer.again")}</button>
    </p>
  `;
}
