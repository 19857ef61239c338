import { html, nothing, type TemplateResult } from "lit/html.js";
import type { DocumentSummary } from "../../index.js";
import type { App } from "../state/app.js";
import { fileName, folderName, isPartial } from "../state/document-names.js";
import {
  leftOutReason,
  partialReason,
  recognisedReason,
  searchableShare,
} from "../state/document-words.js";
import { type IconName, icon } from "../state/icons.js";
import type { IngestRow } from "../state/ingest-rows.js";
import type { RowPlace } from "../state/row-window.js";
import type { Words } from "../strings/words.js";
import { focusNeighbour } from "./focus-neighbour.js";
import { renewalWords } from "./ingest-state.js";
import { isolated } from "./isolated.js";
import { middleEllipsis } from "./middle-ellipsis.js";
import { rowMark } from "./row-mark.js";

/** What there is to a document's row besides the document. */
export interface DocumentRowState {
  /** Whether its name alone does not tell it from another. */
  readonly withFolder: boolean;
  /** Set while it is being read again. */
  readonly renewal: IngestRow | undefined;
  /** The path of an older document with the same content. */
  readonly original: string | null;
  readonly place: RowPlace | null;
}

/** A document that can be searched. */
export function documentRow(
  app: App,
  document: DocumentSummary,
  { withFolder, renewal, original, place }: DocumentRowState,
): TemplateResult {
  const { words } = app;
  const { id, path } = document;
  const name = fileName(path);
  const selected = app.documents.selected.has(id);
  const facts = renewal
    ? [renewalWords(words, renewal, app.ingest.rows.paused)]
    : factsOf(words, document, withFolder);
  return html`
    <li
      class="row"
      data-key=${id}
      aria-posinset=${place?.number ?? nothing}
      aria-setsize=${place?.of ?? nothing}
      ?data-selected=${selected}
      ?data-open=${app.opening.page?.document.id === id}
      ?data-progress=${renewal !== undefined}
    >
      <span class="row-mark">${icon("document")}</span>
      <input
        class="pick"
        type="checkbox"
        aria-label=${words.t("documents.row.pick", { name })}
        .checked=${selected}
        @change=${() => app.documents.select(id, !selected)}
      >
      <button
        class="row-open"
        type="button"
        title=${path}
        aria-label=${[name, ...facts].join(", ")}
        @click=${() => app.opening.document(document)}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === "Delete") remove(app, document, event);
        }}
      >
        ${middleEllipsis(name)}
        <span class="row-facts">${facts.map((fact, index) => [index > 0 ? " · " : "", isolated(fact)])}</span>
      </button>
      ${markOf(words, document, original)}
      <button
        class="icon-button row-action"
        type="button"
        aria-label=${words.t("documents.row.delete", { name })}
        title=${words.t("common.delete")}
        @click=${(event: Event) => remove(app, document, event)}
      >${icon("remove")}</button>
      ${
        renewal
          ? html`<progress aria-label=${words.t("documents.row.readingAgain", { name })} max=${renewal.total || 1} .value=${renewal.done}></progress>`
          : nothing
      }
    </li>
  `;
}

function factsOf(words: Words, document: DocumentSummary, withFolder: boolean): string[] {
  // Of what was published, where it is from matters more, too.
  const size = document.source ? "" : words.size(document.metadata.fileSize);
  // What cannot be searched matters more than how large the file is.
  const facts = isPartial(document)
    ? [searchableShare(words, document)]
    : [extent(words, document), size];
  const from = document.source?.title ?? "";
  const folder = withFolder ? folderName(document.path) : "";
  return [from, folder, ...facts].filter((fact) => fact !== "");
}

/** A quiet mark for what is not as usual with a document, with the reason on hover and focus. */
function markOf(
  words: Words,
  document: DocumentSummary,
  original: string | null,
): TemplateResult | typeof nothing {
  const reasons = [
    partialReason(words, document),
    recognisedReason(words, document),
    leftOutReason(words, document),
    original === null ? null : copyWords(words, document.path, original),
    document.linked ? words.t("documents.row.linked") : null,
    document.original === "absent"
      ? words.t("published.row.textOnly")
      : notReadReason(words, document),
  ].filter((reason) => reason !== null);
  if (reasons.length === 0) return nothing;
  return rowMark(markName(document), reasons.join(" "));
}

/** That text and file came together, and the file was not read here yet. */
function notReadReason(words: Words, { readHere, source }: DocumentSummary): string | null {
  return readHere || source !== null ? null : words.t("published.row.notRead");
}

function markName(document: DocumentSummary): IconName {
  if (isPartial(document)) return "partial";
  if (document.linked) return "disk";
  return document.pages.recognised > 0 ? "scan" : "note";
}

/** Where names are the same, the folders tell which is meant. */
function copyWords(words: Words, path: string, original: string): string {
  const same = fileName(path) === fileName(original);
  return words.t("documents.row.sameContent", { name: same ? original : fileName(original) });
}

/** How long a document is; nothing for a text that is one piece. */
function extent(words: Words, { pageUnit, pages }: DocumentSummary): string {
  const { total: count } = pages;
  if (pageUnit === "page") return words.t("common.pages", { count });
  return count > 1 ? words.t("common.parts", { count }) : "";
}

/** Deletes, and moves the focus to the neighbour before the row is gone from under it. */
function remove(app: App, document: DocumentSummary, event: Event): void {
  focusNeighbour(app, event);
  void app.remove([document]);
}
