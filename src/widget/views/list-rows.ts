import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { html, type TemplateResult } from "lit/html.js";
import type { DocumentSummary } from "../../index.js";
import type { App } from "../state/app.js";
import { isOwn } from "../state/document-index.js";
import { type IngestRow, isActive } from "../state/ingest-rows.js";
import type { RowList, RowPlace } from "../state/row-window.js";
import { documentRow } from "./document-row.js";
import { ingestRow } from "./ingest-row.js";
import { refusedRows } from "./refused-rows.js";

const HEIGHT = 52;
const HEIGHT_WITH_FIELD = 92;

/** The rows of the list: documents, files on their way, and files that could not be read. */
export function listRowsView(app: App): TemplateResult {
  const rows = listRows(app);
  const shown = app.rowWindow.shown(rows, focusedKey(app));
  const all = shown.every(({ isGap }) => !isGap);
  return html`<ul
    class="rows"
    aria-label=${app.words.t("documents.list")}
    @scroll=${({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (app.rowWindow.scrolled(target.scrollTop, target.clientHeight)) app.change(() => {});
    }}
  >
    ${repeat(
      shown,
      ({ key }) => key,
      (one) =>
        one.isGap
          ? // As a property, which the page's policy allows.
            html`<li aria-hidden="true" .style=${`block-size: ${one.height}px`}></li>`
          : rows.draw(one.index, all ? null : { number: one.index + 1, of: rows.length }),
    )}
  </ul>`;
}

/** Goes to the first row below those of the documents. */
export function showNotAdded(app: App, documents: number): void {
  const list = app.surface.find(".rows");
  list?.scrollTo({ top: documents * HEIGHT });
  // The rows there are drawn once the list has told where it was scrolled to.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = list?.querySelector(".row.stuck, .rows-head");
      row?.querySelector<HTMLElement>("input, button")?.focus();
    }),
  );
}

/** All rows, one part below the other. What is made of a row is made when it is drawn. */
function listRows(app: App): RowList<unknown> {
  const { index, list } = app.documents;
  const { all } = app.ingest.rows;
  // A document that is read again stays where it is.
  const renewals = new Map<string, IngestRow>();
  const waiting: IngestRow[] = [];
  for (const row of all) {
    if (isActive(row) && index.hasOwn(row.path)) renewals.set(row.path, row);
    else if (row.state !== "refused") waiting.push(row);
  }
  return below(documentRows(app, list, renewals), waitingRows(app, waiting), refusedRows(app));
}

function documentRows(
  app: App,
  list: readonly DocumentSummary[],
  renewals: ReadonlyMap<string, IngestRow>,
): RowList<unknown> {
  const { words } = app;
  const { selected, index: documents } = app.documents;
  const { paused } = app.ingest.rows;
  return {
    length: list.length,
    key: (index) => list[index]?.id ?? "",
    height: () => HEIGHT,
    draw: (index, place) => {
      const document = list[index] as DocumentSummary;
      const { id, path } = document;
      const withFolder = documents.isDoubled(path);
      const original = documents.originalOf(document);
      const renewal = isOwn(document) ? renewals.get(path) : undefined;
      const open = app.opening.page?.document.id === id;
      const seen = [words, document, withFolder, renewal, paused, selected.has(id), open, original];
      // Only those rows are drawn again of which something else is to be seen.
      return guard([...seen, place?.number, place?.of], () =>
        documentRow(app, document, { withFolder, renewal, original, place }),
      );
    },
  };
}

function waitingRows(app: App, waiting: readonly IngestRow[]): RowList<unknown> {
  const { words } = app;
  const { passwords, rows } = app.ingest;
  const first = rows.all.find(isActive);
  return {
    length: waiting.length,
    key: (index) => waiting[index]?.path ?? "",
    height: (index) =>
      passwords.stateOf(waiting[index]?.path ?? "") === null ? HEIGHT : HEIGHT_WITH_FIELD,
    draw: (index, place) => {
      const row = waiting[index] as IngestRow;
      const password = passwords.stateOf(row.path);
      const isFirst = row === first;
      return guard([words, row, isFirst, rows.paused, password, place?.number, place?.of], () =>
        ingestRow(app, row, isFirst, place),
      );
    },
  };
}

/** Several lists as one. */
function below(...parts: readonly RowList<unknown>[]): RowList<unknown> {
  const at = <Told>(index: number, tell: (part: RowList<unknown>, index: number) => Told): Told => {
    let from = 0;
    for (const part of parts) {
      if (index < from + part.length) return tell(part, index - from);
      from += part.length;
    }
    throw new RangeError(`There is no row ${index}.`);
  };
  return {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    key: (index) => at(index, (part, within) => part.key(within)),
    height: (index) => at(index, (part, within) => part.height(within)),
    draw: (index, place: RowPlace | null) => at(index, (part, within) => part.draw(within, place)),
  };
}

/** The row with the focus, which stays wherever the list is scrolled to. */
function focusedKey(app: App): string | null {
  return app.surface.active?.closest<HTMLElement>(".rows > li")?.dataset.key ?? null;
}
