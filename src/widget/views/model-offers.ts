import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { App } from "../state/app.js";
import type { ModelOffer } from "../state/local-models.js";
import { folderUrl } from "../state/models.js";
import { count, size } from "../state/words.js";
import { focusAgreement, focusState } from "./model-focus.js";

/** So many are listed before one asks for all. */
const first = 4;

/** The models that run on this device, with what each needs. */
export function modelOffersView(app: App): TemplateResult {
  const { models } = app;
  const { offers, obstacle, folder, folderFault } = models;
  return html`
    <section aria-labelledby="local-title">
      <h3 id="local-title">On this device</h3>
      ${offers === null ? html`<p class="quiet">Looking at what this device can run…</p>` : nothing}
      ${obstacle === null ? nothing : html`<p>${obstacle}</p>`}
      ${
        offers && offers.length > 0
          ? html`<ul class="offers" aria-label="Models for this device">
                ${repeat(
                  models.allShown ? offers : offers.slice(0, first),
                  ({ id }) => id,
                  (offer) => offerView(app, offer),
                )}
              </ul>
              ${
                models.allShown || offers.length <= first
                  ? nothing
                  : html`<button class="link all-offers" type="button" @click=${() => models.showAll()}>
                      Show all ${count(offers.length)} models
                    </button>`
              }
              <label class="field">
                <span>Folder the files come from</span>
                <input
                  type="text"
                  autocomplete="off"
                  spellcheck="false"
                  aria-invalid=${folderFault === null ? "false" : "true"}
                  aria-describedby="folder-about"
                  .value=${folder}
                  @input=${(event: Event) => {
                    if (event.target instanceof HTMLInputElement)
                      models.setFolder(event.target.value);
                  }}
                >
              </label>
              <p class="quiet" id="folder-about">
                ${
                  folderFault ??
                  `This page brings no model with it, and may fetch from ${location.host} only: put a model's files into a folder there.`
                }
              </p>`
          : nothing
      }
    </section>
  `;
}

function offerView(app: App, offer: ModelOffer): TemplateResult {
  const { models } = app;
  const { name, downloadBytes, memoryBytes, license, recommended, obstacle, storedBytes } = offer;
  const action = storedBytes > 0 ? "Load" : "Download";
  const used = models.ready?.info.id === offer.id;
  const busy = models.state.kind === "loading";
  const memory = `needs about ${size(memoryBytes)} of memory`;
  const facts = [`${size(downloadBytes)}`, memory, `runs on the ${offer.runsOn}`, license];
  return html`<li class="offer-row" ?data-off=${obstacle !== null}>
    <div class="offer-facts">
      <p><strong>${name}</strong>${recommended ? html` <span class="quiet">suits this device</span>` : nothing}</p>
      <p class="quiet">${facts.join(" · ")}</p>
      ${obstacle === null ? nothing : html`<p class="quiet">${obstacle}</p>`}
    </div>
    ${
      obstacle === null && !used
        ? html`<button
            class="button"
            type="button"
            aria-label=${`${action} ${name}`}
            ?disabled=${busy}
            @click=${() => {
              models.choose(offer);
              if (models.asked) focusAgreement(app);
              else focusState(app);
            }}
          >${action}</button>`
        : nothing
    }
    ${
      storedBytes === 0
        ? nothing
        : html`<button
            class="link delete-model"
            type="button"
            ?disabled=${busy}
            @click=${() => {
              focusState(app);
              void models.deleteStored(offer);
            }}
          >Delete from this device (${size(storedBytes)})</button>`
    }
    ${models.asked?.id === offer.id ? agreeView(app, offer) : nothing}
  </li>`;
}

/** Asks before the first byte. */
function agreeView(app: App, offer: ModelOffer): TemplateResult {
  const { models } = app;
  const { downloadBytes, storedBytes } = offer;
  const { host, pathname } = folderUrl(models.folder);
  const question =
    storedBytes === 0
      ? `Download ${size(downloadBytes)} from ${host}${pathname}?`
      : `${size(storedBytes)} of ${size(downloadBytes)} are on this device. Download what is missing from ${host}${pathname}?`;
  return html`<div class="agree" role="group" aria-label="Download">
    <p>${question} It is kept in this browser's storage until you delete it.</p>
    <button
      class="button primary"
      type="button"
      @click=${() => {
        focusState(app);
        models.load(offer);
      }}
    >${storedBytes === 0 ? `Download ${size(downloadBytes)}` : "Load"}</button>
    <button class="button" type="button" @click=${() => {
      focusState(app);
      models.decline();
    }}>Not now</button>
  </div>`;
}
