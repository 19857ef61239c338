import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { scopeView } from "../documents/documents-view.js";
import type { I18n } from "../i18n/i18n.js";
import { modelLineView } from "../models/model-line-view.js";
import { hasNotices, noticesView } from "../shell/notices-view.js";
import type { Shell } from "../shell/shell.js";
import { type Drawn, icon, isolated } from "../shell/view-parts.js";
import { searchAction } from "../viewer/dom.js";
import type { AskFeature } from "./ask-feature.js";
import { type Suggestion, suggestedQuestion } from "./find-suggestions.js";
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
    <div class="ask-foot">${noticesView(feature.documents, turns.length > 0)}${feature.models.probed?.line() ?? nothing}${askBoxView(feature)}</div>
  `;
}

/** The view before the first question. */
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
      ${feature.shell.setup.suggestions === null && suggestions.list.length > 0 ? suggestionsView(feature) : nothing}
      ${feature.shell.setup.suggestions === null ? nothing : questionsView(feature, feature.shell.setup.suggestions)}
      ${list.all.length > 0 && feature.suggestionsSettled ? modelLineView(feature, "start") : nothing}
    </section>
  `;
}

/** Questions suggested by the embedding page. */
function questionsView(feature: AskFeature, questions: readonly string[]): Drawn {
  if (questions.length === 0) return nothing;
  return html`<ul class="suggestions">
    ${questions.map(
      (question) => html`<li>
        <button class="suggestion" type="button" dir="auto" @click=${() => feature.ask(question)}>${question}</button>
      </li>`,
    )}
  </ul>`;
}

/** Questions made from the documents. */
function suggestionsView(feature: AskFeature): TemplateResult {
  const { suggestions } = feature;
  const { words } = feature.shell;
  return html`<p class="suggestions-head">${words.t("ask.start.suggestions")}</p>
    <ul class="suggestions">
      ${suggestions.list.map((suggestion) => {
        const ask = (): void => feature.ask(suggestedQuestion(words, suggestion));
        return html`<li>
          <button class="suggestion" type="button" @click=${ask}>${suggestionView(words, suggestion)}</button>
        </li>`;
      })}
    </ul>`;
}

/** A question with words of the document in their own direction. */
function suggestionView(words: I18n, suggestion: Suggestion): unknown {
  if (suggestion.kind === "question") return isolated(suggestion.text);
  if (suggestion.kind === "heading") {
    return words.parts("ask.suggestion", { topic: isolated(suggestion.topic) });
  }
  const { label, year } = suggestion;
  return words.parts("ask.suggestion.row", { label: isolated(label), year });
}

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
            // The second press of a double click was meant for the earlier button.
            if (event.detail > 1) return;
            if (running) conversation.stop();
            else conversation.submit();
          }}
        >${icon(running ? "stop" : "send")}${words.t(running ? "ask.stop" : "ask.send")}</button>
      </div>
    </form>
  `;
}

function onKey(feature: AskFeature, event: KeyboardEvent): void {
  const { conversation } = feature;
  // While an input method composes a word, Enter and Escape belong to it.
  if (event.isComposing || event.keyCode === 229) return;
  if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    conversation.submit();
  } else if (event.key === "ArrowUp" && conversation.draft === "") {
    enterAnswer(feature.shell, event);
  } else if (event.key === "Escape" && conversation.running) {
    event.preventDefault();
    conversation.stop();
  }
}

/** Moves the focus to the first source of the last answer, or its best passage. */
function enterAnswer({ surface }: Shell, event: KeyboardEvent): void {
  const source = [...surface.root.querySelectorAll<HTMLElement>(".exchange")]
    .at(-1)
    ?.querySelector<HTMLElement>(".cite, .result .where");
  if (!source) return;
  event.preventDefault();
  source.focus();
}
