import type { GrepHit } from "../grep/api.js";
import { cutLine, type HitLine, hitsByPage, linesOfHits } from "../grep/hit-lines.js";
import type { Block } from "./compose.js";
import { placeNamed } from "./wording.js";

/** How much of a hit is shown. */
export interface HitForm {
  readonly context: boolean;
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
 * have comes once. Blocks are never cut: what is cut is each line, so that its match is seen.
 */
export function hitBlocks(
  hits: readonly GrepHit[],
  firstForm: HitForm,
  otherForm: HitForm,
): HitBlock[] {
  const linesOf = new Map<GrepHit, HitLine[]>();
  for (const page of hitsByPage(hits)) {
    for (const line of linesOfHits(page)) {
      const lines = linesOf.get(line.hit);
      if (lines) lines.push(line);
      else linesOf.set(line.hit, [line]);
    }
  }
  return hits.map((hit, index) => {
    const previous = hits[index - 1];
    const together =
      previous?.document === hit.document && previous.page === hit.page && previous.id === hit.id;
    const place = hit.id ?? "running header or footer";
    const lead = together ? "" : `[${place}] ${placeNamed(hit)}\n`;
    const { text, without } = hitText(linesOf.get(hit) ?? [], index === 0 ? firstForm : otherForm);
    const evidence = hit.id === null ? [] : [hit.id];
    return { lead: lead + text, body: "", evidence, without };
  });
}

function hitText(
  lines: readonly HitLine[],
  { context, lineLength, lines: most }: HitForm,
): { text: string; without: string[] } {
  const beyond = lines.filter((line) => line.matching)[most]?.number ?? Number.POSITIVE_INFINITY;
  const shows = ({ number, matching }: HitLine) => number < beyond && (matching || context);
  const shown = lines.filter(shows);
  const left = lines.filter((line) => !shows(line));
  const without = [
    ...(left.some((line) => !line.matching) ? ["lines of context"] : []),
    ...(left.some((line) => line.matching) ? ["lines that a match runs on to"] : []),
    ...(shown.some(({ text }) => text.length > lineLength) ? ["parts of long lines"] : []),
  ];
  const written = shown.map(({ number, text, matching, marks }) => {
    return `${number}${matching ? ":" : "-"} ${cutLine(text, marks, lineLength)}`;
  });
  return { text: written.join("\n"), without };
}
