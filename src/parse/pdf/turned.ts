import type { Block } from "./blocks.js";
import type { Fragment } from "./rows.js";
import type { TextItem, Turn } from "./text-item.js";

/** Fragments that run the same way, those with most characters first, those at odd angles last. */
export function byTurn(fragments: readonly Fragment[]): Fragment[][] {
  const first = fragments[0]?.item.turn;
  if (fragments.every(({ item }) => item.turn === first)) return [[...fragments]];
  const groups = new Map<Turn, Fragment[]>();
  for (const fragment of fragments) {
    const group = groups.get(fragment.item.turn);
    if (group) group.push(fragment);
    else groups.set(fragment.item.turn, [fragment]);
  }
  const characters = (group: readonly Fragment[]) =>
    group[0]?.item.turn === null ? 0 : group.reduce((sum, { start, end }) => sum + end - start, 0);
  return [...groups.values()].sort((a, b) => characters(b) - characters(a));
}

/** The fragment as it stands on a page that is turned until its lines are upright. */
export function uprightFragment(fragment: Fragment): Fragment {
  return { ...fragment, item: uprightItem(fragment.item) };
}

function uprightItem(item: TextItem): TextItem {
  const { left, top, right, bottom, baseline, turn } = item;
  if (turn === 1) {
    return { ...item, left: top, top: -right, right: bottom, bottom: -left, baseline: -baseline };
  }
  if (turn === 2) {
    return { ...item, left: -right, top: -bottom, right: -left, bottom: -top, baseline: -baseline };
  }
  if (turn === 3) return { ...item, left: -bottom, top: left, right: -top, bottom: right };
  return item;
}

/** A block of turned lines with their heights on the page as displayed. */
export function onPage(block: Block, items: readonly TextItem[]): Block {
  const lines = block.lines.map((line) => {
    const shown = line.pieces.flatMap(({ item }) => items[item] ?? []);
    const top = Math.min(...shown.map((item) => item.top));
    const bottom = Math.max(...shown.map((item) => item.bottom));
    return { ...line, top, bottom };
  });
  return { ...block, lines };
}
