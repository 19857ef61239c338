import type { DocumentId } from "../../core/document.js";
import type { TableCell } from "../../core/table.js";
import type { FoundRow } from "../../search/api.js";
import type { ToolReader } from "../../tools/tool.js";
import { type AskedPeriod, cellsAt, equalColumns } from "./asked-period.js";

/** A row of a table that may be what a figure is called, with its cell for each time asked for. */
export interface FoundSeries {
  /** As it was asked. */
  readonly label: string;
  readonly row: FoundRow;
  readonly periods: readonly (AskedPeriod | null)[];
  /** In the order of the times; null where no column is of that time. */
  readonly cells: readonly (TableCell | null)[];
  /** How much of the name stands in the row's label, and of the label in the name; from 0 to 1. */
  readonly fit: number;
  readonly score: number;
  /** Whether a figure of any time is asked for, so that its column need not be the only one. */
  readonly ofAnyTime: boolean;
}

/** Where figures are looked for. */
export interface FigureScope {
  readonly reader: ToolReader;
  readonly documents: readonly DocumentId[];
  /** Words in the title of the statement that the question names. */
  readonly statement: RegExp | null;
  /** See `FoundSeries.ofAnyTime`. */
  readonly ofAnyTime?: boolean;
  readonly signal: AbortSignal;
}

/** Rows that are looked at for each name and time. */
const rowsLooked = 10;
/** Names and times that are looked for at most. */
const maxQueries = 6;
/** How far behind the best a row may be to be weighed against it. */
const near = 0.7;
/** A row with a label that fits less is called something else. */
const leastFit = 0.5;
/** Rows whose pages are looked at. */
const maxWeighed = 6;

/** Titles of the statements of a company. */
const statements = {
  income:
    /statements?\s+of\s+(?:consolidated\s+)?(?:income|operations|earnings)|income\s+statements?|results\s+of\s+operations/iu,
  balance:
    /balance\s+sheets?|statements?\s+of\s+(?:consolidated\s+)?financial\s+(?:position|condition)/iu,
  flows: /cash\s+flows?/iu,
} as const;

/**
 * What reports call the figures of statements, beside what they are asked by, and the statement that
 * they stand in: only a row that is called so may be one.
 */
const otherNames: readonly (readonly [keyof typeof statements, names: string])[] = [
  ["income", "revenue | net revenue | total revenue | net sales | sales | top line"],
  ["income", "net income | net earnings | net profit | net income attributable"],
  [
    "income",
    "operating income | income from operations | operating profit | operating earnings | unadjusted operating income",
  ],
  ["income", "gross profit"],
  ["income", "cost of sales | cost of revenue | cost of goods sold | COGS"],
  ["income", "interest expense"],
  ["income", "selling, general and administrative | SG&A"],
  ["income", "research and development | R&D"],
  [
    "balance",
    "property, plant and equipment | property and equipment | PP&E | PPE | PPNE | net PP&E",
  ],
  ["balance", "accounts payable | trade payables | payables"],
  ["balance", "accounts receivable | trade receivables | receivables"],
  ["balance", "inventories | inventory | merchandise inventories"],
  ["balance", "total current assets | current assets"],
  ["balance", "total current liabilities | current liabilities"],
  ["balance", "total assets"],
  ["balance", "total liabilities"],
  ["balance", "total equity | shareholders' equity | stockholders' equity | equity"],
  ["balance", "total debt | long-term debt | debt"],
  [
    "flows",
    "capital expenditures | capex | purchases of property | additions to property | capital spending",
  ],
  ["flows", "depreciation and amortization | D&A"],
  ["flows", "dividends paid | cash dividends | dividends | payments of dividends"],
  [
    "flows",
    "cash provided by operating activities | cash flow from operating activities | operating cash flow | cash from operations | operating activities",
  ],
  [
    "flows",
    "stock repurchases | repurchase of common shares | repurchases of common stock | share repurchases | spend on stock repurchases | total spend on stock repurchases | buybacks",
  ],
];

/** A name with the others that mean the same, and the statement that it stands in. */
function namesOf(label: string): {
  readonly names: readonly string[];
  readonly home: RegExp | null;
} {
  const asked = keyOf(label);
  for (const [home, group] of otherNames) {
    const names = group.split(" | ");
    if (!names.some((name) => keyOf(name) === asked)) continue;
    const others = names.filter((name) => keyOf(name) !== asked);
    return { names: [label, ...others], home: statements[home] };
  }
  return { names: [label], home: null };
}

/** What else the things are called that a text names by one of their names. */
export function otherNamesIn(text: string): string[] {
  const said = ` ${keyOf(text)} `;
  return otherNames.flatMap(([, group]) => {
    const names = group.split(" | ");
    const isNamed = names.some((name) => said.includes(` ${keyOf(name)} `));
    return isNamed ? names.filter((name) => !said.includes(` ${keyOf(name)} `)) : [];
  });
}

