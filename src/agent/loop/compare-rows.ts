import { type Table, type TableCell, tableId } from "../../core/index.js";
import {
  type ComparisonQuestion,
  isOfEarnings,
  keysOf,
  readComparison,
} from "../../figures/index.js";
import type { SearchHit } from "../../search/index.js";
import { namesTotal } from "../tools/table-data.js";
import { columnName } from "../tools/table-text.js";
import { widestYears, yearsIn } from "./compare-years.js";
import {
  type Comparison,
  cellIn,
  columnText,
  extremeOf,
  type Found,
  inOneUnit,
  labelKeys,
  type Row,
  type Scope,
  type TablePlaceOf,
  yearsOf,
} from "./compared-rows.js";
import { computed } from "./comparison-result.js";
import { aboveTable, allRows, bestPages, restOf, shownPart, titleOf } from "./table-scope.js";

/** Number of pages of the best hits whose tables are compared. */
const mostPages = 3;
/** The same number for questions about years, because another table may have more years. */
const mostPagesOfYears = 10;
const dash = /^[-–—−]$/u;

/**
 * Compares rows of a table for a question about which has the most, which of two has more, or what
 * share of a total a part is. Null for all other questions, and if it is uncertain which rows and
 * which column are meant: every word of the question must occur in the document's name, the table's
 * headings and labels, or the text right above it, and all matching tables must agree.
 */
export async function compareRows(
  question: string,
  hits: readonly SearchHit[],
  scope: Scope,
): Promise<Comparison | null> {
  const asked = readComparison(question);
  if (!asked || !scope.reader.tables || asked.keys.length === 0) return null;
  const asksYear = asked.kind === "year";
  const found: Found[] = [];
  const pages = bestPages(hits, asksYear ? mostPagesOfYears : mostPages);
  for (const { document, page, path } of pages) {
    const tables = await scope.reader.tables(document, page, { signal: scope.signal });
    for (const [index, table] of tables.entries()) {
      const place = { document, page, path, id: tableId(document, page, index + 1) };
      const candidates = asksYear ? yearsIn : candidatesIn;
      found.push(...candidates(table, place, hits, asked));
    }
    // Another table may have more years.
    if (asksYear) continue;
    // The best page with such tables decides.
    if (found.length > 0) break;
  }
  if (asksYear) {
    const widest = widestYears(found);
    return widest && (await computed(widest, asked, hits, scope));
  }
  const most = Math.max(...found.map(({ fit }) => fit));
  const best = found.filter(({ fit }) => fit === most);
  const [first] = best;
  const labels = new Set(
    best.map(({ winner, whole }) => `${winner.label} ${whole?.cell.value ?? ""}`),
  );
  if (!first || labels.size > 1) return null;
  return await computed(first, asked, hits, scope);
}

function candidatesIn(
  table: Table,
  place: TablePlaceOf,
  hits: readonly SearchHit[],
  asked: ComparisonQuestion,
): readonly Found[] {
  const shown = shownPart(table, place, hits);
  const before = aboveTable(table, shown);
  const title = titleOf(table, shown);
  const known = new Set(keysOf(place.path));
  const firstHead = (table.columns[0]?.heads ?? []).join(" ");
  return columnsFor(table, title, asked).flatMap(({ column, earlier }) =>
    blocksOf(table, column, earlier).flatMap((block, _, blocks): Found[] => {
      // Rows below "Revenue" do not belong to operating income.
      const groupKeys = keysOf(block.group);
      if (groupKeys.length > 0 && !groupKeys.some((key) => asked.keys.includes(key))) return [];
      const head = keysOf(`${columnText(table, column)} ${block.group}`);
      // The text above a table with several blocks does not say which block is meant.
      const around = blocks.length > 1 ? (table.caption?.text ?? "") : title;
      if (
        asked.asksEarnings &&
        !isOfEarnings(`${columnText(table, column)} ${block.group} ${around}`)
      )
        return [];
      const stated = new Set([...head, ...keysOf(`${around} ${firstHead}`), ...known]);
      const chosen = chooseRows(block, asked, {
        stated,
        title: keysOf(`${table.caption?.text ?? ""} ${before} ${block.group}`),
        firstHead: keysOf(firstHead),
      });
      if (!chosen) return [];
      const fit = asked.keys.filter((key) => head.includes(key)).length;
      return [{ ...chosen, place, fit, column: columnName(table, column, 60) }];
    }),
  );
}

