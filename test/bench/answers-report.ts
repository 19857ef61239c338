import type { EvaluationRecord } from "../../src/evaluation/api.js";
import { median, type Rate, rateOf, rateText } from "./statistics.js";

/** The evaluation grader's verdict on an answer. */
export interface AnswerVerdict {
  readonly correct?: number;
  readonly abstained?: number;
}

export interface AnswerRecord {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly verdict: "right" | "wrong" | "not-found";
  /** Whether every sentence of the answer was shown as verified. */
  readonly verified: boolean;
  readonly seconds: number;
  readonly promptTokens: number;
  readonly replyTokens: number;
}

export interface AnswersReport {
  readonly questions: number;
  readonly right: number;
  readonly wrong: number;
  readonly notFound: number;
  /** Wrong answers shown as verified. */
  readonly falseVerified: number;
  readonly records: readonly AnswerRecord[];
}

/** Summarises one recorded question. */
export function recordOf(
  { question: id, outcome }: Pick<EvaluationRecord, "question" | "outcome">,
  verdict: AnswerVerdict | null,
  text: (id: string) => string = () => "",
): AnswerRecord {
  const answer = outcome?.answer ?? null;
  const isAnswered = answer?.kind === "answered";
  const sentences = isAnswered ? answer.sentences : [];
  return {
    id,
    question: text(id),
    answer: isAnswered ? answer.text : "",
    verdict:
      verdict?.correct === 1
        ? "right"
        : !isAnswered || verdict?.abstained === 1
          ? "not-found"
          : "wrong",
    verified: sentences.length > 0 && sentences.every(({ supported }) => supported),
    seconds: Math.round((outcome?.usage.total ?? 0) / 100) / 10,
    promptTokens: outcome?.usage.promptTokens ?? 0,
    replyTokens: outcome?.usage.generatedTokens ?? 0,
  };
}

export function answersReport(records: readonly AnswerRecord[]): AnswersReport {
  const count = (wanted: AnswerRecord["verdict"]): number =>
    records.filter(({ verdict }) => verdict === wanted).length;
  return {
    questions: records.length,
    right: count("right"),
    wrong: count("wrong"),
    notFound: count("not-found"),
    falseVerified: records.filter(({ verdict, verified }) => verified && verdict === "wrong")
      .length,
    records,
  };
}

/** The counts as text, with Wilson intervals. */
export function answersText({ questions, right, wrong, notFound, ...rest }: AnswersReport): string {
  const { falseVerified, records } = rest;
  const verified = records.filter((record) => record.verified).length;
  const line = (name: string, rate: Rate): string => `${name.padEnd(24)}${rateText(rate)}`;
  const middle = (of: (record: AnswerRecord) => number): string => {
    const values = records.map(of);
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    return `median ${Math.round(median(values) * 10) / 10}, mean ${Math.round(mean * 10) / 10}`;
  };
  return `${[
    line("right", rateOf(right, questions)),
    line("wrong", rateOf(wrong, questions)),
    line("not found", rateOf(notFound, questions)),
    line("false of verified", rateOf(falseVerified, verified)),
    `${"seconds".padEnd(24)}${middle(({ seconds }) => seconds)}`,
    `${"prompt tokens".padEnd(24)}${middle(({ promptTokens }) => promptTokens)}`,
    `${"reply tokens".padEnd(24)}${middle(({ replyTokens }) => replyTokens)}`,
  ].join("\n")}\n`;
}
