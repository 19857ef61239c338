import type { Verdict } from "../../../src/evaluation/grade/grade-answer.js";
import type { Basis } from "../../../src/evaluation/grade/measure.js";
import { table } from "../table.js";
import { type Agreement, agreementOf, type Confusion, confusionOf } from "./agreement.js";
import type { GradedAnswer } from "./graded-answers.js";
import { isForTuning } from "./halves.js";

/** An answer with a grader's verdict. */
export interface JudgedAnswer {
  readonly graded: GradedAnswer;
  /** What kind of gold answer it is compared with. */
  readonly kind: Basis;
  readonly verdict: Verdict | "none";
}

/** Agreement on one part of the questions. */
export interface PartReport {
  readonly withRefusals: Agreement;
  /** Agreement without the answers that people labelled as refusals. */
  readonly withoutRefusals: Agreement;
  /** How often each verdict was given for each label. */
  readonly confusion: Confusion;
}

export interface GraderReport {
  /** `deterministic`, or the judge model's id. */
  readonly grader: string;
  readonly tuning: PartReport;
  readonly heldOut: PartReport;
  readonly all: PartReport;
  /** The questions grouped by gold answer: a number, yes or no, or text. */
  readonly kinds: Readonly<Record<Basis, PartReport>>;
}

/** Compares a grader's verdicts with people's labels. */
export function graderReport(grader: string, answers: readonly JudgedAnswer[]): GraderReport {
  const part = (test: (answer: JudgedAnswer) => boolean): PartReport =>
    partReport(answers.filter(test));
  return {
    grader,
    tuning: part(({ graded }) => isForTuning(graded.id)),
    heldOut: part(({ graded }) => !isForTuning(graded.id)),
    all: part(() => true),
    kinds: {
      number: part(({ kind }) => kind === "number"),
      "yes-no": part(({ kind }) => kind === "yes-no"),
      text: part(({ kind }) => kind === "text"),
    },
  };
}

function partReport(answers: readonly JudgedAnswer[]): PartReport {
  const rows = answers.map(({ graded: { id, label }, verdict }) => ({ id, label, verdict }));
  return {
    withRefusals: agreementOf(rows),
    withoutRefusals: agreementOf(rows.filter(({ label }) => label !== "refusal")),
    confusion: confusionOf(rows),
  };
}

/** The reports as tables, with graders side by side for each part. */
export function reportText(reports: readonly GraderReport[]): string {
  const parts = [
    ["tuning half", (report: GraderReport) => report.tuning],
    ["held-out half", (report: GraderReport) => report.heldOut],
    ["all", (report: GraderReport) => report.all],
    ["gold is a number", (report: GraderReport) => report.kinds.number],
    ["gold is yes or no", (report: GraderReport) => report.kinds["yes-no"]],
    ["gold is a text", (report: GraderReport) => report.kinds.text],
  ] as const;
  const rows = parts.flatMap(([name, partOf]) =>
    reports.flatMap((report) => {
      const { withRefusals, withoutRefusals } = partOf(report);
      return [
        agreementRow(`${name}, ${report.grader}`, withRefusals),
        agreementRow(`${name}, no refusals, ${report.grader}`, withoutRefusals),
      ];
    }),
  );
  const agreement = table(
    ["agreement with people", "questions", "answers", "agree", "95 %", "kappa"],
    rows,
  );
  return [agreement, ...reports.map(confusionText)].join("\n");
}

function agreementRow(
  name: string,
  { questions, answers, share, interval, kappa }: Agreement,
): string[] {
  const [low, high] = interval;
  return [
    name,
    String(questions),
    String(answers),
    answers === 0 ? "–" : `${percent(share)} %`,
    answers === 0 ? "–" : `${percent(low)}–${percent(high)}`,
    kappa === null ? "–" : kappa.toFixed(2),
  ];
}

function confusionText({ grader, heldOut }: GraderReport): string {
  const verdicts = ["correct", "incorrect", "refusal", "none"] as const;
  const labels = ["correct", "incorrect", "refusal"] as const;
  return table(
    [`held-out half, ${grader}: label`, ...verdicts],
    labels.map((label) => [
      label,
      ...verdicts.map((verdict) => String(heldOut.confusion[label][verdict])),
    ]),
  );
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}
