import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { PageRequest } from "../state/requests.js";
import { counted, size } from "../state/words.js";
import { storageView } from "./storage.js";

/** "Everything stays on this device", and on request what that means and how to check it. */
export function privacyView(app: App): TemplateResult {
  const sendsTo = app.models.ready?.info.sendsTo ?? null;
  const line =
    sendsTo === null ? "Everything stays on this device" : `Text is sent to ${hostOf(sendsTo)}`;
  return html`
    <section class="privacy">
      <button
        class="privacy-line"
        type="button"
        aria-expanded=${app.privacyShown ? "true" : "false"}
        aria-controls="privacy-panel"
        @click=${() => app.set({ privacyShown: !app.privacyShown })}
      >
        ${icon("device")}<span>${line}</span>
        <span class="turn">${icon("chevron")}</span>
      </button>
      <div id="privacy-panel" class="privacy-panel" ?hidden=${!app.privacyShown}>
        ${app.privacyShown ? panel(app) : nothing}
      </div>
    </section>
  `;
}

function panel(app: App): TemplateResult {
  const { requests } = app.requests;
  const foreign = requests.filter(({ sameOrigin }) => !sameOrigin);
  const bytes = app.documents.list.reduce((sum, document) => sum + document.metadata.fileSize, 0);
  const place = app.room.inMemory
    ? "in the memory of this tab"
    : "in this browser's storage for this site";
  const stored =
    app.documents.list.length === 0
      ? `Nothing is stored yet. Documents will be kept ${place}, on this device.`
      : `${counted(app.documents.list.length, "document")} (${size(bytes)}) with the text found in them, ${place}. Deleting a document deletes all of it.`;
  return html`
    <h2>What is stored</h2>
    <p>
      ${stored} Questions and their answers are kept there, too, until you delete their conversation,
      and a model you download until you delete it under Model.
    </p>
    ${storageView(app)}
    <h2>What is sent</h2>
    <p>${sentWords(app)}</p>
    <h2>Requests of this page so far</h2>
    <p>
      ${counted(requests.length, "request")},
      ${foreign.length === 0 ? `all to ${location.host}` : `${counted(foreign.length, "request")} to other sites`}.
    </p>
    <ul class="requests" tabindex="0" aria-label="Requests of this page">
      ${requests.map((request) => html`<li>${address(request)}</li>`)}
    </ul>
  `;
}

function sentWords({ models }: App): string {
  const rules = `The rules of this page let it contact ${location.host} only, which is where the page itself comes from.`;
  const { sendsTo = null, name = "" } = models.ready?.info ?? {};
  if (sendsTo === null) {
    return `Nothing of your documents, and nothing you search for or ask. ${rules}`;
  }
  return `Your questions, and text of your documents, are sent to ${hostOf(sendsTo)}, where ${name} answers: you connected it. Unload the model and nothing more is sent. ${rules}`;
}

function hostOf(origin: string): string {
  return URL.parse(origin)?.host ?? origin;
}

function address({ url, sameOrigin }: PageRequest): string {
  const { pathname, href } = new URL(url);
  return sameOrigin ? pathname : href;
}
