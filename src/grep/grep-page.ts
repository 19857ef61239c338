import type { Span } from "../core/span.js";
import type { GrepLine, MatchCount, NumberedLine } from "./api.js";
import type { Finder } from "./finders.js";
import { type FoldedText, originOfEnd } from "./fold-text.js";

/** Which matching lines of a page come back, and with how much context. */
interface Wanted {
  /** Matching lines to pass over first. */
  readonly skip: number;
  /** Matching lines to take then. */
  readonly take: number;
  readonly before: number;
  readonly after: number;
}

interface PageFindings extends MatchCount {
  readonly found: readonly Omit<GrepLine, "page" | "pageLabel">[];
}

/**
 * Finds the matches of all patterns on a page. The leftmost wins, then the pattern that comes
 * first; matches never overlap.
 *
 * @param folded the text that is matched in place of the page's own, with the way back
 */
export function grepPage(
  text: string,
  finders: readonly Finder[],
  wanted: Wanted,
  folded: FoldedText | null = null,
): PageFindings {
  const searched = folded?.text ?? text;
  const origins = folded?.origins ?? null;
  const taken: Span[][] = [];
  let [matches, lines, lineEnd, lastEnd] = [0, 0, -1, 0];
  forEachMatch(searched, finders, (from, to) => {
    const start = origins?.[from] ?? from;
    const end = origins ? originOfEnd(origins, to) : to;
    // Two matches can be in what is one character of the original.
    if (start < lastEnd) return;
    lastEnd = end;
    matches++;
    const newLine = start > lineEnd;
    if (newLine) {
      lines++;
      const newline = text.indexOf("\n", start);
      lineEnd = newline < 0 ? text.length : newline;
    }
    if (lines <= wanted.skip || lines > wanted.skip + wanted.take) return;
    if (newLine) taken.push([{ start, end }]);
    else taken.at(-1)?.push({ start, end });
  });
  return { matches, lines, found: taken.length === 0 ? [] : withLines(text, taken, wanted) };
}

function forEachMatch(
  text: string,
  finders: readonly Finder[],
  see: (start: number, end: number) => void,
): void {
  const running = finders.filter((finder) => {
    finder.begin(text);
    return finder.next(0);
  });
  while (running.length > 0) {
    let first = running[0] as Finder;
    for (const finder of running) if (finder.start < first.start) first = finder;
    const { start, end } = first;
    see(start, end);
    for (let index = running.length - 1; index >= 0; index--) {
      const finder = running[index] as Finder;
      if (finder.start < end && !finder.next(end)) running.splice(index, 1);
    }
  }
}

function withLines(
  text: string,
  taken: readonly (readonly Span[])[],
  wanted: Wanted,
): PageFindings["found"] {
  let [counted, newlines] = [0, 0];
  return taken.map((marks) => {
    const first = marks[0]?.start ?? 0;
    // At a line break itself the line is the one that the break ends.
    const start = first === 0 ? 0 : text.lastIndexOf("\n", first - 1) + 1;
    const newline = text.indexOf("\n", (marks.at(-1)?.end ?? 1) - 1);
    const end = newline < 0 ? text.length : newline;
    newlines += countNewlines(text, counted, start);
    counted = start;
    const line = newlines + 1;
    return {
      line,
      span: { start, end },
      text: text.slice(start, end),
      marks,
      before: linesBefore(text, start, line, wanted.before),
      after: linesAfter(text, end, line + countNewlines(text, start, end), wanted.after),
    };
  });
}

function countNewlines(text: string, start: number, end: number): number {
  let newlines = 0;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
    newlines++;
  }
  return newlines;
}

/** Lines with text before the one that starts at `start` and has the number `line`. */
function linesBefore(text: string, start: number, line: number, most: number): NumberedLine[] {
  const lines: NumberedLine[] = [];
  let end = start - 1;
  for (let number = line - 1; number > 0 && lines.length < most; number--) {
    const begin = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    const content = text.slice(begin, end);
    if (content.trim() !== "") lines.unshift({ number, text: content });
    end = begin - 1;
  }
  return lines;
}

/** Lines with text after the one that ends at `end` and has the number `line`. */
function linesAfter(text: string, end: number, line: number, most: number): NumberedLine[] {
  const lines: NumberedLine[] = [];
  let begin = end + 1;
  for (let number = line + 1; begin <= text.length && lines.length < most; number++) {
    const newline = text.indexOf("\n", begin);
    const stop = newline < 0 ? text.length : newline;
    const content = text.slice(begin, stop);
    if (content.trim() !== "") lines.push({ number, text: content });
    begin = stop + 1;
  }
  return lines;
}
