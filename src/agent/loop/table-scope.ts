import { tableId } from "../../core/index.js";
import type { SearchHit } from "../../search/index.js";
import { findSource } from "../tools/query-source.js";
import { type DataRow, type DataTable, isSheet, namesTotal } from "../tools/table-data.js";
import type { Scope } from "./compared-rows.js";

/** Number of characters above a table that may say what it is about. */
const above = 200;
/** Sheets with more pages are not read while somebody waits. */
const mostSheetPages = 40;
/** Labels of rows for the remainder ("Other", "Unallocated"), which no question asks for. */
export const restOf: RegExp =
  /^(?:(?:all )?others?|not allocated|unallocated|corporate|eliminations?|intersegment|adjustments?|reconciling|sonstige[rs]?|übrige|autres?|otr[oa]s)(?![a-zß-ɏḀ-ỿ])/iu;

/** Labels of totals that contain no word for a total: "All routes". */
export const allRows: RegExp = /^(?:all|alle|tou(?:te)?s|tod[oa]s)(?![a-zß-ɏḀ-ỿ])/iu;

/** True if a row adds up others, going by its label or its numbers. */
export function isOfTotals({ isTotal }: DataRow, label: string): boolean {
  return isTotal || namesTotal.test(label) || allRows.test(label);
}

/** True for a list on a sheet, rather than a small table in a text. */
export function isList({ document, rows }: DataTable): boolean {
  return isSheet(document) && rows.length >= fewestOfList;
}

/** Minimum number of rows of a list. */
const fewestOfList = 5;

/** Number of documents that are read to the end while somebody waits, and of their pages. */
const mostDocuments = 3;
const mostPagesOfOne = 12;

/** The tables on other pages of the documents of the best hits, apart from long documents. */
export async function* tablesElsewhere(
  hits: readonly SearchHit[],
  most: number,
  scope: Scope,
): AsyncGenerator<readonly DataTable[]> {
  const found = [...new Set(hits.map(({ document }) => document))].slice(0, mostDocuments);
  const documents = await scope.reader.documents({ signal: scope.signal });
  const read = new Set(pagesOf(hits, most).map(({ document, page }) => `${document} ${page}`));
  const pages = found.flatMap((document) => {
    const total = documents.find(({ id }) => id === document)?.pages.total ?? 0;
    if (total > mostPagesOfOne) return [];
    return Array.from({ length: total }, (_, index) => ({ document, page: index + 1 }));
  });
  const others = pages.filter(({ document, page }) => !read.has(`${document} ${page}`));
  yield* tablesByPage(others, others.length, scope);
}

/** Number of sheets without the words of a question that are read while somebody waits. */
const mostOtherSheets = 20;

/** The tables of sheets without hits, if there are only few. */
export async function* otherLists(
  hits: readonly SearchHit[],
  scope: Scope,
): AsyncGenerator<readonly DataTable[]> {
  const known = new Set(hits.map(({ document }) => document));
  const documents = await scope.reader.documents({ signal: scope.signal });
  const sheets = documents.filter((one) => isSheet(one) && !known.has(one.id));
  const pages = sheets.flatMap(({ id: document, pages: { total } }) =>
    Array.from({ length: total }, (_, index) => ({ document, page: index + 1 })),
  );
  if (sheets.length > mostOtherSheets || pages.length > mostSheetPages) return;
  yield* tablesByPage(pages, pages.length, scope);
}

/** The pages of the best hits, at most `most`. */
function pagesOf<Place extends Pick<SearchHit, "document" | "page">>(
  hits: readonly Place[],
  most: number,
): readonly Place[] {
  return [...new Map(hits.map((hit) => [`${hit.document} ${hit.page}`, hit])).values()].slice(
    0,
    most,
  );
}

/** The tables on the pages of the best hits, at most `most` pages, each once with all its rows. */
export async function* tablesByPage(
  hits: readonly Pick<SearchHit, "document" | "page">[],
  most: number,
  { reader, signal }: Scope,
): AsyncGenerator<readonly DataTable[]> {
  const summaries = new Map((await reader.documents({ signal })).map((one) => [one.id, one]));
  const known = new Set<string>();
  for (const { document, page } of pagesOf(hits, most)) {
    const summary = summaries.get(document);
    if (!summary || (isSheet(summary) && summary.pages.total > mostSheetPages)) continue;
    const found: DataTable[] = [];
    const tables = (await reader.tables?.(document, page, { signal })) ?? [];
    for (const index of tables.keys()) {
      const id = tableId(document, page, index + 1);
      if (known.has(id)) continue;
      const table = await findSource(id, { reader, signal });
      for (const part of table.parts) known.add(part.id);
      found.push(table);
    }
    yield found;
  }
}

export function shownPart(
  { document: { id }, parts }: DataTable,
  hits: readonly SearchHit[],
): SearchHit | undefined {
  return hits.find(
    ({ document, page, span }) =>
      document === id &&
      parts.some(
        ({ page: on, table }) =>
          on === page && span.start < table.span.end && span.end > table.span.start,
      ),
  );
}

export function captionOf({ parts: [first] }: DataTable): string {
  return first?.table.caption?.text ?? "";
}

/** The text right above a table, as far as a hit shows it. */
export function aboveTable({ parts: [first] }: DataTable, shown: SearchHit | undefined): string {
  return first && shown?.page === first.page
    ? shown.text.slice(0, Math.max(0, first.table.span.start - shown.span.start)).slice(-above)
    : "";
}

/** What may say what a table is about: its caption, the heading above it and the text between. */
export function titleOf(table: DataTable, shown: SearchHit | undefined): string {
  return `${captionOf(table)} ${shown?.heading ?? ""} ${aboveTable(table, shown)}`;
}

/** True if a page next to the table could not be read, which may have more rows. */
export function mayGoOn({ document: { gaps }, parts }: DataTable): boolean {
  const first = (parts[0]?.page ?? 1) - 1;
  const last = (parts.at(-1)?.page ?? 1) + 1;
  return gaps.some(({ pages }) => pages.some(({ from, to }) => from <= last && to >= first));
}
