import { html, nothing, type TemplateResult } from "lit/html.js";
import type { CollectionsFeature } from "../collections/collections-feature.js";
import { fetchLinesView } from "../collections/fetch-lines-view.js";
import type { Models } from "../models/models.js";
import { memoryNote, privacyView } from "../settings/privacy-view.js";
import { icon } from "../shell/icons.js";
import type { DocumentsFeature } from "./documents-feature.js";
import { pick } from "./gather-files.js";
import { listRowsView, orderView, showNotAdded } from "./list-rows-view.js";
import { scopeButtons, scopeWords } from "./scope-view.js";

/** The left pane: every file that was added, how far it is, and what can be done with it. */
export function documentsView(
  feature: DocumentsFeature,
  collections: CollectionsFeature,
  models: Models,
): TemplateResult {
  const { words } = feature.shell;
  const { selected } = feature.list;
  const hide = words.t("documents.hide");
  return html`
    <section class="pane documents" part="documents" aria-label=${words.t("documents.title")} ?data-selecting=${selected !== null}>
      <header class="pane-head">
        <p class="wordmark" aria-hidden="true">${words.t("widget.name")}</p>
        <button
          class="icon-button collapse"
          type="button"
          aria-label=${hide}
          title=${hide}
          @click=${() => feature.shell.set({ documentsShown: false })}
        >${icon("sidebar")}</button>
      </header>
      ${listHead(feature)}
      ${fetchLinesView(collections)}
      ${listRowsView(feature)}
      <footer class="pane-foot">
        <div class="add">
          <button class="button" type="button" @click=${() => pick(feature.shell, "files")}>${icon("add")}${words.t("documents.add.files")}</button>
          <button class="button" type="button" @click=${() => pick(feature.shell, "folder")}>${icon("add")}${words.t("documents.add.folder")}</button>
        </div>
        ${memoryNote(feature)} ${privacyView(feature.shell, models)}
      </footer>
    </section>
  `;
}

/** What stands above the list: the choice that was made, the work that goes on, or a count. */
function listHead(feature: DocumentsFeature): TemplateResult {
  const { words } = feature.shell;
  const { all, selected } = feature.list;
  if (feature.ingest.running) return queueHeadView(feature);
  if (selected) {
    const count = selected.size;
    return html`<div class="list-head">
      <p>${scopeWords(feature)}</p>
      ${scopeButtons(feature)}
      ${
        count > 0
          ? html`<button class="link" type="button" @click=${() => removeSelected(feature)}>${words.t("documents.selected.delete", { count })}</button>`
          : nothing
      }
    </div>`;
  }
  const pages = all
    .filter(({ pageUnit }) => pageUnit === "page")
    .reduce((sum, document) => sum + document.pages.total, 0);
  const facts = [
    words.t("common.documents", { count: all.length }),
    pages > 0 ? words.t("common.pages", { count: pages }) : "",
  ];
  return html`<div class="list-head">
    <p>${facts.filter((fact) => fact !== "").join(" · ")}</p>
    ${all.length > 1 ? [scopeButtons(feature), orderView(feature)] : nothing}
    ${
      // Paused with nothing to read: what is added next would wait without a word.
      feature.ingest.rows.paused
        ? html`<button class="link" type="button" @click=${() => void feature.shell.attempt(() => feature.ingest.resume())}>${words.t("documents.resume")}</button>`
        : nothing
    }
    ${notAddedView(feature)}
  </div>`;
}

/** The way to the files that are no documents, which stand below all that are. */
function notAddedView(feature: DocumentsFeature): TemplateResult | typeof nothing {
  const { words } = feature.shell;
  const count = feature.ingest.rows.all.length;
  if (count === 0 || feature.list.all.length === 0) return nothing;
  return html`<button
    class="not-added"
    type="button"
    title=${words.t("documents.notAdded.goTo")}
    @click=${() => showNotAdded(feature)}
  ><span class="link">${words.t("documents.notAdded", { count })}</span></button>`;
}

function removeSelected(feature: DocumentsFeature): void {
  const { list } = feature;
  void feature.remove(list.all.filter(({ id }) => list.isSelected(id)));
}

/** How far all the work is, how long it will take, and the ways to hold it. */
function queueHeadView(feature: DocumentsFeature): TemplateResult {
  const { ingest } = feature;
  const { words } = feature.shell;
  const { paused } = ingest.rows;
  const note = noteWords(feature);
  return html`
    <div class="overall" role="group" aria-label=${words.t("documents.queue.title")}>
      <p>${headWords(feature)}</p>
      <progress aria-label=${words.t("documents.queue.all")} max="1" .value=${ingest.share}></progress>
      <p
        class="quiet"
        title=${ingest.unstored > 0 ? words.t("documents.queue.keepOpen") : nothing}
      >${leftWords(feature)}</p>
      <button
        class="link"
        type="button"
        @click=${() =>
          void feature.shell.attempt(async () => {
            await (paused ? ingest.resume() : ingest.pause());
            feature.shell.surface.announce(
              words.t(paused ? "documents.queue.isResumed" : "documents.queue.isPaused"),
            );
          })}
      >${words.t(paused ? "documents.queue.resume" : "documents.queue.pause")}</button>
      <button
        class="link"
        type="button"
        title=${words.t("documents.queue.stop.what")}
        @click=${() => void feature.shell.attempt(async () => feature.ingestNotices.stopped(await ingest.stop()))}
      >${words.t("documents.queue.stop")}</button>
      ${note === null ? nothing : html`<p class="quiet overall-note">${note}</p>`}
    </div>
  `;
}

function headWords({ ingest, shell: { words } }: DocumentsFeature): string {
  const { done, total } = ingest.files;
  if (ingest.rows.paused) return words.t("documents.queue.paused", { count: total - done });
  return words.t("documents.queue.reading", { number: Math.min(done + 1, total), count: total });
}

function leftWords({ ingest, shell: { words } }: DocumentsFeature): string {
  const { unstored, remaining } = ingest;
  // Until they are stored here, closing the page would lose them.
  if (unstored > 0) return words.t("documents.queue.takingIn", { count: unstored });
  return remaining === null ? "\u00a0" : words.timeLeft(remaining);
}

function noteWords({ ingest, shell: { words } }: DocumentsFeature): string | null {
  if (!ingest.rows.here) return words.t("documents.queue.otherTab");
  if (ingest.resumed) return words.t("documents.queue.goesOn");
  return null;
}
