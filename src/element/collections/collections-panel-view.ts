import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { PublishedUpdate } from "../../core/index.js";
import { filesPicked } from "../documents/gather-files.js";
import { panelWords } from "../i18n/english/panels.js";
import { addEnglish } from "../i18n/english.js";
import { enumeration, type I18n } from "../i18n/i18n.js";
import { adoptStyles } from "../shell/renderer.js";
import { placeOfAddress } from "../shell/setup.js";
import { closeDialog, type Drawn, isolated } from "../shell/view-parts.js";
import styles from "./collections.css?inline";
import type { CollectionsFeature, Published } from "./collections-feature.js";
import { fetchWords, transferWords } from "./fetch-lines-view.js";
import { Transfers } from "./transfers.js";

addEnglish(panelWords);

/**
 * Collections in the settings: saving one, opening one, and published ones.
 *
 * @param notes how many notes of earlier answers there are
 */
export function collectionsPart(feature: CollectionsFeature, notes: number): TemplateResult {
  adoptStyles(feature.shell.surface.root, styles);
  const { published } = feature;
  const { words } = feature.shell;
  const { all } = published;
  const transfers = feature.transfersOf(Transfers);
  return html`
    <section class="collections">
      <h3>${words.t("collections.title")}</h3>
      <p>${words.t("collections.about")}</p>
      ${transfers.running ? runningView(feature) : html`${outcomeView(transfers)} ${openView(feature)} ${saveView(feature, notes)}`}
      ${
        all.length === 0
          ? nothing
          : html`
            <h4>${words.t("collections.published")}</h4>
            <p class="quiet">${words.t("collections.published.about")}</p>
            <ul aria-label=${words.t("collections.published.list")}>${repeat(
              all,
              (url) => url,
              (url) => publishedRow(feature, url),
            )}</ul>
          `
      }
    </section>
  `;
}

/** The progress of saving or opening a file, with a button to stop it. */
function runningView(feature: CollectionsFeature): Drawn {
  const { words } = feature.shell;
  const transfers = feature.transfersOf(Transfers);
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
      @click=${(event: Event) => {
        // The button disappears.
        focusDialog(event);
        transfers.cancel();
      }}
    >${words.t("common.cancel")}</button>
  </div>`;
}

/** How saving ended, where its progress was. */
function outcomeView({ outcome }: Transfers): Drawn {
  return outcome === null ? nothing : html`<p class="transfer">${outcome}</p>`;
}

function openView(feature: CollectionsFeature): TemplateResult {
  const { words } = feature.shell;
  const picked = ({ currentTarget: input }: Event): void => {
    if (!(input instanceof HTMLInputElement)) return;
    const { files } = filesPicked(input.files);
    input.value = "";
    if (files.length === 0) return;
    // The outcome is shown on the page, which a dialog covers.
    closeDialog(feature.shell, "settings");
    void feature.transfersOf(Transfers).open(files);
  };
  return html`
    <input id="pick-collection" type="file" accept=".pagehound" hidden aria-label=${words.t("collections.open.pick")} @change=${picked}>
    <button
      class="button"
      type="button"
      @click=${() => feature.shell.surface.find<HTMLInputElement>("#pick-collection")?.click()}
    >${words.t("collections.open")}</button>
  `;
}

function saveView(feature: CollectionsFeature, notes: number): Drawn {
  const { documents } = feature;
  const { words } = feature.shell;
  const transfers = feature.transfersOf(Transfers);
  const count = transfers.own.length;
  if (count === 0) return nothing;
  const bytes = documents.list.all
    .filter(({ source, original }) => source === null && original === "here")
    .reduce((sum, { metadata }) => sum + metadata.fileSize, 0);
  const save = (event: Event): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const entered = new FormData(event.currentTarget);
    const title = String(entered.get("title") ?? "").trim();
    // The button disappears while the file is being saved.
    event.currentTarget.closest("dialog")?.querySelector<HTMLElement>("header button")?.focus();
    void transfers.save({
      title: title || words.t("collections.save.default"),
      originals: entered.has("originals"),
      guides: entered.has("guides"),
      notes: entered.has("notes"),
      grids: entered.has("grids"),
      conversations: entered.has("conversations"),
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
        : choiceView(
            "originals",
            words.t("collections.save.originals", { size: words.size(bytes) }),
            {
              about: words.t("collections.save.originals.about"),
            },
          )
    }
    ${
      notes === 0
        ? nothing
        : choiceView("guides", words.t("collections.save.guides"), {
            ticked: false,
            about: words.t("collections.save.guides.about"),
          })
    }
    ${(["notes", "grids", "conversations"] as const).map((name) =>
      choiceView(name, words.t(`collections.save.${name}`)),
    )}
    <p class="failed" role="alert">${transfers.failure ?? nothing}</p>
    <button class="button" type="submit">${words.t("collections.save.do", { count })}</button>
  </form>`;
}

/** A box to tick, with a text below it. */
function choiceView(
  name: string,
  label: string,
  { ticked = true, about }: { readonly ticked?: boolean; readonly about?: string } = {},
): TemplateResult {
  const id = `${name}-about`;
  return html`<label class="choice">
      <input name=${name} type="checkbox" ?checked=${ticked} aria-describedby=${about ? id : nothing}>
      <span>${label}</span>
    </label>
    ${about ? html`<p class="quiet" id=${id}>${about}</p>` : nothing}`;
}

