import { joined } from "../core/bytes.js";
import { Malformed } from "./checked.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** A piece of a section: what JSON can say, and numbers, which it says badly. */
export interface SectionRecord {
  readonly json: Bytes;
  readonly numbers: Bytes;
}

/** Two lengths stand before each record. */
const prefix = 8;
/** A record is in memory whole, so there is a limit to what a file can ask for. */
const maxBytes = 256 * 1024 * 1024;

/** A record as bytes. Throws `Malformed` when it is too large to be read again. */
export function writeRecord(value: unknown, numbers: readonly Bytes[]): Bytes {
  const json = new TextEncoder().encode(jsonOf(value));
  const size = numbers.reduce((sum, { byteLength }) => sum + byteLength, json.byteLength);
  if (prefix + size > maxBytes) throw tooLarge();
  const lengths = new Uint8Array(prefix);
  const view = new DataView(lengths.buffer);
  view.setUint32(0, json.byteLength, true);
  view.setUint32(4, size - json.byteLength, true);
  return joined([lengths, json, ...numbers]);
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // No text can be as long.
    throw tooLarge();
  }
}

function tooLarge(): Malformed {
  return new Malformed("a part of it is too large");
}

/** The records in bytes that come in pieces. Throws `Malformed` when they end in the middle of one. */
export async function* readArchiveRecords(
  pieces: AsyncIterable<Bytes>,
): AsyncGenerator<SectionRecord> {
  const waiting: Bytes[] = [];
  let there = 0;
  let needed = prefix;
  for await (const piece of pieces) {
    waiting.push(piece);
    there += piece.byteLength;
    if (there < needed) continue;
    let bytes = joined(waiting.splice(0));
    for (;;) {
      needed = prefix;
      if (bytes.byteLength < needed) break;
      const view = new DataView(bytes.buffer, bytes.byteOffset, prefix);
      const [json, numbers] = [view.getUint32(0, true), view.getUint32(4, true)];
      needed += json + numbers;
      if (needed > maxBytes) throw tooLarge();
      if (bytes.byteLength < needed) break;
      yield {
        json: bytes.subarray(prefix, prefix + json),
        numbers: bytes.subarray(prefix + json, needed),
      };
      bytes = bytes.subarray(needed);
    }
    there = bytes.byteLength;
    if (there > 0) waiting.push(bytes);
  }
  if (there > 0) throw new Malformed("a part of it ends too early");
}

type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array;

/**
 * Numbers as they stand in a section. They come in rows of a few columns, such as the four corners
 * of each box. Whole numbers are stored as what each adds to the one above it, and the first bytes
 * of all numbers of a column before their second bytes: gzip makes an eighth less of a section so.
 */
export class NumberWriter {
  readonly #pieces: Bytes[] = [];

  add(numbers: Numbers, columns: number): void {
    const own = numbers instanceof Uint32Array ? differences(numbers, columns) : numbers;
    const bytes = new Uint8Array(own.buffer as ArrayBuffer, own.byteOffset, own.byteLength);
    const width = columns * own.BYTES_PER_ELEMENT;
    const rows = bytes.length / width;
    const turned = new Uint8Array(bytes.length);
    for (let column = 0; column < width; column++) {
      for (let row = 0; row < rows; row++) {
        turned[column * rows + row] = bytes[row * width + column] ?? 0;
      }
    }
    this.#pieces.push(turned);
  }

  get pieces(): readonly Bytes[] {
    return this.#pieces;
  }
}

/** Reads numbers in the order in which they were written. Throws `Malformed` when there are too few or too many. */
export class NumberReader {
  readonly #bytes: Bytes;
  #at = 0;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  uint8(rows: number): Uint8Array<ArrayBuffer> {
    return this.#next(rows, 1);
  }

  uint32(rows: number, columns: number): Uint32Array<ArrayBuffer> {
    const numbers = new Uint32Array(this.#next(rows, columns * 4).buffer);
    for (let index = columns; index < numbers.length; index++) {
      numbers[index] = (numbers[index] ?? 0) + (numbers[index - columns] ?? 0);
    }
    return numbers;
  }

  float32(rows: number, columns: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#next(rows, columns * 4).buffer);
  }

  float64(rows: number, columns: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#next(rows, columns * 8).buffer);
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new Malformed("a part of it has more than it says");
  }

  #next(rows: number, width: number): Bytes {
    const length = rows * width;
    if (length > this.#bytes.length - this.#at) {
      throw new Malformed("a part of it has less than it says");
    }
    const turned = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    const bytes = new Uint8Array(length);
    for (let column = 0; column < width; column++) {
      for (let row = 0; row < rows; row++) {
        bytes[row * width + column] = turned[column * rows + row] ?? 0;
      }
    }
    return bytes;
  }
}

function differences(numbers: Uint32Array, columns: number): Uint32Array {
  // Unsigned, so that what is less than the one above comes out right all the same.
  return numbers.map(
    (each, index) => each - (index < columns ? 0 : (numbers[index - columns] ?? 0)),
  );
}
