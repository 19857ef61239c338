import type { EvidenceUnit, GoldEvidence } from "../data-set.js";
import type { ComparedText } from "./evidence-match.js";
import { satisfies } from "./evidence-match.js";
import type { Judgements } from "./judgements.js";

/** What was retrieved, counted in units of evidence, and what of that is evidence. */
export interface EvidenceRanking {
  /** Ids of what was retrieved, each once, at its best rank. */
  readonly ranked: readonly string[];
  /** The evidence by the same ids. */
  readonly judgements: Judgements;
}

/**
 * Counts retrieved texts in units of evidence. Two texts of one page, or of one gold passage, are one
 * at the better rank.
 *
 * - `document` and `page`: the document, and every page that a text stands on, in order, is an item.
 * - `passage` and `cell`: every gold passage or cell that a text satisfies is an item, and a text that
 *   satisfies none is one that is not evidence. Equal texts, however
 *   their lines break, are one.
 *
 * Grades are the data's for documents, the highest where it names one twice, and 1 for all else.
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