/** The columns of numbers that a question may refer to, going by its years. */
function columnsFor(
  table: Table,
  title: string,
  { years, change, keys }: ComparisonQuestion,
): readonly { readonly column: number; readonly earlier: number | null }[] {
  const numeric = table.columns.filter(
    ({ column, heads }) =>
      column > 0 &&
      !/^(?:notes?|anhang|refs?)$/iu.test(heads.join(" ").trim()) &&
      table.cells.filter((cell) => cell.column === column && !cell.head && cell.value !== null)
        .length > 1,
  );
  const yearsAt = (column: number): string[] => yearsOf(columnText(table, column));
  const isPlain = ({ column, unit }: (typeof numeric)[number]): boolean => {
    const head = columnText(table, column);
    const isChange = /change|variation|veränderung|variación/iu.test(head);
    return !isChange && (!unit.percent || keysOf(head).some((key) => keys.includes(key)));
  };
  const [year] = years;
  if (years.length > 1) return [];
  const plain = numeric.filter(isPlain);
  const dated = plain.filter(({ column }) => yearsAt(column).length === 1);
  if (change !== null) {
    const last =
      year ??
      dated
        .flatMap(({ column }) => yearsAt(column))
        .sort()
        .at(-1) ??
      "";
    const at = (wanted: string) => dated.filter(({ column }) => yearsAt(column)[0] === wanted);
    const [now, ...others] = at(last);
    const [then, ...more] = at(String(Number(last) - 1));
    return now && then && others.length + more.length === 0
      ? [{ column: now.column, earlier: then.column }]
      : [];
  }
  const fits = plain.filter(({ column }) => {
    const local = yearsAt(column);
    if (year === undefined) return local.length === 0 || dated.length === 1;
    return local.length > 0
      ? local.length === 1 && local[0] === year
      : dated.length === 0 && title.includes(year);
  });
  return fits.map(({ column }) => ({ column, earlier: null }));
}

/** Consecutive rows of one group, up to their total. */
interface Block {
  readonly group: string;
  readonly rows: readonly Row[];
  readonly total: Row | null;
  /** Whether a row has neither a number nor a dash in the column. */
  readonly hasGap: boolean;
  readonly hasDash: boolean;
}

function blocksOf(table: Table, column: number, earlier: number | null): readonly Block[] {
  const blocks: Block[] = [];
  let rows: Row[] = [];
  let group = "";
  let hasGap = false;
  let hasDash = false;
  const close = (total: Row | null): void => {
    if (rows.length > 1) blocks.push({ group, rows, total, hasGap, hasDash });
    rows = [];
    hasGap = false;
    hasDash = false;
  };
  for (const { row, label, group: groups } of table.rows) {
    const local = groups.join(" ");
    if (local !== group) close(null);
    group = local;
    const cell = cellIn(table, row, column);
    const before = earlier === null ? null : cellIn(table, row, earlier);
    if (!cell || cell.value === null || before === undefined || before?.value === null) {
      if (cell && dash.test(cell.text.trim())) hasDash ||= !restOf.test(label);
      else if (
        label.trim() !== "" &&
        table.cells.some((one) => one.row === row && one.value !== null)
      )
        hasGap ||= !restOf.test(label);
      continue;
    }
    const one: Row = {
      label: label.trim(),
      labelCell: cellIn(table, row, 0),
      cell,
      earlier: before,
    };
    const sum = rows.reduce((total, each) => total + Number(each.cell.value), 0);
    const isSum =
      rows.length > 1 && Math.abs(sum - Number(cell.value)) <= rows.length * 0.5 * unitOf(cell);
    const isNamed = one.label === "" || namesTotal.test(one.label) || allRows.test(one.label);
    // Small numbers may add up by chance, which leaves it unclear which rows are the parts.
    if (isSum && !isNamed && Math.abs(Number(cell.value)) < telling * unitOf(cell)) return [];
    if (isSum || isNamed) {
      close(isSum ? one : null);
    } else rows.push(one);
  }
  close(null);
  return blocks;
}

