import type { SearchHit, SearchResponse } from "../search/api.js";
import { compose } from "./compose.js";
import { coverageLine } from "./coverage-line.js";
import { notFound } from "./find-by-name.js";
import { listRest } from "./list-rest.js";
import { queryNotes } from "./query-notes.js";
import type { Reading, TokenBudget } from "./reading.js";
import { asked, counted, onOneLine, placeNamed } from "./wording.js";

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
  const { reading } = compose(
    {
      head:
        hits.length === 0
          ? `Nothing found for: ${asked(query)}`
          : `${counted(matches, "passage")} with words of: ${asked(query)}`,
      blocks: rest.map((hit) => ({
        lead: `${placeOf(hit)}\n`,
        body: show === "passage" ? hit.text : hit.excerpt.text,
        evidence: [hit.id],
      })),
      separator: "\n\n",
      rest: (shown) => listRest(rest, shown, "hit"),
      foot: [...queryNotes(response), coverageLine(coverage, budget)].join("\n"),
    },
    budget,
  );
  return reading;
}

function placeOf(hit: SearchHit): string {
  const { id, heading } = hit;
  const under = heading === null ? "" : `, under "${onOneLine(heading, longestHeading)}"`;
  return `[${id}] ${placeNamed(hit)}${under}`;
}
