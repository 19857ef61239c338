import {
  joined,
  Mismatch,
  mapped,
  PagehoundError,
  placeOf,
  type Shape,
  text,
} from "../../core/index.js";

// What comes out of a file is looked at before it is used, whoever wrote the file.

/** Text of which no more than so many characters are taken: what is shown, and nothing depends on. */
export function shortened(max: number): Shape<string> {
  return mapped(text, (whole) => whole.slice(0, max));
}

/** A value as its shape says. Throws `Malformed`, naming the place of what is not. */
export function read<Value>(expected: Shape<Value>, value: unknown): Value {
  try {
    return expected(value);
  } catch (thrown) {
    if (!(thrown instanceof Mismatch)) throw thrown;
    throw new Malformed(`${placeOf(thrown) || "a part of it"} is not what it should be`);
  }
}

/** What JSON text says. */
export function json(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Malformed("a part of it cannot be read");
  }
}

/** Something in a file is not as the format says. Turned into a `damaged-file` where the file is known. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** The file is of this format, and cannot be used. `cause` is a clause such as "it ends too early". */
export function damagedFile(file: string, cause: string): PagehoundError {
  return new PagehoundError(
    "damaged-file",
    `${file} is damaged: ${cause}. Nothing of it was taken over; get the file once more from where it came from.`,
    { data: { path: file } },
  );
}

/** The file says to hold more than can be believed of its size. */
export function tooMuchInside(file: string, packed: number, unpacked: number): PagehoundError {
  return new PagehoundError(
    "damaged-file",
    `${file} has ${inMegabytes(packed)} and says that it unpacks to ${inMegabytes(unpacked)}, far more than documents do. Nothing of it was taken over; ask whoever made it for the documents themselves.`,
    { data: { path: file } },
  );
}

function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? megabytes.toFixed(2) : Math.round(megabytes)} MB`;
}

/** The file is no collection at all. */
export function notACollection(file: string): PagehoundError {
  return new PagehoundError(
    "unsupported-format",
    `${file} is not a collection that Pagehound has written. Choose a file whose name ends in .pagehound.`,
    { data: { path: file } },
  );
}

/** The file is of a later version, or has what only a later version knows. */
export function tooNew(file: string): PagehoundError {
  return new PagehoundError(
    "unsupported-format",
    `${file} was written by a newer version of Pagehound than this one. Load the page again to get the newer version, or ask for a file that an older one has written.`,
    { data: { path: file } },
  );
}

/** Runs `read`; what it finds malformed is thrown as a `damaged-file`. */
export async function explained<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Malformed) throw damagedFile(file, error.message);
    throw error;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Compresses what comes, piece by piece. */
export async function compress(pieces: AsyncIterable<Bytes> | Iterable<Bytes>): Promise<Bytes> {
  const { readable, writable } = new CompressionStream("gzip");
  const writer = writable.getWriter();
  const written = (async () => {
    for await (const piece of pieces) await writer.write(piece);
    await writer.close();
  })();
  // What fails there is what is told: the other side only learns that nothing more comes.
  written.catch((error: unknown) => void writer.abort(error).catch(() => {}));
  const [compressed] = await Promise.all([collect(readable), written]);
  return compressed;
}

/**
 * Compressed bytes that are given at once: browsers decompress all that they are given before they
 * hand any of it out, and a few bytes may come to a thousand times as many.
 */
const givenAtOnce = 16 * 1024;

/**
 * Decompresses, piece by piece. Throws `Malformed` when it cannot, and when the pieces come to more
 * than `size` bytes, however much more the data would give, or to less. What comes out is never more
 * than a few megabytes ahead of what was taken.
 */
export async function* decompress(bytes: Bytes, size: number): AsyncGenerator<Bytes> {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  const written = (async () => {
    for (let at = 0; at < bytes.byteLength; at += givenAtOnce) {
      // Settles when what it came to was taken.
      await writer.write(bytes.subarray(at, at + givenAtOnce));
    }
    await writer.close();
  })();
  written.catch(() => {});
  const reader = readable.getReader();
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await next(reader);
      if (done) break;
      received += value.byteLength;
      if (received > size) throw new Malformed("a part of it is larger than it says");
      yield value;
    }
    if (received < size) throw new Malformed("a part of it is smaller than it says");
  } finally {
    // However it ends, no more is decompressed.
    await reader.cancel().catch(() => {});
    await writer.abort().catch(() => {});
  }
}

async function next(
  reader: ReadableStreamDefaultReader<Bytes>,
): Promise<ReadableStreamReadResult<Bytes>> {
  try {
    return await reader.read();
  } catch {
    throw new Malformed("a part of it cannot be unpacked");
  }
}

/** All pieces in one. */
export async function collect(
  pieces: AsyncIterable<Bytes> | ReadableStream<Bytes>,
): Promise<Bytes> {
  const all: Bytes[] = [];
  for await (const piece of iterate(pieces)) all.push(piece);
  const [only] = all;
  return only && all.length === 1 ? only : joined(all);
}

// Not every browser lets a stream be iterated.
async function* iterate(
  pieces: AsyncIterable<Bytes> | ReadableStream<Bytes>,
): AsyncGenerator<Bytes> {
  if (!(pieces instanceof ReadableStream)) return yield* pieces;
  const reader = pieces.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
