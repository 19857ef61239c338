import type { Abbreviation } from "./abbreviations.js";
import { fold } from "./fold.js";

/** The shortest long form that is looked for in queries, in characters without its short words. */
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
  const asked = ` ${longWords(query)} `;
  const found = new Set<string>();
  for (const { short, long } of abbreviations) {
    if (written.has(short)) {
      found.add(long);
      continue;
    }
    const words = longWords(long);
    if (words.length >= shortestLong && asked.includes(` ${words} `)) found.add(short);
  }
  return [...found];
}

/** The words of a text, folded, without short ones such as "and", which people leave out. */
function longWords(text: string): string {
  const words = fold(text).match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? [];
  return words.join(" ");
}
