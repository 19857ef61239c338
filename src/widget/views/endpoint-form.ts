import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { count } from "../state/words.js";
import { focusState } from "./model-focus.js";

/** Tokens when neither the person nor the server says; the library's own. */
const usualContext = 4096;

/** A person's own endpoint; off until it is filled in. */
export function endpointView(app: App): TemplateResult {
  const { models } = app;
  const { endpointFault } = models;
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
    <h3 id="endpoint-title">A server of your own</h3>
    <details class="endpoint">
      <summary>Connect to an OpenAI-compatible server</summary>
      <p>
        <strong>Your questions, and text of your documents, then leave this page</strong> and go to
        the address below. Use it only with a server you trust.
      </p>
      <p class="quiet">
        The rules of this page let it contact ${location.host} only, so the server must answer under
        this site's own address.
      </p>
      <form @submit=${submit}>
        <label class="field">
          <span>Address</span>
          <input
            name="url"
            type="text"
            inputmode="url"
            autocomplete="off"
            spellcheck="false"
            placeholder="/model/v1"
            aria-invalid=${endpointFault?.field === "url" ? "true" : "false"}
            aria-describedby="endpoint-fault"
          >
        </label>
        <label class="field">
          <span>Model <span class="quiet">(the first it has, unless named)</span></span>
          <input name="model" type="text" autocomplete="off" spellcheck="false">
        </label>
        <label class="field">
          <span>Key <span class="quiet">(if it asks for one; kept only while this page is open)</span></span>
          <input name="key" type="password" autocomplete="off">
        </label>
        <details ?open=${endpointFault?.field === "contextLength"}>
          <summary>Advanced</summary>
          <label class="field">
            <span>Tokens it reads at once <span class="quiet">(what the server says, else ${count(usualContext)})</span></span>
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
            The length of context the server runs the model with. Ollama does not say its own, and
            drops what is longer without a word: give its number here, and never more.
          </p>
        </details>
        <p class="failed" id="endpoint-fault">${endpointFault?.message ?? nothing}</p>
        <button class="button" type="submit">Connect and send text there</button>
      </form>
    </details>
  </section>`;
}
