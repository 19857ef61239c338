import { html, nothing, type TemplateResult } from "lit/html.js";
import type { EvaluatePage } from "../evaluate-page.js";
import type { EvaluationRun, StrategyProgress } from "../evaluation-run.js";
import { counted, number } from "../words.js";

/** The progress of a run, and how it ended. */
export function runView(page: EvaluatePage, run: EvaluationRun): TemplateResult {
  const { running, failures, documents, notes } = run;
  const { current } = page;
  return html`<section class="card" aria-labelledby="run-title">
    <div class="row spread">
      <h2 id="run-title" tabindex="-1">${titleOf(run)}</h2>
      ${
        running
          ? html`<button class="button" type="button" @click=${() => run.stop()}>Stop</button>`
          : html`<button class="button" type="button" @click=${() => page.change()}>
              Change what is tried
            </button>`
      }
    </div>
    ${
      failures.length === 0
        ? nothing
        : html`<ul class="faults">
            ${failures.map((failure) => html`<li>${failure}</li>`)}
          </ul>`
    }
    ${
      running
        ? nothing
        : html`<div class="row">
            <p>
              ${number(run.done)} of ${number(run.questions * run.strategies.length)} tries are done and
              kept.
            </p>
            ${
              current && !current.finished
                ? html`<button class="button primary" type="button" @click=${() => void page.resume(current)}>
                    Resume
                  </button>`
                : nothing
            }
          </div>`
    }
    <ul class="stages">
      <li class="stage">
        <div class="row">
          <span id="stage-documents">Reading the documents</span>
          <span class="quiet small">
            ${documents ? `${number(documents.done)} of ${number(documents.total)}` : nothing}
          </span>
        </div>
        <progress
          aria-labelledby="stage-documents"
          max=${documents?.total || 1}
          .value=${documents?.done ?? 0}
        ></progress>
      </li>
      ${run.strategies.map((one) => strategyView(one, run.questions))}
    </ul>
    ${
      notes.length > 0
        ? html`<details class="small" ?open=${notes.length <= 5}>
            <summary>${counted(notes.length, "remark")}</summary>
            <ul class="notes">
              ${notes.map((note) => html`<li>${note}</li>`)}
            </ul>
          </details>`
        : nothing
    }
  </section>`;
}

function titleOf({ running, failures, replay }: EvaluationRun): string {
  if (running) return replay ? "Running the recording again" : "Trying";
  return failures.length === 0 ? "Stopped" : "The run ended early";
}

function strategyView(one: StrategyProgress, questions: number): TemplateResult {
  const { strategy, preparing, done, kept, failed } = one;
  const details = [
    preparing
      ? `preparing, ${number(preparing.done)} of ${number(preparing.total)}`
      : `${number(done)} of ${counted(questions, "question")}`,
    ...(kept > 0 ? [`${number(kept)} from before`] : []),
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
  ];
  const part = preparing ?? { done, total: questions };
  return html`<li class="stage">
    <div class="row">
      <span id="stage-${strategy}">${strategy}</span>
      <span class="quiet small">${details.join(" · ")}</span>
    </div>
    <progress
      aria-labelledby="stage-${strategy}"
      max=${part.total || 1}
      .value=${part.done}
    ></progress>
  </li>`;
}
