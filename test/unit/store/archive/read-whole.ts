import type { PackedPage } from "../../../../src/core/page.js";
import { openArchive, sectionOf, unpackOriginal } from "../../../../src/store/archive/archive.js";
import type { ArchivedIndex } from "../../../../src/store/archive/index-record.js";
import type { ArchivedDocument } from "../../../../src/store/archive/manifest.js";
import { readSection } from "../../../../src/store/archive/section.js";
import { BlobSource } from "../../../../src/store/archive/source.js";

/** A document as read back. */
export interface ReadDocument {
  readonly archived: ArchivedDocument;
  readonly pages: readonly PackedPage[];
  readonly index: ArchivedIndex;
  readonly original: Uint8Array<ArrayBuffer> | null;
}

const { signal } = new AbortController();

/** Everything in a file. */
export async function readWhole(file: Blob): Promise<{ title: string; documents: ReadDocument[] }> {
  const name = "a.pagehound";
  const archive = await openArchive(new BlobSource(file, name), signal);
  const documents: ReadDocument[] = [];
  for (const archived of archive.manifest.documents) {
    const bytes = await sectionOf(archive, archived.section, signal);
    const pages: PackedPage[] = [];
    const index = await readSection(bytes, archived, name, signal, async (some) => {
      pages.push(...some);
    });
    const packed = archived.original && (await sectionOf(archive, archived.original, signal));
    const original = packed && (await unpackOriginal(packed, archived, name));
    documents.push({ archived, pages, index, original });
  }
  return { title: archive.manifest.title, documents };
}
