import { html, nothing, type TemplateResult } from "lit";
import type { LoadProgress } from "../../index.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { ModelState } from "../state/models.js";
import { size, timeLeft } from "../state/words.js";
import { endpointView } from "./endpoint-form.js";
import { focusState } from "./model-focus.js";
import { modelOffersView } from "./model-offers.js";

/** Opens the panel, and finds out what can run here. */
export function openModelPanel(app: App): void {
  app.card.hide();
  app.surface.find<HTMLDialogElement>("#models")?.showModal();
  app.change(() => undefined);
  void app.models.probe();
}

/** What a model adds, which there are, and which one answers. */
export function modelPanelView(app: App): TemplateResult {
  return html`
    <dialog
      class="model-panel"
      id="models"
      aria-labelledby="models-title"
      @close=${() => app.models.decline()}
      @click=${(event: Event) => {
        // A press beside the panel is a press on the dialog itself.
        if (event.target === event.currentTarget) close(app);
      }}
    >
      <div class="model-panel-body">
        <header class="model-panel-head">
          <h2 id="models-title">Model</h2>
          <button class="icon-button" type="button" aria-label="Close" title="Close (Esc)" @click=${() => close(app)}>
            ${icon("close")}
          </button>
        </header>
        <p class="quiet">
          Without a model, a question is answered with the passages that fit it best. A model reads
          them, searches on where needed and writes an answer; each sentence is checked against
          your documents before it counts as supported.
        </p>
        <p class="unseen announcements" role="status"></p>
        ${stateView(app)} ${modelOffersView(app)} ${builtInView(app)} ${endpointView(app)}
      </div>
    </dialog>
  `;
}

function close(app: App): void {
  app.surface.find<HTMLDialogElement>("#models")?.close();
}

function stateView(app: App): TemplateResult {
  const { models } = app;
  const { state } = models;
  return html`<section class="model-state" tabindex="-1" aria-label="Now">${inside()}</section>`;
  function inside(): TemplateResult {
    switch (state.kind) {
      case "none":
        return html`<p>No model is loaded.</p>`;
      case "ready": {
        const { name, sendsTo } = state.model.info;
        return html`
          <p><strong>${name}</strong> answers.</p>
          <p class="quiet">
            ${
              sendsTo === null
                ? "It runs on this device; nothing is sent."
                : `Your questions, and text of your documents, are sent to ${sendsTo}.`
            }
          </p>
          <button class="button" type="button" @click=${() => {
            focusState(app);
            void models.unload();
          }}>Unload</button>
        `;
      }
      case "loading":
        return loadingView(state, () => {
          focusState(app);
          models.cancel();
        });
      case "failed":
        return html`
          <p class="failed">${icon("warning")}<span>${state.message}</span></p>
          <button class="button" type="button" @click=${() => {
            focusState(app);
            models.retry();
          }}>Try again</button>
        `;
    }
  }
}

function loadingView(
  { name, progress }: Extract<ModelState, { kind: "loading" }>,
  cancel: () => void,
): TemplateResult {
  const total = progress?.totalBytes ?? null;
  return html`
    <p>Loading <strong>${name}</strong></p>
    ${
      total === null || total === 0
        ? html`<progress aria-label=${`Loading ${name}`}></progress>`
        : html`<progress aria-label=${`Loading ${name}`} max=${total} .value=${progress?.loadedBytes ?? 0}></progress>`
    }
    <p class="quiet">${progressWords(progress)}</p>
    <button class="button" type="button" @click=${cancel}>Cancel</button>
    ${
      progress?.phase === "download"
        ? html`<p class="quiet">What was downloaded is kept when it is cancelled.</p>`
        : nothing
    }
  `;
}

function progressWords(progress: LoadProgress | null): string {
  if (!progress) return "Starting…";
  if (progress.phase === "prepare") return "Getting it ready…";
  if (progress.phase === "check") return "Trying it out…";
  const { loadedBytes, totalBytes, millisecondsLeft } = progress;
  const bytes = totalBytes ? `${size(loadedBytes)} of ${size(totalBytes)}` : size(loadedBytes);
  return millisecondsLeft === null ? bytes : `${bytes} · ${timeLeft(millisecondsLeft)}`;
}

function builtInView(app: App): TemplateResult | typeof nothing {
  const { models } = app;
  if (!models.builtIn) return nothing;
  return html`<section aria-labelledby="built-in-title">
    <h3 id="built-in-title">Built into this browser</h3>
    <p class="quiet">The browser's own model. It runs on this device; the browser may have to fetch it first.</p>
    <button class="button" type="button" @click=${() => {
      focusState(app);
      models.useBuiltIn();
    }}>Use the browser's model</button>
  </section>`;
}
