import type { Page } from "../../../../src/core/page.js";
import type { Table } from "../../../../src/core/table.js";
import type { TextItem } from "../../../../src/readers/pdf/text-item.js";
import { item, itemEndingAt, layOutItems } from "../pdf-items.js";

/** A page of letter size; `rules` are four numbers each. */
export function pageOf(
  items: readonly TextItem[],
  rules: readonly number[] = [],
  number = 1,
): Page {
  const layout = layOutItems(items, { rules: Float32Array.from(rules) });
  return { number, label: null, state: "text", width: 612, height: 792, ...layout };
}

/** Rows of text, the first cell left-aligned and the others right-aligned in their columns. */
export function rowsAt(
  top: number,
  rows: readonly (readonly string[])[],
  step = 14,
  right = 320,
): TextItem[] {
  return rows.flatMap((row, index) =>
    row.flatMap((text, column) => {
      if (text === "") return [];
      const baseline = top + index * step;
      return column === 0
        ? [item(text.trimStart(), text.startsWith(" ") ? 82 : 72, baseline)]
        : [itemEndingAt(text, right + 90 * (column - 1), baseline)];
    }),
  );
}

/** The texts of each row, without blank cells. */
export function grid(table: Table | undefined): string[] {
  const rows = new Map<number, string[]>();
  for (const { row, text } of table?.cells ?? []) {
    rows.set(row, [...(rows.get(row) ?? []), text]);
  }
  return [...rows.values()].map((cells) => cells.join(" | "));
}

/** An income statement with a column per year. */
export const income: readonly (readonly string[])[] = [
  ["", "2022", "2021"],
  ["Revenue", "1,577", "1,204"],
  ["Operating expenses:"],
  ["  Salaries", "(310)", "(295)"],
  ["  Rent", "(24)", "—"],
  ["Net income per share", "1.20", "1.31"],
];
