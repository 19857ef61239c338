import type { Span } from "../core/page.js";
import type { GrepHit } from "./api.js";

/** A line of a page that is shown with hits. */
export interface HitLine {
  readonly number: number;
  readonly text: string;
  /** The hit that it is shown with: the last one that begins in it or before, or whose context it is. */
  readonly hit: GrepHit;
  /** Whether a match is in it; else it is context. */
  readonly matching: boolean;
  /** The places in `text` of the matches. */
  readonly marks: readonly Span[];
}

/** Hits in order, those of one page together. */
export function hitsByPage(hits: readonly GrepHit[]): [GrepHit, ...GrepHit[]][] {
  const pages: [GrepHit, ...GrepHit[]][] = [];
  for (const hit of hits) {
    const last = pages.at(-1);
    if (last && last[0].document === hit.document && last[0].page === hit.page) last.push(hit);
    else pages.push([hit]);
  }
  return pages;
}

/** The lines of hits on one page, each once and in order. Those of one hit follow one another. */
export function linesOfHits(hits: readonly GrepHit[]): HitLine[] {
  const lines = new Map<number, { index: number; text: string; marks: Span[] | null }>();
  hits.forEach((hit, index) => {
    for (const { number, text } of [...hit.before, ...hit.after]) {
      if (!lines.has(number)) lines.set(number, { index, text, marks: null });
    }
    let start = hit.span.start;
    for (const [row, text] of hit.text.split("\n").entries()) {
      const number = hit.line + row;
      const earlier = lines.get(number);
      const marks = [...(earlier?.marks ?? []), ...marksWithin(hit.marks, start, text.length)];
      lines.set(number, { index: earlier?.index ?? index, text, marks });
      start += text.length + 1;
    }
    const first = lines.get(hit.line);
    if (first) first.index = index;
  });
  let last = 0;
  return [...lines]
    .sort(([a], [b]) => a - b)
    .flatMap(([number, { index, text, marks }]) => {
      last = Math.max(last, index);
      const hit = hits[last];
      return hit ? [{ number, text, hit, matching: marks !== null, marks: marks ?? [] }] : [];
    });
}

/** The marks that touch a line, as places in it. */
function marksWithin(marks: readonly Span[], start: number, length: number): Span[] {
  return marks.flatMap((mark) => {
    const from = Math.max(0, mark.start - start);
    const to = Math.min(length, mark.end - start);
    // The match of a line break alone is at the line's end.
    return from < to || (from === length && mark.start >= start) ? [{ start: from, end: to }] : [];
  });
}

/** At most `length` characters of a line, so chosen that its first match is seen. */
export function cutLine(line: string, marks: readonly Span[], length: number): string {
  if (line.length <= length) return line;
  const mark = marks[0] ?? { start: 0, end: 0 };
  const spare = Math.max(0, length - (mark.end - mark.start));
  const wished = Math.min(mark.start - Math.min(length / 4, spare / 2), line.length - length);
  const start = outsidePair(line, Math.max(0, Math.floor(wished)));
  const end = outsidePair(line, Math.min(line.length, start + length));
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

function outsidePair(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position;
}
