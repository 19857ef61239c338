import type { SearchHit, SearchResponse } from "../search/api.js";
import { compose } from "./compose.js";
import { coverageLine } from "./coverage-line.js";
import { notFound } from "./find-document.js";
import { listRest } from "./list-rest.js";
import { queryNotes } from "./query-notes.js";
import type { Reading } from "./reading.js";
import type { TokenBudget } from "./token-budget.js";
import { counted, onOneLine } from "./wording.js";

/** How results are shown. */
export interface SearchTextOptions {
  /** `excerpt`, a few lines around the query's words, unless told; `passage` gives all of it. */
  readonly show?: "excerpt" | "passage" | undefined;
  /** `next` of the reading before; the best hit unless told. */
  readonly from?: string | undefined;
}

const longestHeading = 120;

/**
 * What a search found, best first: evidence id, path, page, heading and excerpt or passage of each
 * hit, and at the end how the query was understood and what was searched. Throws `not-found` for a `from` that is no hit of the
 * response, `invalid-argument` when the budget is too small to show anything.
 */
export function searchText(
  response: SearchResponse,
  budget: TokenBudget,
  { show = "excerpt", from }: SearchTextOptions = {},
): Reading {
  const { query, hits, matches, coverage } = response;
  const begin = from === undefined ? 0 : hits.findIndex(({ id }) => id === from);
  if (begin < 0) throw notFound(`There is no hit ${from} in these results to go on from.`);
  const rest = hits.slice(begin);
  const { shown, ...composed } = compose(
    {
      head:
        hits.length === 0
          ? `Nothing found for: ${query}`
          : `${counted(matches, "passage")} with words of: ${query}`,
      blocks: rest.map((hit) => ({
        lead: `${placeOf(hit)}\n`,
        body: show === "passage" ? hit.text : hit.excerpt.text,
        evidence: [hit.id],
      })),
      separator: "\n\n",
      leftOut: (shown) => listRest(rest, shown, "hit").leftOut,
      foot: [...queryNotes(response), coverageLine(coverage, budget)].join("\n"),
    },
    budget,
  );
  return { ...composed, next: listRest(rest, shown, "hit").next };
}

function placeOf({ id, path, page, pageLabel, pageUnit, heading }: SearchHit): string {
  const label = pageLabel === null || pageLabel === String(page) ? "" : ` (labelled ${pageLabel})`;
  const under = heading === null ? "" : `, under "${onOneLine(heading, longestHeading)}"`;
  return `[${id}] ${path}, ${pageUnit} ${page}${label}${under}`;
}
