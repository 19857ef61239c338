import type {
  EvaluationAnswer,
  EvaluationQuestion,
  EvaluationRecord,
  GoldEvidence,
  StrategyOutcome,
} from "./api.js";
import { errorCategories, errorCategory } from "./error-category.js";
import { gradeAnswer, type Verdict } from "./grade/grade-answer.js";
import { answerLengthRatio, bestOf, exactMatch, rougeL, tokenF1 } from "./metrics/comparisons.js";
import {
  type ComparedText,
  citationAccuracy,
  citationPrecision,
  citedSentences,
  comparedTexts,
  contextPrecision,
  contextRecall,
} from "./metrics/evidence.js";
import { evidenceUnits, metricInfo, recallDepths } from "./metrics/metric-info.js";
import { numericMatch, statedResult, supportedNumbers } from "./metrics/numeric-match.js";
import {
  averagePrecision,
  evidenceRanking,
  normalisedGain,
  rankedDepth,
  recallAt,
  relevantItems,
  setScores,
} from "./metrics/ranking.js";

/** Assessments of an answer by others. */
export interface ScoreExtras {
  /** The judge's verdict: 1 for correct, 0 for anything else. */
  readonly judge?: 0 | 1 | undefined;
  /** Highest cosine similarity of the answer's embedding to a gold answer's. */
  readonly similarity?: number | undefined;
}

/** A value, or a placeholder for one that does not apply. */
type Figure = number | boolean | null | undefined;

/**
 * All metrics that apply to a question and a strategy's outcome, by name and in the order of
 * `metricInfo`. The same record gives exactly the same values, even after it was written as JSON.
 *
 * - Retrieval is judged in every unit that the question's evidence has. Nothing retrieved is 0.
 *   Whole documents are not judged if only those with evidence are searched, because the question
 *   or an oracle names them.
 * - Metrics at a depth exist only if the strategy retrieves that many texts. Texts of one page or
 *   document count as one item, so there may be fewer items, and the result is a lower bound.
 * - An answer that failed, or says that the documents contain none, has 0 in comparisons with gold.
 *   Its length is not compared. A question without gold answers has no values for these. An
 *   unanswerable one is answered correctly by abstaining, and not otherwise compared with gold.
 * - An answer abstains if it is `not-found`, or if the grader finds a refusal in its text.
 * - Sentences, numbers and citations are judged only in checked answers.
 * - A strategy that threw has nothing to judge: `failed` is 1, and all else is absent.
 * - The `error-` metrics exist if `correct` is 0; exactly one of them is 1.
 */
export function scoreRecord(
  question: EvaluationQuestion,
  record: EvaluationRecord,
  extras: ScoreExtras = {},
): Scores {
  const { outcome } = record;
  if (!outcome) return { failed: 1 };
  const answer = outcome.answer && answerFigures(question, outcome.answer, extras);
  const figures: Readonly<Record<string, Figure>> = {
    ...retrievalFigures(question, outcome),
    ...answer,
    ...(outcome.answer?.checked ? supportFigures(question, outcome.answer) : {}),
    ...costFigures(outcome),
    failed: outcome.answer?.kind === "failed",
    ...(answer?.correct === false && !question.unanswerable
      ? errorFigures(question, outcome, answer.abstained === true)
      : {}),
  };
  const scores: Record<string, number> = {};
  for (const name of Object.keys(metricInfo)) {
    const figure = figures[name];
    if (typeof figure === "boolean") scores[name] = figure ? 1 : 0;
    else if (typeof figure === "number" && Number.isFinite(figure)) scores[name] = figure;
  }
  return scores;
}

/**
 * A record with its scores, including those from a judge or from vectors. Needs nothing else, so
 * that a recording can be scored again at any time, with the same results.
 */
export function scoredRecord(question: EvaluationQuestion, record: EvaluationRecord): ScoredRecord {
  const { judgement, similarity } = record;
  const judge = judgement?.verdict ? (judgement.verdict === "correct" ? 1 : 0) : undefined;
  return {
    record,
    scores: scoreRecord(question, record, { judge, similarity: similarity ?? undefined }),
  };
}

