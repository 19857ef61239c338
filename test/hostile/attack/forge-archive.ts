import { archiveVersions } from "../../../src/collection/sharing/archived-document.js";
import type { PackedPage } from "../../../src/core/page.js";
import type { InputFile } from "../../../src/index.js";
import { ArchiveWriter, packOriginal } from "../../../src/store/archive/archive.js";
import { writeSection } from "../../../src/store/archive/section.js";
import { openInPage } from "../../browser/collection/in-page.js";
import { readWhole } from "../../unit/store/archive/read-whole.js";

/** A document with everything a file contains about it. */
export type Forged = Awaited<ReturnType<typeof readWhole>>["documents"][number];

/** An honest export of these files. */
export async function exportOf(
  files: readonly InputFile[],
  { originals = true, title = "Handbook" }: { originals?: boolean; title?: string } = {},
): Promise<Blob> {
  const honest = await openInPage(`honest-${crypto.randomUUID()}`, { inMemory: true });
  try {
    await honest.add(files);
    await honest.idle();
    return await honest.collection.exportCollection({ documents: null, originals, title });
  } finally {
    honest.close();
  }
}

/** All documents in a file, with everything it contains about them. */
export async function documentsOf(file: Blob): Promise<Forged[]> {
  return (await readWhole(file)).documents;
}

/** A file with these documents, with every checksum correct. */
export async function forged(documents: readonly Forged[], title = "Handbook"): Promise<Blob> {
  const writer = new ArchiveWriter();
  for (const { archived, pages, index, original } of documents) {
    const { section: _section, original: _original, ...document } = archived;
    if (original && !writer.hasOriginal(document.hash)) {
      await writer.addOriginal(document.hash, await packOriginal(original, document.format));
    }
    writer.add(document, await writeSection(inTurn(pages), index), original !== null);
  }
  const created = "2026-11-22T00:00:00.000Z";
  return writer.finish({ title, created, versions: archiveVersions });
}

/**
 * A file that claims to contain one document but has the text of another with the same number of
 * pages and passages. `original` says whether the genuine file is included.
 */
export async function lyingAbout(
  genuine: InputFile,
  text: string,
  { original }: { readonly original: boolean },
): Promise<Blob> {
  const [real] = await documentsOf(await exportOf([genuine]));
  const lie = { path: genuine.path, file: new Blob([text]) };
  const [fake] = await documentsOf(await exportOf([lie]));
  if (!real || !fake) throw new Error("There is nothing to lie about.");
  const { path, hash, metadata } = real.archived;
  const archived = { ...fake.archived, path, hash, metadata };
  return forged([{ ...fake, archived, original: original ? real.original : null }]);
}

async function* inTurn(pages: readonly PackedPage[]): AsyncGenerator<readonly PackedPage[]> {
  for (const page of pages) yield [page];
}
