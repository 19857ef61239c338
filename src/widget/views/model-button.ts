import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { ModelState } from "../state/models.js";
import type { Words } from "../strings/words.js";
import { openModelPanel } from "./open-panel.js";

/** Which model answers; opens the panel to change it. */
export function modelButtonView(app: App): TemplateResult {
  const { state } = app.models;
  const { words } = app;
  const model = stateWords(words, state);
  return html`<button
    class="model-button"
    type="button"
    aria-haspopup="dialog"
    aria-label=${words.t("modelButton.about", { model })}
    title=${words.t("modelButton.title")}
    data-state=${state.kind}
    @click=${() => openModelPanel(app)}
  >
    ${icon(state.kind === "failed" ? "warning" : "model")}<span class="model-name"><bdi>${model}</bdi></span>
    ${state.kind === "loading" ? barView(state) : nothing}
  </button>`;
}

function stateWords(words: Words, state: ModelState): string {
  switch (state.kind) {
    case "none":
      return words.t("modelButton.none");
    case "loading":
      return words.t("modelButton.loading");
    case "ready":
      return state.model.info.name;
    case "failed":
      return words.t("modelButton.failed");
  }
}

function barView({ progress }: Extract<ModelState, { kind: "loading" }>): TemplateResult {
  const total = progress?.totalBytes ?? 0;
  return html`<progress
    aria-hidden="true"
    max="1"
    .value=${total > 0 ? (progress?.loadedBytes ?? 0) / total : 0}
  ></progress>`;
}
