import { isRecord } from "../../../src/core/json.js";
import { Faults, Fields } from "../../../src/evaluation/datasets/fields.js";
import { madePath } from "../../../src/evaluation/datasets/layout.js";
import { readTable, type TatqaTable } from "../../../src/evaluation/datasets/tatqa-cells.js";
import { type PrintedAmount, printedAmount, type Scale, scales, type Unit } from "./amount.js";
import { type FigureCell, isMoney, isOfChanges, plainLabel } from "./figure-cell.js";

/** The cells of a TAT-QA context whose row, period and scale are known. */
export function tatqaCells(context: unknown): FigureCell[] {
  if (!isRecord(context) || !isRecord(context.table)) return [];
  const place = { file: "", line: null, entry: "" };
  const table = readTable(new Fields(context.table, place, new Faults()));
  const id = String(context.table.uid);
  const columns = periodColumns(table);
  if (columns.size < 2) return [];
  const rows = readRows(table);
  const around = new Set(
    rows.flatMap(({ amounts }) => [...amounts.values()].map(({ digits }) => digits)),
  );
  const scale = scaleOf(context.questions, table);
  // Without its scale, an amount cannot be stated in a currency.
  const unit = scale === undefined ? null : currencyOf(table);
  return rows.flatMap((row, at) => {
    const { label, isCounted } = row;
    if (label === null || rows.filter((other) => other.name === row.name).length > 1) return [];
    return [...columns].flatMap(([column, period]): FigureCell[] => {
      const amount = row.amounts.get(column);
      if (!amount) return [];
      const near = [rows[at - 2], rows[at - 1], rows[at + 1], rows[at + 2]];
      return [
        {
          ...{ context: id, document: madePath(`context-${id}`, ".html"), page: null },
          ...{ row: row.cells, company: null, label, period, amount, around },
          scale: isCounted && !amount.percent ? (scale ?? null) : null,
          unit: amount.percent ? "%" : isCounted ? unit : null,
          others: [...columns].flatMap(([other, heading]) => {
            const neighbour = row.amounts.get(other);
            const differs = neighbour?.percent === amount.percent && other !== column;
            return neighbour && differs ? [{ period: heading, amount: neighbour }] : [];
          }),
          neighbours: near.flatMap((other) => {
            const neighbour = other?.amounts.get(column);
            if (!other || other.label === null || !neighbour) return [];
            const isAlone = rows.filter(({ name }) => name === other.name).length === 1;
            const isAlike = other.isCounted === isCounted && neighbour.percent === amount.percent;
            return isAlone && isAlike ? [{ label: other.label, amount: neighbour }] : [];
          }),
        },
      ];
    });
  });
}

interface Row {
  readonly cells: readonly string[];
  /** Normalised for comparing labels. */
  readonly name: string;
  readonly label: string | null;
  readonly isCounted: boolean;
  /** By column. */
  readonly amounts: ReadonlyMap<number, PrintedAmount>;
}

function readRows({ rows, headRows }: TatqaTable): Row[] {
  let section = "";
  return rows.slice(headRows).flatMap((cells): Row[] => {
    const [first = "", ...rest] = cells;
    const amounts = new Map(
      rest.flatMap((text, index): [number, PrintedAmount][] => {
        const amount = printedAmount(text);
        return amount ? [[index + 1, amount]] : [];
      }),
    );
    if (rest.every((text) => text === "")) section = first;
    const name = first.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const isCounted = isMoney(first, section);
    const label = isOfChanges(section) ? null : plainLabel(first);
    return [{ cells, name, label, isCounted, amounts }];
  });
}

/** Columns for a single year that no other column covers. */
function periodColumns({ rows, headRows }: TatqaTable): ReadonlyMap<number, string> {
  const head = rows.slice(0, headRows);
  // Where a table has two quarters of a year, or a year and one of its quarters, the year alone is
  // ambiguous.
  if (
    head.flat().some((text) => /months|quarter|\bQ\d|weeks|%|change|restate|pro forma/i.test(text))
  )
    return new Map();
  // Skips tables with a second heading row further down.
  const isYears = (row: readonly string[]): boolean => row.slice(1).some((text) => periodOf(text));
  if (rows.slice(headRows).some(isYears)) return new Map();
  const found = new Map<number, string>();
  const width = Math.max(0, ...rows.map(({ length }) => length));
  for (let column = 1; column < width; column++) {
    const period = head.map((row) => periodOf(row[column] ?? "")).find((text) => text !== null);
    if (period) found.set(column, period);
  }
  // A column without a heading belongs to the previous one, which then covers several things.
  for (let column = 1; column < width; column++) {
    const isHeaded = head.some((row) => (row[column] ?? "") !== "");
    const hasAmounts = rows.slice(headRows).some((row) => printedAmount(row[column] ?? ""));
    if (!isHeaded && hasAmounts) return new Map();
  }
  const years = [...found.values()].map(yearIn);
  return new Map(
    [...found].filter(([, period]) => years.filter((year) => year === yearIn(period)).length === 1),
  );
}

const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?";
const periods = new RegExp(
  `^(?:(?:19|20)\\d\\d|Fiscal (?:Year )?(?:19|20)\\d\\d|FY ?(?:(?:19|20)\\d\\d|\\d\\d)|${month} \\d{1,2},? (?:19|20)\\d\\d|\\d{1,2} ${month} (?:19|20)\\d\\d)$`,
);

/** The period in a heading, without its unit and notes; null if there is none. */
function periodOf(text: string): string | null {
  const plain = text
    .replace(/\((?:\d|[a-z])\)/gi, "")
    .replace(/\s(?:(?:US|A)?[$€£]\s?(?:m|k|million|[’']?000)?|RMB.*)$/i, "")
    .replace(/^(?:as of|as at|at)\s/i, "")
    .trim();
  return periods.test(plain) ? plain : null;
}

function yearIn(period: string): string {
  return /\d\d(?!.*\d)/.exec(period)?.[0] ?? "";
}

/**
 * The only scale among the gold answers from a table; null if they have none, undefined if unknown.
 */
function scaleOf(questions: unknown, { rows }: TatqaTable): Scale | null | undefined {
  const found = new Set(
    (Array.isArray(questions) ? questions : []).flatMap((question: unknown): (Scale | null)[] => {
      if (!isRecord(question) || !String(question.answer_from).includes("table")) return [];
      if (question.scale === "percent") return [];
      const scale = scales.find((one) => one === question.scale);
      if (scale) return [scale];
      const isFigure = String(question.answer_type).includes("span") && hasFigure(question.answer);
      return isFigure ? [null] : [];
    }),
  );
  const [only] = [...found].filter((scale) => scale !== null);
  const known = [...found].filter((scale) => scale !== null).length;
  if (known === 1) return only;
  const hasScale = /thousand|million|billion|000|[$€£]\s?[mk]\b/i.test(rows.flat().join(" "));
  return known === 0 && found.has(null) && !hasScale ? null : undefined;
}

function hasFigure(answer: unknown): boolean {
  const spans: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  return spans.some((span) => printedAmount(String(span)) !== null);
}

/** The only currency whose sign occurs in a table. */
function currencyOf({ rows }: TatqaTable): Unit {
  const text = rows.flat().join(" ");
  if (/RMB|¥|(?:HK|NT|A|C|S|R)\$|₹|Rs\b|NOK|SEK/.test(text)) return null;
  const found = (["$", "€", "£"] as const).filter((sign) => text.includes(sign));
  return found.length === 1 ? (found[0] ?? null) : null;
}
