import { keptOrMade } from "../append.js";
import type { Language } from "../document.js";
import type { Span } from "../page.js";
import { fold } from "./fold.js";
import { joinedTerms } from "./joined-terms.js";
import { isFunctionWord, isFunctionWordIn, queryLanguages } from "./language.js";
import { wordsOf } from "./terms.js";

/** A word of a query with the terms it may be indexed under; a match of any of them counts. */
export interface QueryWord extends Span {
  /** As typed. */
  readonly text: string;
  /** Distinct terms, those of the likeliest language first. Never empty. */
  readonly terms: readonly string[];
  /** Whether it is a function word in a language that the query may be in. */
  readonly isFunctionWord: boolean;
}

/**
 * The words of a query, in order, for a collection with documents in these languages. A word has
 * the terms of all these languages, because a name may be in any; words overlap if a part of one is
 * also a word.
 */
export function queryWordsOf(query: string, languages: ReadonlySet<Language>): QueryWord[] {
  const likely = queryLanguages(query, languages);
  const grammars = grammarsOf(query, likely, languages);
  const hasLowerCase = /\p{Lowercase}/u.test(query);
  const ordered = new Set([...likely, ...languages]);
  const words = new WordTerms();
  const [first] = ordered;
  for (const language of ordered) {
    for (const { term, start, end } of wordsOf(query, language, "query")) {
      const isTyped = term === fold(query.slice(start, end));
      if (isTyped || language === first || !isForeignGrammar(term, language, ordered))
        words.add(term, start, end);
    }
  }
  return words
    .list()
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, terms }) => {
      const text = query.slice(start, end);
      // "IT" and "US" are names unless everything is in capitals.
      const isName = hasLowerCase && capitals.test(text) && !operators.has(text);
      const isGrammar = !isName && isFunctionWordIn(text, grammars);
      return { start, end, text, terms: [...terms], isFunctionWord: isGrammar };
    });
}

/** Whether a stem is a function word in other languages only: French has "be" for "bee". */
function isForeignGrammar(
  term: string,
  language: Language,
  languages: ReadonlySet<Language>,
): boolean {
  return !isFunctionWord(term, language) && isFunctionWordIn(term, [...languages]);
}

/** The terms of the words at each position, in several languages. */
class WordTerms {
  readonly #words = new Map<string, Span & { readonly terms: Set<string> }>();

  add(term: string, start: number, end: number): void {
    const make = () => ({ start, end, terms: new Set<string>() });
    keptOrMade(this.#words, `${start} ${end}`, make).terms.add(term);
  }

  list() {
    return [...this.#words.values()];
  }
}

/**
 * Words that a query writes in several groups but documents may write as one, such as "on-line",
 * "U.N." and "978-0-306-40615-7", with their joined terms.
 */
export function groupedWordsOf(
  query: string,
  languages: ReadonlySet<Language>,
): readonly QueryWord[] {
  const words = new WordTerms();
  for (const language of languages) {
    joinedTerms(query, language, "query", (term, start, end) => words.add(term, start, end));
  }
  return words.list().map(({ start, end, terms }) => ({
    ...{ start, end, text: query.slice(start, end), terms: [...terms] },
    isFunctionWord: false,
  }));
}

const capitals = /^\p{Uppercase}{2,}$/u;
/** Operators of other query languages, which are ordinary words in this one. */
const operators: ReadonlySet<string> = new Set(["AND", "NOT", "OR"]);

/**
 * The languages whose function words a query likely uses as such. A single one of them may be a
 * content word in another language ("war", "die", "son"), unless all documents are in one language.
 */
function grammarsOf(
  query: string,
  likely: readonly Language[],
  languages: ReadonlySet<Language>,
): readonly Language[] {
  if (languages.size === 1) return likely;
  const words = wordsOf(query, "und", "query").map(({ start, end }) => query.slice(start, end));
  return likely.filter((language) => {
    const found = words.filter((word) => isFunctionWord(word, language));
    return new Set(found.map((word) => word.toLowerCase())).size > 1;
  });
}
