import {
  firstIndex,
  type Heading,
  type Line,
  type LineKind,
  type Page,
  type Passage,
  type Span,
  sentencesIn,
} from "../core/index.js";

/** Raised whenever the same pages would result in different passages. */
export const passagesVersion = 4;

export interface PassageOptions {
  /** Target number of words of a passage; it is cut at the nearest boundary. */
  readonly targetWords: number;
  /** Margin lines that become separate passages. */
  readonly findable?: readonly number[];
}

/** About 150 words: short passages rank best (measured in docs/decisions, "Ranking"). */
const defaultTargetWords = 150;

/** Maximum number of words in a sheet row that is not split. */
const rowWords = 2_000;

/** A piece of text that is never cut: a sentence, a table row, a list line, a heading. */
interface Unit extends Span {
  readonly words: number;
  /** True when a paragraph, table or list begins here. */
  readonly opensBlock: boolean;
  readonly heading: boolean;
}

/**
 * Cuts a page into passages at headings, paragraphs, rows and sentences. The lines in `margin`
 * (running headers, footers, page numbers) belong to no passage, except the findable ones, each of
 * which is one; every other non-whitespace character belongs to exactly one.
 *
 * @param headings the headings of the whole document, in order
 */
export function cutPassages(
  page: Page,
  margin: readonly number[],
  headings: readonly Heading[],
  { targetWords = defaultTargetWords, findable = [] }: Partial<PassageOptions> = {},
): Passage[] {
  const options = { targetWords };
  const headingStarts = new Set<number | undefined>();
  for (let index = firstOn(headings, page.number); headings[index]?.page === page.number; index++) {
    headingStarts.add(headings[index]?.span?.start);
  }
  // A row of a sheet is cited as a whole.
  const unitWords = page.cells ? rowWords : options.targetWords;
  const spans = stretches(page, margin, findable).flatMap((lines) => {
    const units = blocks(lines).flatMap((block) =>
      blockUnits(page.text, block, headingStarts, { ...options, unitWords }),
    );
    return joinUnits(units, options);
  });
  return spans.map((span, index) => ({
    page: page.number,
    ordinal: index + 1,
    start: span.start,
    end: span.end,
    heading: headingAt(headings, page.number, span),
  }));
}

/** The runs of lines between margin lines. */
function stretches(page: Page, margin: readonly number[], findable: readonly number[]): Line[][] {
  const skipped = new Set(margin);
  const alone = new Set(findable);
  const result: Line[][] = [[]];
  page.lines.forEach((line, index) => {
    if (alone.has(index)) result.push([line], []);
    else if (skipped.has(index)) result.push([]);
    else if (line.end > line.start) result.at(-1)?.push(line);
  });
  return result.filter((lines) => lines.length > 0);
}

function blocks(lines: readonly Line[]): Line[][] {
  const result: Line[][] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last?.[0]?.block === line.block) last.push(line);
    else result.push([line]);
  }
  return result;
}

function blockUnits(
  text: string,
  block: readonly Line[],
  headingStarts: ReadonlySet<number | undefined>,
  options: PassageOptions & { readonly unitWords: number },
): Unit[] {
  const first = block[0];
  const last = block.at(-1);
  if (!first || !last) return [];
  const whole = { start: first.start, end: last.end };
  return blockPieces(text, first.kind, whole, block, options)
    .flatMap((piece) => splitAtWords(text, piece, options.unitWords))
    .map(({ start, end }, index) => ({
      start,
      end,
      words: countWords(text, start, end),
      opensBlock: index === 0,
      heading: index === 0 && (first.kind === "heading" || headingStarts.has(first.start)),
    }));
}

function blockPieces(
  text: string,
  kind: LineKind,
  whole: Span,
  lines: readonly Line[],
  { targetWords }: PassageOptions,
): readonly Span[] {
  if (kind === "row" || kind === "list-item") return lines;
  const long = kind === "text" && countWords(text, whole.start, whole.end) > targetWords;
  return long ? sentencesIn(text, whole) : [whole];
}

/** Joins neighbouring units into spans of about the target length. */
function joinUnits(units: readonly Unit[], { targetWords }: PassageOptions): Span[] {
  const spans: { start: number; end: number; words: number }[] = [];
  let current: { start: number; end: number; words: number } | null = null;
  units.forEach((unit, index) => {
    if (unit.end <= unit.start) return;
    if (current && endsBefore(units, index, current.words, targetWords)) {
      spans.push(current);
      current = null;
    }
    if (current) {
      current.end = unit.end;
      current.words += unit.words;
    } else {
      current = { start: unit.start, end: unit.end, words: unit.words };
    }
  });
  if (current) spans.push(current);
  return spans;
}

