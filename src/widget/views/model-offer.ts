import { html, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { offerNeeds } from "../state/models.js";
import { isolated } from "./isolated.js";
import { openModelPanel } from "./open-panel.js";

/** The one line that says what a model would add, and what it would cost. */
export function modelOfferView(app: App): TemplateResult {
  const { models, words } = app;
  // What it would cost is known only when the device was looked at.
  void models.probe();
  const { recommended, state } = models;
  if (state.kind === "ready") {
    return html`<p class="offer quiet">
      ${words.parts("modelOffer.ready", { model: isolated(state.model.info.name) })}
      <button class="link" type="button" @click=${() => askAgain(app)}>${words.t("modelOffer.ready.ask")}</button>
    </p>`;
  }
  const offer = recommended
    ? words.parts("modelOffer.named", {
        model: isolated(recommended.name),
        needs: offerNeeds(recommended, words),
      })
    : words.t("modelOffer.plain");
  return html`<p class="offer quiet">
    ${offer}
    <button class="link" type="button" @click=${() => openModelPanel(app)}>${words.t("modelOffer.choose")}</button>
  </p>`;
}

function askAgain(app: App): void {
  const last = app.conversation.turns.at(-1);
  if (last) app.ask(last.question);
}
