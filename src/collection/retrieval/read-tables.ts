import type { Page, PageRange } from "../../core/page.js";
import type { Table } from "../../core/table.js";
import { continueTables, tablesOf } from "../../tables/tables-of.js";

/** Pages before a table that are looked at for its head; a statement rarely runs over more. */
const furthestHead = 4;

/** The tables of a page, those that go on from pages before with the head they have there. */
export async function tablesOnPage(
  number: number,
  read: (range: PageRange) => Promise<readonly Page[]>,
): Promise<readonly Table[]> {
  const pages = await read({ from: Math.max(1, number - furthestHead), to: number });
  const found: Table[][] = [];
  for (const page of pages.toReversed()) {
    found.unshift(tablesOf(page));
    const [first] = found[0] ?? [];
    if (!first || first.headRows > 0) break;
  }
  const isThere = pages.at(-1)?.number === number;
  return (isThere && continueTables(found).at(-1)) || [];
}
