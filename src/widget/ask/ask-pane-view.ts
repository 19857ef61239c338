import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { scopeView } from "../documents/scope-view.js";
import { modelLineView } from "../models/model-line-view.js";
import { icon } from "../shell/icons.js";
import { hasNotices, noticesView } from "../shell/notices-view.js";
import { isolated } from "../shell/view-parts.js";
import { searchAction } from "../viewer/dom.js";
import type { AskFeature } from "./ask-feature.js";
import { turnView } from "./turn-view.js";

/** Questions and answers, and the box for the next question. */
export function askPaneView(feature: AskFeature): TemplateResult {
  const { turns } = feature.conversation;
  return html`
    <div class="thread" tabindex=${turns.length > 0 || hasNotices(feature.documents) ? 0 : -1} role="group" aria-label=${feature.shell.words.t("ask.thread")}>
      <div class="thread-body">
        ${
          turns.length === 0
            ? startView(feature)
            : repeat(
                turns,
                ({ key }) => key,
                (turn) => turnView(feature, turn),
              )
        }
      </div>
    </div>
    <div class="ask-foot">${noticesView(feature.documents)}${askBoxView(feature)}</div>
  `;
}

/** What is shown before the first question. */
function startView(feature: AskFeature): TemplateResult {
  const { suggestions } = feature;
  const { ingest, list } = feature.documents;
  const { words } = feature.shell;
  const what = words.t(feature.models.ready ? "ask.start.model" : "ask.start.passages");
  const isReading = list.all.length === 0 && ingest.running;
  return html`
    <section class="start" aria-label=${words.t("ask.start")}>
      <h2>${words.t("ask.start.title")}</h2>
      <p class="quiet">${isReading ? words.t("ask.start.reading") : what}</p>
      ${feature.shell.setup.suggestions === null && suggestions.topics.length > 0 ? headingsView(feature) : nothing}
      ${feature.shell.setup.suggestions === null ? nothing : questionsView(feature, feature.shell.setup.suggestions)}
      ${list.all.length > 0 ? modelLineView(feature, "start") : nothing}
    </section>
  `;
}

/** Questions that the embedding page proposes. */
function questionsView(
  feature: AskFeature,
  questions: readonly string[],
): TemplateResult | typeof nothing {
  if (questions.length === 0) return nothing;
  return html`<ul class="suggestions">
    ${questions.map(
      (question) => html`<li>
        <button class="suggestion" type="button" dir="auto" @click=${() => feature.ask(question)}>${question}</button>
      </li>`,
    )}
  </ul>`;
}

/** Questions about headings of the documents. */
function headingsView(feature: AskFeature): TemplateResult {
  const { suggestions } = feature;
  const { words } = feature.shell;
  return html`<p class="suggestions-head">${words.t("ask.start.suggestions")}</p>
    <ul class="suggestions">
      ${suggestions.topics.map((topic) => {
        const ask = (): void => feature.ask(words.t("ask.suggestion", { topic }));
        return html`<li>
          <button class="suggestion" type="button" @click=${ask}>${words.parts("ask.suggestion", {
            topic: isolated(topic),
          })}</button>
        </li>`;
      })}
    </ul>`;
}

/** The box a question is written in. */
function askBoxView(feature: AskFeature): TemplateResult {
  const { conversation } = feature;
  const { draft, fault, running, turns } = conversation;
  const { words } = feature.shell;
  const placeholder = words.t(turns.length > 0 ? "ask.box.next" : "ask.box.first");
  return html`
    <form
      action=${searchAction}
      class="ask-box"
      aria-label=${words.t("ask.box")}
      @submit=${(event: Event) => {
        event.preventDefault();
        conversation.submit();
      }}
    >
      <textarea
        id="question"
        rows="1"
        aria-label=${words.t("ask.box")}
        dir=${draft === "" ? nothing : "auto"}
        aria-invalid=${fault === null ? "false" : "true"}
        aria-describedby="question-fault"
        placeholder=${placeholder}
        enterkeyhint="send"
        .value=${live(draft)}
        @input=${(event: InputEvent) => {
          if (event.target instanceof HTMLTextAreaElement) conversation.type(event.target.value);
        }}
        @keydown=${(event: KeyboardEvent) => onKey(feature, event)}
      ></textarea>
      <div class="ask-row">
        ${scopeView(feature.documents)}
        <p class="fault" id="question-fault">${fault ?? nothing}</p>
        <button
          class="button primary ask-button"
          type="button"
          title=${words.t(running ? "ask.stop.about" : "ask.send.about")}
          @click=${(event: MouseEvent) => {
            // The second press of a double click is meant for what stood there before.
            if (event.detail > 1) return;
            if (running) conversation.stop();
            else conversation.submit();
          }}
        >${icon(running ? "stop" : "send")}${words.t(running ? "ask.stop" : "ask.send")}</button>
      </div>
    </form>
  `;
}

function onKey({ conversation }: AskFeature, event: KeyboardEvent): void {
  // While an input method composes a word, Enter and Escape belong to it.
  if (event.isComposing || event.keyCode === 229) return;
  if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    conversation.submit();
  } else if (event.key === "Escape" && conversation.running) {
    event.preventDefault();
    conversation.stop();
  }
}
