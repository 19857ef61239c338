import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { App } from "../state/app.js";
import { askBoxView } from "./ask-box.js";
import { hasNotices, noticesView } from "./notices.js";
import { turnView } from "./turn.js";

/** Questions and answers, and the box for the next question. */
export function askPaneView(app: App): TemplateResult {
  const { turns } = app.conversation;
  return html`
    <div class="thread" tabindex=${turns.length > 0 || hasNotices(app) ? 0 : -1} role="group" aria-label="Questions and answers">
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
  } = app;
  const model = app.models.ready;
  const what = model
    ? "The answer comes with its sources; each opens the page it stands on."
    : "The passages that answer best are shown; each opens its page. With a model, an answer is written from them.";
  return html`
    <section class="start" aria-label="Before the first question">
      <h2>Ask your documents</h2>
      <p class="quiet">
        ${documents.length === 0 && ingest.running ? "The first documents are being read." : what}
      </p>
      ${
        suggestions.list.length > 0
          ? html`<p class="suggestions-head">From the headings of your documents</p>
              <ul class="suggestions">
                ${suggestions.list.map(
                  (question) => html`<li>
                    <button class="suggestion" type="button" @click=${() => app.ask(question)}>${question}</button>
                  </li>`,
                )}
              </ul>`
          : nothing
      }
    </section>
  `;
}
