import { markedTexts } from "../../../src/core/index.js";
import type { EvaluationQuestion } from "../../../src/evaluation/api.js";
import { isForTuning } from "../grader/halves.js";
import type { FirstAnswer } from "../page/first-answers.js";
import { type Rate, rateOf, rateText } from "../statistics.js";
import { table } from "../table.js";
import { judgeOf } from "./judge.js";

export interface AskedQuestion {
  readonly question: EvaluationQuestion;
  readonly answer: FirstAnswer;
}

interface Outcome {
  readonly unanswerable: boolean;
  readonly forTuning: boolean;
  /** True if something is marked, or stated in the code's own words. */
  readonly marked: boolean;
  /** True if stated, or marked as a likely answer rather than a possible one. */
  readonly likely: boolean;
  readonly right: boolean;
  readonly rightPassage: boolean;
  readonly first: boolean;
  readonly firstFive: boolean;
  readonly reportsMissing: boolean;
}

/** Counts of questions. `right`, `first` and `firstFive` count only answerable questions. */
export interface FirstAnswerCounts {
  readonly questions: number;
  readonly answerable: number;
  /** Answerable questions for which something is marked or stated. */
  readonly marked: number;
  /** Of those, the ones marked as likely. */
  readonly likely: number;
  /** Questions whose first mark, or the answer stated, is right. */
  readonly right: number;
  /** Questions whose first mark is in a passage that contains the answer. */
  readonly rightPassage: number;
  readonly likelyRight: number;
  /** Questions whose first passage, or one of the first five, contains the answer. */
  readonly first: number;
  readonly firstFive: number;
  readonly unanswerable: number;
  readonly unanswerableMarked: number;
  readonly unanswerableLikely: number;
  /** Unanswerable questions for which the notice above the passages says what is missing. */
  readonly unanswerableReported: number;
}

/** Judges every question by its first mark and its first passages; see `judgeOf`. */
export function outcomesOf(answered: readonly AskedQuestion[]): readonly Outcome[] {
  return answered.map(({ question, answer }) => {
    const judge = judgeOf(question);
    const { passages } = answer;
    const isMarked = ({ marked }: (typeof passages)[number]) => marked.length > 0;
    const first = passages.find(isMarked);
    const [text] = first ? markedTexts(first) : [];
    const stated = statedText(answer);
    const holds = passages.slice(0, 5).map((passage) => judge.holdsEvidence(passage));
    return {
      unanswerable: question.unanswerable,
      forTuning: isForTuning(question.evidence[0]?.document ?? question.id),
      marked: first !== undefined || stated !== null,
      likely: stated !== null || (first !== undefined && first.certainty !== "possible"),
      right:
        (stated !== null && judge.isSaid(stated)) ||
        (first !== undefined && text !== undefined && judge.answers({ ...first, text })),
      rightPassage: first !== undefined && judge.answers(first),
      first: holds[0] ?? false,
      firstFive: holds.includes(true),
      reportsMissing: noticeAbove(answer) !== "",
    };
  });
}

export function countsOf(outcomes: readonly Outcome[]): FirstAnswerCounts {
  const count = (holds: (outcome: Outcome) => boolean): number => outcomes.filter(holds).length;
  return {
    questions: outcomes.length,
    answerable: count((one) => !one.unanswerable),
    marked: count((one) => !one.unanswerable && one.marked),
    likely: count((one) => !one.unanswerable && one.likely),
    right: count((one) => !one.unanswerable && one.right),
    rightPassage: count((one) => !one.unanswerable && one.rightPassage),
    likelyRight: count((one) => !one.unanswerable && one.likely && one.right),
    first: count((one) => !one.unanswerable && one.first),
    firstFive: count((one) => !one.unanswerable && one.firstFive),
    unanswerable: count((one) => one.unanswerable),
    unanswerableMarked: count((one) => one.unanswerable && one.marked),
    unanswerableLikely: count((one) => one.unanswerable && one.likely),
    unanswerableReported: count((one) => one.unanswerable && one.reportsMissing),
  };
}

