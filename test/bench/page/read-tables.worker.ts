import { serve } from "../../../src/core/rpc/serve.js";
import { greeted } from "../../../src/core/rpc/worker-host.js";
import type { Table } from "../../../src/core/table.js";
import { pageWithinBounds } from "../../../src/readers/parse-session.js";
import { openPdf } from "../../../src/readers/pdf/parser.js";
import { continueTables, tablesOf } from "../../../src/readers/tables/tables-of.js";
import { type StatementColumns, statementColumns } from "../tables/statements.js";

/** Reads PDFs as the library does, with tables or only the text. */
export interface ReadTablesApi {
  read(request: { file: Blob; textAlone: boolean }): Promise<FoundTables>;
}

/** A file's tables, and the time taken to read the file and to find them. */
export interface FoundTables {
  readonly tables: readonly FoundTable[];
  /** The columns of the tables that are financial statements. */
  readonly statements: readonly StatementColumns[];
  readonly milliseconds: number;
}

/**
 * A table in the form that is scored: each cell's text and its range of rows and columns,
 * inclusive.
 */
export interface FoundTable {
  readonly page: number;
  readonly cells: readonly (readonly [
    startRow: number,
    endRow: number,
    startColumn: number,
    endColumn: number,
    text: string,
  ])[];
}

const { port, setup } = await greeted<{ assets: string }>();

serve<ReadTablesApi>(port, {
  async read({ file, textAlone }) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const started = performance.now();
    const source = { path: "file.pdf", password: undefined, assetsBase: setup.assets };
    const document = await openPdf({ ...source, bytes, recogniser: null, textAlone });
    const tables: FoundTable[] = [];
    const pages: { text: string; tables: Table[] }[] = [];
    for (let number = 1; number <= document.pageCount; number++) {
      const page = pageWithinBounds(await document.readPage(number));
      if (textAlone) continue;
      const onPage = tablesOf(page);
      pages.push({ text: page.text, tables: onPage });
      for (const { cells } of onPage) {
        tables.push({
          page: number,
          cells: cells.map(({ row, endRow, column, endColumn, text }) => [
            ...([row, endRow, column, endColumn] as const),
            text,
          ]),
        });
      }
    }
    await document.close();
    const milliseconds = performance.now() - started;
    const statements = continueTables(pages.map((page) => page.tables)).flatMap((onPage, index) =>
      onPage.flatMap((table) => statementColumns(pages[index]?.text ?? "", table) ?? []),
    );
    return { tables, statements, milliseconds };
  },
});
