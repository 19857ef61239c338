/** Pages that follow one another, counting from 1, both ends included. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** Pages in ascending order as ranges. */
export function pageRanges(pages: Iterable<number>): PageRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && page === last.to + 1) last.to = page;
    else ranges.push({ from: page, to: page });
  }
  return ranges;
}

/** The same pages as ranges in ascending order that do not touch. */
export function mergeRanges(ranges: readonly PageRange[]): PageRange[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** How many pages ranges hold that do not overlap. */
export function pagesIn(ranges: readonly PageRange[]): number {
  return ranges.reduce((pages, { from, to }) => pages + to - from + 1, 0);
}

/** The pages of `ranges` that are also in `within`; both in ascending order, without overlaps. */
export function clipRanges(
  ranges: readonly PageRange[],
  within: readonly PageRange[],
): PageRange[] {
  return ranges.flatMap((range) =>
    within.flatMap((limit) => {
      const from = Math.max(range.from, limit.from);
      const to = Math.min(range.to, limit.to);
      return from <= to ? [{ from, to }] : [];
    }),
  );
}
