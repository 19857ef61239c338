import type { ImpactIndex } from "./impact-index.js";
import type { AllOf } from "./index-query.js";

/** By text, 1 where it fulfils one of the alternatives. */
export function holders(
  index: ImpactIndex,
  texts: number,
  alternatives: readonly AllOf[],
): Uint8Array {
  const held = new Uint8Array(texts);
  for (const words of alternatives) {
    // How many of the words a text holds, counted in their order: a word adds where all before it are held.
    const counts = new Uint8Array(texts);
    words.forEach((terms, before) => {
      for (const term of terms) {
        for (const slot of index.get(term)) {
          for (const text of slot ?? []) if (counts[text] === before) counts[text] = before + 1;
        }
      }
    });
    for (let text = 0; text < texts; text++) if (counts[text] === words.length) held[text] = 1;
  }
  return held;
}