/** Whether a passage of `words` words should end before the unit at `index`. */
function endsBefore(units: readonly Unit[], index: number, words: number, target: number): boolean {
  const unit = units[index];
  if (!unit) return false;
  if (unit.heading) return words >= target * (units[index - 1]?.heading ? 1 : 0.3);
  if (words + unit.words > target * 1.2) return words >= target * 0.2;
  return (
    unit.opensBlock && words >= target * 0.6 && words + blockWords(units, index) > target * 1.2
  );
}

function blockWords(units: readonly Unit[], index: number): number {
  let words = units[index]?.words ?? 0;
  for (let next = index + 1; next < units.length && !units[next]?.opensBlock; next++) {
    words += units[next]?.words ?? 0;
  }
  return words;
}

/** The index of the first heading on a page or after it. */
function firstOn(headings: readonly Heading[], page: number): number {
  return firstIndex(headings.length, (index) => (headings[index]?.page ?? page) >= page);
}

/** The last heading before the end of the passage's first line, or -1. */
function headingAt(headings: readonly Heading[], page: number, { start }: Span): number {
  const isLater = (index: number): boolean => {
    const heading = headings[index];
    if (!heading || heading.page !== page) return !heading || heading.page > page;
    return (heading.span?.start ?? 0) > start;
  };
  return firstIndex(headings.length, isLater) - 1;
}

/** Scripts written without spaces between words; about two characters make a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordCharacter = /[\p{L}\p{M}\p{N}]/u;

enum Kind {
  Other = 0,
  Word = 1,
  Unspaced = 2,
}

/** Kinds of the characters below U+10000, cached because classifying one by a pattern is slow. */
const kinds = new Int8Array(0x10000).fill(-1);

function kindOf(code: number): Kind {
  const known = kinds[code] ?? -1;
  if (known >= 0) return known;
  const character = String.fromCharCode(code);
  // Surrogate pairs are nearly always rare ideographs or emoji; each half counts as one.
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  const kind =
    surrogate || unspaced.test(character)
      ? Kind.Unspaced
      : wordCharacter.test(character)
        ? Kind.Word
        : Kind.Other;
  kinds[code] = kind;
  return kind;
}

/** Number of words between `start` and `end`; in scripts without spaces, half the characters. */
export function countWords(text: string, start: number, end: number): number {
  let words = 0;
  let previous = Kind.Other;
  for (let index = start; index < end; index++) {
    const kind = kindOf(text.charCodeAt(index));
    if (kind === Kind.Unspaced) words += 0.5;
    else if (kind === Kind.Word && previous !== Kind.Word) words++;
    previous = kind;
  }
  return words;
}

/** Splits a span of over `limit` words at whitespace, or anywhere in scripts without spaces. */
function splitAtWords(text: string, span: Span, limit: number): Span[] {
  if (countWords(text, span.start, span.end) <= limit) return nonEmpty(trimmed(text, span));
  const pieces: Span[] = [];
  let start = span.start;
  let words = 0;
  let previous = Kind.Other;
  for (let index = span.start; index < span.end; index++) {
    const kind = kindOf(text.charCodeAt(index));
    const opensWord = kind === Kind.Word && previous !== Kind.Word;
    if (kind === Kind.Unspaced) words += 0.5;
    else if (opensWord) words++;
    if (words > limit && index > start && mayBreakBefore(text, index, kind)) {
      pieces.push(trimmed(text, { start, end: index }));
      start = index;
      words = kind === Kind.Unspaced ? 0.5 : 1;
    }
    previous = kind;
  }
  pieces.push(trimmed(text, { start, end: span.end }));
  return pieces.flatMap(nonEmpty);
}

/** Whether a span may be split before a character of this kind. */
function mayBreakBefore(text: string, index: number, kind: Kind): boolean {
  const isBoundary = kind === Kind.Unspaced || /\s/.test(text[index - 1] ?? "");
  return isBoundary && !isLowSurrogate(text.charCodeAt(index));
}

function nonEmpty(span: Span): Span[] {
  return span.end > span.start ? [span] : [];
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function trimmed(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end);
  return {
    start: start + (piece.length - piece.trimStart().length),
    end: end - (piece.length - piece.trimEnd().length),
  };
}
