import type { Span } from "../core/span.js";
import type { GrepFindings, GrepHit } from "./api.js";

/**
 * - `lines`: each matching line as `file:page:line: text`, its context as `file-page-line- text`,
 *   groups that do not touch set apart by `--`.
 * - `counts`: for each document with a match `file:matches`.
 * - `page-counts`: for each page with a match `file:page:matches`.
 * - `with-match` and `without-match`: the files with and without a match, one a line.
 */
export type GrepForm = "lines" | "counts" | "page-counts" | "with-match" | "without-match";

/** How findings are written out. */
export interface GrepFormatOptions {
  /** `lines` unless told. */
  readonly form?: GrepForm | undefined;
  /** Writes each matching line's evidence id behind it, in brackets. Off unless told. */
  readonly ids?: boolean | undefined;
  /** Characters of a line at most, cut around its first match; 400 unless told. */
  readonly lineLength?: number | undefined;
}

/**
 * Findings as text, for people and models who know grep. What was left out, stopped or not covered
 * is said in sentences at the end, each in brackets on a line of its own.
 */
export function formatGrep(
  findings: GrepFindings & {
    readonly coverage: { documents: number; pages: number; pagesWithoutText: number };
  },
  options: GrepFormatOptions = {},
): string {
  const { form = "lines" } = options;
  const body = bodyOf(findings, form, options);
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

/** A line to be printed; matching ones hide the same line given as context. */
interface PrintedLine {
  readonly number: number;
  readonly text: string;
  readonly hit: GrepHit | null;
  readonly marks: readonly Span[];
}

function groupedLines(hits: readonly GrepHit[], options: GrepFormatOptions): string[] {
  const { ids = false, lineLength = 400 } = options;
  const context = hits.some(({ before, after }) => before.length + after.length > 0);
  const printed: string[] = [];
  for (const page of byPage(hits)) {
    const [{ path, page: number }] = page;
    let last = Number.NEGATIVE_INFINITY;
    for (const line of linesOfPage(page)) {
      if (context && printed.length > 0 && line.number > last + 1) printed.push("--");
      last = line.number;
      const sign = line.hit ? ":" : "-";
      const text = cut(line.text, line.marks, lineLength);
      const id = ids && line.hit?.id && line.number === line.hit.line ? ` [${line.hit.id}]` : "";
      printed.push(`${path}${sign}${number}${sign}${line.number}${sign} ${text}${id}`);
    }
  }
  return printed;
}

function byPage(hits: readonly GrepHit[]): [GrepHit, ...GrepHit[]][] {
  const pages: [GrepHit, ...GrepHit[]][] = [];
  for (const hit of hits) {
    const last = pages.at(-1);
    if (last && last[0].document === hit.document && last[0].page === hit.page) last.push(hit);
    else pages.push([hit]);
  }
  return pages;
}

function linesOfPage(hits: readonly GrepHit[]): PrintedLine[] {
  const lines = new Map<number, PrintedLine>();
  for (const { before, after } of hits) {
    for (const { number, text } of [...before, ...after]) {
      lines.set(number, { number, text, hit: null, marks: [] });
    }
  }
  // A line in which a match begins comes last, over the same line as the end of another match.
  for (const firstLines of [false, true]) {
    for (const hit of hits) {
      let start = hit.span.start;
      hit.text.split("\n").forEach((text, index) => {
        const number = hit.line + index;
        const marks = hit.marks.map((mark) => ({
          start: Math.max(0, mark.start - start),
          end: mark.end - start,
        }));
        start += text.length + 1;
        if (firstLines === (index === 0)) lines.set(number, { number, text, hit, marks });
      });
    }
  }
  return [...lines.values()].sort((a, b) => a.number - b.number);
}

/** At most `length` characters of a line, so chosen that its first match is seen. */
function cut(line: string, marks: readonly Span[], length: number): string {
  if (line.length <= length) return line;
  const mark = marks[0]?.start ?? 0;
  const wished = Math.max(0, Math.min(mark - length / 4, line.length - length));
  const start = outsidePair(line, Math.floor(wished));
  const end = outsidePair(line, Math.min(line.length, start + length));
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

function outsidePair(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position;
}

function remarks(findings: Parameters<typeof formatGrep>[0], form: GrepForm): string[] {
  const { hits, left, offset, lines, stopped, notes, coverage } = findings;
  const said: string[] = [];
  if (form === "lines" && left > 0) {
    said.push(
      `${count(left, "more matching line")}, of ${lines} in all. Narrow the pattern, or go on with offset ${offset + hits.length}.`,
    );
  }
  if (stopped) said.push(stopped.message);
  said.push(...notes);
  const searched = `${count(coverage.documents, "document")}, ${count(coverage.pages, "page")}`;
  if (lines === 0) said.push(`No match in ${searched}.`);
  if (coverage.pagesWithoutText > 0) {
    said.push(
      `${coverage.pagesWithoutText} of ${count(coverage.pages, "page")} ${coverage.pagesWithoutText === 1 ? "has" : "have"} no text to search.`,
    );
  }
  return said;
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
