import type { LineKind } from "../../core/page.js";
import { type DraftLine, lineText, listItem } from "./pieces.js";

/** Lines that belong together: a paragraph, a list item, the rows of a table. */
export interface LayoutBlock {
  readonly kind: LineKind;
  readonly lines: DraftLine[];
}

/** Groups the lines of a region into blocks by spacing, indent, font and what they begin with. */
export function blocksOf(lines: readonly DraftLine[]): LayoutBlock[] {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    left = Math.min(left, line.left);
    right = Math.max(right, line.right);
  }
  const surroundings = { leading: typicalLeading(lines), left, right };
  const kinds = kindsOf(lines, surroundings);
  const blocks: LayoutBlock[] = [];
  for (const [index, line] of lines.entries()) {
    const kind = kinds[index] ?? "text";
    const block = blocks.at(-1);
    if (block && continues(block, line, kind, surroundings)) block.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  return blocks;
}

interface Surroundings {
  /** Usual distance between baselines, as a share of the font size. */
  readonly leading: number;
  readonly left: number;
  readonly right: number;
}

/** Lines between two rows of a table that may be labels without amounts of their own. */
const maxLabels = 4;

function kindsOf(lines: readonly DraftLine[], surroundings: Surroundings): LineKind[] {
  const kinds = lines.map((line): LineKind => {
    if (line.row) return "row";
    return listItem.test(lineText(line)) ? "list-item" : "text";
  });
  let row = -1;
  for (const [index, line] of lines.entries()) {
    if (!line.row) continue;
    const between = index - row - 1;
    if (row >= 0 && between > 0 && between <= maxLabels) {
      const labels = lines.slice(row, index + 1);
      if (areLabels(labels, surroundings)) kinds.fill("row", row + 1, index);
    }
    row = index;
  }
  return kinds;
}

/** Whether what stands between the first and the last line, two rows, belongs to their table. */
function areLabels(lines: readonly DraftLine[], surroundings: Surroundings): boolean {
  const { left, right } = surroundings;
  const last = lines.length - 1;
  const size = lines[0]?.size ?? 0;
  return lines.every((line, index) => {
    const previous = lines[index - 1];
    if (previous && !followsAsRow(previous, line, surroundings)) return false;
    return (
      index === 0 ||
      index === last ||
      (line.right < left + 0.65 * (right - left) && line.size <= 1.12 * size)
    );
  });
}

function followsAsRow(previous: DraftLine, line: DraftLine, { leading }: Surroundings): boolean {
  const step = line.baseline - previous.baseline;
  return step <= Math.max(leading, 1.2) * Math.max(line.size, previous.size) * 1.8;
}

function continues(
  block: LayoutBlock,
  line: DraftLine,
  kind: LineKind,
  surroundings: Surroundings,
): boolean {
  const previous = block.lines.at(-1);
  if (!previous || line.baseline <= previous.baseline) return false;
  if (kind === "row" || block.kind === "row") {
    return kind === block.kind && followsAsRow(previous, line, surroundings);
  }
  const { leading, left, right } = surroundings;
  const step = line.baseline - previous.baseline;
  const size = Math.max(line.size, previous.size);
  if (kind === "list-item" || step > leading * size * 1.3) return false;
  if (Math.abs(line.size - previous.size) > 0.12 * size) return false;
  const before = lineText(previous);
  if (/\p{L}[-\u00ad\u2010]$/u.test(before)) return true;
  const endsShort = previous.right < right - 0.25 * (right - left);
  const endsSentence = /[.!?:;]["”’)]*$/.test(before);
  const ended = endsShort && endsSentence;
  if (block.kind === "list-item") {
    const [first = previous, second] = block.lines;
    if (second) {
      return Math.abs(line.left - second.left) < 0.6 * size && (!ended || second.left > first.left);
    }
    return !endsShort || (line.left > first.left + 0.3 * size && line.bold === first.bold);
  }
  const indent = 0.8 * size;
  const indented = line.left - left > indent && previous.left - left <= indent;
  // A line that goes on within a sentence hangs below the first, as in a list of references.
  const opens = indented && (endsShort || endsSentence);
  return line.bold === previous.bold && !opens && !ended;
}

function typicalLeading(lines: readonly DraftLine[]): number {
  const steps: number[] = [];
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    if (!previous) continue;
    const step = (line.baseline - previous.baseline) / Math.max(line.size, previous.size, 1);
    if (step > 0.8 && step < 2.2) steps.push(step);
  }
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] ?? 1.3;
}
