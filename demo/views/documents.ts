import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { App } from "../app.js";
import { icon } from "../icons.js";
import { type IngestRow, isActive } from "../ingest-rows.js";
import { count, counted, fileName } from "../words.js";
import { documentRow } from "./document-row.js";
import { ingestRow } from "./ingest-row.js";
import { memoryNote } from "./memory-note.js";
import { pick } from "./pick.js";
import { privacyView } from "./privacy.js";
import { queueHeadView } from "./queue-head.js";
import { refusedRows } from "./refused-rows.js";

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
      ${rowsView(app)}
      <footer class="pane-foot">
        <div class="add">
          <button class="button" type="button" @click=${() => pick("files")}>${icon("add")}Add files</button>
          <button class="button" type="button" @click=${() => pick("folder")}>${icon("add")}Add folder</button>
        </div>
        ${memoryNote(app)} ${privacyView(app)}
      </footer>
    </section>
  `;
}

function rowsView(app: App): TemplateResult {
  const { list } = app.documents;
  const { all, paused } = app.ingest.rows;
  const doubled = doubledNames(list.map(({ path }) => path));
  const paths = new Set(list.map(({ path }) => path));
  // A document that is read again stays where it is.
  const renewals = new Map<string, IngestRow>();
  const rows: IngestRow[] = [];
  for (const row of all) {
    if (isActive(row) && paths.has(row.path)) renewals.set(row.path, row);
    else if (row.state !== "refused") rows.push(row);
  }
  const first = all.find(isActive);
  return html`<ul class="rows" aria-label="All documents">
    ${repeat(
      list,
      ({ id }) => id,
      (document) => {
        const withFolder = doubled.has(fileName(document.path));
        const renewal = renewals.get(document.path);
        const chosen = app.documents.selected.has(document.id);
        const open = app.opening.page?.document.id === document.id;
        // Of thousands of rows, only those are drawn again of which something else is to be seen.
        return guard([document, withFolder, renewal, paused, chosen, open], () =>
          documentRow(app, document, withFolder, renewal),
        );
      },
    )}
    ${repeat(
      rows,
      ({ path }) => path,
      (row) => {
        const password = app.ingest.passwords.stateOf(row.path);
        return guard([row, row === first, paused, password], () =>
          ingestRow(app, row, row === first),
        );
      },
    )}
    ${refusedRows(app)}
  </ul>`;
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
  </div>`;
}

function removeSelected(app: App): void {
  const { list, selected } = app.documents;
  void app.remove(list.filter(({ id }) => selected.has(id)));
}

/** File names that stand for more than one path; only these need their folder to be told apart. */
function doubledNames(paths: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  for (const path of paths) {
    const name = fileName(path);
    if (seen.has(name)) doubled.add(name);
    seen.add(name);
  }
  return doubled;
}
