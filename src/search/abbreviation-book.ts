import type { Abbreviation } from "./abbreviations.js";
import { fold } from "./fold.js";

/** An abbreviation, and what of its long form is compared. */
interface Entry {
  readonly document: number;
  readonly abbreviation: Abbreviation;
  readonly words: readonly string[];
}

/** Long forms of fewer characters, short words left out, are not looked for in queries. */
const shortestLong = 8;

/** The abbreviations that documents define, for finding those that a query has. */
export class AbbreviationBook {
  readonly #byShort = new Map<string, Entry[]>();
  /** By the first word of the long form. */
  readonly #byWord = new Map<string, Entry[]>();

  /** Adds those of one more document. */
  add(document: number, abbreviations: readonly Abbreviation[]): void {
    for (const abbreviation of abbreviations) {
      const words = longWords(abbreviation.long);
      const entry = { document, abbreviation, words };
      append(this.#byShort, abbreviation.short, entry);
      if (words.join("").length >= shortestLong) append(this.#byWord, words[0] ?? "", entry);
    }
  }

  /**
   * What the abbreviations in a query stand for, and the abbreviations of what is written out in
   * it, each once.
   *
   * @param words the words of the query as they are written
   * @param documents whose definitions count
   */
  expand(query: string, words: readonly string[], documents: ReadonlySet<number>): string[] {
    const found = new Set<string>();
    for (const word of words) {
      for (const { document, abbreviation } of this.#byShort.get(word) ?? []) {
        if (documents.has(document)) found.add(abbreviation.long);
      }
    }
    const asked = longWords(query);
    asked.forEach((word, place) => {
      for (const entry of this.#byWord.get(word) ?? []) {
        if (!documents.has(entry.document)) continue;
        const isThere = entry.words.every((each, index) => asked[place + index] === each);
        if (isThere) found.add(entry.abbreviation.short);
      }
    });
    return [...found];
  }
}

function append(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
}

/** The words of a text, folded, without short ones such as "and", which people leave out. */
function longWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? [];
}
