import {
  averagePrecision,
  type Judgements,
  normalisedGain,
  recallAt,
  relevantItems,
} from "../../../src/evaluation/metrics/ranking.js";

/** The reported measures, by name. */
export const measures: readonly {
  readonly name: string;
  of(ranked: readonly string[], judgements: Judgements): number;
}[] = [
  { name: "nDCG@10", of: (ranked, judgements) => normalisedGain(ranked, judgements, 10) },
  { name: "MAP", of: averagePrecision },
  { name: "R@10", of: (ranked, judgements) => recallAt(judged(ranked, judgements), 10) },
  { name: "R@100", of: (ranked, judgements) => recallAt(judged(ranked, judgements), 100) },
  {
    name: "P@30",
    of: (ranked, judgements) =>
      ranked.slice(0, 30).filter((id) => relevantItems(judgements).has(id)).length / 30,
  },
];

function judged(ranked: readonly string[], judgements: Judgements): Parameters<typeof recallAt>[0] {
  return { evidence: relevantItems(judgements), ranked };
}
