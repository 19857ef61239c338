import {
  answerUnits,
  documentOrdinal,
  functionWordsOf,
  isListItem,
  type Language,
  labelAt,
  type Passage,
  parseEvidenceId,
  type SentencePart,
  type Span,
} from "../../core/index.js";
import { ReadText, type SearchHit } from "../../search/index.js";
import { firstOnPage, packedLength, unpackPassage } from "../../store/index.js";
import type { PageText } from "../sync/page-texts.js";
import { documentLanguage, type HitSource, type SearchedDocument } from "./take-hits.js";

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
  const placed = hits.map((hit) => placeIn(hit, source));
  const keys = placed.flatMap((place) =>
    place ? pagesAround(place).map((page) => [place.content, page] as const) : [],
  );
  const distinct = [...new Map(keys.map((key) => [key.join(" "), key])).values()];
  const read = await source.texts.pages(distinct);
  const pages = new Map(distinct.map((key, index) => [key.join(" "), read[index]]));
  return hits.map((hit, index) => {
    const place = placed[index];
    if (!place) return hit;
    const pageText = (page: number): PageText | undefined => pages.get(`${place.content} ${page}`);
    const language = documentLanguage(hit.document, source);
    const partOf = (passage: Passage, part: Span): SentencePart | undefined => {
      const page = pageText(passage.page);
      if (!page || part.end - part.start > longestPart) return undefined;
      const text = page.text.slice(part.start, part.end);
      const marks = new ReadText(text, language).marks(terms);
      return { page: passage.page, pageLabel: labelAt(page, passage), span: part, text, marks };
    };
    const sentenceStart = startOf(place, { pageText, language }, partOf);
    const sentenceEnd = endOf(place, { pageText, language }, partOf);
    return {
      ...hit,
      ...(sentenceStart ? { sentenceStart } : {}),
      ...(sentenceEnd ? { sentenceEnd } : {}),
    };
  });
}

/** A hit's passage among those of its document. */
interface Place {
  readonly content: number;
  readonly entries: SearchedDocument["passages"]["entries"];
  readonly index: number;
  readonly passage: Passage;
}

function placeIn({ id, document }: SearchHit, source: HitSource): Place | null {
  const found = source.find(documentOrdinal(document) ?? 0);
  const parts = parseEvidenceId(id);
  if (!found || !parts) return null;
  const { entries } = found.passages;
  const index = firstOnPage(entries, parts.page) + parts.ordinal - 1;
  return {
    ...{ content: found.document.content, entries, index },
    passage: unpackPassage(entries, index),
  };
}

/** How many passages at the edge of a page may be lines of its margin, which only some pages have. */
const mostMargins = 2;

/** The page of a passage, and those next to it if only margins may be between them. */
function pagesAround({ entries, index, passage: { page } }: Place): number[] {
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

type PartOf = (passage: Passage, part: Span) => SentencePart | undefined;

function startOf(place: Place, reading: Reading, partOf: PartOf): SentencePart | undefined {
  const { passage } = place;
  const before = besides(place, -1, reading);
  if (!before || !continues(textOf(before, reading), textOf(passage, reading), reading.language))
    return undefined;
  const last = answerUnits(textOf(before, reading)).at(-1);
  if (last?.kind !== "sentence") return undefined;
  return partOf(before, { start: before.start + last.start, end: before.start + last.end });
}

function endOf(place: Place, reading: Reading, partOf: PartOf): SentencePart | undefined {
  const { passage } = place;
  const next = besides(place, 1, reading);
  if (!next || !continues(textOf(passage, reading), textOf(next, reading), reading.language))
    return undefined;
  const [first] = answerUnits(textOf(next, reading));
  if (first?.kind !== "sentence") return undefined;
  return partOf(next, { start: next.start + first.start, end: next.start + first.end });
}

/**
 * The passage of the same section at the edge of an adjacent page, with nothing but margins in
 * between; null if there is none.
 */
function besides(
  { entries, index, passage }: Place,
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

/** Whether a passage is one short line that is no sentence. */
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
  if (last.includes("\t") || first.includes("\t") || isListItem(first)) return false;
  if (/[.!?:;…。！？]["'”’»)\]]{0,3}$/u.test(last)) return false;
  if (/^["'“‘„«([]{0,2}\p{Ll}/u.test(first)) return last.includes(" ") || lines.length > 1;
  // Names and numbers begin like sentences.
  const word = last.split(" ").at(-1) ?? "";
  if (last.endsWith(",") || functionWordsOf(language).has(word)) return true;
  const longest = Math.max(...lines.map((line) => line.length));
  return lines.length > 1 && last.length >= fullLine * longest;
}