function retrievalFigures(
  question: EvaluationQuestion,
  { retrieved, depth = Number.POSITIVE_INFINITY, told: oracle }: StrategyOutcome,
): Readonly<Record<string, Figure>> {
  const { evidence } = question;
  if (evidence.length === 0) return {};
  const texts = comparedTexts(retrieved);
  const figures: Record<string, Figure> = {};
  for (const unit of evidenceUnits) {
    if (unit === "document" && searchesEvidenceOnly(oracle ?? question.documents, evidence))
      continue;
    Object.assign(figures, rankingFigures(unit, evidence, texts, depth));
  }
  figures["context-recall"] = contextRecall(evidence, texts);
  figures["context-precision"] = contextPrecision(evidence, texts);
  return figures;
}

function rankingFigures(
  unit: GoldEvidence["unit"],
  evidence: readonly GoldEvidence[],
  texts: readonly ComparedText[],
  deepest: number,
): Readonly<Record<string, Figure>> {
  if (evidence.every((gold) => gold.unit !== unit)) return {};
  const { ranked, judgements } = evidenceRanking(unit, evidence, texts);
  const judged = { ranked, evidence: relevantItems(judgements) };
  if (judged.evidence.size === 0) return {};
  const { precision, recall, f1 } = setScores(judged);
  const downTo = (depth: number, figure: number): Figure => (depth <= deepest ? figure : null);
  return {
    ...Object.fromEntries(
      recallDepths(unit).map((depth) => [
        `${unit}-recall@${depth}`,
        downTo(depth, recallAt(judged, depth)),
      ]),
    ),
    [`${unit}-ndcg@10`]: downTo(10, normalisedGain(ranked, judgements, 10)),
    [`${unit}-map@20`]: downTo(20, averagePrecision(ranked, judgements, 20)),
    [`${unit}-map`]: downTo(rankedDepth, averagePrecision(ranked, judgements)),
    [`${unit}-precision`]: precision,
    [`${unit}-recall`]: recall,
    [`${unit}-f1`]: f1,
  };
}

/** Whether only documents with evidence were searched. */
function searchesEvidenceOnly(
  documents: readonly string[] | null,
  evidence: readonly GoldEvidence[],
): boolean {
  if (documents === null) return false;
  const golds = new Set(
    evidence.flatMap((gold) => (gold.unit === "document" && gold.grade > 0 ? [gold.document] : [])),
  );
  return documents.every((path) => golds.has(path));
}

function answerFigures(
  question: EvaluationQuestion,
  answer: EvaluationAnswer,
  { judge, similarity }: ScoreExtras,
): Readonly<Record<string, Figure>> {
  const { kind, text } = answer;
  const golds = question.answers.filter((gold) => gold.trim() !== "");
  const graded = { question: question.text, goldAnswers: golds, answer: text };
  const verdict = kind === "answered" ? gradeAnswer(graded).verdict : null;
  const abstained = kind === "not-found" || verdict === "refusal";
  if (question.unanswerable) {
    return { correct: abstained, judge, abstained, "right-abstention": abstained };
  }
  const compared = kind === "answered" ? text : "";
  const share = (figure: (gold: string) => number | boolean | null): Figure =>
    bestOf(golds, (gold) => {
      const value = figure(gold);
      return value === null ? null : compared === "" ? 0 : Number(value);
    });
  return {
    correct: golds.length === 0 ? null : verdict === "correct",
    judge,
    "numeric-match": share((gold) => numericMatch(statedResult(answer), gold, question.text)),
    "exact-match": share((gold) => exactMatch(compared, gold)),
    "token-f1": share((gold) => tokenF1(compared, gold)),
    "rouge-l": share((gold) => rougeL(compared, gold)),
    similarity,
    abstained,
    "wrong-abstention": abstained,
    "length-ratio": compared === "" ? null : lengthRatio(compared, golds),
  };
}

