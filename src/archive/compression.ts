import { joined } from "../core/bytes.js";
import { Malformed } from "./checked.js";

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
  let given = 0;
  try {
    for (;;) {
      const { done, value } = await next(reader);
      if (done) break;
      given += value.byteLength;
      if (given > size) throw new Malformed("a part of it is larger than it says");
      yield value;
    }
    if (given < size) throw new Malformed("a part of it is smaller than it says");
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
