import { appendTo, type Heading, type Line, type Page } from "../core/index.js";
import { tableScales } from "../figures/index.js";
import type { Bookmark } from "./format.js";

/** What can be said of a document's lines only when all its pages are there. */
export interface Settled {
  /** For each page the indexes of its running headers, footers and page numbers among its lines. */
  readonly margins: readonly (readonly number[])[];
  /** For each page those of them that say what none does on a page before, and are found by search. */
  readonly findableMargins: readonly (readonly number[])[];
  /** The document's bookmarks, else the headings that were recognised, in order. */
  readonly headings: readonly Heading[];
}

/**
 * Tells margins and headings from the rest of a document, whose pages come twice, each time all of
 * them in order: so that they need not be in memory together. Depends on pages and bookmarks alone.
 */
export class Settler {
  readonly #margins = new MarginFinder();
  readonly #headings: HeadingRecogniser | BookmarkLocator;
  readonly #settled: number[][] = [];
  readonly #first: number[][] = [];
  readonly #seen = new Set<string>();

  constructor(bookmarks: readonly Bookmark[]) {
    this.#headings =
      bookmarks.length > 0 ? new BookmarkLocator(bookmarks) : new HeadingRecogniser();
  }

  /** Looks at the next page, the first time. */
  look(page: Page): void {
    this.#margins.look(page);
    if (this.#headings instanceof HeadingRecogniser) this.#headings.look(page);
  }

  /** Takes the next page, the second time. */
  add(page: Page): void {
    const margin = this.#margins.on(this.#settled.length);
    this.#settled.push(margin);
    this.#first.push(this.#firstOf(page, margin));
    this.#headings.add(page, margin);
  }

  finish(): Settled {
    const headings = this.#headings.finish();
    return { margins: this.#settled, findableMargins: this.#first, headings };
  }

  /** The margin lines of a page with words or long numbers that were on no page before, page numbers aside. */
  #firstOf(page: Page, margin: readonly number[]): number[] {
    const texts = margin.map((index) => marginText(page, index));
    const numbered = texts.some((text) => pageNumeral.test(text));
    return margin.filter((_, position) => {
      const text = texts[position] ?? "";
      if (!/\p{L}{2}|\d{5}/u.test(text) || pageNumeral.test(text)) return false;
      const key = numbered ? text : text.replace(/\d+/g, (digits) => pageNumberIn(digits, page));
      if (this.#seen.has(key) || this.#seen.size >= mostMargins) return false;
      this.#seen.add(key);
      return true;
    });
  }
}

/** Different margin lines of a document that are found by search. */
const mostMargins = 50_000;
/** Pages before the one that is called the first: titles, contents. */
const frontMatter = 60;

function marginText({ text, lines }: Page, index: number): string {
  const { start = 0, end = 0 } = lines[index] ?? {};
  return text.slice(start, end).trim();
}

/** A sign for digits that may be the number of the page, which makes no new line of one that repeats. */
function pageNumberIn(digits: string, { number, label }: Page): string {
  if (digits === label) return "#";
  return digits.length < 5 && Math.abs(Number(digits) - number) <= frontMatter ? "#" : digits;
}

/** The same of pages that are in memory. */
export function settle(pages: readonly Page[], bookmarks: readonly Bookmark[]): Settled {
  const settler = new Settler(bookmarks);
  for (const page of pages) settler.look(page);
  for (const page of pages) settler.add(page);
  return settler.finish();
}

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
      appendTo(this.#byPage, bookmark.page, bookmark);
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
    const bareLine = bare(text.slice(line.start, line.end));
    if (bareLine === wanted) return { start: line.start, end: line.end };
    const next = lines[index + 1];
    if (!next || bareLine === "" || !wanted.startsWith(bareLine)) continue;
    if (bareLine + bare(text.slice(next.start, next.end)) === wanted) {
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

/** How many lines at the top and at the bottom of a page may be margins. */
const edgeLines = 4;
/** Share of the page's height, from its top and from its bottom, in which margins stand. */
const edgeShare = 0.14;
/** Pages before and after among which repetitions are looked for. Left and right pages may differ. */
const neighbourhood = 6;
/** Other pages that must have the same line at the same height. */
const repetitions = 2;
/** How far heights may differ, in points. */
const tolerance = 8;

interface Edge {
  readonly index: number;
  /** Its words, digits aside. */
  readonly key: string;
  /** Its groups of digits. */
  readonly digits: readonly string[];
  /** Distance from the page's top, or, for lines at the bottom, minus that from its bottom. */
  readonly height: number;
  /** The line's number, when it may be a page number. */
  readonly number: number | null;
  /** Whether the line is the page's label: what the document calls the page. */
  readonly label: boolean;
  /** Whether it says what the page's tables are counted in, or which time they are of. */
  readonly aboutTables: boolean;
}

/** A time that tables are of: "Three Months Ended June 30". */
const period = /(?<!\p{L})(?:months?|quarters?|years?|weeks?)\s+(?:ended|ending)(?!\p{L})/iu;

/**
 * Finds running headers, footers and page numbers: lines at a page's edge that stand at the same
 * height on pages nearby with the same words and digits, or that count the pages. A line whose digits
 * differ otherwise, as a code or the number of a ticket does, is text. Formats without
 * pages of their own have none. All pages are shown to it first; it keeps their edges alone.
 */
export class MarginFinder {
  readonly #edges: (readonly Edge[])[] = [];
  /** How many lines each page has. */
  readonly #lines: number[] = [];

  /** Looks at the next page. */
  look(page: Page): void {
    this.#edges.push(edgesOf(page));
    this.#lines.push(page.lines.length);
  }

  /** The indexes of such lines on a page, in order, once all pages were looked at. Pages count from 0. */
  on(page: number): number[] {
    const found = (this.#edges[page] ?? []).filter((edge) => isMargin(edge, page, this.#edges));
    const indexes = new Set(found.map(({ index }) => index));
    // Where nothing else stands on a page, it is no margin.
    const isText = indexes.size === this.#lines[page];
    return found
      .filter(({ number, label }) => !isText || number !== null || label)
      .map(({ index }) => index)
      .sort((a, b) => a - b);
  }
}

function edgesOf({ text, lines, height, label, number }: Page): Edge[] {
  if (height === 0) return [];
  const called = label ?? String(number);
  const numbered = lines.map((line, index) => ({ line, index }));
  const byTop = numbered.sort((a, b) => a.line.top - b.line.top);
  const top = byTop
    .slice(0, edgeLines)
    .filter(({ line }, position) => position === 0 || line.bottom < height * edgeShare)
    .map(({ line, index }) => edge(text, line, index, line.top, called));
  const bottom = byTop
    .slice(-edgeLines)
    .filter(({ line }) => line === byTop.at(-1)?.line || line.top > height * (1 - edgeShare))
    .map(({ line, index }) => edge(text, line, index, line.bottom - height, called));
  return [...top, ...bottom];
}

/** A page number alone: "12", "- iv -", "Page 3 of 10". */
const pageNumeral =
  /^(?:page\s+|p\.\s*|[-–—[(]\s*)?(\d{1,5}|[ivxlc]{1,7})(?:\s*[-–—\])])?(?:\s*(?:of|\/)\s*\d+)?$/i;

function edge(text: string, line: Line, index: number, height: number, called: string): Edge {
  const content = text.slice(line.start, line.end).trim();
  const key = content.toLowerCase().replace(/\d+/g, "#").replace(/\s+/g, " ");
  const numeral = pageNumeral.exec(content)?.[1];
  return {
    index,
    key,
    digits: content.match(/\d+/g) ?? [],
    height,
    number: numeral === undefined ? null : numberOf(numeral),
    label: (numeral ?? content) === called,
    aboutTables: numeral === undefined && (period.test(content) || tableScales(content).length > 0),
  };
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
/** Added to Roman numbers, which are counted apart from Arabic ones. */
const roman = 1_000_000;

function numberOf(numeral: string): number {
  if (/^\d/.test(numeral)) return Number(numeral);
  const digits = [...numeral.toLowerCase()].map((digit) => romanDigits[digit] ?? 0);
  return digits.reduce(
    (sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit),
    roman,
  );
}

/** Digits of a number that counts pages, with the zeros before it. */
const longestNumber = 40;

/** Whether each number of a line is the same on another page so many pages on, or counts the pages. */
function goesOn(edge: Edge, other: Edge, pages: number): boolean {
  return edge.digits.every((number, index) => {
    const otherNumber = other.digits[index] ?? "";
    if (otherNumber === number) return true;
    if (Math.max(number.length, otherNumber.length) > longestNumber) return false;
    return BigInt(otherNumber) - BigInt(number) === BigInt(pages);
  });
}

function isMargin(edge: Edge, page: number, edges: readonly (readonly Edge[])[]): boolean {
  let repeated = 0;
  let counted = 0;
  let labelled = 0;
  for (let other = page - neighbourhood; other <= page + neighbourhood; other++) {
    const others = other === page ? [] : (edges[other] ?? []);
    const sameHeight = ({ height }: Edge) => Math.abs(height - edge.height) <= tolerance;
    const repeats = (near: Edge) => near.key === edge.key && goesOn(edge, near, other - page);
    if (others.some((near) => repeats(near) && sameHeight(near))) repeated++;
    // Where the text ends early, the page's number may stand right below it.
    const expected = edge.number === null ? null : edge.number + other - page;
    if (expected !== null && others.some(({ number }) => number === expected)) counted++;
    if (others.some(({ label }) => label)) labelled++;
  }
  const enough = Math.max(1, Math.min(repetitions, edges.length - 1));
  if (edge.aboutTables) return false;
  if (edge.label && labelled >= enough) return true;
  if (edge.number !== null) return counted >= enough;
  // A row of figures alone may well repeat; only words make a running header.
  return repeated >= repetitions && /\p{L}{2}/u.test(edge.key);
}
