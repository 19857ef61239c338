import { checkedOptions, checkNumber, checkShape } from "../core/arguments.js";
import { PagehoundError } from "../core/errors.js";
import type { GrepFindings, GrepHit } from "./api.js";
import { cutLine, hitsByPage, linesOfHits } from "./hit-lines.js";

/**
 * - `lines`: each matching line as `file:page:line: text`, its context as `file-page-line- text`,
 *   groups that do not touch set apart by `--`.
 * - `counts`: for each document with a match `file:matches`.
 * - `page-counts`: for each page with a match `file:page:matches`.
 * - `with-match` and `without-match`: the files with and without a match, one a line.
 */
export type GrepForm = "lines" | "counts" | "page-counts" | "with-match" | "without-match";

const usualLineLength = 400;

/** How findings are written out. */
export interface GrepFormatOptions {
  /** @defaultValue `lines` */
  readonly form?: GrepForm | undefined;
  /**
   * Writes each matching line's evidence id behind it, in brackets.
   *
   * @defaultValue `false`
   */
  readonly ids?: boolean | undefined;
  /**
   * Characters of a line at most, cut around its first match.
   *
   * @defaultValue `400`
   */
  readonly lineLength?: number | undefined;
}

/**
 * Findings as text, for people and models who know grep. What was left out, stopped or not covered
 * is said in sentences at the end, each in brackets on a line of its own. Throws `invalid-argument`
 * for a line length below 1.
 */
export function formatGrep(
  findings: GrepFindings & {
    readonly coverage: { documents: number; pages: number; pagesWithoutText: number };
  },
  options: GrepFormatOptions = {},
): string {
  checkShape("What grep found", findings, findingsShape);
  const given = checkedOptions(options);
  const { form = "lines", lineLength = usualLineLength } = given;
  checkNumber("The length of a line", lineLength);
  if (!Number.isInteger(lineLength) || lineLength < 1) {
    throw new PagehoundError(
      "invalid-argument",
      `The length of a line is a whole number from 1, not ${lineLength}.`,
    );
  }
  const body = bodyOf(findings, form, given);
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
  const said: string[] = [];
  if (form === "lines" && left > 0) {
    said.push(
      `${count(left, "more matching line")}, of ${lines} ${stopped ? "found" : "in all"}. Narrow the pattern, or go on with offset ${offset + hits.length}.`,
    );
  }
  if (stopped) said.push(stopped.message);
  said.push(...notes);
  const searched = `${count(coverage.documents, "document")}, ${count(coverage.pages, "page")}`;
  if (lines === 0) {
    said.push(`No match ${stopped ? "before it was stopped, " : ""}in ${searched}.`);
  } else if (stopped) said.push(`Found before it was stopped, in ${searched}.`);
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

const findingsShape = {
  hits: "list",
  notes: "list",
  coverage: "object",
  lines: "number",
} as const;
