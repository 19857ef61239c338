import { explained, json, tooMuchInside } from "./checked.js";
import { collect, decompress } from "./compression.js";
import {
  isBelievable,
  type Manifest,
  readManifest,
  type Section,
  sectionBytes,
  unpackedBytes,
} from "./manifest.js";
import { checkBytes, headerBytes, readHeader } from "./section.js";
import type { ArchiveSource } from "./source.js";

/** A file whose beginning was read and checked. */
export interface OpenArchive {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest's bytes: two files with the same one are the same file. */
  readonly sha256: string;
  /** Where the sections begin. */
  readonly start: number;
  readonly source: ArchiveSource;
}

/**
 * Reads the beginning of a file: what it is, and what it has. Throws `unsupported-format` for what is
 * no collection, or a newer one, and `damaged-file`, also for one that is longer or shorter than its
 * sections, or that says to unpack to more than documents do.
 */
export async function openArchive(
  source: ArchiveSource,
  signal: AbortSignal,
): Promise<OpenArchive> {
  const { name } = source;
  const head = await source.head(signal);
  const { length, size, sha256 } = readHeader(head, name);
  const start = headerBytes + length;
  const bytes =
    head.byteLength >= start
      ? head.slice(headerBytes, start)
      : await source.read(headerBytes, length, signal);
  await checkBytes(bytes, { offset: 0, length, size, sha256 }, name);
  const manifest = await explained(name, async () => {
    return readManifest(json(await collect(decompress(bytes, size))), name);
  });
  const end = await explained(name, async () => start + sectionBytes(manifest));
  const unpacked = unpackedBytes(manifest);
  if (!isBelievable(end, unpacked)) throw tooMuchInside(name, end, unpacked);
  await source.requireEnd(end, signal);
  return { manifest, sha256, start, source };
}

/** The bytes of a section, not checked yet. */
export function sectionOf(
  { start, source }: OpenArchive,
  { offset, length }: Section,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return source.read(start + offset, length, signal);
}
