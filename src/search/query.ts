import { stopwords } from "@orama/stopwords/english";
import { termsOf, wordsOf } from "./terms.js";

/** What a query looks for. */
export interface QueryTerms {
  /** Terms of its words, function words left out unless there is nothing else. */
  readonly words: readonly string[];
  /** Terms of neighbouring words written as one, as file names have them ("annual report": "annualreport"). */
  readonly joined: readonly string[];
}

const functionWords = new Set(stopwords.map((word) => word.toLowerCase()));

/** The terms of a query, which may be a whole question. */
export function queryTerms(query: string): QueryTerms {
  const all = [...wordsOf(query)].map(({ term, start, end }) => ({
    term,
    text: query.slice(start, end).toLowerCase().replace("’", "'"),
  }));
  const telling = all.filter(({ text }) => !functionWords.has(text));
  const words = telling.length > 0 ? telling : all;
  const joined = words.slice(1).map(({ text }, index) => `${words[index]?.text}${text}`);
  return { words: words.map(({ term }) => term), joined: joined.flatMap(termsOf) };
}
