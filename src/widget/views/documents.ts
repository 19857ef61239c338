import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import { count, counted } from "../state/words.js";
import { listRowsView, showNotAdded } from "./list-rows.js";
import { memoryNote } from "./memory-note.js";
import { pick } from "./pick.js";
import { privacyView } from "./privacy.js";
import { queueHeadView } from "./queue-head.js";

/** The left pane: every file that was added, how far it is, and what can be done with it. */
export function documentsView(app: App): TemplateResult {
  const { selected } = app.documents;
  return html`
    <section class="pane documents" aria-label="Documents" ?data-selecting=${selected.size > 0}>
      <header class="pane-head">
        <p class="wordmark" aria-hidden="true">Pagehound</p>
        <button
          class="icon-button collapse"
          type="button"
          aria-label="Hide the list of documents"
          title="Hide the list of documents"
          @click=${() => app.set({ documentsShown: false })}
        >${icon("sidebar")}</button>
      </header>
      ${listHead(app)}
      ${listRowsView(app)}
      <footer class="pane-foot">
        <div class="add">
          <button class="button" type="button" @click=${() => pick(app, "files")}>${icon("add")}Add files</button>
          <button class="button" type="button" @click=${() => pick(app, "folder")}>${icon("add")}Add folder</button>
        </div>
        ${memoryNote(app)} ${privacyView(app)}
      </footer>
    </section>
  `;
}

/** What stands above the list: the choice that was made, the work that goes on, or a count. */
function listHead(app: App): TemplateResult {
  const { list, selected } = app.documents;
  if (app.ingest.running) return queueHeadView(app);
  if (selected.size > 0) {
    return html`<div class="list-head">
      <p>${count(selected.size)} selected</p>
      <button class="link" type="button" @click=${() => app.documents.selectNone()}>Clear</button>
      <button class="link" type="button" @click=${() => removeSelected(app)}>Delete</button>
    </div>`;
  }
  const pages = list
    .filter(({ pageUnit }) => pageUnit === "page")
    .reduce((sum, document) => sum + document.pages.total, 0);
  const facts = [counted(list.length, "document"), pages > 0 ? counted(pages, "page") : ""];
  return html`<div class="list-head">
    <p>${facts.filter((fact) => fact !== "").join(" · ")}</p>
    ${
      // Paused with nothing to read: what is added next would wait without a word.
      app.ingest.rows.paused
        ? html`<button class="link" type="button" @click=${() => void app.attempt(() => app.ingest.resume())}>Resume reading</button>`
        : nothing
    }
    ${notAddedView(app)}
  </div>`;
}

/** The way to the files that are no documents, which stand below all that are. */
function notAddedView(app: App): TemplateResult | typeof nothing {
  const files = app.ingest.rows.all.length;
  if (files === 0 || app.documents.list.length === 0) return nothing;
  return html`<button
    class="not-added"
    type="button"
    title="Goes to them, at the end of the list"
    @click=${() => showNotAdded(app, app.documents.list.length)}
  ><span class="link">${counted(files, "file")} not added</span></button>`;
}

function removeSelected(app: App): void {
  const { list, selected } = app.documents;
  void app.remove(list.filter(({ id }) => selected.has(id)));
}
