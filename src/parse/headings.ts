import type { Heading } from "../core/document.js";
import type { Line, Page } from "../core/page.js";
import type { Bookmark } from "./format.js";

/** A heading is larger than the body by this factor at least, or bold where the body is not. */
const largerBy = 1.12;
const longest = 120;
/** A number and a title set far apart: "Item 1A.    Risk Factors". */
const numberedRow = /^(?:\p{L}+ )?[\p{L}]?\d{0,3}[A-Z]?[.:]? \p{Lu}\P{N}*$/u;
const deepest = 6;
/** Headings of a document; a file in which everything is one has no outline. */
const most = 1_000_000;

/** Finds where each bookmark's heading stands, page by page; one that stands nowhere has no span. */
export class BookmarkLocator {
  readonly #byPage = new Map<number, Bookmark[]>();
  readonly #headings: Heading[] = [];

  constructor(bookmarks: readonly Bookmark[]) {
    for (const bookmark of bookmarks) {
      const onPage = this.#byPage.get(bookmark.page);
      if (onPage) onPage.push(bookmark);
      else this.#byPage.set(bookmark.page, [bookmark]);
    }
  }

  /** Takes a page, in any order. */
  add(page: Page): void {
    const bookmarks = this.#byPage.get(page.number) ?? [];
    this.#byPage.delete(page.number);
    for (const { text, level } of bookmarks) {
      this.#headings.push({ text, level, page: page.number, span: locate(page, text) });
    }
  }

  /** All of them, in the order of the document. Bookmarks of pages that did not come are nowhere. */
  finish(): Heading[] {
    const nowhere = [...this.#byPage.values()]
      .flat()
      .map(({ text, level, page }) => ({ text, level, page, span: null }));
    return [...this.#headings, ...nowhere].sort(
      (a, b) => a.page - b.page || (a.span?.start ?? -1) - (b.span?.start ?? -1),
    );
  }
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
 * bold. Levels follow the size. All pages are shown to it first, so that the body is known.
 */
export class HeadingRecogniser {
  readonly #body = new BodyStyle();
  readonly #found: Candidate[] = [];

  /** Looks at the next page. */
  look(page: Page): void {
    this.#body.add(page);
  }

  /** Takes a page, in order, once all pages were looked at. `margin`: indexes of lines that are none. */
  add(page: Page, margin: readonly number[]): void {
    for (const found of candidates(page, new Set(margin), this.#body.style)) {
      if (this.#found.length < most) this.#found.push(found);
    }
  }

  /** All of them, in the order of the document. */
  finish(): Heading[] {
    const ranks = new Set(this.#found.map(({ rank }) => rank));
    const levels = new Map(
      [...ranks].sort((a, b) => b - a).map((rank, index) => [rank, index + 1]),
    );
    return this.#found.map(({ heading, marked, rank }) => ({
      ...heading,
      level: marked || Math.min(deepest, levels.get(rank) ?? deepest),
    }));
  }
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

/** The style that most characters are set in. */
class BodyStyle {
  readonly #characters = new Map<string, number>();
  #most = 0;
  style: Style = { size: 0, bold: false };

  add({ lines }: Page): void {
    for (const { start, end, size, bold } of lines) {
      const key = `${size} ${bold}`;
      const count = (this.#characters.get(key) ?? 0) + end - start;
      this.#characters.set(key, count);
      if (count > this.#most) [this.style, this.#most] = [{ size, bold }, count];
    }
  }
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