/** The English text above the passages; empty if there is none. */
function noticeAbove({ kind, unmatched = [], corrections = [], passages }: FirstAnswer): string {
  if (kind === "answered") return "";
  const corrected = corrections.map(
    ({ from, to }) => `No document has “${from}”; these are results for “${to}”.`,
  );
  const words = unmatched.map((word) => `“${word}”`).join(", ");
  const missing = unmatched.length > 0 ? `No document has ${words}.` : "";
  const isMarked = passages.some(({ marked }) => marked.length > 0);
  return [...corrected, missing, isMarked ? "" : "No clear answer in these passages."]
    .filter((part) => part !== "")
    .join(" ");
}

/** What code answers in its own words; null if it only shows passages. */
function statedText({ kind, text, direct }: FirstAnswer): string | null {
  if (kind === "answered") return text;
  return direct && direct.kind !== "unsaid" ? directText(direct) : null;
}

/** The direct answer in short. */
function directText(direct: NonNullable<FirstAnswer["direct"]>): string {
  switch (direct.kind) {
    case "yes":
    case "no":
      return direct.kind;
    case "count":
      return `${direct.count} ${direct.isAsked ? "counted" : "items"}`;
    case "unsaid":
      return `${direct.fact} not said by ${direct.path}`;
    default:
      return `${direct.says ?? direct.kind}: ${direct.label}, ${direct.value}`;
  }
}

/** One record per question with its passages and their marked parts, as JSON. */
export function recordsOf(answered: readonly AskedQuestion[]): readonly object[] {
  const outcomes = outcomesOf(answered);
  return answered.map(({ question, answer }, index) => ({
    id: question.id,
    question: question.text,
    ...outcomes[index],
    said: noticeAbove(answer),
    ...(answer.kind === "answered" ? { answered: answer.text } : {}),
    ...(answer.direct ? { direct: directText(answer.direct) } : {}),
    passages: answer.passages.map((passage) => ({
      document: passage.path,
      page: passage.page,
      text: passage.text,
      marked: markedTexts(passage),
      ...(passage.certainty ? { certainty: passage.certainty } : {}),
    })),
  }));
}

/** The counts as a table: for all questions and for each half. */
export function firstAnswerText(answered: readonly AskedQuestion[]): string {
  const outcomes = outcomesOf(answered);
  const parts: readonly (readonly [string, readonly Outcome[]])[] = [
    ["all", outcomes],
    ["half for tuning", outcomes.filter(({ forTuning }) => forTuning)],
    ["other half", outcomes.filter(({ forTuning }) => !forTuning)],
  ];
  const columns: readonly (readonly [string, (counts: FirstAnswerCounts) => Rate])[] = [
    ["Marked", ({ marked, answerable }) => rateOf(marked, answerable)],
    ["Marked and right", ({ right, answerable }) => rateOf(right, answerable)],
    [
      "Marked, in a right passage",
      ({ rightPassage, answerable }) => rateOf(rightPassage, answerable),
    ],
    ["Right of marked", ({ right, marked }) => rateOf(right, marked)],
    ["Right of likely", ({ likelyRight, likely }) => rateOf(likelyRight, likely)],
    ["First passage", ({ first, answerable }) => rateOf(first, answerable)],
    ["First five", ({ firstFive, answerable }) => rateOf(firstFive, answerable)],
    [
      "Unanswerable marked",
      ({ unanswerableMarked, unanswerable }) => rateOf(unanswerableMarked, unanswerable),
    ],
    [
      "Unanswerable told",
      ({ unanswerableReported, unanswerable }) => rateOf(unanswerableReported, unanswerable),
    ],
  ];
  const rows = columns.map(([title, rate]) => [
    title,
    ...parts.map(([, part]) => rateText(rate(countsOf(part)))),
  ]);
  return table(["", ...parts.map(([title]) => title)], rows);
}
