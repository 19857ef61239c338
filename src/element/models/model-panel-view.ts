import { html, nothing, type TemplateResult } from "lit/html.js";
import type { InputFile } from "../../core/index.js";
import { panelWords } from "../i18n/english/panels.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import { type Drawn, icon, isolated } from "../shell/view-parts.js";
import { searchAction } from "../viewer/dom.js";
import { OwnServer, originsOf } from "./endpoint-form.js";
import type { ModelState } from "./local-models.js";
import { pickModel, useFiles } from "./model-files.js";
import { insteadView, progressView, progressWords, smallerView } from "./model-line-view.js";
import { focusState, modelOffersView, smallWords } from "./model-offers-view.js";
import type { Models } from "./models.js";
import { serverSearchView } from "./server-search.js";

addEnglish(panelWords);

/** The benefit of a model, the available models, and the one that answers. */
export function modelPanelBody(models: Models): TemplateResult {
  return html`
    <p class="quiet">${models.shell.words.t("models.about")}</p>
    ${stateView(models)} ${modelOffersView(models)} ${filesView(models)} ${builtInView(models)} ${endpointView(models)}
  `;
}

function stateView(models: Models): TemplateResult {
  const { words } = models.shell;
  const { state } = models;
  return html`<section class="model-state" tabindex="-1" aria-label=${words.t("models.now")}>${inside()}</section>`;
  function inside(): TemplateResult {
    switch (state.kind) {
      case "none":
        return html`<p>${words.t("models.none")}</p>`;
      case "ready": {
        const { name, sendsTo } = state.model.info;
        return html`
          ${insteadView(words, name, state)}
          <p>${words.parts("models.answers", { name: strong(name) })}</p>
          <p class="quiet">
            ${
              sendsTo === null
                ? words.t("models.local")
                : words.parts("models.sends", { address: isolated(sendsTo) })
            }
          </p>
          ${smallWords(words, state.model.info)}
          ${models.simpler ? html`<p class="quiet">${words.t("models.simpler")}</p>` : nothing}
          ${
            models.contextUnknown
              ? html`<p class="quiet">${words.t("models.context.unknown", {
                  tokens: state.model.info.contextLength,
                })}</p>`
              : nothing
          }
          ${models.probed?.panel() ?? nothing}
          <button class="button" type="button" @click=${() => {
            focusState(models);
            void models.unload();
          }}>${words.t("models.unload")}</button>
        `;
      }
      case "loading":
        return loadingView(words, state, () => {
          focusState(models);
          models.cancel();
        });
      case "failed":
        return html`
          <p class="failed">${icon("warning")}<span>${state.message}</span></p>
          ${smallerView(models, state, "panel")}
          <button class="button" type="button" @click=${() => {
            focusState(models);
            models.retry();
          }}>${words.t("common.tryAgain")}</button>
        `;
    }
  }
}

function loadingView(
  words: I18n,
  state: Extract<ModelState, { kind: "loading" }>,
  cancel: () => void,
): TemplateResult {
  const { name, progress } = state;
  return html`
    ${insteadView(words, name, state)}
    <p>${words.parts("models.loading", { name: strong(name) })}</p>
    ${progressView(words.t("models.loading", { name }), progress)}
    <p class="quiet">${progressWords(words, progress)}</p>
    <button class="button" type="button" @click=${cancel}>${words.t("common.cancel")}</button>
    ${
      progress?.phase === "download"
        ? html`<p class="quiet">${words.t("models.progress.kept")}</p>`
        : nothing
    }
  `;
}

/** A model in a file of this computer. */
function filesView(models: Models): TemplateResult {
  const { words } = models.shell;
  return html`<section aria-labelledby="files-title">
    <h3 id="files-title">${words.t("models.file.title")}</h3>
    <p class="quiet">${words.t("models.file.about")}</p>
    <input
      id="pick-model"
      type="file"
      accept=".gguf"
      multiple
      hidden
      aria-label=${words.t("models.file.pick")}
      @change=${(event: Event) => {
        const input = event.currentTarget;
        if (!(input instanceof HTMLInputElement)) return;
        use(Array.from(input.files ?? [], (file) => ({ file, path: file.name })));
        input.value = "";
      }}
    >
    ${keptView(models)}
    <button
      class="button"
      type="button"
      @click=${() => void pickModel(models.shell.surface.find("#pick-model")).then(use)}
    >${words.t("models.file.pick")}</button>
  </section>`;
  function use(files: readonly InputFile[]): void {
    if (files.length === 0) return;
    focusState(models);
    useFiles(models, models.shell, files);
  }
}

