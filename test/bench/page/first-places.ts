import { pageKey } from "./page-key.js";

export interface PassagePlace {
  readonly document: string;
  /** Numbered from 1. */
  readonly page: number;
}

/** The unit in which results are counted. */
export type PlaceUnit = "page" | "document";

/** Keys of the first `count` pages or documents, ordered by their first passage. */
export function firstPlaces(
  passages: Iterable<PassagePlace>,
  unit: PlaceUnit,
  count: number,
): string[] {
  const keys = new Set<string>();
  for (const { document, page } of passages) {
    if (keys.size === count) break;
    keys.add(unit === "page" ? pageKey(document, page) : document);
  }
  return [...keys];
}

/**
 * The first `count` places of a search. It is repeated with higher limits until its passages cover
 * enough places, there are no more passages, or the last limit is reached.
 */
export async function searchedPlaces(
  search: (limit: number) => Promise<readonly PassagePlace[]>,
  limits: readonly number[],
  unit: PlaceUnit,
  count: number,
): Promise<string[]> {
  let places: string[] = [];
  for (const limit of limits) {
    const found = await search(limit);
    places = firstPlaces(found, unit, count);
    if (places.length === count || found.length < limit) break;
  }
  return places;
}
