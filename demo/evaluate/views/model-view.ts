import { html, nothing, type TemplateResult } from "lit/html.js";
import type { EvaluatePage } from "../evaluate-page.js";
import { searchAction } from "../search-action.js";

/** The model that answers: none, or the person's own server. */
export function modelView(page: EvaluatePage): TemplateResult {
  const { model } = page.model;
  return html`<section class="card" aria-labelledby="model-title">
    <h2 id="model-title" tabindex="-1">Model</h2>
    ${
      model
        ? html`<div class="row spread">
              <p>
                <strong>${model.info.name}</strong> answers.
                ${
                  model.info.sendsTo === null
                    ? nothing
                    : html`Questions and text of your documents are sent to
                        <strong>${model.info.sendsTo}</strong>.`
                }
              </p>
              <button class="button" type="button" @click=${() => page.disconnect()}>
                Disconnect
              </button>
            </div>`
        : formView(page)
    }
  </section>`;
}

function formView(page: EvaluatePage): TemplateResult {
  const { connecting, fault, place } = page.model;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => String(form.get(name) ?? "").trim();
    void page.connect({ url: field("url"), name: field("name"), key: field("key") });
  };
  return html`<p>No model: ways of searching can be compared, ways of answering cannot.</p>
    <details ?open=${page.wanted?.model != null || fault !== null}>
      <summary>Connect to an OpenAI-compatible server</summary>
      <form class="stack" action=${searchAction} @submit=${submit}>
        <p>
          <strong>Questions and text of your documents will be sent to this server.</strong>
          Everything else stays on this device.
        </p>
        <div class="fields">
          <label class="field wide">
            <span>Address</span>
            <input
              name="url"
              type="text"
              inputmode="url"
              autocomplete="off"
              spellcheck="false"
              placeholder="/model/v1"
              .value=${place.url}
              aria-invalid=${fault === null ? "false" : "true"}
              aria-describedby="model-fault"
            >
          </label>
          <label class="field wide">
            <span>Model <span class="quiet">(the first it has, unless named)</span></span>
            <input name="name" type="text" autocomplete="off" spellcheck="false" .value=${place.name}>
          </label>
          <label class="field wide">
            <span>Key <span class="quiet">(if it asks for one; not kept)</span></span>
            <input name="key" type="password" autocomplete="off">
          </label>
        </div>
        <p class="failed small" id="model-fault">${fault}</p>
        <div>
          <button class="button" type="submit" ?disabled=${connecting}>
            ${connecting ? "Connecting …" : "Connect and send text there"}
          </button>
        </div>
      </form>
    </details>`;
}
