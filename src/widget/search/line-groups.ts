import type { DocumentId, GrepHit, NumberedLine, Span } from "../../index.js";

/** A matching line with the lines around it that no other one shows. */
export interface ShownLine {
  readonly hit: GrepHit;
  readonly before: readonly NumberedLine[];
  readonly after: readonly NumberedLine[];
}

/** The matching lines of one document. */
export interface LineGroup {
  readonly document: DocumentId;
  readonly path: string;
  readonly lines: readonly ShownLine[];
}

/** Tells a matching line from all others. */
export function lineKey({ document, page, line }: GrepHit): string {
  return `${document} ${page} ${line}`;
}

/** The matching lines by document; a line between two of them is shown once. */
export function groupLines(hits: readonly GrepHit[]): LineGroup[] {
  const groups: { document: DocumentId; path: string; lines: ShownLine[] }[] = [];
  let shownTo = 0;
  hits.forEach((hit, index) => {
    if (!onSamePage(hits[index - 1], hit)) shownTo = 0;
    const next = hits[index + 1];
    const nextLine = onSamePage(hit, next) ? next.line : Number.POSITIVE_INFINITY;
    const before = hit.before.filter(({ number }) => number > shownTo);
    const after = hit.after.filter(({ number }) => number < nextLine);
    shownTo = after.at(-1)?.number ?? hit.line + hit.text.split("\n").length - 1;
    let group = groups.at(-1);
    if (group?.document !== hit.document) {
      group = { document: hit.document, path: hit.path, lines: [] };
      groups.push(group);
    }
    group.lines.push({ hit, before, after });
  });
  return groups;
}

function onSamePage(a: GrepHit | undefined, b: GrepHit | undefined): b is GrepHit {
  return a !== undefined && a.document === b?.document && a.page === b.page;
}

const LONGEST = 320;
const LEAD = 100;

/** The line's text with its marks; of a line too long to read, the part around the first match. */
export function visiblePart({ text, span, marks }: GrepHit): { text: string; marks: Span[] } {
  const placed = marks.map(({ start, end }) => ({
    start: start - span.start,
    end: end - span.start,
  }));
  if (text.length <= LONGEST) return { text, marks: placed };
  const first = placed[0]?.start ?? 0;
  const from = first <= LEAD ? 0 : wordStart(text, first - LEAD);
  const to = Math.min(text.length, from + LONGEST);
  const lead = from > 0 ? "…" : "";
  const move = lead.length - from;
  return {
    text: `${lead}${text.slice(from, to)}${to < text.length ? "…" : ""}`,
    marks: placed
      .filter(({ start }) => start < to)
      .map(({ start, end }) => ({ start: start + move, end: Math.min(end, to) + move })),
  };
}

/** The beginning of the next word, if one is near. */
function wordStart(text: string, position: number): number {
  const space = text.slice(position, position + 30).search(/\s/);
  return space < 0 ? position : position + space + 1;
}
