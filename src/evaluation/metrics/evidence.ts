import type { AnswerSentence } from "../../agent/index.js";
import { checkEach, checkShape } from "../../core/index.js";
import type { GoldEvidence, RetrievedText } from "../api.js";
import { wordTokens } from "./comparisons.js";

/** The share of a passage's shingles that has to be found for it to count as retrieved. */
const passageThreshold = 0.5;

/** A retrieved text that is compared with evidence, its words counted once for all comparisons. */
export interface ComparedText {
  readonly retrieved: RetrievedText;
  /** Its words, counted when they are first asked for. */
  readonly words: () => Shingled;
  /** The words of each line, with a blank before and behind each word. */
  readonly lines: () => readonly string[];
}

/** Prepares retrieved texts for comparison. */
export function comparedTexts(retrieved: readonly RetrievedText[]): readonly ComparedText[] {
  checkEach("What was retrieved", retrieved, { text: "string" });
  return retrieved.map((one) => {
    let words: Shingled | null = null;
    let lines: readonly string[] | null = null;
    return {
      retrieved: one,
      words: () => (words ??= shingled(one.text)),
      lines: () => (lines ??= one.text.split("\n").map(spacedWords)),
    };
  });
}

function spacedWords(text: string): string {
  return ` ${wordTokens(text).join(" ")} `;
}

/**
 * Whether a retrieved text by itself satisfies a piece of evidence:
 *
 * - `document`: it is of that document.
 * - `page`: it is of that page, in whole or in part.
 * - `passage`: it has at least half of the passage's shingles, or, as a passage may be longer than
 *   what is retrieved at once, at least half of its own shingles are in the passage; a text of less
 *   than five words is too short for the latter.
 * - `cell`: one of its lines has the row's label, and behind it the cell's text.
 *
 * It has to be of the document that the evidence names, if it names one.
 */
export function satisfies(text: ComparedText, gold: GoldEvidence): boolean {
  checkShape("A text", text, { retrieved: "object", words: "function", lines: "function" });
  checkShape("Gold evidence", gold, { unit: "string", document: "string" });
  const { path, page, lastPage } = text.retrieved;
  if (gold.document !== "" && gold.document !== path) return false;
  switch (gold.unit) {
    case "document":
      return true;
    case "page":
      return page <= gold.page && gold.page <= lastPage;
    case "passage":
      return sharesPassage(text.words(), wordsOf(gold));
    case "cell":
      return holdsCell(text.lines(), gold.row, gold.text);
  }
}

const wordsOfGold = new WeakMap<GoldEvidence, Shingled>();

/** The words of a piece of evidence that has a text, counted once. */
function wordsOf(gold: Exclude<GoldEvidence, { readonly unit: "document" }>): Shingled {
  const known = wordsOfGold.get(gold);
  if (known) return known;
  const words = shingled(gold.text);
  wordsOfGold.set(gold, words);
  return words;
}

/** Whether a retrieved text and a passage share enough, in either direction; see `satisfies`. */
function sharesPassage(text: Shingled, passage: Shingled): boolean {
  if (containment(passage, text) >= passageThreshold) return true;
  return text.tokens.length >= shingleLength && containment(text, passage) >= passageThreshold;
}

function holdsCell(lines: readonly string[], row: string, cell: string): boolean {
  const label = spacedWords(row);
  const value = spacedWords(cell);
  if (value.trim() === "") return false;
  return lines.some((words) => {
    const at = label.trim() === "" ? 0 : words.indexOf(label);
    if (at < 0) return false;
    // The label of a row may be the cell itself.
    const from = label.trim() === "" || label === value ? at : at + label.length - 1;
    return words.includes(value, from);
  });
}

/** Words of a shingle. */
const shingleLength = 5;

/** A text's words and its shingles, by which texts are compared. */
export interface Shingled {
  readonly tokens: readonly string[];
  /** All runs of five successive words; of a shorter text, all its words as the only one. */
  readonly shingles: ReadonlySet<string>;
}

/**
 * The shingles of a text (Broder, "On the resemblance and containment of documents", 1997). Line
 * breaks, punctuation and capitals make no difference.
 */
function shingled(text: string): Shingled {
  const tokens = wordTokens(text);
  return { tokens, shingles: new Set(shinglesOf(tokens)) };
}

/** Successive shingles, one for each place where one begins. */
function shinglesOf(tokens: readonly string[]): string[] {
  if (tokens.length === 0) return [];
  const count = Math.max(1, tokens.length - shingleLength + 1);
  return Array.from({ length: count }, (_, start) =>
    tokens.slice(start, start + shingleLength).join(" "),
  );
}

/**
 * Broder's containment: the share of the shingles of `part` that `whole` has, from 0 to 1. A text of
 * fewer words than a shingle has is contained when its words stand there in a row. 0 for no words.
 */
