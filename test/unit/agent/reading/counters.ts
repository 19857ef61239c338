import fc from "fast-check";
import type { CountTokens } from "../../../../src/agent/reading/reading.js";

function hashOf(text: string): number {
  let hash = 7;
  for (let index = 0; index < text.length; index++) {
    hash = (hash * 31 + text.charCodeAt(index)) % 1_000_003;
  }
  return hash;
}

/**
 * Counters of every kind that models may have: by words or characters, and some that follow no
 * rule.
 */
const counters: Readonly<Record<string, CountTokens>> = {
  words: (text) => text.split(/\s+/).filter((word) => word !== "").length,
  characters: (text) => text.length,
  "quarters of characters": (text) => Math.ceil(text.length / 4),
  "characters, with jumps": (text) => Math.ceil(text.length / 3) + (hashOf(text) % 23),
  "less for more": (text) => Math.ceil(text.length / 5) + (text.length % 7 === 0 ? 40 : 0),
};

export const anyCounter: fc.Arbitrary<CountTokens> = fc
  .constantFrom(...Object.keys(counters))
  .map((name) => counters[name] as CountTokens);
