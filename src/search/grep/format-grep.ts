import {
  checkedOptions,
  checkShape,
  outsidePair,
  type Span,
  wholeNumber,
} from "../../core/index.js";
import type { GrepFindings, GrepHit } from "./api.js";

/**
 * - `lines`: each matching line as `file:page:line: text`, its context as `file-page-line- text`,
 *   with `--` between groups that do not touch.
 * - `counts`: `file:matches` for each document with a match.
 * - `page-counts`: `file:page:matches` for each page with a match.
 * - `with-match` and `without-match`: the files with and without a match, one per line.
 */
export type GrepForm = "lines" | "counts" | "page-counts" | "with-match" | "without-match";

const usualLineLength = 400;

/** How to format findings. */
export interface GrepFormatOptions {
  /** @defaultValue `lines` */
  readonly form?: GrepForm | undefined;
  /**
   * Appends the evidence id to each matching line, in brackets.
   *
   * @defaultValue `false`
   */
  readonly ids?: boolean | undefined;
  /**
   * Maximum characters of a line, which is cut around its first match.
   *
   * @defaultValue `400`
   */
  readonly lineLength?: number | undefined;
}

/**
 * Formats findings as text, for people and models who know grep. Sentences at the end, each in
 * brackets on its own line, say what was left out, stopped or not covered. Throws
 * `invalid-argument` for a line length below 1.
 */
export function formatGrep(
  findings: GrepFindings & {
    readonly coverage: { documents: number; pages: number; pagesWithoutText: number };
  },
  options: GrepFormatOptions = {},
): string {
  checkShape("What grep found", findings, findingsShape);
  const checked = checkedOptions(options);
  const { form = "lines", lineLength = usualLineLength } = checked;
  wholeNumber("The length of a line", lineLength, 1);
  const body = bodyOf(findings, form, checked);
  return [...body, ...remarks(findings, form).map((remark) => `[${remark}]`)].join("\n");
}

function bodyOf(findings: GrepFindings, form: GrepForm, options: GrepFormatOptions): string[] {
  const { documents, without } = findings;
  switch (form) {
    case "counts":
      return documents.map(({ path, matches }) => `${path}:${matches}`);
    case "page-counts":
      return documents.flatMap(({ path, pages }) =>
        pages.map(({ page, matches }) => `${path}:${page}:${matches}`),
      );
    case "with-match":
      return documents.map(({ path }) => path);
    case "without-match":
      return without.map(({ path }) => path);
    case "lines":
      return groupedLines(findings.hits, options);
  }
}

function groupedLines(hits: readonly GrepHit[], options: GrepFormatOptions): string[] {
  const { ids = false, lineLength = usualLineLength } = options;
  const context = hits.some(({ before, after }) => before.length + after.length > 0);
  const printed: string[] = [];
  for (const page of hitsByPage(hits)) {
    const [{ path, page: pageNumber }] = page;
    let last = Number.NEGATIVE_INFINITY;
    for (const { number, text, hit, matching, marks } of linesOfHits(page)) {
      if (context && printed.length > 0 && number > last + 1) printed.push("--");
      last = number;
      const sign = matching ? ":" : "-";
      const id = ids && hit.id && number === hit.line ? ` [${hit.id}]` : "";
      const shown = cutLine(text, marks, lineLength);
      printed.push(`${path}${sign}${pageNumber}${sign}${number}${sign} ${shown}${id}`);
    }
  }
  return printed;
}

function remarks(findings: Parameters<typeof formatGrep>[0], form: GrepForm): string[] {
  const { hits, left, offset, lines, stopped, notes, coverage } = findings;
  const remarkLines: string[] = [];
  if (form === "lines" && left > 0) {
    remarkLines.push(
      `${count(left, "more matching line")}, of ${lines} ${stopped ? "found" : "in all"}. Narrow the pattern, or continue with offset ${offset + hits.length}.`,
    );
  }
  if (stopped) remarkLines.push(stopped.message);
  remarkLines.push(...notes);
  const searched = `${count(coverage.documents, "document")}, ${count(coverage.pages, "page")}`;
  if (lines === 0) {
    remarkLines.push(`No match ${stopped ? "before it was stopped, " : ""}in ${searched}.`);
  } else if (stopped) remarkLines.push(`Found before it was stopped, in ${searched}.`);
  if (coverage.pagesWithoutText > 0) {
    remarkLines.push(
      `${coverage.pagesWithoutText} of ${count(coverage.pages, "page")} ${coverage.pagesWithoutText === 1 ? "has" : "have"} no text to search.`,
    );
  }
  return remarkLines;
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

const findingsShape = {
  hits: "list",
  notes: "list",
  coverage: "object",
  lines: "number",
} as const;

export interface HitLine {
  readonly number: number;
  readonly text: string;
  /** The hit to show it with: the last one that starts by this line, or that has it as context. */
  readonly hit: GrepHit;
  /** Whether the line contains a match; otherwise it is context. */
  readonly matching: boolean;
  /** The positions of the matches in `text`. */
  readonly marks: readonly Span[];
}

/** Hits in order, grouped by page. */
export function hitsByPage(hits: readonly GrepHit[]): [GrepHit, ...GrepHit[]][] {
  const pages: [GrepHit, ...GrepHit[]][] = [];
  for (const hit of hits) {
    const last = pages.at(-1);
    if (last && last[0].document === hit.document && last[0].page === hit.page) last.push(hit);
    else pages.push([hit]);
  }
  return pages;
}

/** The lines of hits on one page, each once and in order. The lines of one hit are consecutive. */
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

/** The marks that touch a line, as positions in the line. */
function marksWithin(marks: readonly Span[], start: number, length: number): Span[] {
  return marks.flatMap((mark) => {
    const from = Math.max(0, mark.start - start);
    const to = Math.min(length, mark.end - start);
    // A match that is only a line break is at the end of its line.
    return from < to || (from === length && mark.start >= start) ? [{ start: from, end: to }] : [];
  });
}

/** Cuts a line to at most `length` characters, so that its first match is visible. */
export function cutLine(line: string, marks: readonly Span[], length: number): string {
  if (line.length <= length) return line;
  const mark = marks[0] ?? { start: 0, end: 0 };
  const spare = Math.max(0, length - (mark.end - mark.start));
  const wished = Math.min(mark.start - Math.min(length / 4, spare / 2), line.length - length);
  const start = outsidePair(line, Math.max(0, Math.floor(wished)));
  const end = outsidePair(line, Math.min(line.length, start + length));
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}
