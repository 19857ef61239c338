import type { TextItem } from "./text-item.js";

/** Points from the page's corner; what is farther off, or larger, is on no page. */
const farthest = 1_000_000;

/**
 * The item, which a file may have put at any place in any size. One that is nowhere, or so far off
 * that the layout could not reckon with it, stands at the page's corner without any extent: its text
 * is read, and its number kept.
 */
export function placed(item: TextItem): TextItem {
  const { left, top, right, bottom, baseline, size } = item;
  // Written so that what is no number fails, too.
  if ([left, top, right, bottom, baseline, size].every((each) => Math.abs(each) <= farthest)) {
    return item;
  }
  return { ...item, left: 0, top: 0, right: 0, bottom: 0, baseline: 0, size: 0 };
}

/** Whether an item is one that was nowhere. */
export function isNowhere({ left, right, top, size }: TextItem): boolean {
  return left === 0 && right === 0 && top === 0 && size === 0;
}
