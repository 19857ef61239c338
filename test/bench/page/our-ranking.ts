import type { DocumentId, Pagehound } from "../../../src/index.js";
import { type PlaceUnit, searchedPlaces } from "./first-places.js";

/** How many passages a search requests: 200 are usually on more pages than are evaluated. */
export const searchLimits: readonly number[] = [200, 1000];

/** Ranks pages or documents for a query; only pages of one document if it is named. */
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
    // The file was refused: nothing of it can be found.
    if (document !== null && id === undefined) return Promise.resolve([]);
    const scope = id === undefined ? {} : { documents: [id] };
    return searchedPlaces(
      async (limit) => {
        const { hits } = await collection.search(query, { ...scope, limit });
        // If a text occurs several times, each place has its own rank.
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
