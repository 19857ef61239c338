import type { TextItem } from "./text-item.js";

/** The visible part of an item: without the white space around it. */
export interface Fragment {
  readonly item: TextItem;
  /** Index of the item on the page. */
  readonly index: number;
  /** First and last character to show, as offsets in the item's text. */
  readonly start: number;
  readonly end: number;
  /** True when white space stands before it, in the item or as an item of its own. */
  readonly spaceBefore: boolean;
}

/** Fragments on one baseline, from left to right. */
export interface Row {
  readonly fragments: Fragment[];
  readonly left: number;
  readonly right: number;
  /** Of the largest fragment. */
  readonly baseline: number;
  readonly size: number;
}

/** The items that show something. */
export function fragmentsOf(items: readonly TextItem[]): Fragment[] {
  const fragments: Fragment[] = [];
  let space = false;
  items.forEach((item, index) => {
    const { text } = item;
    const start = text.length - text.trimStart().length;
    const end = text.trimEnd().length;
    if (end <= start) {
      space ||= text.length > 0;
      return;
    }
    fragments.push({ item, index, start, end, spaceBefore: space || start > 0 });
    space = end < text.length;
  });
  return fragments;
}

interface GrowingRow {
  fragments: Fragment[];
  top: number;
  bottom: number;
  baseline: number;
  size: number;
}

/** Groups fragments into rows, from top to bottom. Superscripts join the row they overlap. */
export function rowsOf(fragments: readonly Fragment[]): Row[] {
  const rows: GrowingRow[] = [];
  const ordered = [...fragments].sort((a, b) => a.item.baseline - b.item.baseline);
  for (const fragment of ordered) {
    const { baseline, size } = fragment.item;
    const top = baseline - size * 0.75;
    const bottom = baseline + size * 0.2;
    const row = rows.slice(-4).findLast((candidate) => overlaps(candidate, top, bottom));
    if (!row) {
      rows.push({ fragments: [fragment], top, bottom, baseline, size });
      continue;
    }
    row.fragments.push(fragment);
    if (size > row.size) Object.assign(row, { top, bottom, baseline, size });
  }
  return rows
    .sort((a, b) => a.baseline - b.baseline)
    .map(({ fragments: members, baseline, size }) => {
      members.sort((a, b) => a.item.left - b.item.left || a.index - b.index);
      const left = Math.min(...members.map(({ item }) => item.left));
      const right = Math.max(...members.map(({ item }) => item.right));
      return { fragments: members, left, right, baseline, size };
    });
}

function overlaps(row: GrowingRow, top: number, bottom: number): boolean {
  const shared = Math.min(row.bottom, bottom) - Math.max(row.top, top);
  return shared >= 0.5 * Math.min(row.bottom - row.top, bottom - top);
}
