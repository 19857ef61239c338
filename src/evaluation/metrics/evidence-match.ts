import type { GoldEvidence } from "../data-set.js";
import type { RetrievedText } from "../outcome.js";
import { containment, type Shingled, shingled, shingleLength } from "./shingles.js";
import { wordTokens } from "./word-tokens.js";

/** The share of a passage's shingles that has to be found for it to count as retrieved. */
const passageThreshold = 0.5;

/** A retrieved text that is compared with evidence, its words counted once for all comparisons. */
export interface ComparedText {
  readonly retrieved: RetrievedText;
  readonly words: () => Shingled;
  /** The words of each line, with a blank before and behind each word. */
  readonly lines: () => readonly string[];
}

/** Prepares retrieved texts for comparison. */
export function comparedTexts(retrieved: readonly RetrievedText[]): readonly ComparedText[] {
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
export function wordsOf(gold: Exclude<GoldEvidence, { readonly unit: "document" }>): Shingled {
  const known = wordsOfGold.get(gold);
  if (known) return known;
  const words = shingled(gold.text);
  wordsOfGold.set(gold, words);
  return words;
}

/** Whether a retrieved text and a passage share enough, in either direction; see `satisfies`. */
export function sharesPassage(text: Shingled, passage: Shingled): boolean {
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
