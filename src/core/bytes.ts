/** Bytes as two lower-case digits each. */
export function hexadecimal(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A number from 0 to 2³² − 1 that is always the same for the same text: FNV-1a over its UTF-16 units.
 *
 * @param before the number of the text that is before this one
 */
export function textHash(text: string, before: number = 0x811c9dc5): number {
  let hash = before;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/** Pieces of bytes as one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** How much of a response is read, and how long it may take. Times are in milliseconds. */
export interface BodyBounds {
  /** Bytes at most. */
  readonly bytes: number;
  /** Waiting for so long without `minBytes` is too long. Time in which nobody reads does not count. */
  readonly silence: number;
  /**
   * Bytes that must come within `silence`. A body that drips more slowly is given up.
   *
   * @defaultValue `1`
   */
  readonly minBytes?: number | undefined;
  /**
   * Waiting for so long in all is too long.
   *
   * @defaultValue no bound
   */
  readonly total?: number | undefined;
}

/** Bounds of time for files of models, which may be large and may be far away. */
export const downloadPace: Pick<BodyBounds, "silence" | "minBytes"> = {
  silence: 120_000,
  minBytes: 64 * 1024,
};

/** Which bound a body passed: too many bytes, too few in their time, or too long in all. */
export type Excess = "bytes" | "silence" | "total";

/** A body that passed one of its bounds. Callers say in their own words what that means. */
export class BodyOutOfBounds extends Error {
  override readonly name = "BodyOutOfBounds";
  readonly excess: Excess;

  constructor(excess: Excess) {
    super(`A body passed its bounds (${excess}).`);
    this.excess = excess;
  }
}

/** The bound that was exceeded; null for any other failure. */
export function excessOf(thrown: unknown): Excess | null {
  return thrown instanceof BodyOutOfBounds ? thrown.excess : null;
}

/**
 * The value of `ask`, which must resolve within `silence` milliseconds; it is given a signal that
 * aborts then, and with `signal`, also while the body is read. Throws `BodyOutOfBounds`, what `ask`
 * throws, or the signal's reason.
 */
export async function answerWithin<T>(
  silence: number,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new BodyOutOfBounds("silence")), silence);
  try {
    return await ask(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a body piece by piece, within bounds. To be cancelled, unless it was read to its end. */
export class BoundedReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | null;
  readonly #bounds: BodyBounds;
  #bytes = 0;
  #waited = 0;
  /** Time waited and bytes received since `minBytes` were last complete. */
  #silent = 0;
  #recent = 0;

  constructor(body: ReadableStream<Uint8Array> | null, bounds: BodyBounds) {
    this.#reader = body?.getReader() ?? null;
    this.#bounds = bounds;
  }

  /** The next piece, or null at the end. Throws `BodyOutOfBounds`, or what the browser throws. */
  async read(): Promise<Bytes | null> {
    if (!this.#reader) return null;
    const { bytes, silence, minBytes = 1, total = Number.POSITIVE_INFINITY } = this.#bounds;
    const untilSilent = silence - this.#silent;
    const untilTotal = total - this.#waited;
    const began = performance.now();
    const { done, value } = await this.#within(
      Math.min(untilSilent, untilTotal),
      untilTotal < untilSilent ? "total" : "silence",
      this.#reader.read(),
    );
    const waited = Math.max(0, performance.now() - began);
    this.#waited += waited;
    this.#silent += waited;
    if (done) return null;
    this.#bytes += value.byteLength;
    this.#recent += value.byteLength;
    if (this.#bytes > bytes) throw new BodyOutOfBounds("bytes");
    if (this.#recent >= minBytes) {
      this.#silent = 0;
      this.#recent = 0;
    }
    return value as Bytes;
  }

  /** Takes no more. */
  cancel(): void {
    void this.#reader?.cancel().catch(() => {});
  }

  async #within<T>(milliseconds: number, excess: Excess, work: Promise<T>): Promise<T> {
    if (milliseconds === Number.POSITIVE_INFINITY) return work;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new BodyOutOfBounds(excess)), Math.max(0, milliseconds));
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The pieces of a body. Time in which nobody reads does not count. */
export async function* boundedPieces(
  body: ReadableStream<Uint8Array> | null,
  bounds: BodyBounds,
): AsyncGenerator<Bytes, void, undefined> {
  const reader = new BoundedReader(body, bounds);
  try {
    for (let piece = await reader.read(); piece; piece = await reader.read()) yield piece;
  } finally {
    reader.cancel();
  }
}

/** All of a body; `onBytes` is told about each piece. Throws `BodyOutOfBounds`, or what the browser throws. */
export async function boundedBytes(
  body: ReadableStream<Uint8Array> | null,
  bounds: BodyBounds,
  onBytes: (bytes: number) => void = () => {},
): Promise<Bytes> {
  const pieces: Bytes[] = [];
  for await (const piece of boundedPieces(body, bounds)) {
    pieces.push(piece);
    onBytes(piece.byteLength);
  }
  return joined(pieces);
}

/** All of a body as text. */
export async function boundedText(
  body: ReadableStream<Uint8Array> | null,
  bounds: BodyBounds,
): Promise<string> {
  return new TextDecoder().decode(await boundedBytes(body, bounds));
}

/** The text that a body begins with, as far as its bounds let it come, and however it continues. */
export async function beginningOf(
  body: ReadableStream<Uint8Array> | null,
  bounds: BodyBounds,
): Promise<string> {
  const pieces: Bytes[] = [];
  // A piece that goes past the bound says as much as the bytes before it.
  const unbounded = { ...bounds, bytes: Number.POSITIVE_INFINITY };
  let bytes = 0;
  try {
    for await (const piece of boundedPieces(body, unbounded)) {
      pieces.push(piece.subarray(0, bounds.bytes - bytes));
      bytes += piece.byteLength;
      if (bytes >= bounds.bytes) break;
    }
  } catch {
    // What came before is what there is to say.
  }
  return new TextDecoder().decode(joined(pieces));
}

/** A shorter word is no key, and would make holes in ordinary words. */
const shortestWord = 8;

/**
 * A message without what a server might quote back of keys and the like: the secrets, and their words, so
 * that of "Bearer KEY" the key alone counts, too. The longest come first, so that no part of one is left.
 *
 * @param shortest characters that a whole secret has at least
 */
export function hideSecrets(
  message: string,
  secrets: readonly string[],
  shortest: number = shortestWord,
): string {
  const whole = secrets.filter((secret) => secret.length >= shortest);
  const words = secrets.flatMap((secret) => secret.split(/\s+/));
  return [...whole, ...words.filter((word) => word.length >= shortestWord)]
    .sort((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, "…"), message);
}
