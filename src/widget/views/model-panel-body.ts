import { html, nothing, type TemplateResult } from "lit/html.js";
import type { LoadProgress } from "../../index.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { ModelState } from "../state/models.js";
import type { Words } from "../strings/words.js";
import { endpointView } from "./endpoint-form.js";
import { isolated } from "./isolated.js";
import { focusState } from "./model-focus.js";
import { modelOffersView } from "./model-offers.js";

/** What a model adds, which there are, and which one answers. */
export function modelPanelBody(app: App): TemplateResult {
  return html`
    <p class="quiet">${app.words.t("models.about")}</p>
    ${stateView(app)} ${modelOffersView(app)} ${builtInView(app)} ${endpointView(app)}
  `;
}

function stateView(app: App): TemplateResult {
  const { models, words } = app;
  const { state } = models;
  return html`<section class="model-state" tabindex="-1" aria-label=${words.t("models.now")}>${inside()}</section>`;
  function inside(): TemplateResult {
    switch (state.kind) {
      case "none":
        return html`<p>${words.t("models.none")}</p>`;
      case "ready": {
        const { name, sendsTo } = state.model.info;
        return html`
          <p>${words.parts("models.answers", { name: strong(name) })}</p>
          <p class="quiet">
            ${
              sendsTo === null
                ? words.t("models.local")
                : words.parts("models.sends", { address: isolated(sendsTo) })
            }
          </p>
          <button class="button" type="button" @click=${() => {
            focusState(app);
            void models.unload();
          }}>${words.t("models.unload")}</button>
        `;
      }
      case "loading":
        return loadingView(words, state, () => {
          focusState(app);
          models.cancel();
        });
      case "failed":
        return html`
          <p class="failed">${icon("warning")}<span>${state.message}</span></p>
          <button class="button" type="button" @click=${() => {
            focusState(app);
            models.retry();
          }}>${words.t("common.tryAgain")}</button>
        `;
    }
  }
}

function loadingView(
  words: Words,
  { name, progress }: Extract<ModelState, { kind: "loading" }>,
  cancel: () => void,
): TemplateResult {
  const total = progress?.totalBytes ?? null;
  const label = words.t("models.loading", { name });
  return html`
    <p>${words.parts("models.loading", { name: strong(name) })}</p>
    ${
      total === null || total === 0
        ? html`<progress aria-label=${label}></progress>`
        : html`<progress aria-label=${label} max=${total} .value=${progress?.loadedBytes ?? 0}></progress>`
    }
    <p class="quiet">${progressWords(words, progress)}</p>
    <button class="button" type="button" @click=${cancel}>${words.t("common.cancel")}</button>
    ${
      progress?.phase === "download"
        ? html`<p class="quiet">${words.t("models.progress.kept")}</p>`
        : nothing
    }
  `;
}

function progressWords(words: Words, progress: LoadProgress | null): string {
  if (!progress) return words.t("models.progress.starting");
  if (progress.phase === "prepare") return words.t("models.progress.preparing");
  if (progress.phase === "check") return words.t("models.progress.checking");
  const { loadedBytes, totalBytes, millisecondsLeft } = progress;
  const here = words.size(loadedBytes);
  const loaded = totalBytes
    ? words.t("models.progress.of", { loaded: here, total: words.size(totalBytes) })
    : here;
  if (millisecondsLeft === null) return loaded;
  return words.t("models.progress.left", { loaded, left: words.timeLeft(millisecondsLeft) });
}

function builtInView(app: App): TemplateResult | typeof nothing {
  const { models, words } = app;
  if (!models.builtIn) return nothing;
  return html`<section aria-labelledby="built-in-title">
    <h3 id="built-in-title">${words.t("models.builtIn.title")}</h3>
    <p class="quiet">${words.t("models.builtIn.about")}</p>
    <button class="button" type="button" @click=${() => {
      focusState(app);
      models.useBuiltIn();
    }}>${words.t("models.builtIn.use")}</button>
  </section>`;
}

function strong(name: string): TemplateResult {
  return html`<strong>${isolated(name)}</strong>`;
}
