import {
  type Box,
  type ItemRange,
  itemRanges,
  type Page,
  type PageGeometry,
  type Span,
} from "./page.js";

// Finds the letters of a span on a page: in the text items that show it, or in its picture.

/** Array entries per run of a page's geometry. */
const RUN = 4;

/** Compares texts except for whitespace, which may differ in stored text (no-break spaces). */
function sameText(stored: string, shown: string): boolean {
  return stored.length === shown.length && bare(stored) === bare(shown);
}

/** Ignores accents: a page may draw them separately from their letters, and reading joins them. */
function bare(text: string): string {
  const letters = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  return letters.replace(/ı/g, "i").replace(/ȷ/g, "j").replace(/\s/g, " ");
}

/**
 * The ranges of the displayed text items that show a span, or null if they do not show exactly that
 * text. `items` are the strings of the viewer's text layer. A wrong mark is worse than none, so
 * every character is compared, and every visible character must be found.
 */
export function exactRanges(
  page: Pick<Page, "text" | "geometry">,
  span: Span,
  items: readonly string[],
): ItemRange[] | null {
  const { geometry, text } = page;
  if (!geometry || geometry.lengths.length !== items.length) return null;
  if (span.start < 0 || span.end > text.length) return null;
  const { runs } = geometry;
  let covered = span.start;
  for (let run = 0; run < runs.length; run += RUN) {
    const start = runs[run] ?? 0;
    const end = start + (runs[run + 1] ?? 0);
    if (end <= span.start) continue;
    if (start >= span.end) break;
    const from = Math.max(start, span.start);
    const to = Math.min(end, span.end);
    if (text.slice(covered, from).trim() !== "") return null;
    const offset = (runs[run + 3] ?? 0) - start;
    const item = items[runs[run + 2] ?? -1] ?? "";
    if (!sameText(text.slice(from, to), item.slice(offset + from, offset + to))) return null;
    covered = to;
  }
  if (text.slice(covered, span.end).trim() !== "") return null;
  const ranges = itemRanges(geometry, span);
  return ranges.length > 0 ? ranges : null;
}

/** A page's text with its geometry. */
interface PlacedText {
  readonly text: string;
  readonly geometry: PageGeometry;
}

/** The boxes of the words in a span; a partial word gets a share of the width by letter count. */
export function seenBoxes({ text, geometry }: PlacedText, { start, end }: Span): Box[] {
  const { runs, boxes, lengths } = geometry;
  const found: Box[] = [];
  for (let run = 0; run < runs.length; run += RUN) {
    const from = runs[run] ?? 0;
    const to = from + (runs[run + 1] ?? 0);
    if (to <= start || from >= end) continue;
    const item = runs[run + 2] ?? 0;
    const begin = from - (runs[run + 3] ?? 0);
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(item * 4, item * 4 + 4);
    // The space after a word was added by the reader, and takes no part of its box.
    const letters = text.slice(begin, begin + (lengths[item] ?? 0)).trimEnd().length;
    const at = (position: number): number =>
      left + ((right - left) * Math.min(letters, position - begin)) / Math.max(1, letters);
    const box = { left: at(Math.max(start, from)), top, right: at(Math.min(end, to)), bottom };
    if (box.right > box.left && bottom > top) found.push(box);
  }
  return found;
}

/** Whether the position of every letter of a span is known. */
export function isSeen(
  { text, geometry }: Pick<Page, "text" | "geometry">,
  { start, end }: Span,
): boolean {
  if (!geometry || start < 0 || end > text.length) return false;
  const { runs } = geometry;
  let covered = start;
  for (let run = 0; run < runs.length; run += RUN) {
    const from = runs[run] ?? 0;
    const to = from + (runs[run + 1] ?? 0);
    if (to <= covered) continue;
    if (from >= end) break;
    if (!isBlank(text.slice(covered, from))) return false;
    covered = to;
  }
  return isBlank(text.slice(covered, end));
}

function isBlank(between: string): boolean {
  return between.trim() === "";
}
