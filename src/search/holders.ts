import type { ImpactIndex } from "./impact-index.js";
import type { AllOf, AnyOf } from "./index-query.js";

/** By text, 1 where it fulfils one of the alternatives. */
export function holders(
  index: ImpactIndex,
  texts: number,
  alternatives: readonly AllOf[],
): Uint8Array {
  const held = new Uint8Array(texts);
  for (const words of alternatives) {
    const [first, ...rest] = words
      .map((terms) => textsWith(index, terms))
      .sort((a, b) => a.size - b.size);
    for (const text of first ?? []) if (rest.every((other) => other.has(text))) held[text] = 1;
  }
  return held;
}

function textsWith(index: ImpactIndex, terms: AnyOf): ReadonlySet<number> {
  const texts = new Set<number>();
  for (const term of terms) {
    for (const slot of index.get(term)) for (const text of slot ?? []) texts.add(text);
  }
  return texts;
}
