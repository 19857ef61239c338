import { type QueryWord, stemsOf } from "../../core/index.js";
import {
  fewWords,
  type OpenForm,
  phraseFinder,
  type QueryContext,
  type SearchIndex,
} from "../../search/index.js";
import { type HitSource, takeHits } from "./take-hits.js";

/** Where words are searched for. */
interface OpenFormScope {
  readonly context: QueryContext;
  readonly scope: ReadonlySet<number>;
  readonly signal: AbortSignal | undefined;
}

const latinWord = /^[\p{Script=Latin}\p{M}]{5,24}$/u;
/** Minimum number of letters in each half of a word. */
const shortestHalf = 2;
/**
 * Maximum number of passages with both halves to read for a word. If there are more, a word that
 * exists is not split.
 */
const most = 30;

/**
 * The words of a query that passages write as two adjacent words: "on line" for "online". The index
 * does not know which words are adjacent, so some passages with both halves are read.
 */
export async function openFormsOf(
  words: readonly QueryWord[],
  { context, scope, signal }: OpenFormScope,
  source: HitSource & { readonly index: SearchIndex },
): Promise<ReadonlyMap<string, OpenForm>> {
  const { index } = source;
  const { vocabulary, languages } = context;
  const found = new Map<string, OpenForm>();
  const termsOf = (half: string): readonly string[] =>
    [...new Set([...languages].flatMap((language) => stemsOf(half, language, "query")))].filter(
      (term) => vocabulary.has(term),
    );
  for (const { text, terms } of words) {
    if (!latinWord.test(text)) continue;
    const isHeld = terms.some((term) => index.isHeld(term, scope));
    // In longer queries, only words that no passage contains are split.
    if (isHeld && words.length > fewWords) continue;
    for (let at = shortestHalf; at <= text.length - shortestHalf; at++) {
      const first = termsOf(text.slice(0, at));
      const second = first.length > 0 ? termsOf(text.slice(at)) : [];
      if (second.length === 0) continue;
      const passages = index.together([first, second], scope, most + 1);
      if (passages.length === 0 || (isHeld && passages.length > most)) continue;
      const ranked = passages.slice(0, most).map((passage) => ({ ...passage, score: 1 }));
      const ranking = { matches: ranked.length, terms: [], take: () => ranked };
      const find = phraseFinder(`${text.slice(0, at)} ${text.slice(at)}`);
      const holds = (passage: string): boolean => find(passage).length > 0;
      const request = { limit: 1, holds, keepsCopies: true, signal };
      if ((await takeHits(ranking, request, source)).length > 0) {
        found.set(text, { first, second });
      }
    }
  }
  return found;
}
