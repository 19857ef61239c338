import type { Abbreviation } from "./abbreviations.js";
import { fold } from "./fold.js";

/** The shortest long form that is looked for in queries, in characters. */
const shortestLong = 8;

/**
 * What the abbreviations in a query stand for, and the abbreviations of what is written out in it,
 * each once, according to what the documents define.
 *
 * @param words the words of the query as they are written
 */
export function expandAbbreviations(
  query: string,
  words: readonly string[],
  abbreviations: readonly Abbreviation[],
): string[] {
  const written = new Set(words);
  const folded = ` ${plain(query)} `;
  const found = new Set<string>();
  for (const { short, long } of abbreviations) {
    if (written.has(short)) found.add(plain(long));
    else if (long.length >= shortestLong && folded.includes(` ${plain(long)} `)) found.add(short);
  }
  return [...found];
}

/** Letters, digits and single spaces. */
function plain(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
