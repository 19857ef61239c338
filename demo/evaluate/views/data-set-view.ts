import { html, nothing, type TemplateResult } from "lit/html.js";
import { dataSetNames } from "pagehound/evaluation";
import type { ChosenDataSet } from "../data-set-choice.js";
import type { EvaluatePage } from "../evaluate-page.js";
import type { Gathered } from "../gathered-files.js";
import { counted } from "../words.js";
import { pickFilesView } from "./pick-files-view.js";

const example = `{"question": "When is the rent due?", "answers": ["The third working day"], "evidence": [{"document": "lease.pdf", "page": 2}]}
{"question": "May a cat live here?", "unanswerable": true}`;

/** The form to choose questions and documents, or the current choice. */
export function dataSetView(page: EvaluatePage): TemplateResult {
  const { chosen, reading, faults } = page.choice;
  return html`<section class="card" aria-labelledby="data-title">
    <h2 id="data-title" tabindex="-1">Questions and documents</h2>
    ${reading ? html`<p class="quiet">Reading the questions …</p>` : nothing}
    ${
      faults.length > 0
        ? html`<div class="faults" id="faults">
            <p class="failed">These questions could not be read.</p>
            <ul class="stack small">
              ${faults.map((fault) => html`<li>${fault}</li>`)}
            </ul>
          </div>`
        : nothing
    }
    ${chosen ? chosenView(page, chosen) : reading ? nothing : pickView(page)}
  </section>`;
}

function pickView(page: EvaluatePage): TemplateResult {
  const picked = (gathered: Gathered): void => void page.choose(gathered);
  return html`<div class="drop-area">
      <p>Drop a folder here that holds a file of questions and the documents they are about.</p>
      <div class="row">
        ${pickFilesView({ label: "Choose a folder", look: "button primary", from: "folder", picked })}
        ${pickFilesView({ label: "Choose files", look: "button", from: "files", picked })}
        <button class="button" type="button" @click=${() => void page.trySample()}>
          Try the sample
        </button>
      </div>
    </div>
    <details class="small" ?open=${page.choice.faults.length > 0}>
      <summary>What is expected</summary>
      <div class="stack">
        <p>
          A file questions.jsonl with one question on each line, and the documents in a folder
          documents beside it. Files that are chosen one by one may lie anywhere.
        </p>
        <pre tabindex="0"><code>${example}</code></pre>
        <p>Published sets of questions are recognised as they are:</p>
        <dl class="meanings">
          ${dataSetNames
            .filter(({ name }) => name !== "own")
            .map(({ name, description }) => html`<dt>${name}</dt><dd>${description}</dd>`)}
        </dl>
      </div>
    </details>`;
}

function chosenView(page: EvaluatePage, { dataSet, label }: ChosenDataSet): TemplateResult {
  const { documents, questions, notes } = dataSet;
  const withEvidence = questions.filter(({ evidence }) => evidence.length > 0).length;
  const withAnswers = questions.filter(({ answers }) => answers.length > 0).length;
  const silent = questions.filter(({ unanswerable }) => unanswerable).length;
  return html`<div class="row spread">
      <p>
        <strong>${label}</strong>: ${counted(questions.length, "question")}
        about ${counted(documents.length, "document")}.
      </p>
      <button
        class="button"
        type="button"
        ?disabled=${page.busy}
        @click=${() => page.forgetDataSet()}
      >
        Choose others
      </button>
    </div>
    <ul class="notes">
      <li>
        ${share(withAnswers, questions.length, "an answer to compare with")},
        ${share(withEvidence, questions.length, "a place where the answer stands")}${
          silent > 0
            ? `, and ${counted(silent, "question")} cannot be answered from the documents`
            : ""
        }.
      </li>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>`;
}

function share(some: number, all: number, what: string): string {
  if (some === all) return `All have ${what}`;
  return some === 0 ? `None has ${what}` : `${some} of ${all} have ${what}`;
}
