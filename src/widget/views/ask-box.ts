import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import { searchAction } from "../viewer/search-action.js";
import { scopeChip } from "./scope-chip.js";

/** The box a question is written in. */
export function askBoxView(app: App): TemplateResult {
  const { conversation } = app;
  const { draft, fault, running, turns } = conversation;
  const { words } = app;
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
        @keydown=${(event: KeyboardEvent) => onKey(app, event)}
      ></textarea>
      <div class="ask-row">
        ${scopeChip(app)}
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

function onKey({ conversation }: App, event: KeyboardEvent): void {
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
