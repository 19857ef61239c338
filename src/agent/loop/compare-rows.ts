import {
  type Calculation,
  cellId,
  type DocumentId,
  type Span,
  type Table,
  type TableCell,
  type TableId,
  tableId,
} from "../../core/index.js";
import { type ComparisonQuestion, keysOf, readComparison, wordKey } from "../../figures/index.js";
import type { SearchHit } from "../../search/index.js";
import type { ComparedRows } from "../answer.js";
import { calculateTool } from "../tools/calculate.js";
import { namesTotal } from "../tools/table-data.js";
import { columnName } from "../tools/table-text.js";
import type { ToolReader } from "../tools/tool.js";

/** Number of pages of the best hits whose tables are compared. */
const mostPages = 3;
/** The same number for questions about years, because another table may have more years. */
const mostPagesOfYears = 10;
/** Number of characters above a table that may say what it is about. */
const above = 200;
/** Maximum rows to compare. */
const mostRows = 16;

/** Rows for the remainder, which no question asks for. */
const restOf =
  /^(?:(?:all )?others?|not allocated|unallocated|corporate|eliminations?|intersegment|adjustments?|reconciling|sonstige[rs]?|übrige|autres?|otr[oa]s)(?!\p{L})/iu;
const dash = /^[-–—−]$/u;

/** The result of comparing table rows, and where its cells are. */
export interface Comparison {
  readonly compared: ComparedRows;
  /**
   * The hit that shows the cells, and their spans in its text; the answer's span includes its
   * label.
   */
  readonly hit: SearchHit;
  readonly spans: readonly Span[];
  /** The span of the cell that is the answer. */
  readonly figure: Span;
}

