import type { NumberInText } from "./numbers.js";

/** Words behind which a number stands in a sentence, not in a row of a table. */
const joining =
  /(?<![\p{L}\p{N}])(?:was|were|is|are|be|been|of|to|from|by|at|about|approximately|around|nearly|almost|over|under|than|and|or|with|for|only|just|had|has|have|paid|received|totall?ed|totall?ing|reached|earned|spent|cost|costs|exceeded|rose|fell|grew|war|waren|betrug|betrugen|beträgt|von|auf|um|bei|und|ist|était|est|de|à|et|fue|fueron|es|era|y|a)[ \t]*$/iu;

/** Where a number stands: what precedes and follows it on its line, in its cell. */
function settingOf(
  text: string,
  { start, end }: NumberInText["span"],
): { readonly before: string; readonly after: string } {
  return {
    before: /[^\n\t|]*$/u.exec(text.slice(Math.max(0, start - 300), start))?.[0] ?? "",
    after: /^[^\n\t|]*/u.exec(text.slice(end, end + 300))?.[0] ?? "",
  };
}

/**
 * Whether a number is a part of a sentence: words follow it in its line and cell, or a sentence ends
 * there, or such a word as "was" precedes it. A number behind a label, or among numbers, is a cell.
 */
export function isInRunningText(text: string, span: NumberInText["span"]): boolean {
  const { before, after } = settingOf(text, span);
  // "(a)" and the like refer to notes.
  const rest = after.replace(/[([]\p{L}[)\]]/gu, "");
  return /\p{L}{2}/u.test(rest) || /^[.;!?](?:\s|$)/.test(rest) || joining.test(before);
}

/**
 * By which of the powers of ten that a page states a number of it may be multiplied: those, unless
 * it has a scale word, is a percentage, or is an amount with a currency in running text, which says
 * what it says.
 */
export function scalesOf(
  { span, power, percent, currency, kind }: NumberInText,
  text: string,
  stated: readonly number[],
): readonly number[] {
  if (power > 0 || percent || kind !== "quantity" || stated.length === 0) return [];
  return currency !== null && isInRunningText(text, span) ? [] : stated;
}
