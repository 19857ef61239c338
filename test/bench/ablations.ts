import { defaultRanking, type RankingOptions } from "../../src/search/query/index-query.js";

export interface Variation {
  readonly name: string;
  readonly ranking: Partial<RankingOptions>;
}

const { passage, page } = defaultRanking;

/**
 * The variations that `--ablation` tries: first without each part of the ranking, then with other
 * values.
 */
export const variations: readonly Variation[] = [
  {
    name: "passages alone",
    ranking: { pageShare: 0, nameShare: 0, openingShare: 0, numbersShare: 0 },
  },
  { name: "without the page", ranking: { pageShare: 0 } },
  { name: "without the document's name", ranking: { nameShare: 0 } },
  { name: "without the document's first pages", ranking: { openingShare: 0 } },
  { name: "without headings", ranking: { headingWeight: 0 } },
  { name: "without the lead of pages", ranking: { leadWeight: 0 } },
  { name: "without the share of numbers", ranking: { numbersShare: 0 } },
  { name: "idf not damped", ranking: { idfPower: 1 } },
  { name: "idf of all documents", ranking: { scopedIdf: false } },
  { name: "function words kept", ranking: { functionWords: "kept" } },
  { name: "repeated words count once", ranking: { repetition: false } },
  { name: "abbreviations not expanded", ranking: { abbreviationWeight: 0 } },
  { name: "rare words not first", ranking: { rareFirst: false } },
  { name: "passage k1 0.9, b 0.4", ranking: { passage: { ...passage, k1: 0.9, b: 0.4 } } },
  { name: "page k1 1.5", ranking: { page: { ...page, k1: 1.5 } } },
];
