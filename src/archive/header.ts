import { hexadecimal } from "../core/bytes.js";
import { damagedFile, notACollection, tooNew } from "./checked.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Version of the file as a whole: header, manifest and sections. Raised when older code cannot read it. */
const fileVersion = 1;

/** As PNG does it: what takes the file for text, and changes its line ends, damages this first. */
const magic = Uint8Array.of(0x89, 0x50, 0x47, 0x48, 0x0d, 0x0a, 0x1a, 0x0a);

/** Bytes of a header: magic, version, length and size of the manifest, SHA-256 of its bytes. */
export const headerBytes: number = magic.length + 3 * 4 + 32;

/** Bytes of a manifest, compressed or not, that are taken at most: those of more than 100,000 documents. */
export const maxManifest: number = 64 * 1024 * 1024;

/** What stands in front of the manifest. */
export interface Header {
  /** Bytes of the manifest in the file. */
  readonly length: number;
  /** Bytes when decompressed. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export function writeHeader({ length, size, sha256 }: Header): Bytes {
  const bytes = new Uint8Array(headerBytes);
  bytes.set(magic);
  const view = new DataView(bytes.buffer);
  [fileVersion, length, size].forEach((each, index) => {
    view.setUint32(magic.length + 4 * index, each, true);
  });
  bytes.set(
    Uint8Array.from({ length: 32 }, (_, index) =>
      Number.parseInt(sha256.slice(2 * index, 2 * index + 2), 16),
    ),
    magic.length + 12,
  );
  return bytes;
}

/**
 * The inverse of `writeHeader`. Throws `unsupported-format` and `damaged-file`.
 *
 * @param bytes the beginning of the file
 * @param file what to call it in messages
 */
export function readHeader(bytes: Bytes, file: string): Header {
  const begins = magic.every((byte, index) => index >= bytes.length || bytes[index] === byte);
  if (bytes.length === 0 || !begins) throw notACollection(file);
  if (bytes.length < headerBytes) throw damagedFile(file, "it ends too early");
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  const [version = 0, length = 0, size = 0] = [0, 1, 2].map((index) =>
    view.getUint32(magic.length + 4 * index, true),
  );
  if (version > fileVersion) throw tooNew(file);
  if (version < 1 || length > maxManifest || size > maxManifest) {
    throw damagedFile(file, "its beginning is not what was written");
  }
  return { length, size, sha256: hexadecimal(bytes.slice(magic.length + 12, headerBytes)) };
}
