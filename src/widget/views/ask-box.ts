import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import { scopeChip } from "./scope-chip.js";

/** The box a question is written in. */
export function askBoxView(app: App): TemplateResult {
  const { conversation } = app;
  const { draft, fault, running, turns } = conversation;
  const placeholder =
    turns.length > 0 ? "Ask a follow-up question" : "Ask your documents a question";
  return html`
    <form
      class="ask-box"
      aria-label="Question"
      @submit=${(event: Event) => {
        event.preventDefault();
        conversation.submit();
      }}
    >
      <textarea
        id="question"
        rows="1"
        aria-label="Question"
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
          title=${running ? "Stop (Esc)" : "Ask (Enter); Shift+Enter begins a new line"}
          @click=${(event: MouseEvent) => {
            // The second press of a double click is meant for what stood there before.
            if (event.detail > 1) return;
            if (running) conversation.stop();
            else conversation.submit();
          }}
        >${icon(running ? "stop" : "send")}${running ? "Stop" : "Ask"}</button>
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
