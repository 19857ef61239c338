import { seededRandom } from "../seeded-random.js";

const syllableStarts = "bdfgklmnprtvz";
const vowels = "aeiou";
/** Endings that no stemmer takes for a suffix. */
const syllableEnds = "bgkmpxz";

/**
 * Derives new words from real ones: words get another final syllable, numbers get other digits. The
 * same seed produces the same words.
 */
export class WordMaker {
  readonly #known: Set<string>;
  readonly #random: () => number;

  /** @param known the existing words, in lower case */
  constructor(known: Iterable<string>, seed: number) {
    this.#known = new Set(known);
    this.#random = seededRandom(seed);
  }

  /** A new word like `word`, which must be in lower case; it is known from then on. */
  make(word: string): string {
    for (let tries = 0; ; tries++) {
      // There are few three-digit numbers, so after failed attempts the number grows longer.
      const longer = word + "0".repeat(Math.floor(tries / 8));
      const made = /\p{N}/u.test(longer) ? this.#otherDigits(longer) : this.#otherEnding(word);
      if (this.#known.has(made)) continue;
      this.#known.add(made);
      return made;
    }
  }

  #otherDigits(word: string): string {
    return word.replace(/\p{N}/gu, (digit, place) =>
      // A leading zero would make it a code rather than a number.
      String(place === 0 && digit !== "0" ? 1 + this.#below(9) : this.#below(10)),
    );
  }

  #otherEnding(word: string): string {
    const letters = [...word];
    const kept = letters.length > 4 ? letters.slice(0, -2) : letters;
    return kept.join("") + this.#syllable();
  }

  #syllable(): string {
    return [syllableStarts, vowels, syllableEnds]
      .map((letters) => letters[this.#below(letters.length)])
      .join("");
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

/** `made` in the case of `found`: all capitals, capitalised, or unchanged. */
export function inCaseOf(found: string, made: string): string {
  if (found === found.toLowerCase()) return made;
  if (found.length > 1 && found === found.toUpperCase()) return made.toUpperCase();
  return made.charAt(0).toUpperCase() + made.slice(1);
}
