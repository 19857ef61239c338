import type { Block } from "./blocks.js";
import { lineText } from "./pieces.js";

/**
 * Puts the blocks of regions one after another. A paragraph that goes on in the next column is one
 * block, and the notes at the foot of its column, set smaller, come after it.
 */
export function flow(regions: readonly (readonly Block[])[]): Block[] {
  const blocks: Block[] = [];
  let notes: Block[] = [];
  for (const region of regions) {
    const [first, ...rest] = region;
    const open = first ? openParagraph(blocks, first) : -1;
    if (!first || open < 0) {
      blocks.push(...notes, ...region);
      notes = [];
      continue;
    }
    notes.push(...blocks.splice(open + 1));
    blocks[open]?.lines.push(...first.lines);
    blocks.push(...rest);
  }
  return [...blocks, ...notes];
}

/** Index of the block that `next` goes on with, after which only notes stand, or -1. */
function openParagraph(blocks: readonly Block[], next: Block): number {
  const line = next.lines[0];
  if (next.kind !== "text" || !line || !/^\p{Ll}/u.test(lineText(line))) return -1;
  const isNote = ({ kind, lines }: Block) =>
    kind === "text" && lines.every(({ size }) => size < 0.93 * line.size);
  const index = blocks.findLastIndex((block) => !isNote(block));
  const block = blocks[index];
  const last = block?.lines.at(-1);
  if (!block || !last || block.kind === "row") return -1;
  const alike = Math.abs(last.size - line.size) <= 0.07 * line.size && last.bold === line.bold;
  return alike && !/[.!?:;]["”’)\]\d]*$/u.test(lineText(last)) ? index : -1;
}
