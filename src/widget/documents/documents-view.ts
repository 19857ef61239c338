import { html, nothing, type TemplateResult } from "lit/html.js";
import { fetchLinesView } from "../collections/fetch-lines-view.js";
import { memoryNote, privacyView } from "../settings/privacy-view.js";
import type { App } from "../shell/app.js";
import { icon } from "../shell/icons.js";
import { pick } from "./gather-files.js";
import { listRowsView, showNotAdded } from "./list-rows-view.js";
import { scopeButtons, scopeWords } from "./scope-view.js";

/** The left pane: every file that was added, how far it is, and what can be done with it. */
export function documentsView(app: App): TemplateResult {
  const { words } = app.shell;
  const { selected } = app.documents;
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
          @click=${() => app.shell.set({ documentsShown: false })}
        >${icon("sidebar")}</button>
      </header>
      ${listHead(app)}
      ${fetchLinesView(app)}
      ${listRowsView(app)}
      <footer class="pane-foot">
        <div class="add">
          <button class="button" type="button" @click=${() => pick(app.shell, "files")}>${icon("add")}${words.t("documents.add.files")}</button>
          <button class="button" type="button" @click=${() => pick(app.shell, "folder")}>${icon("add")}${words.t("documents.add.folder")}</button>
        </div>
        ${memoryNote(app)} ${privacyView(app)}
      </footer>
    </section>
  `;
}

/** What stands above the list: the choice that was made, the work that goes on, or a count. */
function listHead(app: App): TemplateResult {
  const { words } = app.shell;
  const { list, selected } = app.documents;
  if (app.ingest.running) return queueHeadView(app);
  if (selected) {
    const count = selected.size;
    return html`<div class="list-head">
      <p>${scopeWords(app)}</p>
      ${scopeButtons(app)}
      ${
        count > 0
          ? html`<button class="link" type="button" @click=${() => removeSelected(app)}>${words.t("documents.selected.delete", { count })}</button>`
          : nothing
      }
    </div>`;
  }
  const pages = list
    .filter(({ pageUnit }) => pageUnit === "page")
    .reduce((sum, document) => sum + document.pages.total, 0);
  const facts = [
    words.t("common.documents", { count: list.length }),
    pages > 0 ? words.t("common.pages", { count: pages }) : "",
  ];
  return html`<div class="list-head">
    <p>${facts.filter((fact) => fact !== "").join(" · ")}</p>
    ${list.length > 1 ? scopeButtons(app) : nothing}
    ${
      // Paused with nothing to read: what is added next would wait without a word.
      app.ingest.rows.paused
        ? html`<button class="link" type="button" @click=${() => void app.shell.attempt(() => app.ingest.resume())}>${words.t("documents.resume")}</button>`
        : nothing
    }
    ${notAddedView(app)}
  </div>`;
}

/** The way to the files that are no documents, which stand below all that are. */
function notAddedView(app: App): TemplateResult | typeof nothing {
  const { words } = app.shell;
  const count = app.ingest.rows.all.length;
  if (count === 0 || app.documents.list.length === 0) return nothing;
  return html`<button
    class="not-added"
    type="button"
    title=${words.t("documents.notAdded.goTo")}
    @click=${() => showNotAdded(app, app.documents.list.length)}
  ><span class="link">${words.t("documents.notAdded", { count })}</span></button>`;
}

function removeSelected(app: App): void {
  const { documents } = app;
  void app.remove(documents.list.filter(({ id }) => documents.isSelected(id)));
}

/** How far all the work is, how long it will take, and the ways to hold it. */
function queueHeadView(app: App): TemplateResult {
  const { ingest } = app;
  const { words } = app.shell;
  const { paused } = ingest.rows;
  const note = noteWords(app);
  return html`
    <div class="overall" role="group" aria-label=${words.t("documents.queue.title")}>
      <p>${headWords(app)}</p>
      <progress aria-label=${words.t("documents.queue.all")} max="1" .value=${ingest.share}></progress>
      <p
        class="quiet"
        title=${ingest.unstored > 0 ? words.t("documents.queue.keepOpen") : nothing}
      >${leftWords(app)}</p>
      <button
        class="link"
        type="button"
        @click=${() =>
          void app.shell.attempt(async () => {
            await (paused ? ingest.resume() : ingest.pause());
            app.shell.surface.announce(
              words.t(paused ? "documents.queue.isResumed" : "documents.queue.isPaused"),
            );
          })}
      >${words.t(paused ? "documents.queue.resume" : "documents.queue.pause")}</button>
      <button
        class="link"
        type="button"
        title=${words.t("documents.queue.stop.what")}
        @click=${() => void app.shell.attempt(async () => app.told.stopped(await ingest.stop()))}
      >${words.t("documents.queue.stop")}</button>
      ${note === null ? nothing : html`<p class="quiet overall-note">${note}</p>`}
    </div>
  `;
}

function headWords({ ingest, shell: { words } }: App): string {
  const { done, total } = ingest.files;
  if (ingest.rows.paused) return words.t("documents.queue.paused", { count: total - done });
  return words.t("documents.queue.reading", { number: Math.min(done + 1, total), count: total });
}

function leftWords({ ingest, shell: { words } }: App): string {
  const { unstored, remaining } = ingest;
  // Until they are stored here, closing the page would lose them.
  if (unstored > 0) return words.t("documents.queue.takingIn", { count: unstored });
  return remaining === null ? "\u00a0" : words.timeLeft(remaining);
}

function noteWords({ ingest, shell: { words } }: App): string | null {
  if (!ingest.rows.here) return words.t("documents.queue.otherTab");
  if (ingest.resumed) return words.t("documents.queue.goesOn");
  return null;
}
