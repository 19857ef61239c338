import type { Heading } from "../core/document.js";
import type { Line, Page } from "../core/page.js";
import type { Bookmark } from "./format.js";

/** A heading is larger than the body by this factor at least, or bold where the body is not. */
const largerBy = 1.12;
const longest = 120;
/** A number and a title set far apart: "Item 1A.    Risk Factors". */
const numberedRow = /^(?:\p{L}+ )?[\p{L}]?\d{0,3}[A-Z]?[.:]? \p{Lu}\P{N}*$/u;
const deepest = 6;

/** Where each bookmark's heading stands on its page; without a span when it stands nowhere. */
export function headingsFromBookmarks(
  pages: readonly Page[],
  bookmarks: readonly Bookmark[],
): Heading[] {
  return bookmarks
    .map(({ text, level, page }) => {
      const stored = pages[page - 1];
      return { text, level, page, span: stored ? locate(stored, text) : null };
    })
    .sort((a, b) => a.page - b.page || (a.span?.start ?? -1) - (b.span?.start ?? -1));
}

/** The lines of a page that begin with a heading's words: one line, or two when it is broken. */
function locate({ text, lines }: Page, heading: string): Heading["span"] {
  const wanted = bare(heading);
  if (wanted === "") return null;
  for (const [index, line] of lines.entries()) {
    const own = bare(text.slice(line.start, line.end));
    if (own === wanted) return { start: line.start, end: line.end };
    const next = lines[index + 1];
    if (!next || own === "" || !wanted.startsWith(own)) continue;
    if (own + bare(text.slice(next.start, next.end)) === wanted) {
      return { start: line.start, end: next.end };
    }
  }
  return null;
}

/** Letters and digits only, in lower case: bookmarks and pages differ in spaces and punctuation. */
function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * Recognises headings: lines that the format marks, else short blocks set larger than the body, or
 * bold. Levels follow the size.
 */
export function recogniseHeadings(
  pages: readonly Page[],
  margins: readonly (readonly number[])[],
): Heading[] {
  const body = bodyStyle(pages);
  const found = pages.flatMap((page, index) => candidates(page, new Set(margins[index]), body));
  const sizes = [...new Set(found.map(({ rank }) => rank))].sort((a, b) => b - a);
  return found.map(({ heading, marked, rank }) => ({
    ...heading,
    level: marked || Math.min(deepest, sizes.indexOf(rank) + 1),
  }));
}

interface Style {
  readonly size: number;
  readonly bold: boolean;
}

interface Candidate {
  readonly heading: Omit<Heading, "level">;
  /** Level given by the format, or 0. */
  readonly marked: number;
  /** Size to the half point; bold at the body's size ranks below everything larger. */
  readonly rank: number;
}

function bodyStyle(pages: readonly Page[]): Style {
  const characters = new Map<string, number>();
  let style: Style = { size: 0, bold: false };
  let most = 0;
  for (const { lines } of pages) {
    for (const { start, end, size, bold } of lines) {
      const key = `${size} ${bold}`;
      const count = (characters.get(key) ?? 0) + end - start;
      characters.set(key, count);
      if (count > most) [style, most] = [{ size, bold }, count];
    }
  }
  return style;
}

function candidates(page: Page, margin: ReadonlySet<number>, body: Style): Candidate[] {
  const blocks = new Map<number, Line[]>();
  page.lines.forEach((line, index) => {
    if (margin.has(index)) return;
    const block = blocks.get(line.block) ?? [];
    block.push(line);
    blocks.set(line.block, block);
  });
  return [...blocks.values()].flatMap((lines) => {
    const [first] = lines;
    const last = lines.at(-1);
    if (!first || !last) return [];
    const span = { start: first.start, end: last.end };
    const text = page.text.slice(span.start, span.end).replace(/\s+/g, " ").trim();
    if (first.kind !== "heading" && !looksLikeHeading(text, lines, body)) return [];
    const heading = { text: text.slice(0, 2 * longest), page: page.number, span };
    return [{ heading, marked: first.level, rank: Math.round(first.size * 2) / 2 }];
  });
}

function looksLikeHeading(text: string, lines: readonly Line[], body: Style): boolean {
  if (body.size === 0 || lines.length > 3 || text.length > longest) return false;
  if (lines.some(({ kind }) => kind === "row") && !numberedRow.test(text)) return false;
  if (!/\p{L}{2}/u.test(text) || /[.,;:]$/.test(text)) return false;
  const larger = lines.every(({ size }) => size >= body.size * largerBy);
  const bolder = !body.bold && lines.every(({ bold, size }) => bold && size >= body.size * 0.95);
  return larger || bolder;
}
