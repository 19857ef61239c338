import { html, nothing, type TemplateResult } from "lit/html.js";
import type { PublishedUpdate } from "../../index.js";
import type { App } from "../state/app.js";
import { placeOfAddress } from "../state/collection-names.js";
import { enumeration } from "../state/enumeration.js";
import type { Words } from "../strings/words.js";
import { isolated } from "./isolated.js";
import { fetchWords } from "./transfer-words.js";

/** A published collection in the settings: what is here of it, and what can be done. */
export function publishedRow(app: App, url: string): TemplateResult {
  const { published } = app;
  return html`<li class="published-row">
    <p><strong>${isolated(published.nameOf(url))}</strong></p>
    <p class="quiet place" dir="ltr">${placeOfAddress(url)}</p>
    <p class="quiet">${factWords(app, url)}</p>
    ${stateView(app, url)}
    ${published.removing === url ? removalView(app, url) : actionsView(app, url)}
  </li>`;
}

function factWords({ published, words }: App, url: string): string {
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

/** What goes on, or what came of it. */
function stateView({ published, words }: App, url: string): TemplateResult {
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
function updateWords(words: Words, { fetched, removed }: PublishedUpdate): string {
  const facts = [
    fetched.length > 0 ? words.t("collections.look.fetched", { count: fetched.length }) : "",
    removed > 0 ? words.t("collections.look.gone", { count: removed }) : "",
  ].filter((fact) => fact !== "");
  return facts.length > 0 ? enumeration(facts, words) : words.t("collections.look.same");
}

function actionsView({ published, words }: App, url: string): TemplateResult {
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

/** What can be done with it now: one button, so that the focus stays on it. */
function actionOf(
  published: App["published"],
  words: Words,
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

/** Says what goes, before it does. */
function removalView(app: App, url: string): TemplateResult {
  const { published, surface, words } = app;
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
        void app.attempt(remove);
      }}>${words.t("collections.remove.do")}</button>
      <button class="button keep" type="button" @click=${(event: Event) => {
        published.askToRemove(null);
        focusLater(event, ".remove");
      }}>${words.t("collections.remove.keep")}</button>
    </p>
  </div>`;
}

/** Moves the focus to what takes the place of a button that goes, once it is drawn. */
function focusLater({ currentTarget }: Event, selector: string): void {
  if (!(currentTarget instanceof Element)) return;
  const row = currentTarget.closest(".published-row");
  requestAnimationFrame(() => row?.querySelector<HTMLElement>(selector)?.focus());
}

/** Moves the focus to what stays: the row may go with its buttons. */
function focusDialog({ currentTarget }: Event): void {
  if (!(currentTarget instanceof Element)) return;
  currentTarget.closest("dialog")?.querySelector<HTMLElement>(".model-panel-head button")?.focus();
}
