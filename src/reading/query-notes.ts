import type { SearchResponse } from "../search/api.js";

/**
 * What a reader of the results has to know of how the query was understood, in sentences: words
 * taken for typing errors, words that nothing holds, parts that could not be used.
 */
export function queryNotes({
  corrections,
  unmatched,
  ignored,
}: Pick<SearchResponse, "corrections" | "unmatched" | "ignored">): string[] {
  const corrected = new Set(corrections.map(({ from }) => from));
  const missing = unmatched.filter((word) => !corrected.has(word));
  return [
    ...corrections.map(
      ({ from, to }) => `Nothing has "${from}"; these are results for "${to}" instead.`,
    ),
    ...(missing.length > 0 ? [`No document searched has ${quotedList(missing)}.`] : []),
    ...ignored.map(({ text, reason }) => `Not used: ${text}. ${reason}`),
  ];
}

function quotedList(words: readonly string[]): string {
  const quoted = [...new Set(words)].map((word) => `"${word}"`);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
}
