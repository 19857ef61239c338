import type { Box } from "../../core/index.js";
import { type Area, type Chunk, isFigure, isYears, type TextLine } from "./lines.js";

/** The columns of a table, as found from its separators. */
export interface Columns {
  readonly count: number;
  /** The first and last column that a box overlaps. */
  covered(box: { readonly left: number; readonly right: number }): [number, number];
  /** The horizontal extent of the contents from one column to another. */
  extent(from: number, to: number): { readonly left: number; readonly right: number };
}

/** A part of a line in one or more columns. */
export interface Piece {
  readonly line: number;
  readonly chunk: Chunk;
  column: number;
  endColumn: number;
}

/** A line of an area, cut into columns. */
export interface CutLine {
  readonly line: TextLine;
  readonly pieces: readonly Piece[];
  /** Whether a rule as wide as the table separates it from the line above. */
  readonly ruled: boolean;
  /** Whether such a rule covers at least the first column. */
  readonly labelRuled: boolean;
}

/** Maximum share of lines crossing a gap, relative to the lines that have it. */
const crossing = 0.15;

/** Finds the columns of lines by vertical rules, and by gaps that align across lines. */
export function columnsOf(lines: readonly TextLine[], { box, vertical }: Area): Columns {
  const offset = Math.floor(box.left) - 2;
  const width = Math.ceil(box.right) - offset + 4;
  const voting = votingLines(lines);
  const texts = voting
    .flatMap(({ chunks }) => chunks)
    .map(({ left, right }) => ({ from: left - offset, to: right - offset }))
    .sort((a, b) => a.from - b.from);
  const parted = corridorsIn(voting, offset, width).flatMap((gap) => partedByText(gap, texts));
  const least = 0.25 * (lines[0]?.size ?? 8);
  const free = parted
    .filter((gap) => gap.to - gap.from + 1 >= least || partsFigures(gap, offset, voting))
    .map(({ from, to }) => ({ from: from + offset, to: to + 1 + offset }));
  const tall = vertical.filter(
    ({ at, from, to }) =>
      to - from >= 0.5 * (box.bottom - box.top) && at > box.left + 4 && at < box.right - 4,
  );
  return columnsBetween(separatorsIn(free, tall, lines), voting);
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The gaps that enough lines share, at whole points from `offset`. */
function corridorsIn(voting: readonly TextLine[], offset: number, width: number): Gap[] {
  const gaps = new Float32Array(width);
  const crossed = new Float32Array(width);
  for (const { chunks, size } of voting) {
    chunks.forEach((chunk, index) => {
      const [from, to] = [Math.ceil(chunk.left - offset), Math.floor(chunk.right - offset)];
      add(crossed, from, to + 1);
      const next = chunks[index + 1];
      if (!next) return;
      const figures = /\d/.test(next.text) && isFigure(chunk.text) && isFigure(next.text);
      if (next.left - chunk.right < (figures ? 0.15 : 0.3) * size) return;
      add(gaps, to + 1, Math.ceil(next.left - offset));
    });
  }
  for (let x = 1; x < width; x++) {
    crossed[x] = (crossed[x] ?? 0) + (crossed[x - 1] ?? 0);
    gaps[x] = (gaps[x] ?? 0) + (gaps[x - 1] ?? 0);
  }
  const enough = Math.max(1, Math.min(2, voting.length - 1));
  const corridors: { from: number; to: number }[] = [];
  for (let x = 0; x < width; x++) {
    const support = gaps[x] ?? 0;
    const isFree = support >= enough && (crossed[x] ?? 0) <= crossing * support;
    if (!isFree) continue;
    const last = corridors.at(-1);
    if (last && last.to === x - 1) last.to = x;
    else corridors.push({ from: x, to: x });
  }
  return corridors;
}

/**
 * The parts of a gap: text within a wide one, even if only on a few lines, is a separate column.
 *
 * @param texts the extents of all texts, from left to right
 */
function partedByText(corridor: Gap, texts: readonly Gap[]): Gap[] {
  const inside = texts.filter(
    ({ from, to }) => from > corridor.from + 0.5 && to < corridor.to + 0.5,
  );
  const parts: Gap[] = [];
  let start = corridor.from;
  let reached = -1;
  for (const { from, to } of inside) {
    if (from > reached) parts.push({ from: start, to: Math.floor(from) });
    reached = Math.max(reached, to);
    start = Math.ceil(reached);
  }
  parts.push({ from: start, to: corridor.to });
  return parts.filter(({ from, to }) => to >= from);
}

/** The separators of columns: tall rules, else the places in gaps that the fewest texts cross. */
function separatorsIn(
  free: readonly Gap[],
  tall: Area["vertical"],
  lines: readonly TextLine[],
): Gap[] {
  const shown = lines
    .filter(({ chunks }) => chunks.length > 1)
    .flatMap(({ chunks }) => {
      // Figures stay whole, including a distant currency sign, and so do the names of all columns.
      const names = chunks.length >= free.length;
      const parts = chunks.flatMap((chunk): readonly Box[] =>
        names || isFigure(chunk.text) ? [chunk] : chunk.words,
      );
      // The more parts a line has, the less likely they span columns.
      return parts.map(({ left, right }): Weighed => ({ left, right, weight: chunks.length ** 2 }));
    });
  const separators = free.map((gap) => {
    const rule = tall.find(({ at }) => at > gap.from - 2 && at < gap.to + 2);
    return rule ? { from: rule.at - 1, to: rule.at + 1 } : leastCrossed(gap, shown);
  });
  for (const { at } of tall) {
    const known = free.some((each) => at > each.from - 4 && at < each.to + 4);
    const twice = separators.some((each) => Math.abs((each.from + each.to) / 2 - at) < 4);
    if (!known && !twice) separators.push({ from: at - 1, to: at + 1 });
  }
  return separators.sort((a, b) => a.from - b.from);
}

/** Whether a gap, however narrow, separates two figures in most lines. */
function partsFigures(gap: Gap, offset: number, voting: readonly TextLine[]): boolean {
  const parted = voting.filter(({ chunks }) =>
    chunks.some((chunk, index) => {
      const next = chunks[index + 1];
      if (!next || chunk.right > gap.from + offset + 1 || next.left < gap.to + offset - 1)
        return false;
      return isFigure(chunk.text) && isFigure(next.text);
    }),
  );
  return parted.length >= 0.5 * voting.length;
}

/** Counts an interval by its differences at both ends, to be summed up later. */
function add(counts: Float32Array, from: number, end: number): void {
  if (end <= from) return;
  counts[from] = (counts[from] ?? 0) + 1;
  counts[end] = (counts[end] ?? 0) - 1;
}

/** A word's extent, and its weight as evidence for columns. */
interface Weighed {
  readonly left: number;
  readonly right: number;
  readonly weight: number;
}

/** The part of a gap that the fewest lines of the table cross: headers are wider than figures. */
function leastCrossed(
  gap: { from: number; to: number },
  shown: readonly Weighed[],
): { from: number; to: number } {
  const near = shown.filter(({ left, right }) => right > gap.from && left < gap.to);
  if (near.length === 0) return gap;
  let best = { from: gap.from, to: gap.from, crossed: Number.POSITIVE_INFINITY };
  let run: typeof best | null = null;
  for (let x = gap.from + 0.5; x < gap.to; x++) {
    let crossed = 0;
    for (const { left, right, weight } of near) if (left < x && right > x) crossed += weight;
    if (run && run.crossed === crossed) run.to = x + 0.5;
    else run = { from: x - 0.5, to: x + 0.5, crossed };
    if (
      crossed < best.crossed ||
      (crossed === best.crossed && run.to - run.from > best.to - best.from)
    )
      best = { ...run };
  }
  return Number.isFinite(best.crossed) ? { from: best.from, to: best.to } : gap;
}

function columnsBetween(
  separators: readonly { from: number; to: number }[],
  lines: readonly TextLine[],
): Columns {
  const middles = separators.map(({ from, to }) => (from + to) / 2);
  const covered = ({ left, right }: { left: number; right: number }): [number, number] => {
    const centre = (left + right) / 2;
    let first = middles.filter((at) => at <= left).length;
    let last = middles.filter((at) => at < right).length;
    // Reaching slightly into a gap does not cross it.
    while (first < last && left >= (separators[first]?.from ?? 0) - 1) first++;
    while (last > first && right <= (separators[last - 1]?.to ?? 0) + 1) last--;
    if (first > last) first = last = middles.filter((at) => at <= centre).length;
    return [first, last];
  };
  const extents = Array.from({ length: separators.length + 1 }, () => ({
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
  }));
  for (const chunk of lines.flatMap(({ chunks }) => chunks)) {
    const [first, last] = covered(chunk);
    const extent = extents[first];
    if (first !== last || !extent) continue;
    extent.left = Math.min(extent.left, chunk.left);
    extent.right = Math.max(extent.right, chunk.right);
  }
  return {
    count: separators.length + 1,
    covered,
    extent: (from, to) => {
      const within = extents.slice(from, to + 1).filter(({ left }) => Number.isFinite(left));
      return {
        left: Math.min(...within.map(({ left }) => left)),
        right: Math.max(...within.map(({ right }) => right)),
      };
    },
  };
}

/** The lines that reveal the columns: those with figures, or if few have any, with two cells. */
function votingLines(lines: readonly TextLine[]): readonly TextLine[] {
  const parted = lines.filter(({ chunks }) => chunks.length > 1);
  const figures = parted.filter(({ chunks }) => {
    const found = chunks.slice(1).filter(({ text }) => isFigure(text));
    return found.length > 0 && !found.every(({ text }) => isYears(text));
  });
  return figures.length >= 2 && figures.length >= 0.4 * parted.length ? figures : parted;
}
