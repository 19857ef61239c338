import type { Line, Page } from "../core/page.js";

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
  readonly key: string;
  /** Distance from the page's top, or, for lines at the bottom, minus that from its bottom. */
  readonly height: number;
  /** The line's number, when it may be a page number. */
  readonly number: number | null;
  /** Whether the line is the page's label: what the document calls the page. */
  readonly label: boolean;
}

/**
 * Finds running headers, footers and page numbers: lines at a page's edge that stand at the same
 * height on pages nearby with the same words, digits aside, or that count the pages. Formats without
 * pages of their own have none. All pages are shown to it first; it keeps their edges alone.
 */
export class MarginFinder {
  readonly #edges: (readonly Edge[])[] = [];

  /** Looks at the next page. */
  look(page: Page): void {
    this.#edges.push(edgesOf(page));
  }

  /** The indexes of such lines on a page, in order, once all pages were looked at. Pages count from 0. */
  on(page: number): number[] {
    return (this.#edges[page] ?? [])
      .filter((edge) => isMargin(edge, page, this.#edges))
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

function edge(text: string, line: Line, index: number, height: number, called: string): Edge {
  const content = text.slice(line.start, line.end).trim();
  const key = content.toLowerCase().replace(/\d+/g, "#").replace(/\s+/g, " ");
  const numeral =
    /^(?:page\s+|p\.\s*|[-–—[(]\s*)?(\d{1,5}|[ivxlc]{1,7})(?:\s*[-–—\])])?(?:\s*(?:of|\/)\s*\d+)?$/i.exec(
      content,
    )?.[1];
  return {
    index,
    key,
    height,
    number: numeral === undefined ? null : numberOf(numeral),
    label: (numeral ?? content) === called,
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

function isMargin(edge: Edge, page: number, edges: readonly (readonly Edge[])[]): boolean {
  let repeated = 0;
  let counted = 0;
  let labelled = 0;
  for (let other = page - neighbourhood; other <= page + neighbourhood; other++) {
    const others = other === page ? [] : (edges[other] ?? []);
    const sameHeight = ({ height }: Edge) => Math.abs(height - edge.height) <= tolerance;
    if (others.some((near) => near.key === edge.key && sameHeight(near))) repeated++;
    // Where the text ends early, the page's number may stand right below it.
    const expected = edge.number === null ? null : edge.number + other - page;
    if (expected !== null && others.some(({ number }) => number === expected)) counted++;
    if (others.some(({ label }) => label)) labelled++;
  }
  const enough = Math.max(1, Math.min(repetitions, edges.length - 1));
  if (edge.label && labelled >= enough) return true;
  if (edge.number !== null) return counted >= enough;
  // A row of figures alone may well repeat; only words make a running header.
  return repeated >= repetitions && /\p{L}{2}/u.test(edge.key);
}
