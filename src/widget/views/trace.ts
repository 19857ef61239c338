import { html, nothing, type TemplateResult } from "lit";
import { saveJson } from "../state/answer-export.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { Step } from "../state/steps.js";
import type { Turn } from "../state/turn.js";
import { count, duration } from "../state/words.js";

/** What was done for an answer, step by step. */
export function traceView(app: App, turn: Turn): TemplateResult {
  const { rawShown, trace, answer, key } = turn;
  const steps = turn.steps.filter(({ detail }) => rawShown || !detail);
  return html`
    <section class="trace" aria-label="What it searched">
      ${
        answer && answer.standalone !== answer.question
          ? html`<p class="understood">Understood as “${answer.standalone}”</p>`
          : nothing
      }
      ${
        steps.length > 0
          ? html`<ol class="steps">${steps.map((step) => stepView(step, rawShown))}</ol>`
          : html`<p class="quiet">${turn.state === "running" ? "Nothing yet." : "No step was kept."}</p>`
      }
      <div class="trace-foot">
        <button
          class="link"
          type="button"
          aria-expanded=${rawShown ? "true" : "false"}
          aria-controls=${`${key}-numbers`}
          @click=${() =>
            app.change(() => {
              turn.rawShown = !rawShown;
            })}
        >${rawShown ? "Less detail" : "More detail"}</button>
        ${
          trace
            ? html`<button class="link" type="button" @click=${() => saveJson("pagehound-trace.json", trace)}>Save what it searched</button>`
            : nothing
        }
        ${
          answer
            ? html`<button class="link" type="button" @click=${() => saveJson("pagehound-answer.json", answer)}>Save the answer</button>`
            : nothing
        }
      </div>
      <div id=${`${key}-numbers`}>${rawShown ? numbersView(turn) : nothing}</div>
    </section>
  `;
}

function stepView(
  { icon: name, title, outcome, state, raw }: Step,
  rawShown: boolean,
): TemplateResult {
  const failed = state === "failed" ? html`<span class="unseen">Failed: </span>` : nothing;
  return html`<li class="step" data-state=${state}>
    ${icon(state === "failed" ? "warning" : name)}
    <div>
      <p>${failed}${title}</p>
      ${outcome === null ? nothing : html`<p class="quiet">${outcome}</p>`}
      ${state === "running" ? html`<p class="quiet">…</p>` : nothing}
      ${rawShown && raw !== null ? html`<pre class="raw" tabindex="0" aria-label="Word for word">${raw}</pre>` : nothing}
    </div>
  </li>`;
}

function numbersView({ answer, model }: Turn): TemplateResult | typeof nothing {
  if (!answer) return nothing;
  const { usage } = answer;
  const rows: [string, string][] = [
    ["Model", model ? model.name : "none"],
    ["Searches", count(usage.calls)],
    ["Requests to the model", count(usage.turns)],
    ["Prompt tokens", count(usage.promptTokens)],
    ["of these reused", count(usage.reusedTokens)],
    ["Generated tokens", count(usage.generatedTokens)],
    ["Times shortened to notes", count(usage.folds)],
    ["To the first word", usage.firstToken === null ? "–" : duration(usage.firstToken)],
    ["In all", duration(usage.total)],
  ];
  return html`<dl class="numbers">
    ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
