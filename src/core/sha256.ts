import { hexadecimal } from "./bytes.js";

/** The first 32 bits of what follows the point in the cube roots of the first 64 primes. */
const rounds = new Uint32Array(64);
/** The same of the square roots of the first 8. */
const beginning = new Uint32Array(8);

for (let found = 0, candidate = 2; found < 64; candidate++) {
  let isPrime = true;
  for (let divisor = 2; divisor * divisor <= candidate && isPrime; divisor++) {
    isPrime = candidate % divisor !== 0;
  }
  if (!isPrime) continue;
  if (found < 8) beginning[found] = (candidate ** (1 / 2) % 1) * 2 ** 32;
  rounds[found++] = (candidate ** (1 / 3) % 1) * 2 ** 32;
}

/**
 * SHA-256 (FIPS 180-4) of bytes that come one piece after the other, for files that are larger than
 * the memory: the browser's own takes all of them at once.
 */
export class Sha256 {
  readonly #state = beginning.slice();
  readonly #words = new Uint32Array(64);
  readonly #block = new Uint8Array(64);
  #filled = 0;
  #bytes = 0;

  add(piece: Uint8Array): void {
    this.#bytes += piece.length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(64 - this.#filled, piece.length);
      this.#block.set(piece.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < 64) return;
      this.#mix(this.#block, 0);
      this.#filled = 0;
    }
    for (; at + 64 <= piece.length; at += 64) this.#mix(piece, at);
    this.#block.set(piece.subarray(at), 0);
    this.#filled = piece.length - at;
  }

  /** In lower-case hexadecimal. Nothing can be added after it. */
  digest(): string {
    const bits = this.#bytes * 8;
    const end = new Uint8Array((this.#filled < 56 ? 64 : 128) - this.#filled);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(end.length - 4, bits >>> 0);
    this.add(end);
    const result = new DataView(new ArrayBuffer(32));
    for (const [index, word] of this.#state.entries()) result.setUint32(index * 4, word);
    return hexadecimal(result.buffer);
  }

  #mix(source: Uint8Array, start: number): void {
    const words = this.#words;
    for (let index = 0; index < 16; index++) {
      const at = start + index * 4;
      words[index] =
        (byte(source, at) << 24) |
        (byte(source, at + 1) << 16) |
        (byte(source, at + 2) << 8) |
        byte(source, at + 3);
    }
    for (let index = 16; index < 64; index++) {
      const early = word(words, index - 15);
      const late = word(words, index - 2);
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[index] = word(words, index - 16) + first + word(words, index - 7) + second;
    }
    const state = this.#state;
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let index = 0; index < 64; index++) {
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const one = (h + mixed + chosen + word(rounds, index) + word(words, index)) | 0;
      const spread = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const most = (a & b) ^ (a & c) ^ (b & c);
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + spread + most) | 0;
    }
    for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) {
      state[index] = word(state, index) + value;
    }
  }
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function byte(source: Uint8Array, at: number): number {
  return source[at] ?? 0;
}

function word(source: Uint32Array, at: number): number {
  return source[at] ?? 0;
}
