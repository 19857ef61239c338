import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import type { StoredModel } from "../state/local-models.js";
import { adoptStyles } from "../styles/adopt.js";
import styles from "../styles/stored-models.css?inline";
import { isolated } from "./isolated.js";

/** All models that are kept on this device, with their sizes and the way to delete them. */
export function storedModelsView(app: App): TemplateResult {
  const { models, surface, words } = app;
  adoptStyles(surface.root, styles);
  if (models.offers === null) return html`<p class="quiet">${words.t("models.device.looking")}</p>`;
  if (models.stored.length === 0) return html`<p>${words.t("models.stored.none")}</p>`;
  return html`${rowsView(app, models.stored, words.t("models.stored.list"))} ${storedTotal(app)}`;
}

/** The stored models that are not offered: from another folder, or in another form. */
export function otherModelsView(app: App): TemplateResult | typeof nothing {
  const { models, surface, words } = app;
  adoptStyles(surface.root, styles);
  if (models.others.length === 0) return nothing;
  const title = words.t("models.stored.others");
  return html`<h4 class="other-models">${title}</h4>${rowsView(app, models.others, title)}`;
}

/** How much all of them take. */
export function storedTotal({ models: { stored }, words }: App): TemplateResult | typeof nothing {
  if (stored.length === 0) return nothing;
  const bytes = stored.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  return html`<p class="quiet">${words.t("models.stored.total", { size: words.size(bytes) })}</p>`;
}

function rowsView(app: App, list: readonly StoredModel[], label: string): TemplateResult {
  const { models, words } = app;
  return html`<ul class="offers" aria-label=${label}>${repeat(
    list,
    ({ id }) => id,
    (model) => html`<li class="offer-row">
      <div class="offer-facts">
        <p><strong>${isolated(model.name)}</strong></p>
        <p class="quiet">${words.size(model.storedBytes)}</p>
      </div>
      <button
        class="button"
        type="button"
        aria-label=${words.t("models.stored.delete.name", { name: model.name })}
        ?disabled=${models.state.kind === "loading"}
        @click=${(event: Event) => {
          // The button goes with the model.
          const { currentTarget } = event;
          if (currentTarget instanceof Element) focusDialog(currentTarget);
          void models.deleteStored(model);
        }}
      >${words.t("models.stored.delete")}</button>
    </li>`,
  )}</ul>`;
}

function focusDialog(inside: Element): void {
  inside.closest("dialog")?.querySelector<HTMLElement>(".model-panel-head button")?.focus();
}
