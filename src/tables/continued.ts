import type { Table, TableCell } from "../core/table.js";

/**
 * Gives tables that go on from the page before the head that they had there: the first table of a
 * page without a head of its own, where the last table of the page before has as many columns, at
 * the same places. Its columns then have the heads, periods and units of that one.
 *
 * @param pages the tables of pages that follow one another, each as `tablesOf` returns them
 */
export function continueTables(pages: readonly (readonly Table[])[]): Table[][] {
  const continued: Table[][] = [];
  for (const tables of pages) {
    const before = continued.at(-1)?.at(-1);
    const [first, ...rest] = tables;
    if (first && before && goesOn(before, first)) {
      continued.push([withHeadOf(before, first), ...rest]);
    } else continued.push([...tables]);
  }
  return continued;
}

function goesOn(before: Table, next: Table): boolean {
  if (next.page !== before.page + 1 || next.columnCount !== before.columnCount) return false;
  if (next.headRows > 0 || before.columns.every(({ heads }) => heads.length === 0)) return false;
  return before.columns.every(({ column }) => {
    const [above, below] = [extentOf(before, column), extentOf(next, column)];
    return !above || !below || (above.left < below.right && above.right > below.left);
  });
}

/** From where to where a column's cells stand; null where the format has no places. */
function extentOf({ cells }: Table, column: number): { left: number; right: number } | null {
  const boxes = cells.flatMap((cell) =>
    cell.column === column && cell.endColumn === column && cell.box ? [cell.box] : [],
  );
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
  };
}

function withHeadOf(before: Table, next: Table): Table {
  const cells = next.cells.map((cell): TableCell => {
    const { unit } = before.columns[cell.column] ?? {};
    if (!unit || !cell.unit || cell.unit.percent || cell.unit.scaleFrom === "row") return cell;
    // What the cell itself says stays.
    const currency = cell.unit.currencyFrom === "cell" ? cell.unit : unit;
    return {
      ...cell,
      unit: { ...unit, currency: currency.currency, currencyFrom: currency.currencyFrom },
    };
  });
  return { ...next, columns: before.columns, cells, continues: before.continues ?? before.page };
}
