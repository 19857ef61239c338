import type { Answer, Citation } from "../../index.js";
import type { ViewerPlace } from "../viewer/index.js";
import { placeKey } from "./cited-places.js";

/** Places to mark in a document, and the one to begin at. */
export interface ViewerPlaces {
  readonly places: readonly ViewerPlace[];
  readonly current: number;
}

/**
 * What an answer cites in the document of one of its citations, in the order of the pages, beginning
 * at that one. A citation that is in none of the answers is marked alone.
 */
export function viewerPlaces(
  citation: Citation,
  answers: Iterable<Answer | null | undefined>,
): ViewerPlaces {
  const distinct = new Map([[placeKey(citation), citation]]);
  for (const answer of answers) {
    const cited = answer?.sentences.flatMap(({ citations }) => citations) ?? [];
    if (!cited.includes(citation)) continue;
    for (const other of cited) {
      if (other.document === citation.document) distinct.set(placeKey(other), other);
    }
  }
  const sorted = [...distinct.values()].sort(
    (a, b) => a.page - b.page || a.span.start - b.span.start || a.span.end - b.span.end,
  );
  return {
    places: sorted.map(({ page, span }) => ({ page, passage: span, spans: [span] })),
    current: sorted.findIndex((one) => placeKey(one) === placeKey(citation)),
  };
}
