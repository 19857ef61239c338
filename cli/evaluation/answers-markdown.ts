import type { EvaluationDataSet, EvaluationQuestion } from "../../src/evaluation/api.js";
import type { EvaluationReport } from "../../src/evaluation/report/make-report.js";
import { gradeRecord, type RecordGrade } from "../../src/evaluation/score-record.js";

/** The used parts of a report and its data set. */
interface ReportedDataSet {
  readonly report: Pick<EvaluationReport, "dataSet" | "records">;
  readonly dataSet: Pick<EvaluationDataSet, "questions">;
}

interface GradedAnswer {
  readonly question: EvaluationQuestion;
  readonly grade: RecordGrade;
  readonly answer: string;
  readonly chosen: string | undefined;
}

/**
 * The answers of a run as Markdown: for each data set and strategy, every question with gold,
 * answer, verdict and reason, the wrong ones first. Null without any answers. Text of models and
 * documents is escaped: nothing in it is a link, a picture or HTML.
 */
export function answersMarkdown(reported: readonly ReportedDataSet[]): string | null {
  const parts = reported.flatMap((one) => {
    const names = new Set(one.report.records.map(({ record }) => record.strategy));
    return [...names].flatMap((strategy) => {
      const answers = answersOf(one, strategy);
      return answers.length === 0 ? [] : [partOf(one.report.dataSet, strategy, answers)];
    });
  });
  return parts.length === 0 ? null : parts.join("\n");
}

/** The answers of a strategy; none for one that only retrieves, whatever failed. */
function answersOf(
  { report, dataSet }: ReportedDataSet,
  strategy: string,
): readonly GradedAnswer[] {
  const questions = new Map(dataSet.questions.map((question) => [question.id, question]));
  const records = report.records.flatMap(({ record }) =>
    record.strategy === strategy ? [record] : [],
  );
  if (records.every(({ outcome }) => !outcome?.answer)) return [];
  return records.flatMap((record) => {
    const question = questions.get(record.question);
    const grade = question ? gradeRecord(question, record) : null;
    if (!question || !grade) return [];
    const { outcome } = record;
    return [{ question, grade, answer: outcome?.answer?.text ?? "", chosen: outcome?.chosen }];
  });
}

function partOf(dataSet: string, strategy: string, answers: readonly GradedAnswer[]): string {
  const of = (correct: boolean | null) => answers.filter(({ grade }) => grade.correct === correct);
  const [wrong, right, ungraded] = [of(false), of(true), of(null)];
  const counts = [
    `${wrong.length} wrong`,
    `${right.length} right`,
    ...(ungraded.length > 0 ? [`${ungraded.length} without a gold answer`] : []),
  ];
  const entries = [...wrong, ...ungraded, ...right].map(entryOf);
  return `# ${escaped(dataSet)}, ${escaped(strategy)}\n\nOf ${answers.length} answers: ${counts.join(", ")}.\n\n${entries.join("\n")}`;
}

function entryOf({ question, grade, answer, chosen }: GradedAnswer): string {
  const { id, text, answers, unanswerable } = question;
  const golds = answers.filter((gold) => gold.trim() !== "");
  const gold = unanswerable ? "(the documents do not tell)" : golds.map(escaped).join(" / ");
  const mark = grade.correct === null ? "–" : grade.correct ? "✓" : "✗";
  const lines = [
    `**Question:** ${escaped(text)}`,
    `**Gold:** ${gold === "" ? "(none)" : gold}`,
    `**Answer:** ${answer.trim() === "" ? "(none)" : escaped(answer)}`,
    `**Verdict:** ${grade.verdict}. ${escaped(grade.reason)}`,
    ...(chosen === undefined ? [] : [`**Chosen:** ${escaped(chosen)}`]),
  ];
  return `## ${mark} ${escaped(id)}\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
}

/** A text on one line, with Markdown and HTML escaped. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>#|~!$&]/g, "\\$&")
    .replace(/^([-+=]|\d+[.)])/, "\\$1")
    .replace(/\b(https?|ftp|mailto|www)(?=[.:])/gi, "$1\\");
}
