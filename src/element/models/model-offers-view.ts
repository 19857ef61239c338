import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { type ModelInfo, parametersOf } from "../../models/index.js";
import type { I18n } from "../i18n/i18n.js";
import { adoptStyles } from "../shell/renderer.js";
import { type Drawn, isolated } from "../shell/view-parts.js";
import { searchAction } from "../viewer/dom.js";
import { lacksConnection, listConnectionView } from "./connection.js";
import { folderFault, originsOf } from "./endpoint-form.js";
import type { DeviceObstacle, KeptModel, ModelOffer } from "./local-models.js";
import { agreeView, focusAgreement, licenseWords } from "./model-line-view.js";
import type { Models } from "./models.js";
import type { QuestionTime } from "./question-time.js";
import styles from "./stored-models.css?inline";

/** Number of models listed at first. */
const first = 4;

/** The models that run on this device, each with its requirements and stored size. */
export function modelOffersView(models: Models): TemplateResult {
  const { words } = models.shell;
  const { offers, obstacle } = models;
  return html`
    <section aria-labelledby="local-title">
      <h3 id="local-title">${words.t("models.device.title")}</h3>
      ${offers === null ? html`<p class="quiet">${words.t("models.device.looking")}</p>` : nothing}
      ${obstacle === null ? nothing : obstacleView(words, obstacle)}
      ${listConnectionView(models, offers?.some((offer) => offer.fits && lacksConnection(offer)) ?? false)}
      ${offers && offers.length > 0 ? offersView(models, offers) : nothing}
      ${offers?.length === 0 ? html`<p>${words.t("models.device.none")}</p>` : nothing}
      ${offers === null ? nothing : folderView(models)} ${otherModelsView(models)} ${storedTotal(models)}
    </section>
  `;
}

function offersView(models: Models, offers: readonly ModelOffer[]): TemplateResult {
  const { words } = models.shell;
  const label = words.t("models.device.all", { count: offers.length });
  const shown = offers.filter(
    ({ id }, index) => models.allShown || index < first || models.asked?.id === id,
  );
  return html`
    <ul class="offers" aria-label=${words.t("models.device.list")}>
      ${repeat(
        shown,
        ({ id }) => id,
        (offer) => offerView(models, offer),
      )}
    </ul>
    ${
      shown.length === offers.length
        ? nothing
        : html`<button class="link all-offers" type="button" @click=${() => models.showAll()}>${label}</button>`
    }
  `;
}

/** Another folder, at a site that the page may contact. */
function folderView(models: Models): TemplateResult {
  const { setup, words } = models.shell;
  const { folder, folderFault: fault } = models;
  const origins = originsOf(setup);
  return html`<details class="model-folder" ?open=${fault !== null}>
    <summary>${words.t("models.folder.open")}</summary>
    <form action=${searchAction} @submit=${(event: Event) => event.preventDefault()}>
      <label class="field">
        <span>${words.t("models.folder")}</span>
        <input
          type="text"
          dir="ltr"
          autocomplete="off"
          spellcheck="false"
          aria-invalid=${fault === null ? "false" : "true"}
          aria-describedby="folder-about"
          .value=${folder}
          @change=${(event: Event) => {
            if (!(event.target instanceof HTMLInputElement)) return;
            const typed = event.target.value.trim();
            models.setFolder(typed, folderFault(typed, origins, words));
          }}
        >
      </label>
    </form>
    <p class="quiet" id="folder-about">${
      fault ?? words.t("models.folder.about", { hosts: words.list(origins.hosts) })
    }</p>
  </details>`;
}

/** Why larger models do not run here, in plain words, with the library's exact reason to unfold. */
function obstacleView(words: I18n, obstacle: DeviceObstacle): TemplateResult {
  const what = html`<p>${words.t(`models.obstacle.${obstacle.kind}`)}</p>`;
  if (obstacle.kind === "list") return what;
  return html`${what}
    <details class="obstacle">
      <summary>${words.t("models.obstacle.details")}</summary>
      <p class="quiet" lang="en" dir="ltr">${obstacle.reason}</p>
    </details>`;
}