const allTotals = new RegExp(namesTotal.source, "giu");
/** A sum of at least this size, in units of its last digit, is no coincidence. */
const telling = 1000;

/** The place value of the last printed digit of a number. */
function unitOf({ value }: TableCell): number {
  return 10 ** -(value?.split(".")[1]?.length ?? 0);
}

interface Said {
  /** Keys of all words in the headings of the table and the path of its document. */
  readonly stated: ReadonlySet<string>;
  /** Keys of the words that name the rows. */
  readonly title: readonly string[];
  readonly firstHead: readonly string[];
}

function chooseRows(
  block: Block,
  asked: ComparisonQuestion,
  { stated, title, firstHead }: Said,
): Pick<Found, "winner" | "rows" | "whole" | "says"> | null {
  const isSaid = (keys: readonly string[]): boolean => keys.every((key) => stated.has(key));
  if (asked.kind === "extreme") {
    const isNamed = asked.things.some(
      (key) => firstHead.includes(key) || (block.total !== null && title.includes(key)),
    );
    if (!isNamed || !isSaid(asked.keys)) return null;
    const rows = block.rows.filter(({ label }) => !restOf.test(label));
    if (
      rows.length < 2 ||
      block.hasGap ||
      (block.hasDash && asked.way === "lowest") ||
      !inOneUnit(rows)
    )
      return null;
    const winner = extremeOf(rows, asked);
    return winner && { winner, rows, whole: null, says: null };
  }
  if (asked.kind === "share") {
    const ofTotal = block.total ? labelKeys(block.total) : [];
    const part = rowIn(
      block.rows,
      asked.keys.filter((key) => !ofTotal.includes(key)),
      isSaid,
    );
    if (!part || !block.total || !inOneUnit([part, block.total]) || part.cell.unit?.percent)
      return null;
    // "Total EU-15" may be one of several totals.
    const { label } = block.total;
    const named = labelKeys({ label: label.replace(allTotals, " ").replace(allRows, " ") });
    if (!named.every((key) => asked.keys.includes(key) || stated.has(key))) return null;
    return { winner: part, rows: [part, block.total], whole: block.total, says: null };
  }
  const [one, other] = asked.sides.map((side) => rowIn(block.rows, side, isSaid));
  if (!one || !other || one === other || !inOneUnit([one, other])) return null;
  const named = new Set([one, other].flatMap(({ label }) => keysOf(label)));
  if (!isSaid(asked.keys.filter((key) => !named.has(key)))) return null;
  // Costs may be printed as negative numbers, so the absolute value counts.
  const isBelowZero = [one, other].some(({ cell }) => Number(cell.value) < 0);
  const winner = isBelowZero ? null : extremeOf([one, other], asked);
  if (!winner) return null;
  return {
    ...{ winner, rows: [one, other], whole: null },
    says: asked.asksWhether ? (winner === one ? "yes" : "no") : null,
  };
}

/** The only row whose label has no other words, if the remaining words occur elsewhere. */
function rowIn(
  rows: readonly Row[],
  keys: readonly string[],
  isSaid: (keys: readonly string[]) => boolean,
): Row | null {
  const labelled = rows.flatMap((row) => {
    const local = labelKeys(row);
    const isIn = local.length > 0 && local.every((key) => keys.includes(key));
    return isIn && isSaid(keys.filter((key) => !local.includes(key))) ? [{ row, local }] : [];
  });
  const longest = Math.max(0, ...labelled.map(({ local }) => local.length));
  const [first, second] = labelled.filter(({ local }) => local.length === longest);
  return first && !second ? first.row : null;
}
