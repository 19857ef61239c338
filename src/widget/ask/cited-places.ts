import type { Answer } from "../../index.js";
import { enumeration, type I18n } from "../i18n/i18n.js";

/** What stands behind a sentence. */
export type AnswerCitation = Answer["sentences"][number]["citations"][number];

/** A place that an answer cites, and its number. */
export interface CitedPlace {
  readonly citation: AnswerCitation;
  readonly number: number;
}

/** The places that an answer cites, each once, in the order of their numbers. */
export function citedPlaces({
  sentences,
}: {
  readonly sentences: readonly Pick<Answer["sentences"][number], "citations">[];
}): CitedPlace[] {
  const places = new Map<string, CitedPlace>();
  for (const citation of sentences.flatMap(({ citations }) => citations)) {
    const key = placeKey(citation);
    if (!places.has(key)) places.set(key, { citation, number: places.size + 1 });
  }
  return [...places.values()];
}

/** Citations without those of a place that one before them has. */
export function distinctPlaces(citations: readonly AnswerCitation[]): AnswerCitation[] {
  return citedPlaces({ sentences: [{ citations }] }).map(({ citation }) => citation);
}

/** What an answer says of a place: its sentences and calculated numbers that rest on it. */
export function claimsOf({ sentences }: Pick<Answer, "sentences">, place: Place): string[] {
  const key = placeKey(place);
  const isThere = (one: Place | null): boolean => one !== null && placeKey(one) === key;
  return sentences.flatMap(({ text, citations, calculations }) => [
    ...(citations.some(isThere) ? [text] : []),
    ...calculations.flatMap(({ operands }) =>
      operands.flatMap((operand) => (isThere(operand.citation) ? [operand.text] : [])),
    ),
  ]);
}

interface Place {
  readonly document: string;
  readonly page: number;
  readonly span: { readonly start: number; readonly end: number };
}

/** Numbers the places an answer cites, in the order they come; the same place has one number. */
export function numbering(answer: Answer): (place: Place) => number {
  const numbers = new Map<string, number>();
  for (const { citation, number } of citedPlaces(answer)) numbers.set(placeKey(citation), number);
  return (place) => numbers.get(placeKey(place)) ?? 0;
}

/** Names a place in the documents. */
export function placeKey({ document, page, span }: Place): string {
  return `${document} ${page} ${span.start} ${span.end}`;
}

/** “7 searches · 412 of 430 pages covered · 18 scanned pages could not be read · 9 s”. */
export function coverageLine(words: I18n, answer: Answer): string {
  return apart([
    workWords(words, workOf(answer)),
    coveredWords(words, answer),
    scannedWords(words, answer),
    words.duration(answer.usage.total),
  ]);
}

/** How often was looked for something, and how often calculated. */
export interface Work {
  readonly searches: number;
  readonly calculations: number;
}

/** What was done for an answer. */
export function workOf({ usage, calculations }: Answer): Work {
  const { length } = calculations;
  return { searches: Math.max(0, usage.calls - length), calculations: length };
}

/** “2 searches, 1 calculation”; empty for nothing. */
export function workWords(words: I18n, { searches, calculations }: Work): string {
  const done = [
    ...(searches > 0 ? [words.t("common.searches", { count: searches })] : []),
    ...(calculations > 0 ? [words.t("common.calculations", { count: calculations })] : []),
  ];
  return enumeration(done, words);
}

/** Short statements side by side. */
export function apart(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

function coveredWords(words: I18n, { coverage: { pages, pagesWithoutText } }: Answer): string {
  const read = pages - pagesWithoutText;
  return pagesWithoutText === 0
    ? words.t("answer.covered.all", { count: pages })
    : words.t("answer.covered.part", { count: pages, read });
}

function scannedWords(words: I18n, { coverage: { gaps } }: Answer): string {
  const scanned = gaps
    .filter(({ reason }) => reason === "scanned")
    .flatMap((gap) => gap.pages)
    .reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return scanned > 0 ? words.t("answer.scanned", { count: scanned }) : "";
}

/** Whether a doubt is said behind a sentence: once for those of a line that follow each other. */
export function endsDoubt(sentences: Answer["sentences"], index: number): boolean {
  const next = sentences[index + 1];
  return (
    sentences[index]?.doubt !== undefined &&
    (next === undefined || next.doubt === undefined || next.ownLine === true)
  );
}
