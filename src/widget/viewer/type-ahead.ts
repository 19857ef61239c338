/** Milliseconds within which letters that are typed belong together. */
const TOGETHER = 700;

/** Finds entries of a list by the letters they begin with. */
export class TypeAhead {
  #typed = "";
  #at = 0;

  /** The next entry, round about, that begins with what was typed up to this letter; null when none does. */
  type(letter: string, texts: readonly string[], from: number): number | null {
    const now = performance.now();
    this.#typed = (now - this.#at < TOGETHER ? this.#typed : "") + letter.toLocaleLowerCase();
    this.#at = now;
    // A first letter goes on to another entry; more of them may still mean this one.
    const first = this.#typed.length > 1 ? 0 : 1;
    for (let step = first; step <= texts.length; step++) {
      const index = (from + step) % texts.length;
      if (texts[index]?.toLocaleLowerCase().startsWith(this.#typed)) return index;
    }
    return null;
  }
}
