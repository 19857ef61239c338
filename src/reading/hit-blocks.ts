import { isHeadRow } from "../core/table-head.js";
import type { GrepHit } from "../grep/api.js";
import { cutLine, type HitLine, hitsByPage, linesOfHits } from "../grep/hit-lines.js";
import type { Block } from "./compose.js";
import { headAside } from "./table-heads.js";
import { pageNamed, placeNamed } from "./wording.js";

/** How much of a hit is shown. */
export interface HitForm {
  readonly context: boolean;
  /** Whether the head of the table that a hit stands in comes with it. */
  readonly tableHead: boolean;
  /** Characters of a line at most, cut around its first match. */
  readonly lineLength: number;
  /** Lines of a match at most. */
  readonly lines: number;
}

/** A hit as text, and what of it is left out, in words. */
interface HitBlock extends Block {
  readonly without: readonly string[];
}

/**
 * A block a matching line, the first in one form and all others in another. A line that two hits
 * have comes once, and so do a path and the head of a table for hits that follow one another. Blocks are never
 * cut: what is cut is each line, so that its match is seen.
 */
export function hitBlocks(
  hits: readonly GrepHit[],
  firstForm: HitForm,
  otherForm: HitForm,
  tableHeads: ReadonlyMap<GrepHit, string>,
): HitBlock[] {
  const linesOf = new Map<GrepHit, HitLine[]>();
  for (const page of hitsByPage(hits)) {
    for (const line of linesOfHits(page)) {
      const lines = linesOf.get(line.hit);
      if (lines) lines.push(line);
      else linesOf.set(line.hit, [line]);
    }
  }
  let shownHead: string | undefined;
  return hits.map((hit, index) => {
    const form = index === 0 ? firstForm : otherForm;
    const previous = hits[index - 1];
    const samePage = previous?.document === hit.document && previous.page === hit.page;
    const lead = samePage && previous.id === hit.id ? "" : leadOf(hit, previous);
    if (!samePage) shownHead = undefined;
    const lines = linesOf.get(hit) ?? [];
    const own = tableHeads.get(hit);
    const head = own === shownHead || lines.some(({ text }) => isHeadRow(text)) ? undefined : own;
    shownHead = own ?? shownHead;
    const { text, without } = hitText(lines, head, form);
    const evidence = hit.id === null ? [] : [hit.id];
    return { lead: lead + text, body: "", evidence, without };
  });
}

function leadOf(hit: GrepHit, previous: GrepHit | undefined): string {
  const place = previous?.path === hit.path ? pageNamed(hit) : placeNamed(hit);
  return `[${hit.id ?? "running header or footer"}] ${place}\n`;
}

function hitText(
  lines: readonly HitLine[],
  head: string | undefined,
  { context, tableHead, lineLength, lines: most }: HitForm,
): { text: string; without: string[] } {
  const beyond = lines.filter((line) => line.matching)[most]?.number ?? Number.POSITIVE_INFINITY;
  const shows = ({ number, matching }: HitLine) => number < beyond && (matching || context);
  const shown = lines.filter(shows);
  const left = lines.filter((line) => !shows(line));
  const without = [
    ...(head !== undefined && !tableHead ? ["the head of a table"] : []),
    ...(left.some((line) => !line.matching) ? ["lines of context"] : []),
    ...(left.some((line) => line.matching) ? ["lines that a match runs on to"] : []),
    ...(shown.some(({ text }) => text.length > lineLength) ? ["parts of long lines"] : []),
  ];
  const written = shown.map(({ number, text, matching, marks }) => {
    return `${number}${matching ? ":" : "-"} ${cutLine(text, marks, lineLength)}`;
  });
  const aside = tableHead ? headAside(head) : "";
  return { text: aside + written.join("\n"), without };
}
