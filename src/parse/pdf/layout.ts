import type { Line } from "../../core/page.js";
import type { PageGeometry } from "../../core/page-geometry.js";
import { type Block, blocksOf } from "./blocks.js";
import { regionsOf } from "./columns.js";
import { joinHyphenated, wordSet } from "./hyphens.js";
import { type DraftLine, lineOf, lineText } from "./pieces.js";
import { fragmentsOf, rowsOf } from "./rows.js";
import type { ExtractedPage, TextItem } from "./text-item.js";

/** A page's text, its lines, and where its characters stand. */
export interface PageLayout {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly geometry: PageGeometry;
}

/** Puts the items of a page into reading order and joins them into text. A pure function. */
export function layOut({ items, boldFonts }: ExtractedPage): PageLayout {
  const fragments = fragmentsOf(items);
  const upright = fragments.filter(({ item }) => !item.rotated);
  const rotated = fragments.filter(({ item }) => item.rotated);
  const blocks = regionsOf(upright).flatMap((rows) =>
    blocksOf(rows.map((row) => lineOf(row, boldFonts))),
  );
  // What runs up or down the margin is read last, as the file has it.
  for (const fragment of rotated) {
    const lines = rowsOf([fragment]).map((row) => lineOf(row, boldFonts));
    blocks.push({ kind: "text", lines });
  }
  let words: ReadonlySet<string> | undefined;
  const pageWords = () =>
    (words ??= wordSet(blocks.flatMap(({ lines }) => lines.map(lineText)).join("\n")));
  const joined = blocks.map(({ kind, lines }) => ({
    kind,
    lines: kind === "row" ? lines : joinHyphenated(lines, pageWords),
  }));
  return assemble(joined, items);
}

function assemble(blocks: readonly Block[], items: readonly TextItem[]): PageLayout {
  const lines: Line[] = [];
  const runs: number[] = [];
  let text = "";
  blocks.forEach((block, number) => {
    if (number > 0) text += "\n";
    for (const draft of block.lines) {
      const start = text.length;
      for (const { text: piece, item, offset } of draft.pieces) {
        if (item >= 0) runs.push(text.length, piece.length, item, offset);
        text += piece;
      }
      lines.push(toLine(draft, block, number, start, text.length));
      text += "\n";
    }
  });
  return { text, lines, geometry: { runs: Uint32Array.from(runs), ...boxesOf(items) } };
}

function toLine(
  { size, bold, top, bottom }: DraftLine,
  { kind }: Block,
  block: number,
  start: number,
  end: number,
): Line {
  return { start, end, block, kind, level: 0, size, bold, top, bottom };
}

function boxesOf(items: readonly TextItem[]): Pick<PageGeometry, "boxes" | "lengths"> {
  const boxes = new Float32Array(items.length * 4);
  const lengths = new Uint32Array(items.length);
  items.forEach(({ left, top, right, bottom, text }, index) => {
    boxes.set([left, top, right, bottom], index * 4);
    lengths[index] = text.length;
  });
  return { boxes, lengths };
}
