import {
  answerUnits,
  functionWordsOf,
  isLabelled,
  isListItem,
  type Language,
  labelAt,
  type Passage,
  type SentencePart,
  type Span,
} from "../../core/index.js";
import { ReadText, type SearchHit } from "../../search/index.js";
import { packedLength, unpackPassage } from "../../store/index.js";
import type { PageText } from "../sync/page-texts.js";
import {
  documentLanguage,
  type FoundPlace,
  findPassage,
  type HitSource,
  readPages,
} from "./take-hits.js";

/** Longer parts of sentences are left out: the text is hardly prose. */
const longestPart = 600;

/**
 * Adds to hits the parts of their first and last sentences that are on adjacent pages: passages end
 * with their page, but sentences may continue on the next one.
 *
 * @param terms the terms of the query, which are marked in the parts
 */
export async function withWholeSentences(
  hits: readonly SearchHit[],
  terms: readonly string[],
  source: HitSource,
): Promise<SearchHit[]> {
  const placed = hits.map(({ id }) => findPassage(id, (ordinal) => source.find(ordinal)));
  const pageOf = await readPages(
    placed.flatMap((place) =>
      place ? pagesAround(place).map((page) => [place.content, page] as const) : [],
    ),
    source,
  );
  return hits.map((hit, index) => {
    const place = placed[index];
    if (!place) return hit;
    const language = documentLanguage(hit.document, source);
    const pageText = (page: number): PageText | undefined => pageOf([place.content, page]);
    const partAt = (direction: -1 | 1): SentencePart | undefined => {
      const rest = restOf(place, direction, { pageText, language });
      const page = rest && pageText(rest.passage.page);
      if (!page) return undefined;
      const { passage, span } = rest;
      const text = page.text.slice(span.start, span.end);
      const marks = new ReadText(text, language).marks(terms);
      return { page: passage.page, pageLabel: labelAt(page, passage), span, text, marks };
    };
    const [sentenceStart, sentenceEnd] = [partAt(-1), partAt(1)];
    return {
      ...hit,
      ...(sentenceStart ? { sentenceStart } : {}),
      ...(sentenceEnd ? { sentenceEnd } : {}),
    };
  });
}

/** How many passages at the edge of a page may be lines of its margin, which only some pages have. */
const mostMargins = 2;

/** The page of a passage, and those next to it if only margins may be between them. */
function pagesAround({ entries, index, passage: { page } }: FoundPlace): number[] {
  const pageAt = (at: number): number =>
    at >= 0 && at < packedLength(entries) ? unpackPassage(entries, at).page : 0;
  const steps = Array.from({ length: mostMargins + 1 }, (_, step) => step + 1);
  const around = [-1, 1].flatMap((direction) =>
    steps.some((step) => pageAt(index + direction * step) === page + direction)
      ? [page + direction]
      : [],
  );
  return around.length > 0 ? [page, ...around] : [];
}

/** Where the text of pages is read, and its language. */
interface Reading {
  readonly pageText: (page: number) => PageText | undefined;
  readonly language: Language;
}

/** Where the sentence at an edge of a passage begins or ends on an adjacent page. */
function restOf(place: FoundPlace, direction: -1 | 1, reading: Reading): PlacedPart | undefined {
  const { passage } = place;
  const neighbour = neighbourOf(place, direction, reading);
  if (!neighbour) return undefined;
  const [before, next] = direction < 0 ? [neighbour, passage] : [passage, neighbour];
  if (!continues(textOf(before, reading), textOf(next, reading), reading.language))
    return undefined;
  const unit = answerUnits(textOf(neighbour, reading)).at(direction < 0 ? -1 : 0);
  if (unit?.kind !== "sentence" || unit.end - unit.start > longestPart) return undefined;
  return {
    passage: neighbour,
    span: { start: neighbour.start + unit.start, end: neighbour.start + unit.end },
  };
}

interface PlacedPart {
  readonly passage: Passage;
  /** Where it is in its page's text. */
  readonly span: Span;
}

/**
 * The passage of the same section at the edge of an adjacent page, with nothing but margins in
 * between; null if there is none.
 */
function neighbourOf(
  { entries, index, passage }: FoundPlace,
  direction: -1 | 1,
  reading: Reading,
): Passage | null {
  for (let step = 1; step <= 2 * mostMargins + 1; step++) {
    const at = index + direction * step;
    if (at < 0 || at >= packedLength(entries)) return null;
    const other = unpackPassage(entries, at);
    const isNext = other.page === passage.page + direction;
    if (!isNext && other.page !== passage.page) return null;
    if (isMargin(textOf(other, reading))) continue;
    return isNext && other.heading === passage.heading ? other : null;
  }
  return null;
}

function textOf({ page, start, end }: Passage, { pageText }: Reading): string {
  return pageText(page)?.text.slice(start, end) ?? "";
}

/** Maximum number of words of a running header or footer. */
const longestMargin = 14;

/** Whether a passage is one short line that is not a sentence. */
function isMargin(text: string): boolean {
  return (
    !text.includes("\n") &&
    !/[.!?,;:-]$/u.test(text) &&
    (text.match(/\S+/gu)?.length ?? 0) <= longestMargin
  );
}

/** Minimum length of a paragraph's last line, as a share of its longest one, if it continues. */
const fullLine = 0.85;

/** Whether the sentence at the end of a text continues at the beginning of another one. */
function continues(before: string, next: string, language: Language): boolean {
  const [paragraph = ""] = before.split("\n\n").slice(-1);
  const lines = paragraph.split("\n");
  const last = lines.at(-1) ?? "";
  const [first = ""] = next.split("\n", 1);
  if (last.includes("\t") || first.includes("\t")) return false;
  if (isListItem(first) || isLabelled(first)) return false;
  if (/[.!?:;…。！？]["'”’»)\]]{0,3}$/u.test(last)) return false;
  if (/^["'“‘„«([]{0,2}\p{Lowercase}/u.test(first)) return last.includes(" ") || lines.length > 1;
  // Names and numbers begin like sentences.
  const word = last.split(" ").at(-1) ?? "";
  if (last.endsWith(",") || functionWordsOf(language).has(word)) return true;
  const longest = Math.max(...lines.map((line) => line.length));
  return lines.length > 1 && last.length >= fullLine * longest;
}