/** The statement that a figure stands in, by its name; null where nothing is known of it. */
export function homeOf(label: string): string | null {
  return namesOf(label).home?.source ?? null;
}

function keyOf(name: string): string {
  return wordsOf(name).join(" ");
}

/**
 * The rows that may be a figure, likeliest first, each with its cells at some times. Of rows that are
 * called alike those of the statements of the whole company come first.
 */
export async function findSeries(
  label: string,
  periods: readonly (AskedPeriod | null)[],
  scope: FigureScope,
): Promise<FoundSeries[]> {
  const { reader, documents, signal } = scope;
  const { names, home } = namesOf(label);
  const times = [...new Set(periods.map((one) => (one?.quarter === null ? one.text : "")))];
  const queries = names.flatMap((name) => times.map((period) => ({ label: name, period })));
  const rows = new Map<string, FoundRow>();
  for (const query of queries.slice(0, Math.max(maxQueries, times.length))) {
    const found = await reader.findRows?.({ ...query, documents, limit: rowsLooked }, { signal });
    for (const row of found ?? []) {
      const key = rowKey(row);
      if (row.score > (rows.get(key)?.score ?? 0)) rows.set(key, row);
    }
  }
  addSiblings(rows, names);
  const series = [...rows.values()].flatMap((row): FoundSeries[] => {
    const fit = labelFit(labelOf(row), names);
    const cells = cellsAt(row, periods);
    const there = cells.filter((cell) => cell !== null).length;
    if (fit < leastFit || there === 0) return [];
    return [
      {
        label,
        row,
        periods,
        cells,
        ofAnyTime: scope.ofAnyTime ?? false,
        fit,
        score: fit * (there / cells.length) ** 2 * (0.6 + 0.4 * row.score),
      },
    ];
  });
  const sorted = series.sort((one, other) => other.score - one.score);
  return await wholeFirst(sorted, home, scope);
}

/** Adds the rows of the same tables that are called so, too: a search gives the nearest only. */
function addSiblings(rows: Map<string, FoundRow>, names: readonly string[]): void {
  for (const found of [...rows.values()]) {
    if (labelFit(labelOf(found), names) < leastFit) continue;
    for (const { row } of found.table.rows) {
      const sibling = { ...found, row };
      if (!rows.has(rowKey(sibling)) && labelFit(labelOf(sibling), names) >= leastFit) {
        rows.set(rowKey(sibling), sibling);
      }
    }
  }
}

function rowKey({ document, page, tableNumber, row }: FoundRow): string {
  return `${document} ${page} ${tableNumber} ${row}`;
}

/** Words of titles of a company's statements as a whole, and of tables that show a part of it. */
const wholeTitle =
  /consolidated\s+(?:balance|statements?|income|results)|statements?\s+of\s+(?:\p{L}+\s+)?(?:income|operations|earnings|cash|financial)|balance\s+sheets?|income\s+statements/iu;
const partTitle =
  /parent|guarantor|obligor|pro\s?forma|segment|schedule\s+[IV]+|condensed\s+financial\s+information|quarterly|acquired|discontinued/iu;

/** Weighs rows that are about as likely by what their pages are of, and by size: a part is smaller than the whole. */
async function wholeFirst(
  sorted: readonly FoundSeries[],
  home: RegExp | null,
  { reader, statement, signal }: FigureScope,
): Promise<FoundSeries[]> {
  const best = sorted[0]?.score ?? 0;
  const weighed = sorted.filter(({ score }) => score >= near * best).slice(0, maxWeighed);
  if (weighed.length < 2) return [...sorted];
  const sizes = weighed.map(({ cells }) =>
    Math.max(...cells.map((cell) => Math.abs(Number(cell?.value ?? 0)))),
  );
  const largest = Math.max(...sizes);
  const factors = new Map<FoundSeries, number>();
  for (const [index, one] of weighed.entries()) {
    const { document, page, table } = one.row;
    const passages = await reader.passages(document, { pages: { from: page, to: page }, signal });
    const top = passages
      .map(({ text }) => text)
      .join("\n")
      .slice(0, 500);
    const title = `${table.caption?.text ?? ""}\n${top}`;
    let factor = wholeTitle.test(title) ? 1.1 : 1;
    const wanted = home ?? statement;
    if (wanted)
      factor *= wanted.test(title)
        ? 1.2
        : Object.values(statements).some((other) => other.test(title))
          ? 0.8
          : 1;
    if (partTitle.test(title)) factor *= 0.8;
    factor *= 0.85 + 0.15 * (largest > 0 ? (sizes[index] ?? 0) / largest : 1);
    factors.set(one, factor);
  }
  const worth = (one: FoundSeries): number => one.score * (factors.get(one) ?? 0.8);
  const weighted = sorted.map((one) => ({ ...one, score: worth(one) }));
  return weighted.sort((one, other) => other.score - one.score);
}

