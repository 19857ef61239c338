import type { DocumentSummary } from "../core/document.js";
import type { OutlineEntry } from "../core/outline.js";
import type { PassageText } from "../core/passage.js";
import type { Block, Shown } from "./compose.js";
import type { Place } from "./places.js";
import type { PassagePiece } from "./reading.js";
import { headAside } from "./table-heads.js";
import { onOneLine } from "./wording.js";

/** What is needed of a document to head its passages. */
export interface PassageContext {
  readonly document: Pick<DocumentSummary, "path" | "pageUnit">;
  readonly outline: readonly Pick<OutlineEntry, "text">[];
}

const longestHeading = 120;

/**
 * A block a passage, headed by its evidence id, its page and, where they change, its heading and,
 * with `paths`, its document's path. `heads` has the head of the table that a place goes on with.
 */
export function passageBlocks(
  places: readonly Place[],
  contextOf: (passage: PassageText) => PassageContext,
  { paths, heads }: { readonly paths: boolean; readonly heads?: ReadonlyMap<Place, string> },
): Block[] {
  let previous: { readonly path: string; readonly heading: string } | null = null;
  return places.map((place) => {
    const { passage, offset } = place;
    const { id, page, text } = passage;
    const { document, outline } = contextOf(passage);
    const { path, pageUnit } = document;
    const heading = onOneLine(outline[passage.heading]?.text ?? "", longestHeading);
    const moved = previous?.path !== path;
    const named = heading !== "" && (moved || previous?.heading !== heading);
    previous = { path, heading };
    const details = [
      paths && moved ? path : "",
      `${pageUnit} ${page}`,
      named ? `under "${heading}"` : "",
      offset > 0 ? "continued" : "",
    ];
    const lead = `[${id}] ${details.filter((part) => part !== "").join(", ")}\n`;
    const aside = headAside(heads?.get(place));
    return { lead, aside, body: text.slice(offset), evidence: [id] };
  });
}

/** What a text shows of the passages that its blocks were made of. */
export function shownPieces(places: readonly Place[], shown: Shown): PassagePiece[] {
  const pieces = places.slice(0, shown.blocks).map((whole) => pieceOf(whole));
  const next = places[shown.blocks];
  if (shown.cut > 0 && next) pieces.push(pieceOf(next, shown.cut));
  return pieces;
}

function pieceOf({ passage, offset }: Place, length?: number): PassagePiece {
  const { id, page, span, text } = passage;
  const piece = text.slice(offset, length === undefined ? undefined : offset + length);
  const start = span.start + offset;
  return { id, page, span: { start, end: start + piece.length }, text: piece };
}
