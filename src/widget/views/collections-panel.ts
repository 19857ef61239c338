import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { pickedFiles } from "../state/dropped-files.js";
import { adoptStyles } from "../styles/adopt.js";
import styles from "../styles/collections.css?inline";
import { closeDialog } from "./dialog.js";
import { publishedRow } from "./published-row.js";
import { transferWords } from "./transfer-words.js";

/** Collections in the settings: saving one, opening one, and those that others have published. */
export function collectionsPart(app: App): TemplateResult {
  adoptStyles(app.surface.root, styles);
  const { words, published } = app;
  const { all } = published;
  return html`
    <section class="collections">
      <h3>${words.t("collections.title")}</h3>
      <p>${words.t("collections.about")}</p>
      ${app.transfers.running ? runningView(app) : html`${openView(app)} ${saveView(app)}`}
      ${
        all.length === 0
          ? nothing
          : html`
            <h4>${words.t("collections.published")}</h4>
            <p class="quiet">${words.t("collections.published.about")}</p>
            <ul aria-label=${words.t("collections.published.list")}>${repeat(
              all,
              (url) => url,
              (url) => publishedRow(app, url),
            )}</ul>
          `
      }
    </section>
  `;
}

/** How far it is, with the way to stop it. */
function runningView({ transfers, words }: App): TemplateResult | typeof nothing {
  const { running } = transfers;
  if (!running) return nothing;
  const { name, progress } = running;
  const text = transferWords(words, running);
  const key = running.kind === "saving" ? "collections.save.cancel" : "collections.open.cancel";
  return html`<div class="transfer">
    <p>${text}</p>
    <progress aria-label=${text} .value=${progress ? progress.done / (progress.total || 1) : 0}></progress>
    <button
      class="button"
      type="button"
      aria-label=${words.t(key, { name })}
      @click=${() => transfers.cancel()}
    >${words.t("common.cancel")}</button>
  </div>`;
}

function openView(app: App): TemplateResult {
  const { words } = app;
  const picked = ({ currentTarget: input }: Event): void => {
    if (!(input instanceof HTMLInputElement)) return;
    const { files } = pickedFiles(input.files);
    input.value = "";
    if (files.length === 0) return;
    // What came of it is said on the page, which a dialog covers.
    closeDialog(app, "settings");
    void app.transfers.open(files);
  };
  return html`
    <input id="pick-collection" type="file" accept=".pagehound" hidden aria-label=${words.t("collections.open.pick")} @change=${picked}>
    <button
      class="button"
      type="button"
      @click=${() => app.surface.find<HTMLInputElement>("#pick-collection")?.click()}
    >${words.t("collections.open")}</button>
  `;
}

function saveView(app: App): TemplateResult | typeof nothing {
  const { transfers, words, documents } = app;
  const count = transfers.own.length;
  if (count === 0) return nothing;
  const bytes = documents.list
    .filter(({ source, original }) => source === null && original === "here")
    .reduce((sum, { metadata }) => sum + metadata.fileSize, 0);
  const save = (event: Event): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const entered = new FormData(event.currentTarget);
    const title = String(entered.get("title") ?? "").trim();
    // The button goes while it is being saved.
    event.currentTarget.closest("dialog")?.querySelector<HTMLElement>("header button")?.focus();
    void transfers.save({
      title: title || words.t("collections.save.default"),
      originals: entered.has("originals"),
    });
  };
  return html`<form class="save-collection" @submit=${save}>
    <label class="field">
      <span>${words.t("collections.save.title")}</span>
      <input name="title" type="text" autocomplete="off" maxlength="200" placeholder=${words.t("collections.save.default")}>
    </label>
    ${
      bytes === 0
        ? nothing
        : html`<label class="choice">
            <input name="originals" type="checkbox" checked aria-describedby="originals-about">
            <span>${words.t("collections.save.originals", { size: words.size(bytes) })}</span>
          </label>
          <p class="quiet" id="originals-about">${words.t("collections.save.originals.about")}</p>`
    }
    <p class="failed" role="alert">${transfers.failure ?? nothing}</p>
    <button class="button" type="submit">${words.t("collections.save.do", { count })}</button>
  </form>`;
}
