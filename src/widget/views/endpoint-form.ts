import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { searchAction } from "../viewer/search-action.js";
import { focusState } from "./model-focus.js";

/** Tokens when neither the person nor the server says; the library's own. */
const usualContext = 4096;

/** A person's own endpoint; off until it is filled in. */
export function endpointView(app: App): TemplateResult {
  const { models, words } = app;
  const { endpointFault, origins } = models;
  const hosts = words.list(origins.hosts);
  const note = (text: string): TemplateResult => html`<span class="quiet">${text}</span>`;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => String(form.get(name) ?? "").trim();
    models.connect({
      url: field("url"),
      model: field("model"),
      apiKey: field("key"),
      contextLength: field("context"),
    });
    if (models.endpointFault === null) focusState(app);
  };
  return html`<section aria-labelledby="endpoint-title">
    <h3 id="endpoint-title">${words.t("models.endpoint.title")}</h3>
    <details class="endpoint">
      <summary>${words.t("models.endpoint.open")}</summary>
      <p>
        ${words.parts("models.endpoint.sends", {
          warning: html`<strong>${words.t("models.endpoint.sends.warning")}</strong>`,
        })}
      </p>
      <p class="quiet">
        ${words.t(origins.several ? "models.endpoint.rules.more" : "models.endpoint.rules", { hosts })}
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
            aria-invalid=${endpointFault?.field === "url" ? "true" : "false"}
            aria-describedby="endpoint-fault"
          >
        </label>
        <label class="field">
          <span>${words.parts("models.endpoint.model", {
            note: note(words.t("models.endpoint.model.note")),
          })}</span>
          <input name="model" type="text" autocomplete="off" spellcheck="false">
        </label>
        <label class="field">
          <span>${words.parts("models.endpoint.key", {
            note: note(words.t("models.endpoint.key.note")),
          })}</span>
          <input name="key" type="password" autocomplete="off">
        </label>
        <details ?open=${endpointFault?.field === "contextLength"}>
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
              aria-invalid=${endpointFault?.field === "contextLength" ? "true" : "false"}
              aria-describedby="context-about endpoint-fault"
            >
          </label>
          <p class="quiet" id="context-about">
            ${words.t("models.endpoint.context.about")}
          </p>
        </details>
        <p class="failed" id="endpoint-fault">${endpointFault?.message ?? nothing}</p>
        <button class="button" type="submit">${words.t("models.endpoint.connect")}</button>
      </form>
    </details>
  </section>`;
}
