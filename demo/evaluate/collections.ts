import { Pagehound } from "pagehound";
import { evaluationLogs } from "pagehound/evaluation";
import type { KeptRun } from "./kept-runs.js";

/**
 * Opens the collection that stores the documents of a run, and of other runs with the same files.
 */
export function openKept(run: KeptRun, signal?: AbortSignal): Promise<Pagehound> {
  return Pagehound.open({ name: nameOf(run), assetsBase, persist: false, signal });
}

/** Opens a collection that leaves nothing behind. */
export function openPassing(signal: AbortSignal): Promise<Pagehound> {
  return Pagehound.open({ name: "evaluation", assetsBase, storage: "memory", signal });
}

/**
 * Deletes everything that is stored for a run: its records, and its documents if no other run uses
 * them.
 */
export async function forgetRun(run: KeptRun, otherRuns: readonly KeptRun[]): Promise<void> {
  await evaluationLogs.delete(run.id);
  if (otherRuns.some((one) => nameOf(one) === nameOf(run))) return;
  const collection = await openKept(run);
  try {
    const documents = await collection.documents();
    if (documents.length > 0) await collection.remove(documents.map(({ id }) => id));
  } finally {
    collection.close();
  }
}

function nameOf({ dataSet, fingerprint }: KeptRun): string {
  return `evaluation ${dataSet} ${fingerprint}`;
}

// In a variable, because the build would copy a folder named in one piece like a file.
const folder = "assets";
const assetsBase = new URL(`./${folder}/`, document.baseURI).href;
