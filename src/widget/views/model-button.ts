import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { ModelState } from "../state/models.js";
import { openModelPanel } from "./model-panel.js";

/** Which model answers; opens the panel to change it. */
export function modelButtonView(app: App): TemplateResult {
  const { state } = app.models;
  const words = stateWords(state);
  return html`<button
    class="model-button"
    type="button"
    aria-haspopup="dialog"
    aria-label=${`Model: ${words}`}
    title="Choose a model"
    data-state=${state.kind}
    @click=${() => openModelPanel(app)}
  >
    ${icon(state.kind === "failed" ? "warning" : "model")}<span class="model-name">${words}</span>
    ${state.kind === "loading" ? barView(state) : nothing}
  </button>`;
}

function stateWords(state: ModelState): string {
  switch (state.kind) {
    case "none":
      return "No model";
    case "loading":
      return "Loading…";
    case "ready":
      return state.model.info.name;
    case "failed":
      return "Not loaded";
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
