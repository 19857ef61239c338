import { harmonicMean } from "./harmonic-mean.js";
import type { Judged } from "./recall-at.js";

/** How well a set that was retrieved meets the set that was wanted; each from 0 to 1. */
export interface SetScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * Precision, recall and F1 of all that was retrieved, at the strategy's own depth (AU-RAG, section
 * 6.1, which judges the source objects like this). Nothing retrieved is worth 0.
 */
export function setScores({ evidence, ranked }: Judged): SetScores {
  const found = ranked.filter((id) => evidence.has(id)).length;
  const precision = found / Math.max(1, ranked.length);
  const recall = found / Math.max(1, evidence.size);
  return { precision, recall, f1: harmonicMean(precision, recall) };
}
