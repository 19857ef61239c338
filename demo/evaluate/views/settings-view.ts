import { html, nothing, type TemplateResult } from "lit/html.js";
import { type EvaluationStrategy, strategyNames } from "pagehound/evaluation";
import type { EvaluatePage } from "../evaluate-page.js";
import { searchAction } from "../search-action.js";
import { maxCalls, typedCount } from "../settings.js";
import { counted, number } from "../words.js";
import { pickFilesView } from "./pick-files-view.js";

/** The strategies, the number of questions, and the start button. */
export function settingsView(page: EvaluatePage): TemplateResult {
  const { strategies, picked, settings } = page;
  const searching = strategies.filter(({ needs }) => !needs.model && !needs.embedder);
  const modelStrategies = strategies.filter((one) => !searching.includes(one));
  const fault = limitFault(settings.limit) ?? callsFault(settings.calls);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (fault === null) page.start();
  };
  return html`<section class="card" aria-labelledby="settings-title">
    <h2 id="settings-title" tabindex="-1">What to try</h2>
    <form class="stack wide-gaps" action=${searchAction} @submit=${submit}>
      <fieldset>
        <legend>Searching</legend>
        <div class="choices">${searching.map((one) => choiceView(page, one))}</div>
      </fieldset>
      <fieldset>
        <legend>Answering</legend>
        ${
          page.model.model
            ? nothing
            : html`<p class="quiet small">These need a model. Connect one above to try them.</p>`
        }
        <div class="choices">${modelStrategies.map((one) => choiceView(page, one))}</div>
      </fieldset>
      <div class="fields">
        ${countView(page, {
          name: "limit",
          label: "Questions",
          usual: number(page.choice.chosen?.dataSet.questions.length ?? 0),
          fault: limitFault(settings.limit),
        })}
        ${countView(page, {
          name: "calls",
          label: "Tool calls at most",
          usual: "10",
          fault: callsFault(settings.calls),
        })}
      </div>
      <div class="row">
        <button
          class="button primary"
          type="submit"
          aria-describedby="amount"
          ?disabled=${picked.length === 0 || fault !== null}
        >
          Start
        </button>
        <span class=${fault === null ? "quiet small" : "failed small"} id="amount">
          ${
            fault ??
            (picked.length === 0
              ? "Tick at least one way."
              : `${counted(picked.length, "way")}, ${counted(page.questions, "question")} each`)
          }
        </span>
      </div>
    </form>
    ${otherView(page)}
    <p class="small quiet">
      Has it been run before?
      ${pickFilesView({
        label: "Open a recording",
        look: "link",
        accept: ".jsonl",
        picked: ({ files: [first] }) => first && void page.openRecording(first.file),
      })}
      to score it again without asking any model.
    </p>
  </section>`;
}

function choiceView(page: EvaluatePage, strategy: EvaluationStrategy): TemplateResult {
  const { name, description, needs } = strategy;
  const obstacle = page.obstacle(strategy);
  const tick = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) page.tick(name, currentTarget.checked);
  };
  return html`<label class="choice">
    <input
      type="checkbox"
      name=${name}
      .checked=${obstacle === null && page.settings.strategies.has(name)}
      ?disabled=${obstacle !== null}
      @change=${tick}
    >
    <span>
      <span class="name">${name}</span>
      <span class="about">${description}.${needs.embedder && obstacle !== null ? ` ${obstacle}` : nothing}</span>
    </span>
  </label>`;
}

/** The other settings, by name. */
function otherView(page: EvaluatePage): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    if (page.offer(String(new FormData(form).get("other") ?? ""))) form.reset();
  };
  return html`<details class="small" ?open=${page.otherFault !== null}>
    <summary>More ways, by their names</summary>
    <form class="stack" action=${searchAction} @submit=${submit}>
      <div class="fields">
        <label class="field wide">
          <span>Name, such as chunks-500-k10 or retrieve-tools-calls-5</span>
          <input
            name="other"
            type="text"
            autocomplete="off"
            spellcheck="false"
            aria-invalid=${page.otherFault === null ? "false" : "true"}
            aria-describedby="other-fault"
          >
        </label>
        <button class="button" type="submit">Add</button>
      </div>
      <p class="failed" id="other-fault">${page.otherFault}</p>
      <dl class="meanings">
        ${strategyNames.map(
          ({ name, description }) => html`<dt><code>${name}</code></dt><dd>${description}.</dd>`,
        )}
      </dl>
    </form>
  </details>`;
}

interface CountField {
  readonly name: "limit" | "calls";
  readonly label: string;
  /** The default value. */
  readonly usual: string;
  readonly fault: string | null;
}

function countView(page: EvaluatePage, { name, label, usual, fault }: CountField): TemplateResult {
  const type = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) page.set({ [name]: currentTarget.value });
  };
  return html`<label class="field short">
    <span>${label}</span>
    <input
      name=${name}
      type="text"
      inputmode="numeric"
      autocomplete="off"
      placeholder=${usual}
      .value=${page.settings[name]}
      aria-invalid=${fault === null ? "false" : "true"}
      aria-describedby="amount"
      @input=${type}
    >
  </label>`;
}

function limitFault(typed: string): string | null {
  if (typed.trim() === "" || typedCount(typed) !== null) return null;
  return "The number of questions must be a whole number of at least 1.";
}

function callsFault(typed: string): string | null {
  if (typed.trim() === "" || typedCount(typed, maxCalls) !== null) return null;
  return `The number of tool calls must be a whole number from 1 to ${maxCalls}.`;
}
