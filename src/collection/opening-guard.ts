import type { IngestProblem } from "../core/ingest.js";
import { isOwn, type StoredDocument } from "../store/schema.js";
import type { Store } from "../store/store.js";
import { mostFailed } from "./attempts.js";
import type { Session } from "./session.js";

/** Words of all documents together below which loading them is not what ends a page. */
const heavyWords = 20_000_000;

/**
 * Loads what is needed to search the documents, and sees to it that a collection can be opened that
 * has become too much for the memory: when loading has ended the page twice, the document with most
 * words is held instead of searched. Returns the ordinals of those.
 */
export async function guardOpening(
  store: Store<unknown>,
  session: Pick<Session, "id" | "died">,
  load: (documents: readonly StoredDocument[]) => Promise<void>,
): Promise<number[]> {
  const documents = await store.ready();
  // Of one that is damaged, the number may be missing.
  if (documents.reduce((sum, { words }) => sum + (words || 0), 0) < heavyWords) {
    await load(documents);
    return [];
  }
  const before = await store.attempts.opening();
  let failed = before ? before.failed : 0;
  if (before && (await session.died(before.session))) failed++;
  const held: number[] = [];
  if (failed >= mostFailed) {
    // Of one whose file is not here nothing could be made again.
    const own = documents.filter((document) => isOwn(document) && !document.original);
    const [largest] = own.sort((a, b) => b.words - a.words);
    if (largest && (await store.attempts.hold(largest.ordinal, tooMuch(largest.path)))) {
      held.push(largest.ordinal);
    }
    failed = 0;
  }
  // A full disk is no reason not to open.
  await store.attempts.setOpening({ session: session.id, failed }).catch(() => {});
  try {
    await load(documents.filter(({ ordinal }) => !held.includes(ordinal)));
  } finally {
    await store.attempts.setOpening(null).catch(() => {});
  }
  return held;
}

function tooMuch(path: string): IngestProblem {
  return {
    code: "page-stopped",
    message: `The page was stopped twice while the documents were being loaded, and ${path} is the largest of them: it is not searched for now. Try it again, or take it out.`,
  };
}
