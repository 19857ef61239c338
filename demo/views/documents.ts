import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { App } from "../app.js";
import { icon } from "../icons.js";
import { count, counted, fileName, timeLeft } from "../words.js";
import { documentRow, ingestRow } from "./document-row.js";
import { pick } from "./pick.js";
import { privacyView } from "./privacy.js";

/** The left pane: every document, how far it is, and what can be done with it. */
export function documentsView(app: App): TemplateResult {
  const { documents, selected, ingest } = app;
  const doubled = doubledNames(documents.map(({ path }) => path));
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
      <ul class="rows" aria-label="All documents">
        ${repeat(
          documents,
          ({ id }) => id,
          (document) =>
            ingest.rows.has(document.path)
              ? nothing
              : documentRow(app, document, doubled.has(fileName(document.path))),
        )}
        ${repeat(
          ingest.rows.values(),
          ({ path }) => path,
          (row) => ingestRow(row),
        )}
      </ul>
      <footer class="pane-foot">
        <div class="add">
          <button class="button" type="button" @click=${() => pick("files")}>${icon("add")}Add files</button>
          <button class="button" type="button" @click=${() => pick("folder")}>${icon("add")}Add folder</button>
        </div>
        ${privacyView(app)}
      </footer>
    </section>
  `;
}

/** What stands above the list: the choice that was made, the work that goes on, or a count. */
function listHead(app: App): TemplateResult {
  const { documents, selected, ingest } = app;
  if (ingest.running) return overall(app);
  if (selected.size > 0) {
    return html`<div class="list-head">
      <p>${count(selected.size)} selected</p>
      <button class="link" type="button" @click=${() => app.selectNone()}>Clear</button>
      <button class="link" type="button" @click=${() => removeSelected(app)}>Delete</button>
    </div>`;
  }
  const pages = documents
    .filter(({ pageUnit }) => pageUnit === "page")
    .reduce((sum, document) => sum + document.pages.total, 0);
  const facts = [counted(documents.length, "document"), pages > 0 ? counted(pages, "page") : ""];
  return html`<div class="list-head"><p>${facts.filter((fact) => fact !== "").join(" · ")}</p></div>`;
}

/** How far all the work is, and how long it will take. */
function overall({ ingest }: App): TemplateResult {
  const { done, total } = ingest.files;
  const { remaining } = ingest;
  const which = `${count(Math.min(done + 1, total))} of ${counted(total, "document")}`;
  return html`
    <div class="overall">
      <p>Reading ${total === 1 ? "1 document" : which}</p>
      <button class="link" type="button" @click=${() => ingest.stop()}>Stop</button>
      <progress aria-label="All documents" max="1" .value=${ingest.share}></progress>
      <p class="quiet">${remaining === null ? "\u00a0" : timeLeft(remaining)}</p>
    </div>
  `;
}

function removeSelected(app: App): void {
  void app.remove(app.documents.filter(({ id }) => app.selected.has(id)));
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
