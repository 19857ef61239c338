import { html, nothing, type TemplateResult } from "lit/html.js";
import { type EvaluationReport, reportJson, reportMarkdown } from "pagehound/evaluation";
import type { EvaluatePage } from "../evaluate-page.js";
import type { EvaluationLog, StrategyReport } from "../evaluation-types.js";
import { type ColumnGroup, metricColumns } from "../metric-words.js";
import { saveFile } from "../save-file.js";
import { counted, number } from "../words.js";
import { questionsView } from "./questions-view.js";
import { kindView, meansView } from "./table-view.js";

/** The results of a run: tables, files to save, and each question. */
export function resultsView(
  page: EvaluatePage,
  report: EvaluationReport,
  log: EvaluationLog,
): TemplateResult {
  const groups = metricColumns(report.strategies);
  const skipped = report.skipped.map(
    ({ strategy, reason }) => `${strategy} was not tried. ${reason}`,
  );
  const notes = [...report.notes, ...skipped];
  return html`<section class="card" aria-labelledby="results-title">
      <div class="row spread">
        <h2 id="results-title" tabindex="-1">Results</h2>
        <button class="button" type="button" @click=${() => page.change()}>
          Change what is tried
        </button>
      </div>
      <p class="quiet small">
        ${page.choice.chosen?.label} · ${counted(report.documents, "document")} ·
        ${counted(report.pages, "page")} · ${counted(report.questions, "question")} ·
        ${report.model ?? "no model"}
      </p>
      ${replayedView(report)}
      ${groups.map(({ label, columns }) => meansView(label, columns, report.strategies))}
      ${kindsView(report.strategies, groups)}
      <details class="small">
        <summary>What the columns mean</summary>
        <dl class="meanings">
          ${groups
            .flatMap(({ columns }) => columns)
            .map(({ label, description }) => html`<dt>${label}</dt><dd>${description}</dd>`)}
        </dl>
      </details>
      ${
        notes.length > 0
          ? html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`
          : nothing
      }
      ${saveView(report, log)}
    </section>
    ${questionsView(page, report)}`;
}

function kindsView(
  strategies: readonly StrategyReport[],
  groups: readonly ColumnGroup[],
): TemplateResult | typeof nothing {
  const kinds = new Set(strategies.flatMap((one) => Object.keys(one.kinds)));
  if (kinds.size < 2) return nothing;
  const columns = groups.flatMap((group) => group.columns);
  return html`<details class="small">
    <summary>By kind of question</summary>
    <div class="stack wide-gaps">
      ${[...kinds].map((kind) => kindView(kind, columns, strategies))}
    </div>
  </details>`;
}

/** How much of a recording ran as it was recorded. */
function replayedView({ replayed }: EvaluationReport): TemplateResult | typeof nothing {
  if (!replayed) return nothing;
  const { same, different } = replayed;
  return html`<p>
      ${number(same)} of ${counted(same + different.length, "question")} ran as recorded.
    </p>
    ${
      different.length > 0
        ? html`<details class="small">
            <summary>What was different</summary>
            <ul class="notes">
              ${different.map(({ question, difference }) => html`<li>${question}: ${difference}</li>`)}
            </ul>
          </details>`
        : nothing
    }`;
}

function saveView(report: EvaluationReport, log: EvaluationLog): TemplateResult {
  const name = `${report.dataSet}-evaluation`;
  const json = (): void => saveFile(`${name}.json`, "application/json", reportJson(report));
  const markdown = (): void => saveFile(`${name}.md`, "text/markdown", reportMarkdown(report));
  const recording = async (): Promise<void> => {
    const lines = (await log.read()).map((record) => `${JSON.stringify(record)}\n`);
    saveFile(`${name}.jsonl`, "application/jsonl", lines.join(""));
  };
  return html`<div class="row">
    <button class="button" type="button" @click=${json}>Save as JSON</button>
    <button class="button" type="button" @click=${markdown}>Save as Markdown</button>
    <button class="button" type="button" @click=${() => void recording()}>Save the recording</button>
  </div>`;
}
