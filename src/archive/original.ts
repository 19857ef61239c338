import { damagedFile, explained } from "./checked.js";
import { collect, compress, decompress } from "./compression.js";
import type { ArchivedDocument } from "./manifest.js";
import { checkBytes, sha256 } from "./section.js";
import type { OriginalToWrite } from "./write-archive.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file as it is to stand among the others: PDFs are compressed already. */
export async function packOriginal(
  bytes: Bytes,
  format: ArchivedDocument["format"],
): Promise<OriginalToWrite> {
  const size = bytes.byteLength;
  if (format === "pdf") return { bytes, size, compressed: false };
  return { bytes: await compress([bytes]), size, compressed: true };
}

/** The inverse of `packOriginal`. Throws `damaged-file` unless it is the file that the document was read from. */
export async function unpackOriginal(
  bytes: Bytes,
  { hash, original }: Pick<ArchivedDocument, "hash" | "original">,
  file: string,
): Promise<Bytes> {
  if (!original) throw damagedFile(file, "a file is not in it");
  await checkBytes(bytes, original, file);
  const { compressed, size } = original;
  const unpacked = compressed
    ? await explained(file, () => collect(decompress(bytes, size)))
    : bytes;
  if ((await sha256(unpacked)) === hash) return unpacked;
  throw damagedFile(file, "one of its files is not the one that its text was read from");
}