/** A row's label, with the groups above it where it says nothing by itself. */
export function labelOf({ table, row }: Pick<FoundRow, "table" | "row">): string {
  const { label = "", group = [] } = table.rows.find((one) => one.row === row) ?? {};
  return /^(?:total|net|other|basic|diluted)?$/iu.test(label.trim())
    ? [...group.slice(-1), label].join(" ")
    : label;
}

/** Words that part no figure from another. */
const neutral = new Set([
  "total",
  "net",
  "non",
  "gaap",
  "consolidated",
  "company",
  "inc",
  "co",
  "corp",
  "corporation",
  "of",
  "the",
  "and",
  "at",
  "in",
  "for",
  "end",
  "year",
  "period",
  "attributable",
  "to",
  "common",
  "stockholder",
  "shareholder",
  "amount",
  "our",
  "its",
  "provided",
  "by",
  "used",
  "cash",
  "from",
  "flow",
]);

/** Words that make another figure of one. */
const parting: ReadonlySet<string> = new Set([
  "continu",
  "discontinued",
  "noncontroll",
  "minority",
  "per",
  "share",
  "parent",
  "diluted",
  "basic",
  "before",
  "excluding",
  "comprehensive",
  "deferred",
  "accumulated",
]);

/** Words of a name or a label by their stems; "net income" is one. */
export function wordsOf(text: string): string[] {
  const joined = text
    .toLowerCase()
    .replace(/['’]s?\b/gu, "")
    // "Non-current" is the contrary of "current".
    .replace(/\bnon[- ](?!gaap)(?=\p{L})/gu, "non")
    .replace(/\bnet (income|earnings?|profit|loss)/gu, "net$1");
  const words = joined.match(/[\p{L}&]+/gu) ?? [];
  return words
    .filter((word) => word !== "&")
    .map((word) => word.replace(/(?<=\p{L}{3})ies$/u, "y").replace(/(?<=\p{L}{2})s$/u, ""))
    .map((word) => word.replace(/(?<=\p{L}{5})(?:ion|ing)$/u, ""));
}

/** How well a label fits that only says of what it is in the words that are asked for. */
const ofItShare = 0.75;

/** Rows whose names fit as well as this much less. */
const asWell = 0.05;

/**
 * Whether another figure may be meant as well: of a row of the same page that is called as well what
 * was asked, or of a column that is as well of the time; then the question does not tell which.
 */
export function isAmbiguous(best: FoundSeries, series: readonly FoundSeries[]): boolean {
  const { document, page, table, row } = best.row;
  const own = table.cells.filter((cell) => cell.row === row && cell.value !== null && !cell.head);
  const isOfTime =
    best.ofAnyTime ||
    best.periods.every((period, index) => {
      const columns = new Set(equalColumns(period, table).map(({ column }) => column));
      const cells = own.filter(({ column }) => period === null || columns.has(column));
      return cells.every(({ value }) => value === best.cells[index]?.value);
    });
  if (!isOfTime) return true;
  const isExact = (one: FoundSeries): boolean => keyOf(labelOf(one.row)) === keyOf(one.label);
  return series.some(
    (one) =>
      one !== best &&
      one.row.document === document &&
      one.row.page === page &&
      one.fit >= best.fit - asWell &&
      (isExact(one) || !isExact(best)) &&
      one.cells.some((cell, index) => cell && cell.value !== best.cells[index]?.value),
  );
}

/** How well a label says one of some names. */
function labelFit(label: string, names: readonly string[]): number {
  const plain = label.replace(/\([^()]*\)/gu, " ");
  const own = wordsOf(plain);
  const set = new Set(own);
  // What follows says of what, or from where, and parts less.
  const tail = new Set(
    wordsOf(
      /\s(?:of|from|in|attributable|including|less|net of)\s.*$|,.*$/iu.exec(plain)?.[0] ?? "",
    ),
  );
  return Math.max(
    ...names.map((name) => {
      const words = wordsOf(name);
      const telling = words.filter((word) => !neutral.has(word));
      const asked = telling.length > 0 ? telling : words;
      if (asked.length === 0) return 0;
      const said = asked.filter((word) => set.has(word)).length / asked.length;
      const rest = own
        .filter((word) => !neutral.has(word) && !words.includes(word))
        .reduce((sum, word) => sum + (parting.has(word) ? 0.2 : tail.has(word) ? 0.04 : 0.12), 0);
      // "Cost of revenue" is a cost, though it says "revenue".
      const isOfIt = asked.every((word) => tail.has(word) || !set.has(word));
      return said ** 2 * (1 - Math.min(0.45, rest)) * (isOfIt ? ofItShare : 1);
    }),
  );
}
