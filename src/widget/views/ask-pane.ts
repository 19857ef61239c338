import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { askBoxView } from "./ask-box.js";
import { isolated } from "./isolated.js";
import { hasNotices, noticesView } from "./notices.js";
import { turnView } from "./turn.js";

/** Questions and answers, and the box for the next question. */
export function askPaneView(app: App): TemplateResult {
  const { turns } = app.conversation;
  return html`
    <div class="thread" tabindex=${turns.length > 0 || hasNotices(app) ? 0 : -1} role="group" aria-label=${app.words.t("ask.thread")}>
      <div class="thread-body">
        ${
          turns.length === 0
            ? startView(app)
            : repeat(
                turns,
                ({ key }) => key,
                (turn) => turnView(app, turn),
              )
        }
      </div>
    </div>
    <div class="ask-foot">${noticesView(app)}${askBoxView(app)}</div>
  `;
}

/** What is shown before the first question. */
function startView(app: App): TemplateResult {
  const {
    suggestions,
    documents: { list: documents },
    ingest,
    words,
  } = app;
  const what = words.t(app.models.ready ? "ask.start.model" : "ask.start.passages");
  const isReading = documents.length === 0 && ingest.running;
  return html`
    <section class="start" aria-label=${words.t("ask.start")}>
      <h2>${words.t("ask.start.title")}</h2>
      <p class="quiet">${isReading ? words.t("ask.start.reading") : what}</p>
      ${app.setup.suggestions === null && suggestions.topics.length > 0 ? headingsView(app) : nothing}
      ${app.setup.suggestions === null ? nothing : questionsView(app, app.setup.suggestions)}
    </section>
  `;
}

/** Questions that the embedding page proposes. */
function questionsView(app: App, questions: readonly string[]): TemplateResult | typeof nothing {
  if (questions.length === 0) return nothing;
  return html`<ul class="suggestions">
    ${questions.map(
      (question) => html`<li>
        <button class="suggestion" type="button" dir="auto" @click=${() => app.ask(question)}>${question}</button>
      </li>`,
    )}
  </ul>`;
}

/** Questions about headings of the documents. */
function headingsView(app: App): TemplateResult {
  const { suggestions, words } = app;
  return html`<p class="suggestions-head">${words.t("ask.start.suggestions")}</p>
    <ul class="suggestions">
      ${suggestions.topics.map((topic) => {
        const ask = (): void => app.ask(words.t("ask.suggestion", { topic }));
        return html`<li>
          <button class="suggestion" type="button" @click=${ask}>${words.parts("ask.suggestion", {
            topic: isolated(topic),
          })}</button>
        </li>`;
      })}
    </ul>`;
}
