import { html, nothing, type TemplateResult } from "lit";
import type { DocumentSummary } from "pagehound";
import type { App } from "../app.js";
import { icon } from "../icons.js";
import type { IngestRow } from "../ingest.js";
import { count, counted, fileName, folderName, partialReason, size, timeLeft } from "../words.js";
import { middleEllipsis } from "./middle-ellipsis.js";

/** A document that can be searched. */
export function documentRow(
  app: App,
  document: DocumentSummary,
  withFolder: boolean,
): TemplateResult {
  const { id, path, metadata } = document;
  const name = fileName(path);
  const reason = partialReason(document);
  const selected = app.selected.has(id);
  const facts = [
    withFolder ? folderName(path) : "",
    extent(document),
    size(metadata.fileSize),
  ].filter((fact) => fact !== "");
  return html`
    <li class="row" ?data-selected=${selected} ?data-open=${app.opened?.document.id === id}>
      <span class="row-mark">${icon("document")}</span>
      <input
        class="pick"
        type="checkbox"
        aria-label=${`Search in ${name}`}
        .checked=${selected}
        @change=${() => app.select(id, !selected)}
      >
      <button
        class="row-open"
        type="button"
        title=${path}
        aria-label=${[name, ...facts].join(", ")}
        @click=${() => app.openDocument(document)}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === "Delete") remove(app, document, event);
        }}
      >
        ${middleEllipsis(name)}
        <span class="row-facts">${facts.join(" · ")}</span>
      </button>
      ${
        reason
          ? html`<span class="partial" role="img" tabindex="0" aria-label=${reason}>
              ${icon("partial")}<span class="tip" aria-hidden="true">${reason}</span>
            </span>`
          : nothing
      }
      <button
        class="icon-button row-delete"
        type="button"
        aria-label=${`Delete ${name}`}
        title="Delete"
        @click=${(event: Event) => remove(app, document, event)}
      >${icon("remove")}</button>
    </li>
  `;
}

/** A file that is being read, or waits for it. */
export function ingestRow({ path, state, done, total, startedAt }: IngestRow): TemplateResult {
  const name = fileName(path);
  return html`
    <li class="row working" data-state=${state}>
      <span class="row-mark">${icon("document")}</span>
      <div class="row-open" title=${path}>
        ${middleEllipsis(name)}
        <span class="row-facts">${progressWords(state, done, total, startedAt)}</span>
      </div>
      ${
        state === "waiting"
          ? nothing
          : html`<progress aria-label=${`Reading ${name}`} max=${total || 1} .value=${done}></progress>`
      }
    </li>
  `;
}

/** How long a document is; nothing for a text that is one piece. */
function extent({ pageUnit, pages }: DocumentSummary): string {
  if (pageUnit === "page") return counted(pages.total, "page");
  return pages.total > 1 ? counted(pages.total, "part") : "";
}

function progressWords(
  state: IngestRow["state"],
  done: number,
  total: number,
  startedAt: number,
): string {
  if (state === "waiting") return "Waiting";
  if (state === "indexing") return "Making it searchable";
  const words = `${count(done)} of ${counted(total, "page")}`;
  const elapsed = performance.now() - startedAt;
  if (elapsed < 3000 || done === 0) return words;
  const left = ((total - done) * elapsed) / done;
  return left < 10_000 ? words : `${words} · ${timeLeft(left)}`;
}

/** Deletes, and moves the focus to the neighbour before the row is gone from under it. */
function remove(app: App, document: DocumentSummary, event: Event): void {
  const row = event.target instanceof Element ? event.target.closest("li") : null;
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>("button.row-open");
  (next ?? globalThis.document.querySelector<HTMLElement>("#search"))?.focus();
  void app.remove([document]);
}
