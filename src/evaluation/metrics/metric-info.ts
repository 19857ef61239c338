import type { EvidenceUnit } from "../api.js";

/** The name of a metric and how to read it. */
export interface MetricInfo {
  /** A few words, used as a column heading. */
  readonly label: string;
  readonly group: "retrieval" | "answer" | "support" | "cost" | "errors";
  readonly better: "higher" | "lower" | "neither";
  /** `share`: from 0 to 1, for similarities from -1; `ratio`: from 0; `ms`: milliseconds. */
  readonly unit: "share" | "count" | "ratio" | "ms";
  /** One sentence for people. */
  readonly description: string;
}

/** The depths of recall; for whole documents, including those of published results. */
export function recallDepths(unit: EvidenceUnit): readonly number[] {
  return unit === "document" ? [1, 5, 10, 20, 100] : [1, 5, 10, 20];
}

/** Units of evidence, the largest first. */
export const evidenceUnits: readonly EvidenceUnit[] = ["document", "page", "passage", "cell"];

const unitWords: Readonly<Record<EvidenceUnit, { one: string; many: string }>> = {
  document: { one: "Document", many: "documents" },
  page: { one: "Page", many: "pages" },
  passage: { one: "Passage", many: "passages" },
  cell: { one: "Cell", many: "table cells" },
};

type Row = readonly [name: string, label: string, better: MetricInfo["better"], text: string];

function retrievalRows(unit: EvidenceUnit): readonly Row[] {
  const { one, many } = unitWords[unit];
  const gold = `the ${many} that answer the question`;
  return [
    ...recallDepths(unit).map(
      (depth): Row => [
        `${unit}-recall@${depth}`,
        `${one} recall@${depth}`,
        "higher",
        `Share of ${gold} that is among the first ${depth} retrieved.`,
      ],
    ),
    [
      `${unit}-ndcg@10`,
      `${one} nDCG@10`,
      "higher",
      `Normalised discounted cumulative gain of the first 10 ${many} retrieved, as trec_eval has it.`,
    ],
    [
      `${unit}-map@20`,
      `${one} MAP@20`,
      "higher",
      `Average precision over the first 20 ${many} retrieved; its mean over questions is MAP@20, at most MAP.`,
    ],
    [
      `${unit}-map`,
      `${one} MAP`,
      "higher",
      `Average precision over the first 1,000 ${many} retrieved; its mean over questions is MAP.`,
    ],
    [
      `${unit}-precision`,
      `${one} precision`,
      "higher",
      `Share of all retrieved ${many} that answer the question.`,
    ],
    [`${unit}-recall`, `${one} recall`, "higher", `Share of ${gold} that was retrieved at all.`],
    [
      `${unit}-f1`,
      `${one} F1`,
      "higher",
      `Harmonic mean of precision and recall of all retrieved ${many}.`,
    ],
  ];
}

function entries(
  group: MetricInfo["group"],
  unit: MetricInfo["unit"],
  rows: readonly Row[],
): [string, MetricInfo][] {
  return rows.map(([name, label, better, description]) => [
    name,
    { label, group, better, unit, description },
  ]);
}