function offerView(models: Models, offer: ModelOffer): TemplateResult {
  const { words } = models.shell;
  const { name, downloadBytes, recommended, fits, storedBytes, partial } = offer;
  const used = models.ready?.info.id === offer.id;
  const busy = models.state.kind === "loading";
  const action = partial ? "goOn" : storedBytes > 0 ? "load" : "download";
  const total = words.size(downloadBytes);
  return html`<li class="offer-row" ?data-off=${!fits}>
    <div class="offer-facts">
      <p><strong>${isolated(name)}</strong>${
        recommended ? html` <span class="quiet">${words.t("models.offer.suits")}</span>` : nothing
      }</p>
      <p class="quiet">${factsWords(words, offer)}</p>
      ${fits ? nothing : html`<p class="quiet">${words.t("models.offer.tooLarge")}</p>`}
      ${smallWords(words, offer)}
      ${
        partial && fits && !used
          ? html`<p class="quiet">${words.t("models.offer.partial", { stored: words.size(storedBytes), total })}</p>`
          : nothing
      }
    </div>
    ${
      fits && !used
        ? html`<button
            class="button"
            type="button"
            aria-label=${words.t(`models.offer.${action}.name`, { name })}
            ?disabled=${busy || lacksConnection(offer)}
            @click=${() => {
              models.choose(offer, "panel");
              if (models.asked) focusAgreement(models);
              else focusState(models);
            }}
          >${words.t(`models.offer.${action}`)}</button>`
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
              focusState(models);
              void models.deleteStored(offer);
            }}
          >${words.t("models.offer.delete", { size: words.size(storedBytes) })}</button>`
    }
    ${models.asked?.id === offer.id && models.askedIn === "panel" ? agreeView(models, offer, () => focusState(models)) : nothing}
  </li>`;
}

/** "1.1 GB · needs about 2 GB of memory · runs on the GPU · Apache 2.0". */
function factsWords(words: I18n, offer: ModelOffer): string {
  const { downloadBytes, memoryBytes, runsOn, license, questionTime } = offer;
  // Without a list, the sizes of a folder's files are unknown.
  const sizes =
    downloadBytes === 0
      ? []
      : [
          words.size(downloadBytes),
          words.t("models.offer.memory", { size: words.size(memoryBytes) }),
        ];
  return [
    ...sizes,
    words.t(`models.offer.${runsOn}`),
    ...(questionTime === null ? [] : [questionTimeWords(words, questionTime)]),
    ...(license === null ? [] : [licenseWords(words, license)]),
  ].join(" · ");
}

/**
 * Models with up to this many billions of parameters mostly answer wrongly by themselves: measured
 * in docs/results.md.
 */
const tooSmall = 0.4;

/** The remaining uses of a model that is too small to answer. */
export function smallWords(words: I18n, model: Pick<ModelInfo, "id" | "name">): Drawn {
  const parameters = parametersOf(model);
  return parameters !== null && parameters <= tooSmall
    ? html`<p class="quiet">${words.t("models.offer.small")}</p>`
    : nothing;
}

/** "a question takes about 40 s here, judging by Qwen3 0.6B". */
function questionTimeWords(
  words: I18n,
  { milliseconds, by, sameModel, words: read }: QuestionTime,
): string {
  const time = aboutTime(words, milliseconds);
  if (sameModel && read !== null) return words.t("models.offer.time.reads", { time, count: read });
  if (sameModel) return words.t("models.offer.time.own", { time });
  return words.t("models.offer.time", { time, name: by });
}

/** A time as exact as an estimate can be: "7 s", "40 s", "3 min". */
function aboutTime(words: I18n, milliseconds: number): string {
  const seconds = Math.max(1, milliseconds / 1000);
  if (seconds >= 57.5) {
    const style = { style: "unit", unit: "minute", maximumFractionDigits: 0 } as const;
    return new Intl.NumberFormat(words.locale, style).format(seconds / 60);
  }
  const step = seconds < 9.5 ? 1 : 5;
  const rounded = Math.round(seconds / step) * step;
  return words.t("common.took.seconds", { seconds: words.count(rounded) });
}

/** Moves the focus to the text about the model, because the pressed button may be gone by then. */
export function focusState(models: Models): void {
  models.shell.surface.find(".model-state")?.focus();
}

/** All models that are stored on this device, with their sizes and buttons to delete them. */
export function storedModelsView(models: Models): TemplateResult {
  const { surface, words } = models.shell;
  adoptStyles(surface.root, styles);
  if (models.offers === null) return html`<p class="quiet">${words.t("models.device.looking")}</p>`;
  if (models.stored.length === 0) return html`<p>${words.t("models.stored.none")}</p>`;
  return html`${rowsView(models, models.stored, words.t("models.stored.list"))} ${storedTotal(models)}`;
}

/** The stored models that are not offered: from another folder, or in another format. */
function otherModelsView(models: Models): Drawn {
  const { surface, words } = models.shell;
  adoptStyles(surface.root, styles);
  if (models.others.length === 0) return nothing;
  const title = words.t("models.stored.others");
  return html`<h4 class="other-models">${title}</h4>${rowsView(models, models.others, title)}`;
}

/** The total size of all stored models. */
function storedTotal({ stored, shell: { words } }: Models): Drawn {
  if (stored.length === 0) return nothing;
  const bytes = stored.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  return html`<p class="quiet">${words.t("models.stored.total", { size: words.size(bytes) })}</p>`;
}

function rowsView(models: Models, list: readonly KeptModel[], label: string): TemplateResult {
  const { words } = models.shell;
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
          // The button disappears with the model.
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
