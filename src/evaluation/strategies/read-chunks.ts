import { slicer } from "../../core/yield-to-messages.js";
import type { StrategyContext } from "../strategy.js";
import { type Chunk, type ChunkSize, chunksOf, type Piece, piecesOf } from "./chunk-text.js";
import { loadWordCounter } from "./word-tokens.js";

/** Pages that are asked for at once. */
const pagesAtOnce = 16;
/** Pieces between two looks at the clock. */
const piecesAtOnce = 64;

/**
 * The chunks of all documents of a data set, in the order of their paths, cut on the page in slices
 * of a few milliseconds. Reports pages. Throws what reading a page throws, and the signal's reason.
 */
export async function readChunks(
  context: StrategyContext,
  size: ChunkSize,
  onProgress: (done: number, total: number) => void,
): Promise<readonly Chunk[]> {
  const { collection, signal } = context;
  const countTokens = await loadWordCounter();
  const places = await pagePlaces(context);
  const pause = slicer(signal);
  const chunks: Chunk[] = [];
  let pieces: Piece[] = [];
  for (let from = 0; from < places.length; from += pagesAtOnce) {
    const batch = places.slice(from, from + pagesAtOnce);
    const pages = await Promise.all(
      batch.map(async ({ document, number, ...place }) => ({
        ...place,
        page: await collection.page(document, number, { signal }),
      })),
    );
    for (const { path, page, isLast } of pages) {
      for (const piece of piecesOf(page, countTokens)) {
        // A promise for every word would take longer than the words.
        if (pieces.push(piece) % piecesAtOnce === 0) await pause();
      }
      if (!isLast) continue;
      for (const chunk of chunksOf(path, pieces, size)) {
        chunks.push(chunk);
        await pause();
      }
      pieces = [];
    }
    onProgress(from + batch.length, places.length);
  }
  return chunks;
}

/** All pages there are. In the order of paths, so that two runs cut and number the same chunks. */
async function pagePlaces({ collection, documents, signal }: StrategyContext) {
  const listed = await collection.documents({ signal });
  const counts = new Map(listed.map(({ id, pages }) => [id, pages.total]));
  const sorted = [...documents].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([path, document]) => {
    const total = counts.get(document) ?? 0;
    return Array.from({ length: total }, (_, index) => ({
      path,
      document,
      number: index + 1,
      isLast: index + 1 === total,
    }));
  });
}
