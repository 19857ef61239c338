import type { Block } from "../cut-parts.js";
import { attribute, type Element, isHidden, lineText, walk } from "./dom.js";

/** Spans beyond this are mistakes or attacks. */
const spanLimit = 200;

interface Row {
  readonly cells: readonly string[];
  readonly header: boolean;
}

/** Whether a table only arranges things on the page, so that its cells read as paragraphs. */
export function isLayoutTable(table: Element): boolean {
  const role = attribute(table, "role");
  if (role === "presentation" || role === "none") return true;
  let arranges = false;
  let widest = 0;
  let width = 0;
  walk(table, {
    text: () => undefined,
    enter: ({ tagName }) => {
      arranges ||= tagName === "table" || /^h[1-6]$/.test(tagName);
      if (tagName === "tr") width = 0;
      if (tagName === "td" || tagName === "th") width += 1;
      widest = Math.max(widest, width);
      return !arranges;
    },
    leave: () => undefined,
  });
  return arranges || widest < 2;
}

function spanOf(cell: Element, name: "colspan" | "rowspan"): number {
  const span = Number.parseInt(attribute(cell, name) ?? "", 10);
  return span > 1 ? Math.min(span, spanLimit) : 1;
}

/** The cells of a row in their columns; what another cell spans into is empty. */
function readRow(row: Element, spannedRows: number[], inHead: boolean): Row {
  const cells: string[] = [];
  let header = true;
  const skipSpanned = (): void => {
    for (let left = spannedRows[cells.length] ?? 0; left > 0; ) {
      spannedRows[cells.length] = left - 1;
      cells.push("");
      left = spannedRows[cells.length] ?? 0;
    }
  };
  walk(row, {
    text: () => undefined,
    enter: (cell) => {
      if (cell.tagName !== "td" && cell.tagName !== "th") return false;
      if (isHidden(cell)) return false;
      skipSpanned();
      header &&= cell.tagName === "th";
      const rows = spanOf(cell, "rowspan") - 1;
      for (let column = 0; column < spanOf(cell, "colspan"); column += 1) {
        if (rows > 0) spannedRows[cells.length] = rows;
        cells.push(column === 0 ? lineText(cell) : "");
      }
      return false;
    },
    leave: () => undefined,
  });
  skipSpanned();
  return { cells, header: (header || inHead) && cells.length > 0 };
}

/** The rows without the columns that are empty in all of them, which only keep distance. */
function rowLines(rows: readonly Row[]): string[] {
  const used: boolean[] = [];
  for (const { cells } of rows) {
    for (const [column, cell] of cells.entries()) if (cell !== "") used[column] = true;
  }
  return rows.map(({ cells }) =>
    cells
      .filter((_cell, column) => used[column])
      .join("\t")
      .trimEnd(),
  );
}

/** A data table: its caption, and one line a row with cells set apart by tabs. */
export function tableBlocks(table: Element): Block[] {
  const rows: Row[] = [];
  const captions: string[] = [];
  const spannedRows: number[] = [];
  let heads = 0;
  walk(table, {
    text: () => undefined,
    enter: (element) => {
      if (isHidden(element)) return false;
      if (element.tagName === "caption") captions.push(lineText(element));
      if (element.tagName === "tr") rows.push(readRow(element, spannedRows, heads > 0));
      if (element.tagName !== "thead" && element.tagName !== "tbody") {
        return element.tagName === "tfoot";
      }
      spannedRows.length = 0;
      if (element.tagName === "thead") heads += 1;
      return true;
    },
    leave: (element) => {
      if (element.tagName === "thead") heads -= 1;
    },
  });
  const lines = rowLines(rows);
  const header = rows[0]?.header && rows.length > 1 ? lines[0] : undefined;
  const kept = lines.filter((line) => line !== "");
  return [
    { kind: "text", level: 0, lines: captions },
    { kind: "row", level: 0, lines: kept, header: header === "" ? undefined : header },
  ];
}
