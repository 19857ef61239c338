import { html, nothing, type TemplateResult } from "lit/html.js";
import {
  comparedTexts,
  type EvaluationQuestion,
  type EvaluationReport,
  type ScoredRecord,
  satisfies,
} from "pagehound/evaluation";
import type { EvaluatePage } from "../evaluate-page.js";
import type { ComparedText, GoldEvidence } from "../evaluation-types.js";
import { figure, metricLabel } from "../metric-words.js";
import { verdictOf } from "../verdict.js";
import { counted, number } from "../words.js";

/** Each question with the result of every strategy. */
export function questionsView(
  page: EvaluatePage,
  { records }: EvaluationReport,
): TemplateResult | typeof nothing {
  const { chosen } = page.choice;
  if (!chosen) return nothing;
  const byQuestion = Map.groupBy(records, ({ record }) => record.question);
  const questions = chosen.dataSet.questions.filter(({ id }) => byQuestion.has(id));
  const shown = questions.slice(0, page.listed);
  return html`<section class="card" aria-labelledby="questions-title">
    <h2 id="questions-title">Question by question</h2>
    <div class="questions">
      ${shown.map((question) => questionView(page, question, byQuestion.get(question.id) ?? []))}
    </div>
    ${
      shown.length < questions.length
        ? html`<div class="row">
            <button class="button" type="button" @click=${() => page.listMore()}>Show more</button>
            <span class="quiet small">
              ${number(shown.length)} of ${counted(questions.length, "question")}
            </span>
          </div>`
        : nothing
    }
  </section>`;
}

function questionView(
  page: EvaluatePage,
  question: EvaluationQuestion,
  scored: readonly ScoredRecord[],
): TemplateResult {
  const open = page.unfolded.has(question.id);
  const toggle = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLDetailsElement && currentTarget.open !== open) {
      page.unfold(question.id, currentTarget.open);
    }
  };
  return html`<details class="question" .open=${open} @toggle=${toggle}>
    <summary>
      ${question.text}
      <span class="verdicts">${verdicts(question, scored)}</span>
    </summary>
    ${open ? unfoldedView(question, scored) : nothing}
  </details>`;
}

function unfoldedView(
  question: EvaluationQuestion,
  scored: readonly ScoredRecord[],
): TemplateResult {
  const { answers, evidence, unanswerable } = question;
  return html`<div class="unfolded">
    <dl class="facts">
      <dt>Known answer</dt>
      <dd>${unanswerable ? "The documents do not say." : answers.join(" · ") || "Not given"}</dd>
      <dt>Known place</dt>
      <dd>${evidence.length > 0 ? evidence.map((one) => html`<div>${placeOf(one)}</div>`) : "Not given"}</dd>
    </dl>
    ${scored.map((one) => outcomeView(question, one))}
  </div>`;
}

/** The result of each strategy, in one line. */
function verdicts(question: EvaluationQuestion, scored: readonly ScoredRecord[]): string {
  return scored
    .flatMap((one) => {
      const verdict = verdictOf(question, one);
      return verdict === "" ? [] : `${one.record.strategy}: ${verdict}`;
    })
    .join(" · ");
}

function outcomeView(question: EvaluationQuestion, scored: ScoredRecord): TemplateResult {
  const { strategy, outcome, failure } = scored.record;
  const verdict = verdictOf(question, scored);
  const answer = outcome?.answer ?? null;
  return html`<div class="outcome">
    <h3>${strategy}${verdict === "" ? nothing : html`<span class="quiet">: ${verdict}</span>`}</h3>
    ${failure ? html`<p class="failed">${failure.message}</p>` : nothing}
    ${
      answer
        ? html`<p>
            ${
              answer.kind === "answered"
                ? answer.text
                : answer.kind === "not-found"
                  ? "Says that the documents do not say."
                  : `There was no answer. ${answer.reason ?? ""}`
            }
          </p>`
        : nothing
    }
    ${
      outcome && outcome.retrieved.length > 0
        ? html`<details class="small">
            <summary>${counted(outcome.retrieved.length, "passage")} retrieved</summary>
            <ol class="passages">
              ${comparedTexts(outcome.retrieved).map((one) => passageView(one, question.evidence))}
            </ol>
          </details>`
        : nothing
    }
    <details class="small">
      <summary>All figures</summary>
      <dl class="meanings">
        ${Object.entries(scored.scores).map(
          ([name, value]) => html`<dt>${metricLabel(name)}</dt><dd>${figure(name, value)}</dd>`,
        )}
      </dl>
    </details>
  </div>`;
}

function passageView(text: ComparedText, evidence: readonly GoldEvidence[]): TemplateResult {
  const { path, page, lastPage } = text.retrieved;
  const found = evidence.some((one) => satisfies(text, one));
  const pages = page === lastPage ? number(page) : `${number(page)}–${number(lastPage)}`;
  return html`<li class=${found ? "found" : ""}>
    <details>
      <summary>
        ${shortPath(path)}, page ${pages}${found ? html` · <strong>known place</strong>` : nothing}
      </summary>
      <p class="text">${text.retrieved.text}</p>
    </details>
  </li>`;
}

function placeOf(known: GoldEvidence): string {
  if (known.unit === "page") return `${shortPath(known.document)}, page ${number(known.page)}`;
  if (known.unit === "cell") return `${shortPath(known.document)}: ${known.row}, ${known.column}`;
  return known.unit === "passage"
    ? `${shortPath(known.document)}: “${known.text}”`
    : shortPath(known.document);
}

/** A path without the folder that contains all documents. */
function shortPath(path: string): string {
  return path.replace(/^(?:documents|docs|pdfs|source_files)\//, "");
}
