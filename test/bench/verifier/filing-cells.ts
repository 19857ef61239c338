import { isRecord } from "../../../src/core/json.js";
import type { FigureQuestion } from "../figure-questions/question.js";
import { type PrintedAmount, printedAmount, type Scale, scales, type Unit } from "./amount.js";
import { type FigureCell, isMoney, isOfChanges, plainLabel } from "./figure-cell.js";

/** A question about a figure, with the text of its page. */
export interface ReadFigure {
  readonly question: FigureQuestion;
  /** As stored: rows are lines with tabs between their cells. */
  readonly text: string;
}

/** A row in a page's text. */
interface PageRow {
  readonly cells: readonly string[];
  readonly label: string | null;
  /** By column; null for a dash. */
  readonly amounts: readonly (PrintedAmount | null)[];
}

/** How many rows to read before and after the named one. */
const reach = 6;

/**
 * The cells in the column of a question's figure: its own, and those of nearby rows with the same
 * number of amounts. Empty unless the column is a year or a date and the row can be identified.
 */
export function filingCells({ question, text }: ReadFigure): FigureCell[] {
  const { document, page, column, value } = question;
  const company = companyOf(document);
  if (company === null || column === null || !/^(?:\w+ \d{1,2}, )?(?:19|20)\d\d$/.test(column)) {
    return [];
  }
  const rows = pageRows(text);
  const digits = value.replace(/[^\d.,]/g, "");
  const own = rows.findIndex(
    ({ label, amounts }) =>
      sharesWord(label ?? "", question.row) && amounts.some((one) => one?.digits === digits),
  );
  const amounts = rows[own]?.amounts ?? [];
  const place = amounts.findIndex((one) => one?.digits === digits);
  if (place < 0) return [];
  const near = rows.filter(
    (row, at) => Math.abs(at - own) <= reach && row.amounts.length === amounts.length,
  );
  const [scale, unit] = countedIn(question);
  const around = new Set(rows.flatMap((row) => row.amounts.map((one) => one?.digits ?? "")));
  const cells = near.map((row, at): FigureCell | null => {
    const { label } = row;
    const amount = row.amounts[place];
    const isOwn = row === rows[own];
    if (!amount || label === null || rows.filter((one) => one.label === label).length > 1) {
      return null;
    }
    const isCounted = scale !== null && isMoney(label);
    // The unit of other rows is known only if they share the table's scale.
    if (!isOwn && !isCounted) return null;
    const neighbours = [near[at - 1], near[at + 1]];
    return {
      ...{ context: document, document, page, row: row.cells, company, label, amount, around },
      period: column,
      scale: isCounted ? scale : null,
      unit: amount.percent ? "%" : isCounted || isOwn ? unit : null,
      others: row.amounts.flatMap((one, other) =>
        one && other !== place && one.percent === amount.percent
          ? [{ period: null, amount: one }]
          : [],
      ),
      neighbours: neighbours.flatMap((other) => {
        const one = other?.amounts[place];
        if (!other || !one || other.label === null || other.label === label) return [];
        const isAlike = isMoney(other.label) === isCounted && one.percent === amount.percent;
        return isAlike ? [{ label: other.label, amount: one }] : [];
      }),
    };
  });
  return cells.filter((cell) => cell !== null);
}

/** The rows of a page's text that have a label and amounts. */
function pageRows(text: string): PageRow[] {
  const lines = text.split("\n");
  let section = "";
  return lines.flatMap((line, at): PageRow[] => {
    if (/:\s*$/.test(line)) section = line;
    // A total ends its section.
    if (/^(?:Net cash|Total)/.test(line)) section = "";
    const [first = "", ...rest] = line.split("\t");
    const cells = rest.map((cell) => cell.replace(/^\$$|\s\$$/g, "").trim()).filter(Boolean);
    const isDash = (cell: string): boolean => /^[$€£]?\s*[-–—]+$/.test(cell);
    const amounts = cells.map(printedAmount);
    const isRow = cells.length > 0 && cells.every((cell, index) => amounts[index] || isDash(cell));
    if (!isRow) return [];
    // A label that began on the previous line or continues on the next is incomplete.
    const before = lines[at - 1] ?? "";
    const isWhole = /^\p{Lu}/u.test(first) && !/[(,–—-]\s*$/.test(first) && !runsOn(before);
    const isNamed = isWhole && !isOfChanges(section);
    return [{ cells: [first, ...rest], label: isNamed ? plainLabel(first) : null, amounts }];
  });
}

/** True if a line without amounts may be the beginning of the next line's label. */
function runsOn(line: string): boolean {
  return line !== "" && !line.includes("\t") && !/[:.)]\s*$/.test(line) && line.length > 60;
}

