import type { SearchResponse } from "../search/api.js";
import { onOneLine } from "./wording.js";

const mostNamed = 5;
const longestNamed = 60;

/**
 * What a reader of the results has to know of how the query was understood, in sentences: words
 * taken for typing errors, words that nothing holds, parts that could not be used; five of each at
 * most.
 */
export function queryNotes({
  corrections,
  unmatched,
  ignored,
}: Pick<SearchResponse, "corrections" | "unmatched" | "ignored">): string[] {
  const corrected = new Set(corrections.map(({ from }) => from));
  const missing = unmatched.filter((word) => !corrected.has(word));
  return [
    ...corrections
      .slice(0, mostNamed)
      .map(({ from, to }) => `Nothing has "${from}"; these are results for "${to}" instead.`),
    ...(missing.length > 0 ? [`No document searched has ${quotedList(missing)}.`] : []),
    ...ignored
      .slice(0, mostNamed)
      .map(({ text, reason }) => `Not used: ${onOneLine(text, longestNamed)}. ${reason}`),
    ...(ignored.length > mostNamed ? [`Nor ${ignored.length - mostNamed} more.`] : []),
  ];
}

function quotedList(words: readonly string[]): string {
  const all = [...new Set(words)];
  const quoted = all.slice(0, mostNamed).map((word) => `"${onOneLine(word, longestNamed)}"`);
  const more = all.length - quoted.length;
  const last = more > 0 ? `${more} more` : (quoted.pop() ?? "");
  const joint = more > 0 ? "and" : "or";
  return quoted.length === 0 ? last : `${quoted.join(", ")} ${joint} ${last}`;
}
