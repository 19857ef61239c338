import { numbersIn } from "./numbers/find-numbers.js";

/** Lines above a row in which its head is looked for. */
const reach = 120;
/** A longer line without cells is prose, and ends a table. */
const longestLabel = 120;
/** A longer head loses what is above its row first. */
const longestHead = 160;

/** True if a line is a row of a table: its cells are parted by tabs. */
export function isTableRow(line: string): boolean {
  return line.includes("\t");
}

/** True if a line is a row that heads columns by years and has no amounts: "2018 | 2017". */
export function isHeadRow(line: string): boolean {
  if (!isTableRow(line)) return false;
  const kinds = numbersIn(line).map(({ kind }) => kind);
  return kinds.includes("year") && !kinds.includes("quantity");
}

/**
 * The head of the table that a text continues with, on one line, such as
 * "in millions; Year Ended December 31; 2018 | 2017"; null when the text does not begin with rows of
 * amounts, brings its own head, or none is near enough above it on the page. The head is the
 * nearest row of years, or else the table's first row where it has no numbers.
 *
 * @param above what is before the text on its page
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

/** True if the first row has amounts, with nothing but labels before it. */
function goesOnInTable(text: string): boolean {
  for (const line of linesOf(text.slice(0, 1_000))) {
    if (isTableRow(line)) return hasAmounts(line);
    if (!/[:：]$/u.test(line)) return false;
  }
  return false;
}

/** What belongs to a head above its row: a unit, a period, a row that spans columns. */
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
  /(?<!\p{L})(?:thousands?|millions?|billions?|tausend|millionen|milliarden|tsd|mio|mrd|teur|milliers|milliards|millones|miles|milioni|miliardi)(?!\p{L})|百万|千円|億|[$€£¥]/iu;

/** "Year Ended December 31,", "As of June 30": a day, and no amount. */
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

const codes = "USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|HKD|SGD|CNY|RMB|INR|SEK|NOK|DKK|ZAR|BRL";

/** The words of a scale, and signs that by themselves say how a table is scaled. */
const scales: readonly { words: string; signs: string; power: number }[] = [
  {
    words: "thousands?|tausend|tsd\\.?|milliers|miles|mila|migliaia|milhares",
    signs: `(?<![\\p{L}\\p{N}])(?:TEUR|T€|k€)(?!\\p{L})|['’$€£]000(?!\\d)|(?<![\\d.,])000['’]?s(?!\\p{L})|\\(1,000\\)(?=\\t(?:19|20)\\d\\d)|千`,
    power: 3,
  },
  {
    words: "millions?|millionen|mio\\.?|millones|milioni|milhões|mln\\.?|mn|MM",
    signs: `(?<!\\p{L})(?:US|AU?|CA?|HK|NZ|S)?[$€£]['’]? ?m(?!\\p{L})|(?<!\\p{L})M€|(?<!\\p{L})(?:${codes})['’]?m(?!\\p{L})|百万`,
    power: 6,
  },
  {
    words: "billions?|milliarden?|mrd\\.?|milliards?|miliardi|bilhões|bn",
    signs: "(?<!\\p{L})(?:US)?[$€£] ?bn(?!\\p{L})|十亿|十億",
    power: 9,
  },
];

const currency = `(?:(?:US|U\\.S\\.|Canadian|Australian)[ \\t]?)?(?:\\p{Sc}|${codes}|dollars?|euros?|pounds?|francs?|yen|dólares|sterling)`;
const units = `${currency}|shares?|units?|tons|barrels`;

/** Where a scale is said of numbers at large, and not of a thing that is counted in prose. */
const forms: readonly { form: RegExp; power: number }[] = scales.map(({ words, signs, power }) => {
  const word = `(?:${words})(?!\\p{L})`;
  // "in millions of homes" is prose; "in millions of dollars" states a scale.
  const notCounted = `(?![ \\t]+(?:of|de)[ \\t]+(?!(?:the )?(?:${units})))`;
  const stated = [
    `(?<!\\p{L})(?:in|en|em)[ \\t\\n]+(?:(?:${currency})[ \\t]*)?${word}${notCounted}`,
    `\\([ \\t]*(?:(?:${currency})[ \\t]*)?${word}${notCounted}`,
    // "RMB’Million".
    `${currency}['’]?[ \\t]*${word}${notCounted}`,
    // "ninety thousand euros" is one amount.
    `(?<![\\p{L}#]|[\\p{L}#][ -])${word}[ \\t]+(?:of |de |d['’]|di )?(?:${units})(?!\\p{L})`,
    `(?:^|[\\n\\t|])[ ]*${word}(?=[ ]*(?:$|[\\n\\t|,(]))`,
  ];
  return {
    form: new RegExp([...stated, signs].join("|"), "iu"),
    power,
  };
});

/** Beginnings of the words and signs without one of which no text states a scale. */
const mayScale = new RegExp(
  `thou|taus|tsd|teur|[tkm]€|mil|mio|mln|mrd|m[nm]|migl|bil|bn|['’$€£]000|000['’]?s|\\(1,000\\)\\t|[$€£]['’]? ?m|(?:${codes})['’]?m|千|百万|十[亿億]`,
  "i",
);

/** A scale is said on one line, or continues there from the line before it. */
function linesThatMayScale(page: string): string {
  const lines = page.split("\n");
  const may = lines.map((line) => mayScale.test(line));
  return lines.filter((_, index) => may[index] || may[index + 1]).join("\n");
}

/**
 * The powers of ten that a page states for its tables, as in "in millions", the least first; empty
 * when it states none. The scale words of single numbers, as in "5 million", and things counted in
 * prose, as in "millions of homes", do not count.
 */
export function tableScales(page: string): readonly number[] {
  const text = linesThatMayScale(page);
  const possible = forms.filter(({ form }) => form.test(text));
  if (possible.length === 0) return [];
  let rest = "";
  let from = 0;
  for (const { span, power } of numbersIn(text)) {
    if (power === 0) continue;
    rest += `${text.slice(from, span.start)}#`;
    from = span.end;
  }
  rest += text.slice(from);
  return possible.filter(({ form }) => form.test(rest)).map(({ power }) => power);
}
