import { sha256 } from "../../../../src/core/index.js";
import { openArchive } from "../../../../src/store/archive/archive.js";
import { collect, compress, decompress } from "../../../../src/store/archive/checked.js";
import type { Manifest } from "../../../../src/store/archive/manifest.js";
import { writeHeader } from "../../../../src/store/archive/section.js";
import { BlobSource } from "../../../../src/store/archive/source.js";

const { signal } = new AbortController();

/** A file with a modified manifest, and the right checksums. */
export async function withManifest(
  file: Blob,
  change: (manifest: Manifest) => unknown,
): Promise<Blob> {
  const { manifest, start } = await openArchive(new BlobSource(file, "a.pagehound"), signal);
  const plain = new TextEncoder().encode(JSON.stringify(change(manifest)));
  const packed = await compress([plain]);
  const about = { length: packed.byteLength, size: plain.byteLength, sha256: await sha256(packed) };
  return new Blob([writeHeader(about), packed, file.slice(start)]);
}

/** A file with one document and another section, with the right checksums. */
export async function withSection(
  file: Blob,
  change: (plain: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): Promise<Blob> {
  const { manifest, start } = await openArchive(new BlobSource(file, "a.pagehound"), signal);
  const [document] = manifest.documents;
  if (!document || manifest.documents.length > 1) throw new Error("One document is wanted.");
  const { length, size } = document.section;
  const packed = new Uint8Array(await file.slice(start, start + length).arrayBuffer());
  const plain = change(await collect(decompress(packed, size)));
  const again = await compress([plain]);
  const section = {
    offset: 0,
    length: again.byteLength,
    size: plain.byteLength,
    sha256: await sha256(again),
  };
  const changed = { ...manifest, documents: [{ ...document, section, original: null }] };
  const changedFile = await withManifest(file, () => changed);
  const { start: begin } = await openStart(changedFile);
  return new Blob([changedFile.slice(0, begin), again]);
}

/** Where the sections start, in a file whose end may not match. */
async function openStart(file: Blob): Promise<{ start: number }> {
  const view = new DataView(await file.slice(12, 16).arrayBuffer());
  return { start: 52 + view.getUint32(0, true) };
}
