import { html, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { offerNeeds } from "../state/models.js";
import { openModelPanel } from "./model-panel.js";

/** The one line that says what a model would add, and what it would cost. */
export function modelOfferView(app: App): TemplateResult {
  const { models } = app;
  // What it would cost is known only when the device was looked at.
  void models.probe();
  const { recommended, state } = models;
  if (state.kind === "ready") {
    return html`<p class="offer quiet">
      ${state.model.info.name} is ready now:
      <button class="link" type="button" @click=${() => askAgain(app)}>Ask it the last question</button>
    </p>`;
  }
  const cost = recommended ? `: ${recommended.name}, ${offerNeeds(recommended)}` : "";
  return html`<p class="offer quiet">
    A model could write an answer from these${cost}.
    <button class="link" type="button" @click=${() => openModelPanel(app)}>Choose a model</button>
  </p>`;
}

function askAgain(app: App): void {
  const last = app.conversation.turns.at(-1);
  if (last) app.ask(last.question);
}
