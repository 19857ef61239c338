import type { Line } from "../../core/page.js";
import type { PageGeometry } from "../../core/page-geometry.js";
import { type Block, blocksOf } from "./blocks.js";
import { regionsOf } from "./columns.js";
import { withoutDuplicates } from "./duplicates.js";
import { flow } from "./flow.js";
import { joinHyphenated } from "./hyphens.js";
import { type DraftLine, lineOf, lineText, noItem } from "./pieces.js";
import { type Fragment, fragmentsOf, rowsOf } from "./rows.js";
import type { ExtractedPage, TextItem } from "./text-item.js";
import { byTurn, onPage, uprightFragment } from "./turned.js";

/** A page's text, its lines, and where its characters stand. */
export interface PageLayout {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly geometry: PageGeometry;
}

/** Puts the items of a page into reading order and joins them into text. A pure function. */
export function layOut({ items, fields, boldFonts, hasImages }: ExtractedPage): PageLayout {
  const fragments = withoutDuplicates([
    // What a page of images has besides them is specks.
    ...(hasImages ? [] : fragmentsOf(items)),
    ...fragmentsOf(fields).map((fragment) => ({ ...fragment, index: noItem })),
  ]);
  const blocks = byTurn(fragments).flatMap((group) => {
    const { turn } = group[0]?.item ?? {};
    if (turn === null) return group.map((fragment) => askew(fragment, boldFonts));
    if (!turn) return upright(group, boldFonts);
    return upright(group.map(uprightFragment), boldFonts).map((block) => onPage(block, items));
  });
  let text: string | undefined;
  const pageText = () =>
    (text ??= blocks
      .flatMap(({ lines }) => lines.map(lineText))
      .join("\n")
      .toLowerCase());
  const joined = blocks.map(({ kind, lines }) => ({
    kind,
    lines: kind === "row" ? lines : joinHyphenated(lines, pageText),
  }));
  return assemble(joined, items);
}

/** The blocks of fragments that run from left to right or from right to left. */
function upright(fragments: readonly Fragment[], boldFonts: ReadonlySet<string>): Block[] {
  return flow(
    regionsOf(fragments).map((rows) => blocksOf(rows.map((row) => lineOf(row, boldFonts)))),
  );
}

/** Text at an odd angle: a watermark, the label of a drawing. Read as the file has it. */
function askew(fragment: Fragment, boldFonts: ReadonlySet<string>): Block {
  return { kind: "text", lines: rowsOf([fragment]).map((row) => lineOf(row, boldFonts)) };
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
