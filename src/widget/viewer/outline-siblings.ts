import type { OutlineItem } from "./outline-source.js";

/** Which of how many entries under the same heading an entry is, as a tree item says it. */
export function placeAmongSiblings(
  items: readonly OutlineItem[],
  index: number,
): { readonly "aria-posinset": string; readonly "aria-setsize": string } {
  const depth = items[index]?.depth ?? 0;
  const count = (step: number): number => {
    let siblings = 0;
    for (let at = index + step; ; at += step) {
      const other = items[at];
      if (!other || other.depth < depth) return siblings;
      if (other.depth === depth) siblings++;
    }
  };
  const before = count(-1);
  return { "aria-posinset": String(before + 1), "aria-setsize": String(before + 1 + count(1)) };
}
