import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import { fetchLinesView } from "./fetch-lines.js";
import { listRowsView, showNotAdded } from "./list-rows.js";
import { memoryNote } from "./memory-note.js";
import { pick } from "./pick.js";
import { privacyView } from "./privacy.js";
import { queueHeadView } from "./queue-head.js";

/** The left pane: every file that was added, how far it is, and what can be done with it. */
export function documentsView(app: App): TemplateResult {
  const { words } = app;
  const { selected } = app.documents;
  const hide = words.t("documents.hide");
  return html`
    <section class="pane documents" part="documents" aria-label=${words.t("documents.title")} ?data-selecting=${selected.size > 0}>
      <header class="pane-head">
        <p class="wordmark" aria-hidden="true">${words.t("widget.name")}</p>
        <button
          class="icon-button collapse"
          type="button"
          aria-label=${hide}
          title=${hide}
          @click=${() => app.set({ documentsShown: false })}
        >${icon("sidebar")}</button>
      </header>
      ${listHead(app)}
      ${fetchLinesView(app)}
      ${listRowsView(app)}
      <footer class="pane-foot">
        <div class="add">
          <button class="button" type="button" @click=${() => pick(app, "files")}>${icon("add")}${words.t("documents.add.files")}</button>
          <button class="button" type="button" @click=${() => pick(app, "folder")}>${icon("add")}${words.t("documents.add.folder")}</button>
        </div>
        ${memoryNote(app)} ${privacyView(app)}
      </footer>
    </section>
  `;
}

/** What stands above the list: the choice that was made, the work that goes on, or a count. */
function listHead(app: App): TemplateResult {
  const { words } = app;
  const { list, selected } = app.documents;
  if (app.ingest.running) return queueHeadView(app);
  if (selected.size > 0) {
    return html`<div class="list-head">
      <p>${words.t("documents.selected", { count: selected.size })}</p>
      <button class="link" type="button" @click=${() => app.documents.selectNone()}>${words.t("documents.selected.clear")}</button>
      <button class="link" type="button" @click=${() => removeSelected(app)}>${words.t("common.delete")}</button>
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
    ${
      // Paused with nothing to read: what is added next would wait without a word.
      app.ingest.rows.paused
        ? html`<button class="link" type="button" @click=${() => void app.attempt(() => app.ingest.resume())}>${words.t("documents.resume")}</button>`
        : nothing
    }
    ${notAddedView(app)}
  </div>`;
}

/** The way to the files that are no documents, which stand below all that are. */
function notAddedView(app: App): TemplateResult | typeof nothing {
  const { words } = app;
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
  const { list, selected } = app.documents;
  void app.remove(list.filter(({ id }) => selected.has(id)));
}
