import type { LineKind } from "../../core/page.js";
import { type DraftLine, lineText } from "./pieces.js";

/** Lines that belong together: a paragraph, a list item, the rows of a table. */
export interface Block {
  readonly kind: LineKind;
  readonly lines: DraftLine[];
}

const bullet = /^(?:[•▪◦‣●○■□–—*·]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\([ivxlc]{1,6}\))\s/u;

/** Groups the lines of a region into blocks by spacing, indent, font and what they begin with. */
export function blocksOf(lines: readonly DraftLine[]): Block[] {
  const leading = typicalLeading(lines);
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const blocks: Block[] = [];
  for (const [index, line] of lines.entries()) {
    const kind: LineKind = line.row ? "row" : bullet.test(lineText(line)) ? "list-item" : "text";
    const previous = lines[index - 1];
    const block = blocks.at(-1);
    const follows =
      block && previous && continues(previous, line, block.kind, kind, { leading, left, right });
    if (follows) block.lines.push(line);
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

function continues(
  previous: DraftLine,
  line: DraftLine,
  blockKind: LineKind,
  kind: LineKind,
  { leading, left, right }: Surroundings,
): boolean {
  const step = line.baseline - previous.baseline;
  const size = Math.max(line.size, previous.size);
  if (step <= 0) return false;
  if (kind === "row" || blockKind === "row") {
    return kind === blockKind && step <= Math.max(leading, 1.2) * size * 1.8;
  }
  if (kind === "list-item") return false;
  if (step > leading * size * 1.3) return false;
  if (Math.abs(line.size - previous.size) > 0.12 * size || line.bold !== previous.bold)
    return false;
  if (blockKind === "list-item") return line.left > left - 1;
  const indent = 0.8 * size;
  const indented = line.left - left > indent && previous.left - left <= indent;
  const endsShort = previous.right < right - 0.25 * (right - left);
  return !indented && !(endsShort && /[.!?:;]["”’)]*$/.test(lineText(previous)));
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
