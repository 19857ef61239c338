import type { Page } from "../../../../src/core/page.js";
import type { Table } from "../../../../src/core/table.js";
import { csvBlocks } from "../../../../src/readers/csv/parser.js";
import { openParts, textMetadata } from "../../../../src/readers/parts.js";
import { tablesOf } from "../../../../src/readers/tables/tables-of.js";

/** The first page of a CSV file, and the table on it. */
export async function writtenTable(csv: string): Promise<{ page: Page; table: Table }> {
  const document = await openParts(csvBlocks(csv, false), textMetadata(csv.length));
  const page = await document.readPage(1);
  const [table] = tablesOf(page);
  if (!table) throw new Error("There is no table.");
  return { page, table };
}
