import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { html, type TemplateResult } from "lit/html.js";
import type { DocumentSummary } from "../../index.js";
import type { App } from "../state/app.js";
import { fileName } from "../state/document-names.js";
import { type IngestRow, isActive } from "../state/ingest-rows.js";
import type { ListRow } from "../state/row-window.js";
import { documentRow } from "./document-row.js";
import { ingestRow } from "./ingest-row.js";
import { refusedRows } from "./refused-rows.js";

const HEIGHT = 52;
const HEIGHT_WITH_FIELD = 92;

/** The rows of the list: documents, files on their way, and files that could not be read. */
export function listRowsView(app: App): TemplateResult {
  const rows = listRows(app);
  const shown = app.rowWindow.shown(rows, focusedKey(app));
  const all = shown.every(({ row }) => row !== null);
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
      (one) => (one.row ? one.row.key : `gap ${one.from}`),
      (one) =>
        one.row
          ? one.row.draw(all ? null : { number: one.index + 1, of: rows.length })
          : // As a property, which the page's policy allows.
            html`<li aria-hidden="true" .style=${`block-size: ${one.height}px`}></li>`,
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

function listRows(app: App): ListRow<unknown>[] {
  const { words } = app;
  const { list, selected } = app.documents;
  const { all, paused } = app.ingest.rows;
  const originals = new Map<string, DocumentSummary>();
  const doubled = doubledNames(list.map(({ path }) => path));
  const paths = new Set(list.filter(isOwn).map(({ path }) => path));
  const first = all.find(isActive);
  // A document that is read again stays where it is.
  const renewals = new Map<string, IngestRow>();
  const waiting: ListRow<unknown>[] = [];
  for (const row of all) {
    if (isActive(row) && paths.has(row.path)) renewals.set(row.path, row);
    else if (row.state !== "refused") {
      const password = app.ingest.passwords.stateOf(row.path);
      waiting.push({
        key: row.path,
        height: password === null ? HEIGHT : HEIGHT_WITH_FIELD,
        draw: (place) =>
          // Only those rows are drawn again of which something else is to be seen.
          guard([words, row, row === first, paused, password, place?.number, place?.of], () =>
            ingestRow(app, row, row === first, place),
          ),
      });
    }
  }
  const documents = list.map((document): ListRow<unknown> => {
    const { id, path, hash, readHere } = document;
    // Of what others have made it is not known whether it has the same content.
    const original = readHere ? (originals.get(hash)?.path ?? null) : null;
    if (readHere && original === null) originals.set(hash, document);
    return {
      key: id,
      height: HEIGHT,
      draw: (place) => {
        const withFolder = doubled.has(fileName(path));
        const renewal = isOwn(document) ? renewals.get(path) : undefined;
        const open = app.opening.page?.document.id === id;
        const seen = [
          words,
          document,
          withFolder,
          renewal,
          paused,
          selected.has(id),
          open,
          original,
        ];
        return guard([...seen, place?.number, place?.of], () =>
          documentRow(app, document, { withFolder, renewal, original, place }),
        );
      },
    };
  });
  return [...documents, ...waiting, ...refusedRows(app)];
}

/** The row with the focus, which stays wherever the list is scrolled to. */
function focusedKey(app: App): string | null {
  return app.surface.active?.closest<HTMLElement>(".rows > li")?.dataset.key ?? null;
}

/** Whether it is the person's own; published ones have paths of their own, which may be the same. */
function isOwn({ source }: DocumentSummary): boolean {
  return source === null;
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
