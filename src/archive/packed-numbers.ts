import { Malformed } from "./file-errors.js";

type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array;
type Bytes = Uint8Array<ArrayBuffer>;

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
