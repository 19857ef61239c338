import type { IngestProblem } from "../core/ingest.js";
import type { DocumentPostings } from "../search/document-postings.js";
import type { Store } from "../store/store.js";
import type { LiveDocuments } from "./live-documents.js";
import { bytesOf, hashOf } from "./stored-file.js";

/** What is looked after. */
export interface DamagedContext {
  readonly store: Pick<Store<DocumentPostings>, "damage">;
  readonly live: Pick<LiveDocuments, "all" | "damaged">;
}

/**
 * Sets documents aside that cannot be used as they are stored, or of which pages are lost, so that
 * they are read anew from their files, or are named where there is no file. Returns their ordinals.
 */
export async function setDamagedAside({ store, live }: DamagedContext): Promise<number[]> {
  const documents = live.all().map(({ document }) => document);
  const damaged: { readonly ordinal: number; readonly content?: number }[] = [
    ...Array.from(live.damaged, (ordinal) => ({ ordinal })),
    ...(await store.damage.withoutPages(documents)),
  ];
  for (const { ordinal, content } of damaged) {
    const file = await store.damage.unhashed(ordinal);
    const hash = file && (await hashOf(await bytesOf(file, `d${ordinal}`)));
    await store.damage.setAside(ordinal, lost, { hash, content });
  }
  return damaged.map(({ ordinal }) => ordinal);
}

function lost(path: string): IngestProblem {
  return {
    code: "damaged-file",
    message: `Parts of ${path} that were stored here are lost, and its file is not here to read it again: it is not searched. Add the file again, or take it out.`,
  };
}
