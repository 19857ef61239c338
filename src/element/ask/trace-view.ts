import { html, nothing, type TemplateResult } from "lit/html.js";
import { paneWords } from "../i18n/english/panes.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import { jsonText, saveFile } from "../shell/save-file.js";
import type { Shell } from "../shell/shell.js";
import { type Drawn, icon, isolated } from "../shell/view-parts.js";
import type { Step } from "./steps.js";
import { type Turn, workOf } from "./turn.js";

addEnglish(paneWords);

/** The steps that led to an answer. */
export function traceView(shell: Shell, turn: Turn): TemplateResult {
  const { words } = shell;
  const { rawShown, trace, answer, key } = turn;
  const steps = turn.steps(words).filter(({ detail }) => rawShown || !detail);
  return html`
    <section class="trace" aria-label=${words.t("trace.title")}>
      ${
        answer && answer.standalone !== answer.question
          ? html`<p class="understood">${words.parts("trace.understood", {
              question: isolated(answer.standalone),
            })}</p>`
          : nothing
      }
      ${
        steps.length > 0
          ? html`<ol class="steps">${steps.map((step) => stepView(words, step, rawShown))}</ol>`
          : html`<p class="quiet">${words.t(turn.state === "running" ? "trace.none.running" : "trace.none")}</p>`
      }
      <div class="trace-foot">
        <button
          class="link"
          type="button"
          aria-expanded=${rawShown ? "true" : "false"}
          aria-controls=${`${key}-numbers`}
          @click=${() => {
            turn.rawShown = !rawShown;
            shell.changed();
          }}
        >${words.t(rawShown ? "trace.less" : "trace.more")}</button>
        ${
          trace
            ? html`<button class="link" type="button" @click=${() => saveFile("pagehound-trace.json", "application/json", jsonText(trace))}>${words.t("trace.save")}</button>`
            : nothing
        }
      </div>
      <div id=${`${key}-numbers`}>${rawShown ? numbersView(words, turn) : nothing}</div>
    </section>
  `;
}

function stepView(
  words: I18n,
  { icon: name, title, outcome, state, raw }: Step,
  rawShown: boolean,
): TemplateResult {
  const failed =
    state === "failed" ? html`<span class="unseen">${words.t("trace.failed")} </span>` : nothing;
  return html`<li class="step" data-state=${state}>
    ${icon(state === "failed" ? "warning" : name)}
    <div>
      <p dir="auto">${failed}${title}</p>
      ${outcome === null ? nothing : html`<p class="quiet" dir="auto">${outcome}</p>`}
      ${state === "running" ? html`<p class="quiet">…</p>` : nothing}
      ${rawShown && raw !== null ? html`<pre class="raw" dir="auto" tabindex="0" aria-label=${words.t("trace.raw")}>${raw}</pre>` : nothing}
    </div>
  </li>`;
}

function numbersView(words: I18n, { answer, model }: Turn): Drawn {
  if (!answer) return nothing;
  const { usage } = answer;
  const { searches, calculations } = workOf(answer);
  const rows: [string, string][] = [
    [words.t("trace.number.model"), model ? model.name : words.t("trace.number.noModel")],
    [words.t("trace.number.searches"), words.count(searches)],
    [words.t("trace.number.calculations"), words.count(calculations)],
    [words.t("trace.number.requests"), words.count(usage.turns)],
    [words.t("trace.number.prompt"), words.count(usage.promptTokens)],
    [words.t("trace.number.reused"), words.count(usage.reusedTokens)],
    [words.t("trace.number.generated"), words.count(usage.generatedTokens)],
    [words.t("trace.number.compactions"), words.count(usage.folds)],
    [
      words.t("trace.number.first"),
      usage.firstToken === null ? "–" : words.duration(usage.firstToken),
    ],
    [words.t("trace.number.all"), words.duration(usage.total)],
  ];
  return html`<dl class="numbers">
    ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}
  </dl>`;
}