/** An assessment of an answer, for people. */
export interface RecordGrade {
  /** The value of the metric `correct`; null if the right answer is unknown. */
  readonly correct: boolean | null;
  /** `refusal`: it says that the documents contain no answer; `failed`: there is no answer. */
  readonly verdict: Verdict | "failed" | "not graded";
  /** One sentence or more. */
  readonly reason: string;
}

/** Grades a recorded answer with its reason, as `scoreRecord` counts it; null if there is none. */
export function gradeRecord(
  question: EvaluationQuestion,
  { outcome, failure }: Pick<EvaluationRecord, "outcome" | "failure">,
): RecordGrade | null {
  if (!outcome) {
    return { correct: false, verdict: "failed", reason: failure?.message ?? "It failed." };
  }
  const { answer } = outcome;
  if (!answer) return null;
  if (answer.kind === "failed") {
    return { correct: false, verdict: "failed", reason: answer.reason ?? "There was no answer." };
  }
  const { text, answers } = question;
  const golds = answers.filter((gold) => gold.trim() !== "");
  const { verdict, reason } =
    answer.kind === "not-found"
      ? { verdict: "refusal" as const, reason: "It says that the documents do not say." }
      : gradeAnswer({ question: text, goldAnswers: golds, answer: answer.text });
  if (question.unanswerable) {
    const correct = verdict === "refusal";
    return {
      correct,
      verdict: correct ? verdict : "incorrect",
      reason: unanswerableReason(correct),
    };
  }
  if (golds.length > 0) return { correct: verdict === "correct", verdict, reason };
  return verdict === "refusal"
    ? { correct: null, verdict, reason }
    : { correct: null, verdict: "not graded", reason: "There is no gold answer." };
}

function unanswerableReason(declined: boolean): string {
  return declined
    ? "The documents do not say, and the answer says so."
    : "The documents do not say, but it gives an answer.";
}

function lengthRatio(answer: string, golds: readonly string[]): number | null {
  const ratios = golds.map((gold) => answerLengthRatio(answer, gold)).filter((one) => one !== null);
  const [nearest] = ratios.sort((one, other) => farness(one) - farness(other) || one - other);
  return nearest ?? null;
}

function farness(ratio: number): number {
  return ratio === 0 ? Number.MAX_VALUE : Math.abs(Math.log(ratio));
}

function supportFigures(
  { evidence }: EvaluationQuestion,
  { sentences }: EvaluationAnswer,
): Readonly<Record<string, Figure>> {
  return {
    faithfulness: citedSentences(sentences),
    "number-support": supportedNumbers(sentences),
    "citation-precision": citationPrecision(sentences),
    "citation-accuracy": citationAccuracy(sentences, evidence),
  };
}

/** Tokens and calls only if a model was used. */
function costFigures({ usage }: StrategyOutcome): Readonly<Record<string, Figure>> {
  const time = { time: usage.total };
  if (usage.turns === 0) return usage.calls === 0 ? time : { calls: usage.calls, ...time };
  return {
    calls: usage.calls,
    turns: usage.turns,
    "prompt-tokens": usage.promptTokens,
    reused: usage.promptTokens === 0 ? null : usage.reusedTokens / usage.promptTokens,
    "generated-tokens": usage.generatedTokens,
    "first-token": usage.firstToken,
    ...time,
  };
}

function errorFigures(
  question: EvaluationQuestion,
  outcome: StrategyOutcome,
  abstained: boolean,
): Readonly<Record<string, Figure>> {
  const category = errorCategory(question, outcome, abstained);
  return {
    ...Object.fromEntries(errorCategories.map((one) => [`error-${one}`, one === category])),
    "error-undecided": category === null,
  };
}

/**
 * Values of one question by metric, in display order. A metric that does not apply, because the
 * data or the strategy has nothing to judge, is absent; it is never 0.
 */
export type Scores = Readonly<Record<string, number>>;

/** A question that was run, with its scores. */
export interface ScoredRecord {
  readonly record: EvaluationRecord;
  readonly scores: Scores;
}
