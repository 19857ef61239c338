/** A growing list of whole numbers from 0 to 2³² - 1, four bytes each. */
export class Numbers {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** The number at an index; 0 beyond the end. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}
