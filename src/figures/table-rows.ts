import { asRead } from "../core/index.js";
import { numbersIn } from "./find-numbers.js";

/** The number of lines above a row that are searched for its headings. */
const reach = 120;
/** Longer lines without cells are prose, and end a table. */
const longestLabel = 120;
/** If a heading is longer, the text above its row is cut off first. */
const longestHead = 160;

const fourDigits = /\p{Nd}{4}/u;

/** Every number that is a year contains these digits. */
const yearDigits = /(?:19|20)\d\d|2100/;
/** A cell that is an amount, whatever surrounds it. */
const certainAmount =
  /\t(?:\$ {0,2}\(?\d{1,3}(?:,\d{3}){0,4}(?:\.\d{1,3})?\)?|\(?\d{1,3}(?:,\d{3}){1,4}\)?|\(?\d{1,3}(?:\.\d{1,3})?%?\)?)(?:\t|$)/;
/** Years alone, below nothing or below text that no number belongs to: "(in millions)". */
const onlyYears =
  /^(?:[^\p{N}\t\n]{0,80}[):,]\t{1,9}|\t{0,9})(?:19|20)\d\d(?:\t{1,9}(?:19|20)\d\d){0,40}$/u;

/** True if a line is a row of a table: its cells are separated by tabs. */
export function isTableRow(line: string): boolean {
  return line.includes("\t");
}

/** True if a line is a row with years as column headings and no amounts: "2018 | 2017". */
export function isHeadRow(line: string): boolean {
  // Most rows need no reading of their numbers, which takes long, the first time above all.
  if (!isTableRow(line) || !fourDigits.test(line)) return false;
  const plain = asRead(line).text;
  if (!yearDigits.test(plain) || certainAmount.test(plain)) return false;
  if (onlyYears.test(plain)) return true;
  const kinds = numbersIn(line).map(({ kind }) => kind);
  return kinds.includes("year") && !kinds.includes("quantity");
}

/**
 * Returns the heading of the table that a text continues, on one line, such as "in millions; Year
 * Ended December 31; 2018 | 2017"; null if the text does not begin with rows of amounts, has its
 * own heading, or no heading is near enough above it on the page. The heading is the nearest row of
 * years, or else the table's first row if it has no numbers.
 *
 * @param above the text before `text` on its page
 */
export function tableHeadAbove(above: string, text: string): string | null {
  if (!goesOnInTable(text)) return null;
  const lines = linesOf(above);
  let top: string | null = null;
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? "";
    if (lines.length - index > reach) return null;
    if (isHeadRow(line)) return headText([...linesOverHead(lines, index), line]);
    if (isProse(line)) break;
    if (isTableRow(line)) top = line;
  }
  return top !== null && numbersIn(top).length === 0 ? headText([top]) : null;
}

/** True if the first row has amounts and only labels precede it. */
function goesOnInTable(text: string): boolean {
  for (const line of linesOf(text.slice(0, 1_000))) {
    if (isTableRow(line)) return hasAmounts(line);
    if (!/[:：]$/u.test(line)) return false;
  }
  return false;
}

/** Lines above a heading row that belong to it: a unit, a period, a row that spans columns. */
function linesOverHead(lines: readonly string[], index: number): string[] {
  const over: string[] = [];
  for (let at = index - 1; at >= Math.max(0, index - 4); at--) {
    const line = lines[at] ?? "";
    if (isTableRow(line) ? hasAmounts(line) : line.length > 80) break;
    if (isTableRow(line) || unit.test(line) || isPeriod(line)) over.unshift(line);
  }
  return over;
}

const unit =
  /(?<!\p{Alpha})(?:thousands?|millions?|billions?|tausend|millionen|milliarden|tsd|mio|mrd|teur|milliers|milliards|millones|miles|milioni|miliardi)(?!\p{Alpha})|百万|千円|億|[$€£¥]/iu;

/** "Year Ended December 31,", "As of June 30": a day without an amount. */
function isPeriod(line: string): boolean {
  const kinds = numbersIn(line).map(({ kind }) => kind);
  return kinds.includes("date") && !kinds.includes("quantity");
}

function headText(lines: readonly string[]): string {
  const words = lines.map((line) =>
    line
      .split("\t")
      .map((cell) => cell.replace(/\s+/gu, " ").trim())
      .filter((cell) => cell !== "")
      .join(" | ")
      .replace(/^\(([^()]*)\)$/u, "$1")
      .replace(/, except .*/u, "")
      .replace(/[,;:]$/u, ""),
  );
  while (words.length > 1 && words.join("; ").length > longestHead) words.shift();
  return words.join("; ").slice(0, longestHead);
}

function hasAmounts(row: string): boolean {
  return numbersIn(row).some(({ kind }) => kind === "quantity");
}

function isProse(line: string): boolean {
  return !isTableRow(line) && (line.length > longestLabel || /[.!?。！？]$/u.test(line));
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
