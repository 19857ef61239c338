import type { Answer } from "../../index.js";

/** What stands behind a sentence. */
export type Citation = Answer["sentences"][number]["citations"][number];

/** A place that an answer cites, and its number. */
export interface CitedPlace {
  readonly citation: Citation;
  readonly number: number;
}

/** The places that an answer cites, each once, in the order of their numbers. */
export function citedPlaces({ sentences }: Pick<Answer, "sentences">): CitedPlace[] {
  const places = new Map<string, CitedPlace>();
  for (const citation of sentences.flatMap(({ citations }) => citations)) {
    const key = placeKey(citation);
    if (!places.has(key)) places.set(key, { citation, number: places.size + 1 });
  }
  return [...places.values()];
}

interface Place {
  readonly document: string;
  readonly page: number;
  readonly span: { readonly start: number; readonly end: number };
}

/** Numbers the places an answer cites, in the order they come; the same place has one number. */
export function numbering(answer: Answer): (place: Place) => number {
  const numbers = new Map<string, number>();
  for (const { citation, number } of citedPlaces(answer)) numbers.set(placeKey(citation), number);
  return (place) => numbers.get(placeKey(place)) ?? 0;
}

/** Names a place in the documents. */
export function placeKey({ document, page, span }: Place): string {
  return `${document} ${page} ${span.start} ${span.end}`;
}