interface Scope {
  readonly reader: ToolReader;
  readonly signal: AbortSignal;
}

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
  const pages = new Map<string, SearchHit>();
  for (const hit of hits) {
    const key = `${hit.document} ${hit.page}`;
    if (pages.size < (asksYear ? mostPagesOfYears : mostPages) && !pages.has(key))
      pages.set(key, hit);
  }
  const found: Found[] = [];
  for (const { document, page, path } of pages.values()) {
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

interface TablePlaceOf {
  readonly document: DocumentId;
  readonly page: number;
  readonly path: string;
  readonly id: TableId;
}

/** A row with its cell in a column. */
interface Row {
  readonly label: string;
  readonly labelCell: TableCell | undefined;
  readonly cell: TableCell;
  /** For a change, the cell of the previous year. */
  readonly earlier: TableCell | null;
}

interface Found {
  readonly place: TablePlaceOf;
  readonly column: string;
  readonly winner: Row;
  readonly rows: readonly Row[];
  /** The total that the winner is a share of. */
  readonly whole: Row | null;
  /** Number of the question's words that the headings and labels themselves contain. */
  readonly fit: number;
  readonly says: "yes" | "no" | null;
}

/**
 * The table with the most years. Null if other tables have years that it lacks or a different
 * winner for the same years, or if several documents have such tables.
 */
function widestYears(found: readonly Found[]): Found | null {
  const most = Math.max(...found.map(({ fit }) => fit));
  const fitting = found.filter(({ fit }) => fit === most);
  const [widest] = [...fitting].sort((a, b) => b.rows.length - a.rows.length);
  if (!widest) return null;
  const years = new Map(widest.rows.map(({ label, cell }) => [label, cell.value]));
  const agrees = fitting.every(
    ({ place, rows }) =>
      place.document === widest.place.document && rows.every(({ label }) => years.has(label)),
  );
  const isSame = fitting.every(
    ({ rows, winner }) => rows.length < years.size || winner.label === widest.winner.label,
  );
  return agrees && isSame ? widest : null;
}

/** The years that a text names, each once. */
function yearsOf(text: string): string[] {
  return [...new Set(text.match(/(?<!\p{N})(?:19|20)\p{N}\p{N}(?!\p{N})/gu))];
}

/** The one year that a text names; null if it names none or several. */
function yearOf(text: string): string | null {
  const [year = null, ...others] = yearsOf(text);
  return others.length === 0 ? year : null;
}

/**
 * Finds the values of one thing over the years, which are the columns of a row or the rows of a
 * column.
 */
function yearsIn(
  table: Table,
  place: TablePlaceOf,
  hits: readonly SearchHit[],
  asked: ComparisonQuestion,
): readonly Found[] {
  const shown = shownPart(table, place, hits);
  const stated = new Set(keysOf(`${titleOf(table, shown)} ${place.path}`));
  const found: Found[] = [];
  const add = (rows: readonly Row[], column: string, local: readonly string[]): void => {
    const years = new Set(rows.map(({ label }) => label));
    if (rows.length < 2 || years.size < rows.length || !inOneUnit(rows)) return;
    const winner = extremeOf(rows, asked);
    const fit = asked.keys.filter((key) => local.includes(key)).length;
    if (winner) found.push({ place, column, winner, rows, whole: null, fit, says: null });
  };
  const dated = table.columns.flatMap(({ column, heads, period, unit }) => {
    const year = yearOf(columnText(table, column));
    const isChange = /change|growth|variation|veränderung|variación|%/iu.test(heads.join(" "));
    const isYear = period?.kind !== "quarter" && (period?.months ?? 12) >= 12;
    return column > 0 && year !== null && isYear && !isChange && !unit.percent
      ? [{ column, year }]
      : [];
  });
  const isRow = (row: Row): boolean => labelKeys(row).every((key) => asked.keys.includes(key));
  const rows = table.rows.flatMap(({ row, label, group }) => {
    const cells = dated.map(({ column, year }) => ({ year, cell: cellIn(table, row, column) }));
    const [first] = cells;
    if (!first?.cell || label.trim() === "") return [];
    const one: Row = { label, labelCell: undefined, cell: first.cell, earlier: null };
    const all = new Set([...stated, ...keysOf(group.join(" "))]);
    const local = labelKeys(one);
    const isSaid = asked.keys.every((key) => local.includes(key) || all.has(key));
    return local.length > 0 && isRow(one) && isSaid ? [{ label, cells, local }] : [];
  });
  const longest = Math.max(0, ...rows.map(({ local }) => local.length));
  const [row, other] = rows.filter(({ local }) => local.length === longest);
  if (row && !other) {
    const cells = row.cells.flatMap(({ year, cell }) =>
      cell && cell.value !== null
        ? [{ label: year, labelCell: undefined, cell, earlier: null }]
        : [],
    );
    if (cells.length === dated.length) add(cells, row.label.trim(), row.local);
  }
  const byYear = table.rows.filter(({ label }) => !namesTotal.test(label));
  if (byYear.length < 2 || !byYear.every(({ label }) => isYearLabel.test(label.trim())))
    return found;
  const columns = table.columns.filter(({ column }) => {
    const head = keysOf(columnText(table, column));
    return (
      column > 0 &&
      asked.keys.some((key) => head.includes(key)) &&
      asked.keys.every((key) => head.includes(key) || stated.has(key))
    );
  });
  const [named, second] = columns;
  if (!named || second) return found;
  const values = byYear.flatMap(({ row: at, label }): Row[] => {
    const cell = cellIn(table, at, named.column);
    const labelCell = cellIn(table, at, 0);
    return cell && cell.value !== null
      ? [{ label: yearOf(label) ?? label.trim(), labelCell, cell, earlier: null }]
      : [];
  });
  const head = keysOf(columnText(table, named.column));
  if (values.length === byYear.length) add(values, columnName(table, named.column, 60), head);
  return found;
}

const isYearLabel = /^(?:fy ?|fiscal (?:year )?|year )?(?:19|20)\p{N}\p{N}$/iu;

function cellIn({ cells }: Table, row: number, column: number): TableCell | undefined {
  return cells.find((cell) => cell.row === row && cell.column === column);
}

/** The hit that shows a part of a table. */
function shownPart(
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
function aboveTable(table: Table, shown: SearchHit | undefined): string {
  return shown
    ? shown.text.slice(0, Math.max(0, table.span.start - shown.span.start)).slice(-above)
    : "";
}

function titleOf(table: Table, shown: SearchHit | undefined): string {
  return `${table.caption?.text ?? ""} ${shown?.heading ?? ""} ${aboveTable(table, shown)}`;
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

function columnText({ columns }: Table, column: number): string {
  const found = columns.find((one) => one.column === column);
  return `${found?.heads.join(" ") ?? ""} ${found?.period?.text ?? ""}`;
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
    const isNamed = one.label === "" || namesTotal.test(one.label) || all.test(one.label);
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
/** Labels of totals that contain no word for a total: "All routes". */
const all = /^(?:all|alle|tou(?:te)?s|tod[oa]s)(?!\p{L})/iu;
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
    const named = labelKeys({ label: label.replace(allTotals, " ").replace(all, " ") });
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

function labelKeys({ label }: Pick<Row, "label">): readonly string[] {
  const words = label.match(/[\p{L}\p{M}]{2,}|\p{N}+/gu) ?? [];
  return words
    .filter((one) => !/^(?:and|of|the|und|der|die|das|et|de|y|in|for)$/iu.test(one))
    .map(wordKey);
}

/** Whether the cells have the same unit. */
function inOneUnit(rows: readonly Row[]): boolean {
  const keys = rows.map(({ cell: { unit } }) => `${unit?.scale ?? ""} ${unit?.percent ?? ""}`);
  return new Set(keys).size === 1;
}

/**
 * The row with the most or the least. Null for a tie, if none rose or fell as asked, and if all
 * values are negative, because both costs and losses are printed that way.
 */
function extremeOf(rows: readonly Row[], { way, change }: ComparisonQuestion): Row | null {
  const values = rows.map(({ cell }) => Number(cell.value));
  const before = rows.map(({ earlier }) => Number(earlier?.value ?? 0));
  const best = (sizes: readonly number[]): Row | null => {
    const most = way === "highest" ? Math.max(...sizes) : Math.min(...sizes);
    const [first, second] = rows.filter((_, at) => sizes[at] === most);
    return first && !second ? first : null;
  };
  if (change === null) return values.every((value) => value < 0) ? null : best(values);
  if ([...values, ...before].some((value) => value <= 0)) return null;
  const rates = values.map((value, at) => value / (before[at] ?? value) - 1);
  const amounts = values.map((value, at) => value - (before[at] ?? value));
  const isSo = way === "highest" ? Math.max(...rates) > 0 : Math.min(...rates) < 0;
  const fastest = isSo ? best(rates) : null;
  return change === "rate" || fastest === best(amounts) ? fastest : null;
}

/** Computes the result with the calculator, which records the cells it reads. */
async function computed(
  { place, column, winner, rows, whole, says }: Found,
  { kind, way, change }: ComparisonQuestion,
  hits: readonly SearchHit[],
  { reader, signal }: Scope,
): Promise<Comparison | null> {
  if (rows.length > mostRows) return null;
  const cells = rows.flatMap(({ cell, earlier }) => [cell, ...(earlier ? [earlier] : [])]);
  const hit = hits.find(
    ({ document, page, span }) =>
      document === place.document &&
      page === place.page &&
      cells.every(({ spans }) =>
        spans.every(({ start, end }) => start >= span.start && end <= span.end),
      ),
  );
  if (!hit) return null;
  const named = ({ row, column: at }: TableCell): string => cellId(place.id, row, at);
  const name = way === "highest" ? "max" : "min";
  const each = rows.map(({ cell, earlier }) =>
    earlier ? `percent_change(${named(earlier)}, ${named(cell)})` : named(cell),
  );
  const expression =
    kind === "share" && whole
      ? `round(${named(winner.cell)} / ${named(whole.cell)} * 100, 1)`
      : change !== null
        ? `round(${name}(${each.join(", ")}), 1)`
        : `${name}(${each.join(", ")})`;
  const calculation = await calculated(expression, { reader, signal });
  if (!calculation?.sourced) return null;
  const { start } = hit.span;
  const inHit = ({ spans: [first], spans }: TableCell): Span => ({
    start: (first?.start ?? 0) - start,
    end: (spans.at(-1)?.end ?? 0) - start,
  });
  const local = inHit(winner.cell);
  const label = winner.labelCell ? inHit(winner.labelCell) : local;
  const isBeside = label.start >= 0 && label.start < local.start;
  const answer = { start: isBeside ? label.start : local.start, end: local.end };
  const others = cells
    .filter((cell) => cell !== winner.cell)
    .map(inHit)
    .filter(({ start: from, end }) => from < answer.start || end > answer.end);
  return {
    hit,
    spans: [answer, ...others].sort((a, b) => a.start - b.start),
    figure: local,
    compared: {
      kind: kind === "share" ? "share" : way,
      label: winner.label,
      value:
        kind === "share" || change !== null
          ? `${calculation.value}%`
          : statesUnit(winner.cell)
            ? calculation.display
            : winner.cell.text,
      across: kind === "year" ? "years" : "rows",
      isChange: change !== null,
      ...(whole ? { whole: whole.label } : {}),
      column,
      rows: rows.length,
      ...(says ? { says } : {}),
      evidence: hit.id,
      calculation,
    },
  };
}

/** True if the table states a scale, a currency or percent for a number. */
function statesUnit({ unit }: TableCell): boolean {
  return unit !== null && (unit.percent || unit.currency !== null || unit.scale !== null);
}

async function calculated(
  expression: string,
  { reader, signal }: Scope,
): Promise<Calculation | null> {
  const context = { reader, signal, seen: [], calculations: [], budget: { limit: 400 } };
  try {
    return (await calculateTool.run({ expression }, context)).calculation ?? null;
  } catch (error) {
    // A number that the calculator cannot trace to a cell is not used.
    signal.throwIfAborted();
    if (error instanceof Error) return null;
    throw error;
  }
}