/** All metrics by name, in the order in which they are shown. */
export const metricInfo: Readonly<Record<string, MetricInfo>> = Object.fromEntries([
  ...evidenceUnits.flatMap((unit) => entries("retrieval", "share", retrievalRows(unit))),
  ...entries("retrieval", "share", [
    [
      "context-recall",
      "Context recall",
      "higher",
      "Share of the words of the evidence that the retrieved texts cover together.",
    ],
    [
      "context-precision",
      "Context precision",
      "higher",
      "Share of the retrieved texts that overlap the evidence.",
    ],
  ]),
  ...entries("answer", "share", [
    ["correct", "Correct", "higher", "Whether the grader finds the answer correct."],
    ["judge", "Judge", "higher", "Whether the judging model finds the answer correct."],
    [
      "numeric-match",
      "Numeric match",
      "higher",
      "Whether the last number of the answer, or of its first sentence with one where a strategy answers first, is within 1 % of gold; of questions whose answer is a number.",
    ],
    ["exact-match", "Exact match", "higher", "Whether the answer is gold, word for word (SQuAD)."],
    ["token-f1", "Token F1", "higher", "Words that answer and gold have in common (SQuAD)."],
    ["rouge-l", "ROUGE-L", "higher", "Longest common subsequence of the words, as F1."],
    ["similarity", "Similarity", "higher", "Cosine of the embeddings of answer and gold."],
    ["abstained", "Abstained", "neither", "Whether the reply is that the documents do not say."],
    [
      "wrong-abstention",
      "Wrong abstention",
      "lower",
      "Whether it abstained although the question can be answered.",
    ],
    [
      "right-abstention",
      "Right abstention",
      "higher",
      "Whether it abstained where the documents do not say.",
    ],
  ]),
  ...entries("answer", "ratio", [
    ["length-ratio", "Length ratio", "neither", "Words of the answer by words of gold."],
  ]),
  ...entries("support", "share", [
    [
      "faithfulness",
      "Cited sentences",
      "higher",
      "Share of the answer's sentences with a citation that code verified.",
    ],
    [
      "number-support",
      "Supported numbers",
      "higher",
      "Share of the answer's numbers that are in what is cited or came from the calculator.",
    ],
    [
      "citation-precision",
      "Citation precision",
      "higher",
      "Share of the claimed citations whose quote is at the cited place.",
    ],
    [
      "citation-accuracy",
      "Citation accuracy",
      "higher",
      "Share of the citations on a page of the evidence.",
    ],
  ]),
  ...entries("cost", "count", [
    ["calls", "Tool calls", "lower", "Tool calls that were carried out."],
    ["turns", "Turns", "lower", "Requests to the model."],
    ["prompt-tokens", "Prompt tokens", "lower", "Tokens of all prompts."],
  ]),
  ...entries("cost", "share", [
    ["reused", "Reused", "higher", "Share of the prompts' tokens still in the engine's memory."],
  ]),
  ...entries("cost", "count", [
    ["generated-tokens", "Generated tokens", "lower", "Tokens that the model wrote."],
  ]),
  ...entries("cost", "ms", [
    ["first-token", "First token", "lower", "Time until the model's first word."],
    ["time", "Time", "lower", "Time in all."],
  ]),
  ...entries("errors", "share", [
    ["failed", "Failed", "lower", "Whether there was no answer or no result at all."],
    [
      "error-missing-context",
      "Missing context",
      "neither",
      "Of wrong answers: evidence was not retrieved.",
    ],
    [
      "error-calculation",
      "Calculation",
      "neither",
      "Of wrong answers: the evidence was there and the number was worked out wrongly.",
    ],
    [
      "error-wrong-row",
      "Wrong table or row",
      "neither",
      "Of wrong answers: the number was taken from another place of what was retrieved.",
    ],
    [
      "error-format",
      "Format",
      "neither",
      "Of wrong answers: no answer, no number, or the right one in a wrong scale, unit or sign.",
    ],
    [
      "error-hallucination",
      "Hallucination",
      "neither",
      "Of wrong answers: the claim is not in any document.",
    ],
    ["error-undecided", "Undecided", "neither", "Of wrong answers: no rule decides."],
  ]),
]);

export interface MeanWithMargin {
  readonly mean: number;
  readonly count: number;
  /** Half the width of the 95 % confidence interval; 0 for fewer than two values. */
  readonly margin: number;
}

/** The arithmetic mean; 0 for no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/**
 * Mean, count and margin of values: 1.96 standard errors, with the sample's own standard deviation
 * (normal approximation; for few values, or shares near 0 or 1, a bootstrap is better).
 */
export function meanWithMargin(values: readonly number[]): MeanWithMargin {
  const average = mean(values);
  const count = values.length;
  if (count < 2) return { mean: average, count, margin: 0 };
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return { mean: average, count, margin: 1.96 * Math.sqrt(squares / (count - 1) / count) };
}

/** The z value of 95 %. */
const z = 1.959964;

/**
 * The 95 % interval of a share, `count` of `total`, by Wilson ("Probable inference, the law of
 * succession, and statistical inference", Journal of the American Statistical Association 22,
 * 1927), which is also valid for few cases, and for shares near 0 and 1. From 0 to 1 without cases.
 */
export function wilsonInterval(count: number, total: number): readonly [low: number, high: number] {
  if (total === 0) return [0, 1];
  const share = count / total;
  const weight = 1 + (z * z) / total;
  const middle = (share + (z * z) / (2 * total)) / weight;
  const half =
    (z / weight) * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/**
 * Attainment ("Keyword search is all you need", results): a strategy's mean of a metric relative to
 * a baseline's; 1 is equally good. Null if the baseline's is 0.
 */
export function attainment(mean: number, baseline: number): number | null {
  return baseline === 0 ? null : mean / baseline;
}