/** The files that an earlier visit used. */
function keptView(models: Models): Drawn {
  const { words } = models.shell;
  const { kept, ready, state } = models;
  if (!kept || ready?.info.name === kept.name) return nothing;
  const { name, bytes } = kept;
  const busy = state.kind === "loading";
  return html`<div class="offer-row">
    <div class="offer-facts">
      <p><strong>${isolated(name)}</strong></p>
      <p class="quiet">${words.t("models.file.again.about", { size: words.size(bytes) })}</p>
    </div>
    <button class="button" type="button" ?disabled=${busy} aria-label=${words.t("models.file.again", { name })} @click=${() => {
      focusState(models);
      void models.useKept();
    }}>${words.t("models.file.again.use")}</button>
    <button class="link delete-model" type="button" ?disabled=${busy} aria-label=${words.t("models.file.forget.name", { name })} @click=${() => {
      focusState(models);
      void models.forget();
    }}>${words.t("models.file.forget")}</button>
  </div>`;
}

function builtInView(models: Models): Drawn {
  const { words } = models.shell;
  if (!models.builtIn) return nothing;
  return html`<section aria-labelledby="built-in-title">
    <h3 id="built-in-title">${words.t("models.builtIn.title")}</h3>
    <p class="quiet">${words.t("models.builtIn.about")}</p>
    <button class="button" type="button" @click=${() => {
      focusState(models);
      models.useBuiltIn();
    }}>${words.t("models.builtIn.use")}</button>
  </section>`;
}

function strong(name: string): TemplateResult {
  return html`<strong>${isolated(name)}</strong>`;
}

/** The default context size in tokens, the same as the library's. */
const usualContext = 4096;

/** A person's own endpoint; off until it is filled in. */
function endpointView(models: Models): TemplateResult {
  const { setup, words } = models.shell;
  const server = models.ownServerOf(OwnServer);
  const { endpoint, fault } = server;
  const hosts = words.list(originsOf(setup).reachable);
  const note = (text: string): TemplateResult => html`<span class="quiet">${text}</span>`;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => String(form.get(name) ?? "").trim();
    server.connect({
      url: field("url"),
      model: field("model"),
      apiKey: field("key"),
      contextLength: field("context"),
    });
    if (server.fault === null) focusState(models);
  };
  return html`<section aria-labelledby="endpoint-title">
    <h3 id="endpoint-title">${words.t("models.endpoint.title")}</h3>
    ${serverSearchView({ models, goToState: () => focusState(models) })}
    <details class="endpoint" ?open=${endpoint !== null}>
      <summary>${words.t("models.endpoint.open")}</summary>
      <p>
        ${words.parts("models.endpoint.sends", {
          warning: html`<strong>${words.t("models.endpoint.sends.warning")}</strong>`,
        })}
      </p>
      <p class="quiet">
        ${words.t("models.endpoint.rules", { hosts })}
      </p>
      <form action=${searchAction} @submit=${submit}>
        <label class="field">
          <span>${words.t("models.endpoint.address")}</span>
          <input
            name="url"
            type="text"
            inputmode="url"
            autocomplete="off"
            spellcheck="false"
            dir="ltr"
            placeholder="/model/v1"
            .value=${endpoint?.url ?? ""}
            aria-invalid=${fault?.field === "url" ? "true" : "false"}
            aria-describedby="endpoint-fault"
          >
        </label>
        <label class="field">
          <span>${words.parts("models.endpoint.model", {
            note: note(words.t("models.endpoint.model.note")),
          })}</span>
          <input name="model" type="text" autocomplete="off" spellcheck="false" .value=${endpoint?.model ?? ""}>
        </label>
        <label class="field">
          <span>${words.parts("models.endpoint.key", {
            note: note(words.t("models.endpoint.key.note")),
          })}</span>
          <input name="key" type="password" autocomplete="off">
        </label>
        <details ?open=${fault?.field === "contextLength"}>
          <summary>${words.t("models.endpoint.advanced")}</summary>
          <label class="field">
            <span>${words.parts("models.endpoint.context", {
              note: note(words.t("models.endpoint.context.note", { number: usualContext })),
            })}</span>
            <input
              name="context"
              type="text"
              inputmode="numeric"
              autocomplete="off"
              .value=${endpoint?.contextLength ?? ""}
              aria-invalid=${fault?.field === "contextLength" ? "true" : "false"}
              aria-describedby="context-about endpoint-fault"
            >
          </label>
          <p class="quiet" id="context-about">
            ${words.t("models.endpoint.context.about")}
          </p>
        </details>
        <p class="failed" id="endpoint-fault">${fault?.message ?? nothing}</p>
        <button class="button" type="submit">${words.t("models.endpoint.connect")}</button>
      </form>
    </details>
  </section>`;
}