function sharesWord(label: string, row: string): boolean {
  const words = (text: string): string[] =>
    (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.slice(0, 6));
  const own = words(row);
  return words(label).filter((word) => own.includes(word)).length >= own.length / 2;
}

function countedIn({ unit }: FigureQuestion): readonly [Scale | null, Unit] {
  if (unit === "percent") return [null, "%"];
  const scale = scales.find((one) => unit === `${one}s of dollars`) ?? null;
  return [scale, unit?.includes("dollars") ? "$" : null];
}

/** Names of companies by file name prefix, which also assigns files to companies. */
const companies: readonly (readonly [RegExp, string])[] = [
  [/^ACTIVI?SIONBLIZZARD/, "Activision Blizzard"],
  [/^AMAZON/, "Amazon"],
  [/^AMCOR/, "Amcor"],
  [/^AMERICANEXPRESS/, "American Express"],
  [/^BESTBUY/, "Best Buy"],
  [/^BLOCK/, "Square"],
  [/^MICROSOFT/, "Microsoft"],
  [/^NETFLIX/, "Netflix"],
  [/^PFIZER/i, "Pfizer"],
  [/^ULTABEAUTY/, "Ulta Beauty"],
  [/AAPL\.pdf$/, "Apple"],
  [/NVDA\.pdf$/, "Nvidia"],
];

/** The names of all companies in the data. */
export const companyNames: readonly string[] = companies.map(([, name]) => name);

function companyOf(document: string): string | null {
  return companies.find(([file]) => file.test(document))?.[1] ?? null;
}

/** A FinanceBench question whose answer is one figure for a year. */
export interface GoldFigure {
  readonly document: string;
  /** Numbered from 1. */
  readonly page: number;
  readonly label: string;
  readonly year: string;
  /** In millions of dollars. */
  readonly millions: number;
}

/**
 * What a FinanceBench record states about one figure; null if its answer is not a yearly amount in
 * dollars.
 */
export function goldFigure(record: unknown): GoldFigure | null {
  if (!isRecord(record) || !Array.isArray(record.evidence)) return null;
  const [evidence] = record.evidence;
  if (!isRecord(evidence)) return null;
  const [, amount] = /^\$(\d+(?:\.\d+)?)$/.exec(String(record.answer)) ?? [];
  const [, about = ""] =
    /\bwhat is (.+?)(?:\s*\([^)]*\))?\s*\?/i.exec(String(record.question)) ?? [];
  const [, year, label] =
    /FY((?:19|20)\d\d) (?:total amount of )?(.+?)(?: for .+)?$/.exec(about) ?? [];
  if (amount === undefined || year === undefined || label === undefined) return null;
  return {
    document: `${evidence.doc_name}.pdf`,
    page: Number(evidence.evidence_page_num) + 1,
    ...{ label, year, millions: Number(amount) },
  };
}

/** The cell of a gold figure if its page has it, as the same amount or in thousands. */
export function goldCell(gold: GoldFigure, text: string): FigureCell | null {
  const company = companyOf(gold.document);
  const rows = pageRows(text);
  const around = new Set(rows.flatMap(({ amounts }) => amounts.map((one) => one?.digits ?? "")));
  for (const scale of ["million", "thousand"] as const) {
    const isGold = (one: PrintedAmount | null): one is PrintedAmount => {
      const value = Number(one?.digits.replaceAll(",", ""));
      return Math.round(scale === "million" ? value : value / 1000) === Math.round(gold.millions);
    };
    const row = rows.find(({ amounts }) => amounts.some(isGold));
    const place = row?.amounts.findIndex(isGold) ?? -1;
    const amount = row?.amounts[place];
    if (!row || !amount || company === null) continue;
    const { document, page, label, year } = gold;
    return {
      ...{
        context: document,
        document,
        page,
        row: row.cells,
        company,
        label,
        amount,
        around,
        scale,
      },
      period: year,
      unit: "$",
      others: row.amounts.flatMap((one, other) =>
        one && other !== place ? [{ period: null, amount: one }] : [],
      ),
      neighbours: [],
    };
  }
  return null;
}
