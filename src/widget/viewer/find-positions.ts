import type { Span } from "../../core/span.js";

/** One of the matches: the page it stands on, and which of the page's it is. */
export interface MatchPlace {
  readonly page: number;
  readonly index: number;
}

/** Matches by page. */
type Matches = ReadonlyMap<number, readonly Span[]>;

/** Which match it is in the order of the document, counting from 0; -1 when it is none of them. */
export function positionOf(matches: Matches, place: MatchPlace | null): number {
  if (!place || !matches.has(place.page)) return -1;
  let before = 0;
  for (const [page, spans] of matches) if (page < place.page) before += spans.length;
  return before + place.index;
}

/** The match at a position in the order of the document, round about at both ends; null when there is none. */
export function placeAt(matches: Matches, position: number): MatchPlace | null {
  const pages = [...matches].sort(([a], [b]) => a - b);
  const total = pages.reduce((sum, [, spans]) => sum + spans.length, 0);
  let left = total === 0 ? 0 : ((position % total) + total) % total;
  for (const [page, spans] of pages) {
    if (left < spans.length) return { page, index: left };
    left -= spans.length;
  }
  return null;
}
