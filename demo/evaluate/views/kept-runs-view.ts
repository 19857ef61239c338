import { html, nothing, type TemplateResult } from "lit/html.js";
import type { EvaluatePage } from "../evaluate-page.js";
import type { KeptRun } from "../kept-runs.js";
import { all, counted, number } from "../words.js";

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Earlier runs that can be resumed or viewed again. */
export function keptRunsView(page: EvaluatePage): TemplateResult | typeof nothing {
  const { kept } = page;
  if (kept.runs.length === 0 || page.busy || page.run) return nothing;
  return html`<section class="card" aria-labelledby="kept-title">
    <h2 id="kept-title" tabindex="-1">Earlier runs</h2>
    <ul class="kept">
      ${kept.runs.map((run) => keptView(page, run))}
    </ul>
  </section>`;
}

function keptView(page: EvaluatePage, run: KeptRun): TemplateResult {
  const name = run.sample ? "the sample" : run.label;
  const total = run.questions * run.strategies.length;
  return html`<li class="row spread">
    <div>
      <p>${run.label}: ${all(run.strategies)}</p>
      <p class="quiet small">
        ${dates.format(new Date(run.started))} ·
        ${
          run.finished
            ? counted(run.questions, "question")
            : `${number(run.done)} of ${counted(total, "try", "tries")}`
        }${run.model ? ` · ${run.model.name}` : nothing}
      </p>
    </div>
    <div class="row">
      <button class="button" type="button" @click=${() => void page.resume(run)}>
        ${run.finished ? `Show the results of ${name}` : `Resume the run of ${name}`}
      </button>
      <button
        class="button"
        type="button"
        aria-label=${`Delete the run of ${name}`}
        @click=${() => page.remove(run)}
      >
        Delete
      </button>
    </div>
  </li>`;
}

/** Names the run that was just deleted, with a button to undo it. */
export function removedView(page: EvaluatePage): TemplateResult | typeof nothing {
  const { removed } = page.kept;
  if (!removed) return nothing;
  return html`<div class="toast" role="status">
    <p>The run of ${removed.sample ? "the sample" : removed.label} was deleted.</p>
    <button class="link" type="button" @click=${() => page.undo()}>Undo</button>
  </div>`;
}
