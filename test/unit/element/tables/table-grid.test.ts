import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { Table } from "../../../../src/core/table.js";
import {
  gridOf,
  tableAsCsv,
  tableAsHtml,
  tableAsTsv,
  tableFileName,
} from "../../../../src/element/tables/table-grid.js";
import { writtenTable } from "./written-table.js";

const towns = "Town,2021,2022\nAltona,12,(8)\n=SUM(A1),-30,+9%\n";

describe("a copied or saved table", () => {
  it("shows numbers as printed, and escapes text that would be read as a formula", async () => {
    const { table } = await writtenTable(towns);
    expect(tableAsTsv(table)).toBe("Town\t2021\t2022\nAltona\t12\t(8)\n'=SUM(A1)\t-30\t+9%");
    expect(tableAsCsv(table)).toBe("Town,2021,2022\r\nAltona,12,(8)\r\n'=SUM(A1),-30,+9%\r\n");
  });

  it("leaves out leader dots of labels, however many there are", async () => {
    const dots = ". ".repeat(100_000);
    const { table } = await writtenTable(towns);
    const labels = ["Town", `Altona ${dots}`, `Bremen ${dots}x`];
    const cells = table.cells.map((cell) =>
      cell.column === 0 ? { ...cell, text: labels[cell.row] ?? "" } : cell,
    );
    const [, altona, bremen] = tableAsTsv({ ...table, cells }).split("\n");
    expect(altona).toBe("Altona\t12\t(8)");
    expect(bremen).toBe(`Bremen ${dots}x\t-30\t+9%`);
  });

  it("keeps spans in HTML, and leaves the spanned cells empty in text", async () => {
    const { table } = await writtenTable(towns);
    const cells = table.cells
      .filter(({ row, column }) => row !== 0 || column !== 2)
      .map((cell) => (cell.row === 0 && cell.column === 1 ? { ...cell, endColumn: 2 } : cell));
    const spanned: Table = { ...table, cells };
    expect(tableAsTsv(spanned).split("\n")[0]).toBe("Town\t2021\t");
    expect(tableAsHtml(spanned)).toContain('<th>Town</th><th colspan="2">2021</th></tr></thead>');
    const down: Table = {
      ...table,
      cells: table.cells
        .filter(({ row, column }) => row !== 2 || column !== 1)
        .map((cell) => (cell.row === 1 && cell.column === 1 ? { ...cell, endRow: 2 } : cell)),
    };
    expect(tableAsTsv(down).split("\n").at(-1)).toBe("'=SUM(A1)\t\t+9%");
    expect(tableAsHtml(down)).toContain('<td rowspan="2">12</td>');
  });

  it("escapes HTML in its cells", async () => {
    const { table } = await writtenTable('Name,Note\n<b>A</b>,"""x"" & y"\nB,z\n');
    expect(tableAsHtml(table)).toBe(
      "<table><thead><tr><th>Name</th><th>Note</th></tr></thead><tbody>" +
        "<tr><td>&lt;b&gt;A&lt;/b&gt;</td><td>&quot;x&quot; &amp; y</td></tr>" +
        "<tr><td>B</td><td>z</td></tr></tbody></table>",
    );
  });

  it("repeats the header rows of the table that it continues", async () => {
    const { table } = await writtenTable(towns);
    const rest: Table = {
      ...table,
      page: 4,
      headRows: 0,
      rowCount: 2,
      continues: 3,
      columns: table.columns.map((column, index) => ({
        ...column,
        heads: index === 0 ? ["Town"] : ["Ferries", `20${20 + index}`],
      })),
      cells: table.cells
        .filter(({ row }) => row > 0)
        .map((cell) => ({ ...cell, row: cell.row - 1, endRow: cell.endRow - 1 })),
    };
    expect(tableAsTsv(rest).split("\n").slice(0, 3)).toEqual([
      "\tFerries\t",
      "Town\t2021\t2022",
      "Altona\t12\t(8)",
    ]);
  });

  it("names a copied or saved table after its document and page, with a number if the page has several", async () => {
    const { table } = await writtenTable(towns);
    const other: Table = { ...table };
    expect(tableFileName("in/Report: 1.2.pdf", [table], table)).toBe("Report- 1.2-p1.csv");
    expect(tableFileName("report.pdf", [other, table], table)).toBe("report-p1-t2.csv");
  });

  it("writes a table that can be parsed back to the same cells", async () => {
    const cell = fc
      .string({ unit: fc.constantFrom("a", "1", '"', ",", " ", "é", "("), minLength: 1 })
      .map((text) => text.replace(/\s+/g, " ").trim())
      .filter((text) => /[a1]/.test(text));
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const { table } = await writtenTable(Papa.unparse(written));
        const { data } = Papa.parse<string[]>(tableAsCsv(table).trimEnd());
        expect(data).toEqual(gridOf(table).map(({ cells }) => cells.map(({ text }) => text)));
      }),
    );
  });
});

describe("some rows of a table", () => {
  it("keeps the selected rows below their header row, cutting spanning cells to fit", async () => {
    const { table } = await writtenTable("Town,Year\nA,1\nB,2\nC,3\nD,4\n");
    const tall: Table = {
      ...table,
      cells: table.cells
        .filter(({ row, column }) => column !== 0 || row < 2)
        .map((cell) => (cell.row === 1 && cell.column === 0 ? { ...cell, endRow: 4 } : cell)),
    };
    const rows = gridOf(tall, [3, 4]);
    expect(rows.map(({ row }) => row)).toEqual([0, 3, 4]);
    expect(rows[1]?.cells.map(({ text, rows: down }) => [text, down])).toEqual([
      ["A", 2],
      ["3", 1],
    ]);
    expect(rows[2]?.cells.map(({ text }) => text)).toEqual(["4"]);
  });
});
