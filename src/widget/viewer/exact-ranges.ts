import type { Page } from "../../core/page.js";
import { type ItemRange, itemRanges } from "../../core/page-geometry.js";
import type { Span } from "../../core/span.js";

const RUN = 4;

/** White space differs between a text item and the stored text (no-break spaces), letters never do. */
function sameText(stored: string, shown: string): boolean {
  return stored.length === shown.length && bare(stored) === bare(shown);
}

/** Without accents: a page may draw them apart from their letters, to which reading joins them. */
function bare(text: string): string {
  const letters = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  return letters.replace(/ı/g, "i").replace(/ȷ/g, "j").replace(/\s/g, " ");
}

/**
 * The ranges of the displayed text items that show a span, or null when they do not show exactly
 * that text. `items` are the strings a viewer has in its text layer. A wrong mark is worse than
 * none, so every character is compared, and every character that leaves ink must be there.
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