function containment(part: Shingled, whole: Shingled): number {
  if (part.shingles.size === 0) return 0;
  if (part.tokens.length < shingleLength) {
    return ` ${whole.tokens.join(" ")} `.includes(` ${part.tokens.join(" ")} `) ? 1 : 0;
  }
  let found = 0;
  for (const shingle of part.shingles) if (whole.shingles.has(shingle)) found++;
  return found / part.shingles.size;
}

/**
 * Context precision by overlap: the share of the retrieved texts that overlap evidence, which means
 * that they satisfy a gold passage or cell, or stand on a gold page and share with the text that it is
 * evidence for what is asked of a passage. Evidence without text is left out; null where none has any.
 * 0 when nothing was retrieved.
 *
 * RAGAS (Es et al. 2023) weighs the share by rank and has a model judge what is useful; here every
 * text counts the same and words decide. For ranks see `averagePrecision`.
 */
export function contextPrecision(
  evidence: readonly GoldEvidence[],
  texts: readonly ComparedText[],
): number | null {
  const golds = evidence
    .filter((gold) => gold.unit !== "document")
    .filter(({ text }) => text !== "");
  if (golds.length === 0) return null;
  const overlapping = texts.filter((text) =>
    golds.some(
      (gold) =>
        satisfies(text, gold) &&
        (gold.unit !== "page" || sharesPassage(text.words(), wordsOf(gold))),
    ),
  );
  return overlapping.length / Math.max(1, texts.length);
}

/**
 * Context recall by overlap: the share of the words of the gold evidence that all retrieved texts
 * together cover. A word of a passage, or of the text that a page is evidence for, is covered when one
 * of the shingles it is part of stands in a retrieved text of the document; a passage cut in two and
 * retrieved in both parts is covered whole. The words of a cell and its label are covered when a text
 * satisfies the cell. Evidence without text is left out; null where none has any.
 *
 * The quantity is that of RAGAS (Es et al. 2023, which "Keyword search is all you need" reports); there
 * a model judges which statements are covered, here words are counted.
 */
export function contextRecall(
  evidence: readonly GoldEvidence[],
  texts: readonly ComparedText[],
): number | null {
  let all = 0;
  let covered = 0;
  for (const gold of evidence) {
    if (gold.unit === "document" || gold.text === "") continue;
    const words = wordTokens(gold.unit === "cell" ? `${gold.row} ${gold.text}` : gold.text);
    all += words.length;
    covered +=
      gold.unit === "cell"
        ? texts.some((text) => satisfies(text, gold))
          ? words.length
          : 0
        : coveredWords(words, gold, texts);
  }
  return all === 0 ? null : covered / all;
}

function coveredWords(
  words: readonly string[],
  { document }: GoldEvidence,
  texts: readonly ComparedText[],
): number {
  const near = texts.filter(({ retrieved }) => document === "" || retrieved.path === document);
  if (words.length < shingleLength) {
    const gold = shingled(words.join(" "));
    return near.some((text) => containment(gold, text.words()) === 1) ? words.length : 0;
  }
  const isCovered = words.map(() => false);
  for (const [start, shingle] of shinglesOf(words).entries()) {
    if (!near.some((text) => text.words().shingles.has(shingle))) continue;
    isCovered.fill(true, start, start + shingleLength);
  }
  return isCovered.filter(Boolean).length;
}

/**
 * Citation accuracy: the share of an answer's verified citations that stand on a page that the data
 * names as evidence. Null without citations, and where the data names no pages.
 */
export function citationAccuracy(
  sentences: readonly AnswerSentence[],
  evidence: readonly GoldEvidence[],
): number | null {
  const pages = evidence.filter((gold) => gold.unit === "page");
  const citations = sentences.flatMap((sentence) => sentence.citations);
  if (pages.length === 0 || citations.length === 0) return null;
  const right = citations.filter(({ path, page }) =>
    pages.some((gold) => gold.document === path && gold.page === page),
  );
  return right.length / citations.length;
}

/**
 * Citation precision: of the citations that the model claimed, the share whose quote stands at the
 * cited place. Code checks every one: `citations` were kept, `dropped` were not. Null when none was
 * claimed. After the citation precision of Gao et al. (ALCE, arXiv:2305.14627), where a model judges.
 */
export function citationPrecision(sentences: readonly AnswerSentence[]): number | null {
  const kept = sentences.reduce((sum, { citations }) => sum + citations.length, 0);
  const dropped = sentences.reduce((sum, sentence) => sum + sentence.dropped.length, 0);
  return kept + dropped === 0 ? null : kept / (kept + dropped);
}

/**
 * Faithfulness by code: the share of an answer's sentences with at least one citation that was
 * verified. Null without sentences.
 *
 * The quantity is that of RAGAS (Es et al. 2023, which "Keyword search is all you need" reports); there
 * a model judges whether statements follow from what was retrieved, here quotes are looked up.
 */
export function citedSentences(sentences: readonly AnswerSentence[]): number | null {
  if (sentences.length === 0) return null;
  return sentences.filter(({ citations }) => citations.length > 0).length / sentences.length;
}
