import { Pagehound } from "pagehound";

/** Opens the collection that keeps the documents of a data set for later runs. */
export function openKept(name: string, signal: AbortSignal): Promise<Pagehound> {
  return Pagehound.open({ name, assetsBase, persist: false, signal });
}

/** Opens a collection that leaves nothing behind. */
export function openPassing(signal: AbortSignal): Promise<Pagehound> {
  return Pagehound.open({ name: "evaluation", assetsBase, storage: "memory", signal });
}

/** Deletes the documents that a collection keeps. */
export async function emptyKept(name: string): Promise<void> {
  const collection = await Pagehound.open({ name, assetsBase, persist: false });
  try {
    const documents = await collection.documents();
    if (documents.length > 0) await collection.remove(documents.map(({ id }) => id));
  } finally {
    collection.close();
  }
}

// In a variable, because the build takes a folder named in one piece for a file to copy.
const folder = "assets";
const assetsBase = new URL(`./${folder}/`, document.baseURI).href;
