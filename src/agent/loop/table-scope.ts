import type { Table } from "../../core/index.js";
import type { SearchHit } from "../../search/index.js";
import type { TablePlaceOf } from "./compared-rows.js";

/** Number of characters above a table that may say what it is about. */
const above = 200;
/** Rows for the remainder, which no question asks for. */
export const restOf: RegExp =
  /^(?:(?:all )?others?|not allocated|unallocated|corporate|eliminations?|intersegment|adjustments?|reconciling|sonstige[rs]?|übrige|autres?|otr[oa]s)(?!\p{L})/iu;

/** Labels of totals that contain no word for a total: "All routes". */
export const allRows: RegExp = /^(?:all|alle|tou(?:te)?s|tod[oa]s)(?!\p{L})/iu;

/** The first hit of each page, for at most `most` pages, the best ones first. */
export function bestPages(hits: readonly SearchHit[], most: number): readonly SearchHit[] {
  const pages = new Map<string, SearchHit>();
  for (const hit of hits) {
    const key = `${hit.document} ${hit.page}`;
    if (pages.size < most && !pages.has(key)) pages.set(key, hit);
  }
  return [...pages.values()];
}

/** The hit that shows a part of a table. */
export function shownPart(
  table: Table,
  place: TablePlaceOf,
  hits: readonly SearchHit[],
): SearchHit | undefined {
  return hits.find(
    ({ document, page, span }) =>
      document === place.document &&
      page === place.page &&
      span.start < table.span.end &&
      span.end > table.span.start,
  );
}

/** The text right above a table. */
export function aboveTable(table: Table, shown: SearchHit | undefined): string {
  return shown
    ? shown.text.slice(0, Math.max(0, table.span.start - shown.span.start)).slice(-above)
    : "";
}

/** What may say what a table is about: its caption, the heading above it and the text between. */
export function titleOf(table: Table, shown: SearchHit | undefined): string {
  return `${table.caption?.text ?? ""} ${shown?.heading ?? ""} ${aboveTable(table, shown)}`;
}
