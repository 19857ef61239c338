import { describe, expect, it } from "vitest";
import type { DocumentId } from "../../../../src/core/document.js";
import type { Page, Span } from "../../../../src/core/page.js";
import type { Table } from "../../../../src/core/table.js";
import {
  citedCells,
  fewOf,
  isIn,
  piecesOf,
  type ShownText,
} from "../../../../src/element/tables/table-places.js";
import { writtenTable } from "./written-table.js";

const csv =
  "In millions,2019,2018\nNet sales,15134,15134\nCost of sales,9000,8000\nOperating profit,1577.4,1204\n";

function placeOf({ text }: Page, words: string): Span {
  const start = text.indexOf(words);
  return { start, end: start + words.length };
}

function textsOf(table: Table, marks: readonly Span[], ...claims: string[]): string[][] {
  const { cells, names } = citedCells(table, marks, claims);
  return [cells.map(({ text }) => text), names.map(({ text }) => text)];
}

function shownOf({ text }: Page, ranges: readonly Span[], marks: readonly Span[] = []): ShownText {
  const place = { document: "d1" as DocumentId, path: "a.csv", page: 1 };
  const span = { start: 0, end: text.length };
  const excerpt = ranges.map(({ start, end }) => text.slice(start, end)).join("\n");
  const rest = { pageUnit: "part", pageLabel: null, claims: [], tools: true } as const;
  return { ...place, ...rest, span, text, ranges, marks, excerpt };
}

describe("the cells that a claim refers to", () => {
  it("finds the cells with the number that a claim states, in the year that it names", async () => {
    const { page, table } = await writtenTable(csv);
    const row = placeOf(page, "Operating profit\t1577.4\t1204");
    expect(textsOf(table, [row], "It was 1,204 in that year.")).toEqual([
      ["1204"],
      ["2018", "Operating profit"],
    ]);
    const sales = placeOf(page, "Net sales\t15134\t15134");
    const claim = "Net sales were $15,134 million in 2018.";
    const { cells } = citedCells(table, [sales], [claim]);
    expect(cells.map(({ column }) => column)).toEqual([2]);
  });

  it("finds the cells if the claim rounds their number or states it in another scale", async () => {
    const { page, table } = await writtenTable(csv);
    const row = placeOf(page, "Operating profit\t1577.4\t1204");
    expect(textsOf(table, [row], "about $1.58 billion")[0]).toEqual(["1577.4"]);
    expect(textsOf(table, [row], "about $1.57 billion")[0]).toEqual([]);
  });

  it("finds the cells in the column of the year that a question names", async () => {
    const { page, table } = await writtenTable(csv);
    const row = placeOf(page, "Cost of sales\t9000\t8000");
    expect(textsOf(table, [row], "What did it cost in FY2018?")[0]).toEqual(["8000"]);
    expect(textsOf(table, [row], "What did it cost?")[0]).toEqual([]);
    expect(textsOf(table, [placeOf(page, "9000")], "What did it cost?")[0]).toEqual(["9000"]);
  });
});

describe("a text with tables", () => {
  it("shows a table's rows, the groups above them, and the text next to the table", async () => {
    const { page, table } = await writtenTable(csv);
    const before = { ...page, text: `${page.text}\nThe figures are audited.` };
    const end = before.text.length;
    const pieces = piecesOf(shownOf(before, [{ start: before.text.indexOf("Cost"), end }]), [
      table,
    ]);
    expect(pieces.map((piece) => (piece.table === null ? piece.text : piece.rows))).toEqual([
      [2, 3],
      "The figures are audited.",
    ]);
  });

  it("shows “…” where the text next to a table is cut, and not next to its rows", async () => {
    const { page, table } = await writtenTable(csv);
    const text = `${page.text}\nThe figures are audited.\nThe audit took a week.`;
    const shown = (words: string): ShownText => {
      const range = { start: text.indexOf("Cost"), end: text.indexOf(words) + words.length };
      return shownOf({ ...page, text }, [range], [placeOf({ ...page, text }, "audited")]);
    };
    const textTo = (words: string): unknown => piecesOf(shown(words), [table])[1];
    expect(textTo("a week.")).toMatchObject({
      text: "The figures are audited.\nThe audit took a week.",
    });
    expect(textTo("audited.")).toMatchObject({ text: "The figures are audited. …" });
    expect(textTo("The audit")).toMatchObject({
      text: "The figures are audited.\nThe audit …",
      marks: [{ start: 16, end: 23 }],
    });
    const end = { start: text.indexOf("are audited"), end: text.length };
    const cut = shownOf({ ...page, text }, [placeOf(page, "Net sales"), end], [end]);
    expect(piecesOf(cut, [table])[1]).toEqual({
      table: null,
      text: "… are audited.\nThe audit took a week.",
      marks: [{ start: 2, end: 2 + end.end - end.start }],
    });
  });

  it("shows a few rows if the passage contains only the head of a table", async () => {
    const { page, table } = await writtenTable(csv);
    const pieces = piecesOf(shownOf(page, [placeOf(page, "In millions\t2019\t2018")]), [table]);
    expect(pieces.map((piece) => piece.table && piece.rows)).toEqual([[1, 2, 3]]);
  });

  it("shows a table with long cells if their columns have headings", async () => {
    const long = "It trims hedges and sweeps paths. ".repeat(12).trim();
    const rows = `Garden,Tenant,${long}\nRoof,Landlord,${long}\n`;
    const whole = async (csv: string): Promise<unknown> => {
      const { page, table } = await writtenTable(csv);
      const shown = shownOf(page, [{ start: 0, end: page.text.length }]);
      return piecesOf(shown, [table]).map((piece) => piece.table?.rowCount ?? "text");
    };
    expect(await whole(`Duty,Who,What\n${rows}`)).toEqual([3]);
    // A page of text in a box is no entry of a table, nor is a box without a heading.
    expect(await whole(`Duty,Who,What\nGarden,Tenant,${long.repeat(4)}\n`)).toEqual(["text"]);
    expect(await whole(`Duty,Who,\n${rows}`)).toEqual(["text"]);
  });

  it("shows as many rows with long cells as can be read at once", async () => {
    const long = "It trims hedges and sweeps paths. ".repeat(24).trim();
    const rows = ["Garden", "Roof", "Paths", "Fences"].map((name) => `${name},${long}\n`);
    const { page, table } = await writtenTable(`Duty,What\n${rows.join("")}`);
    const nothing = { cells: [], names: [] };
    expect(fewOf(table, [1, 2, 3, 4], nothing, [])).toEqual([1]);
    expect(fewOf(table, [1, 2, 3, 4], nothing, [placeOf(page, "Paths")])).toEqual([3]);
  });

  it("shows no table if its words have changed", async () => {
    const { page, table } = await writtenTable(csv);
    const all = shownOf(page, [{ start: 0, end: page.text.length }]);
    expect(isIn(table, all)).toBe(true);
    expect(isIn(table, { ...all, text: all.text.replace("9000", "9001") })).toBe(false);
  });

  it("keeps the marked rows of a long table", async () => {
    const lines = Array.from({ length: 40 }, (_, row) => `Town ${row},${row + 100}`);
    const { page, table } = await writtenTable(`Town,People\n${lines.join("\n")}\n`);
    const rows = table.rows.map(({ row }) => row);
    const marks = [placeOf(page, "Town 33")];
    const few = fewOf(table, rows, { cells: [], names: [] }, marks);
    expect(few).toHaveLength(12);
    expect(few).toContain(34);
  });
});
