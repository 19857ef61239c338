/** Numbers that depend on a seed alone (splitmix32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True this often. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of these; there must be one. */
  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError("There is nothing to pick from.");
    return choices[this.integer(0, choices.length - 1)] as T;
  }
}
