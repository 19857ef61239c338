import type { DocumentId, Pagehound } from "../../../src/index.js";
import { type PlaceUnit, searchedPlaces } from "./first-places.js";

/** How many passages to request: 200 usually cover more pages than are evaluated. */
export const searchLimits: readonly number[] = [200, 1000];

/** Ranks pages or documents for a query, or only the pages of `document` if it is set. */
export type Rank = (query: string, document: string | null) => Promise<string[]>;

/** Our ranking of a collection. */
export async function ourRanking(
  collection: Pagehound,
  unit: PlaceUnit,
  depth: number,
): Promise<Rank> {
  const documents = await collection.documents();
  const ids = new Map<string, DocumentId>(documents.map(({ path, id }) => [path, id]));
  return (query, document) => {
    const id = document === null ? undefined : ids.get(document);
    // The file was refused, so none of its pages can be found.
    if (document !== null && id === undefined) return Promise.resolve([]);
    const scope = id === undefined ? {} : { documents: [id] };
    return searchedPlaces(
      async (limit) => {
        const { hits } = await collection.search(query, { ...scope, limit });
        // A text that occurs in several places counts once for each.
        return hits
          .flatMap((hit) => [hit, ...(hit.alsoIn ?? [])])
          .sort((one, other) => other.score - one.score)
          .map(({ path, page }) => ({ document: path, page }));
      },
      searchLimits,
      unit,
      depth,
    );
  };
}