/** A published collection in the settings: its stored documents, and the possible actions. */
function publishedRow(feature: CollectionsFeature, url: string): TemplateResult {
  const { published } = feature;
  return html`<li class="published-row">
    <p><strong>${isolated(published.nameOf(url))}</strong></p>
    <p class="quiet place" dir="ltr">${placeOfAddress(url)}</p>
    <p class="quiet">${factWords(feature, url)}</p>
    ${stateView(feature, url)}
    ${published.removing === url ? removalView(feature, url) : actionsView(feature, url)}
  </li>`;
}

function factWords({ published, shell: { words } }: CollectionsFeature, url: string): string {
  const here = published.get(url);
  if (!here) {
    const running = published.fetchOf(url)?.state === "running";
    return running ? "" : words.t("collections.published.notHere");
  }
  const { documents: count, hidden, complete, checkedAt } = here;
  const facts = [
    complete
      ? words.t("common.documents", { count })
      : words.t("collections.published.partly", { count }),
    hidden > 0 ? words.t("collections.published.hidden", { count: hidden }) : "",
    checkedAt > 0 ? words.t("collections.published.checked", { day: words.day(checkedAt) }) : "",
  ];
  return facts.filter((fact) => fact !== "").join(" · ");
}

/** The work in progress, or its outcome. */
function stateView(
  { published, shell: { words } }: CollectionsFeature,
  url: string,
): TemplateResult {
  const fetch = published.fetchOf(url);
  if (fetch?.state === "running") {
    const { progress } = fetch;
    const text = progress
      ? fetchWords(words, published.nameOf(url), progress)
      : words.t("collections.look.running");
    return html`<p class="quiet" role="status">${text}</p>
      ${
        progress
          ? html`<progress aria-label=${text} .value=${progress.done / (progress.total || 1)}></progress>`
          : nothing
      }`;
  }
  if (fetch?.state === "failed") return html`<p role="status">${words.error(fetch.error)}</p>`;
  return html`<p class="quiet" role="status">${
    fetch?.state === "done" ? updateWords(words, fetch.update) : nothing
  }</p>`;
}

/** "3 documents fetched, 1 is no longer published". */
function updateWords(words: I18n, { fetched, removed }: PublishedUpdate): string {
  const facts = [
    fetched.length > 0 ? words.t("collections.look.fetched", { count: fetched.length }) : "",
    removed > 0 ? words.t("collections.look.gone", { count: removed }) : "",
  ].filter((fact) => fact !== "");
  return facts.length > 0 ? enumeration(facts, words) : words.t("collections.look.same");
}

function actionsView(
  { published, shell: { words } }: CollectionsFeature,
  url: string,
): TemplateResult {
  const name = published.nameOf(url);
  const here = published.get(url);
  const { label, labelInFull, run } = actionOf(published, words, url);
  return html`<p class="published-actions">
    <button class="link" type="button" aria-label=${labelInFull} @click=${run}>${label}</button>
    ${
      here
        ? html`<button
            class="link remove"
            type="button"
            aria-label=${words.t("collections.remove.name", { name })}
            @click=${(event: Event) => {
              published.askToRemove(url);
              focusLater(event, ".removal .keep");
            }}
          >${words.t("collections.remove")}</button>`
        : nothing
    }
  </p>`;
}

/** The action that applies now: always one button, so that the focus stays on it. */
function actionOf(
  published: Published,
  words: I18n,
  url: string,
): { readonly label: string; readonly labelInFull: string; readonly run: () => void } {
  const name = published.nameOf(url);
  if (published.fetchOf(url)?.state === "running") {
    return {
      label: words.t("common.cancel"),
      labelInFull: words.t("published.fetching.cancel", { name }),
      run: () => published.stop(url),
    };
  }
  const what = published.get(url)?.complete ? "look" : "fetch";
  return {
    label: words.t(`collections.${what}`),
    labelInFull: words.t(`collections.${what}.name`, { name }),
    run: () => void published.fetch(url),
  };
}

/** Shows what a removal will delete, and asks for confirmation. */
function removalView(feature: CollectionsFeature, url: string): TemplateResult {
  const { published } = feature;
  const { surface, words } = feature.shell;
  const name = published.nameOf(url);
  const count = published.get(url)?.documents ?? 0;
  const remove = async (): Promise<void> => {
    await published.remove(url);
    surface.announce(words.t("collections.removed", { name }));
  };
  return html`<div class="removal" role="group" aria-label=${words.t("collections.remove.name", { name })}>
    <p>${words.t("collections.remove.what", { count })}</p>
    <p class="published-actions">
      <button class="button" type="button" @click=${(event: Event) => {
        focusDialog(event);
        void feature.shell.attempt(remove);
      }}>${words.t("collections.remove.do")}</button>
      <button class="button keep" type="button" @click=${(event: Event) => {
        published.askToRemove(null);
        focusLater(event, ".remove");
      }}>${words.t("collections.remove.keep")}</button>
    </p>
  </div>`;
}

/** Moves the focus to what replaces a button that disappears, once it is drawn. */
function focusLater({ currentTarget }: Event, selector: string): void {
  if (!(currentTarget instanceof Element)) return;
  const row = currentTarget.closest(".published-row");
  requestAnimationFrame(() => row?.querySelector<HTMLElement>(selector)?.focus());
}

/** Moves the focus to something that stays: the row may disappear with its buttons. */
function focusDialog({ currentTarget }: Event): void {
  if (!(currentTarget instanceof Element)) return;
  currentTarget.closest("dialog")?.querySelector<HTMLElement>(".model-panel-head button")?.focus();
}
