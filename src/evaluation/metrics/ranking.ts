import type { EvidenceUnit, GoldEvidence } from "../api.js";
import { harmonicMean } from "./comparisons.js";
import { type ComparedText, satisfies } from "./evidence.js";

/** The customary depth of rankings for trec_eval, which average precision uses. */
export const rankedDepth = 1000;

/**
 * Average precision (`map` and, for less than 1,000 places, `map_cut` of trec_eval; its mean over
 * questions is MAP): the mean over all relevant items of the precision at the rank of each, 0 for
 * one that is not among the first `depth`. 0 without a relevant item.
 */
export function averagePrecision(
  ranked: readonly string[],
  judgements: Judgements,
  depth: number = rankedDepth,
): number {
  const relevant = relevantItems(judgements);
  let found = 0;
  let sum = 0;
  for (const [index, id] of ranked.slice(0, depth).entries()) {
    if (!relevant.has(id)) continue;
    found++;
    sum += found / (index + 1);
  }
  return sum / Math.max(1, relevant.size);
}

/**
 * Normalised discounted cumulative gain (`ndcg_cut` of trec_eval; Järvelin and Kekäläinen, "Cumulated
 * gain-based evaluation of IR techniques", 2002, with the discount of Burges et al. 2005): the sum of
 * grade / log2(rank + 1) over the first `depth`, ranks counting from 1, relative to the sum for the
 * best possible order of all judged items. The gain is the grade itself, not 2^grade - 1. 0 without a
 * relevant item.
 */
export function normalisedGain(
  ranked: readonly string[],
  judgements: Judgements,
  depth: number,
): number {
  const grades = [...judgements.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const found = ranked.slice(0, depth).map((id) => Math.max(0, judgements.get(id) ?? 0));
  const best = discountedGain(grades.slice(0, depth));
  return best === 0 ? 0 : discountedGain(found) / best;
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0);
}

/**
 * Grades of judged items by id, as trec_eval reads them: above 0 is relevant; an item that is not
 * judged, or judged 0 or less, is not. A relevant item counts even if the collection lacks it. A
 * ranking is a list of unique ids, best first.
 */
export type Judgements = ReadonlyMap<string, number>;

export function relevantItems(judgements: Judgements): ReadonlySet<string> {
  return new Set([...judgements].filter(([, grade]) => grade > 0).map(([id]) => id));
}

/** Ids of the evidence for a question, and of what was retrieved, best first, each once. */
export interface Judged {
  readonly evidence: ReadonlySet<string>;
  readonly ranked: readonly string[];
}

/** Recall at a depth (`recall` of trec_eval): the share of the evidence among the first `depth`. 0 without evidence. */
export function recallAt({ evidence, ranked }: Judged, depth: number): number {
  const found = ranked.slice(0, depth).filter((id) => evidence.has(id)).length;
  return found / Math.max(1, evidence.size);
}

/** Retrieved texts, counted in units of evidence, and which units are evidence. */
export interface EvidenceRanking {
  /** Ids of what was retrieved, each at its best rank. */
  readonly ranked: readonly string[];
  /** The evidence by the same ids. */
  readonly judgements: Judgements;
}

/**
 * Counts retrieved texts in units of evidence. Two texts of one page, or of one gold passage, count
 * as one at the better rank.
 *
 * - `document` and `page`: the items are the document, or every page that a text is on, in order.
 * - `passage` and `cell`: the items are the gold passages or cells that a text satisfies; a text
 *   that satisfies none is an item that is not evidence. Line breaks make no difference.
 *
 * The grade of a document is that of the data, or the highest if the data names it twice. All other
 * grades are 1.
 */
export function evidenceRanking(
  unit: EvidenceUnit,
  evidence: readonly GoldEvidence[],
  texts: readonly ComparedText[],
): EvidenceRanking {
  const golds = evidence.filter((gold) => gold.unit === unit);
  const judgements = new Map<string, number>();
  for (const [index, gold] of golds.entries()) {
    const grade = gold.unit === "document" ? gold.grade : 1;
    const id = goldId(gold, index);
    judgements.set(id, Math.max(grade, judgements.get(id) ?? grade));
  }
  const ranked = new Set<string>();
  for (const text of texts) for (const id of itemsOf(text, unit, golds)) ranked.add(id);
  return { ranked: [...ranked], judgements };
}

function itemsOf(
  text: ComparedText,
  unit: EvidenceUnit,
  golds: readonly GoldEvidence[],
): readonly string[] {
  const { path, page, lastPage } = text.retrieved;
  if (unit === "document") return [path];
  if (unit === "page") {
    const count = Math.max(1, lastPage - page + 1);
    return Array.from({ length: count }, (_, index) => pageId(path, page + index));
  }
  const satisfied = golds.flatMap((gold, index) =>
    satisfies(text, gold) ? [goldId(gold, index)] : [],
  );
  return satisfied.length > 0
    ? satisfied
    : [`text ${path}\n${text.retrieved.text.replace(/\s+/g, " ").trim()}`];
}

function goldId(gold: GoldEvidence, index: number): string {
  if (gold.unit === "document") return gold.document;
  if (gold.unit === "page") return pageId(gold.document, gold.page);
  return `${gold.unit} ${index}`;
}

function pageId(path: string, page: number): string {
  return `${page} ${path}`;
}

/** How well a retrieved set matches the wanted one; each from 0 to 1. */
export interface SetScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * Precision, recall and F1 of everything retrieved, at the strategy's own depth (as AU-RAG, section
 * 6.1, judges source objects). 0 if nothing was retrieved.
 */
export function setScores({ evidence, ranked }: Judged): SetScores {
  const found = ranked.filter((id) => evidence.has(id)).length;
  const precision = found / Math.max(1, ranked.length);
  const recall = found / Math.max(1, evidence.size);
  return { precision, recall, f1: harmonicMean(precision, recall) };
}
