import { BadInput } from "../../cli/bad-input.js";
import { reachEndpoint } from "../../cli/reach-endpoint.js";
import { PagehoundError } from "../../src/core/errors.js";
import { type Grade, gradeAnswer } from "../../src/evaluation/grade/grade-answer.js";
import { judgeAnswer } from "../../src/evaluation/grade/judge-answer.js";
import { goldBasis } from "../../src/evaluation/grade/measure.js";
import type { LanguageModel } from "../../src/models/language-model.js";
import { connectEndpoint } from "../../src/models/openai/endpoint-model.js";
import { type CustomCommand, print, say } from "./command.js";
import { fitThresholds } from "./grader/fit-thresholds.js";
import { type GradedAnswer, readGradedAnswers } from "./grader/graded-answers.js";
import { type GraderArguments, graderArguments, graderUsage } from "./grader/grader-arguments.js";
import { graderReport, type JudgedAnswer, reportText } from "./grader/grader-report.js";
import { isForTuning } from "./grader/halves.js";

async function compareGraders(told: GraderArguments): Promise<string> {
  const answers = await readGradedAnswers(told.path);
  if (told.fit) return fitThresholds(answers);
  const judge = await connectJudge(told);
  const graded = answers.map((given) => ({ given, grade: gradeAnswer(given) }));
  const reports = [
    graderReport(
      "deterministic",
      graded.map(({ given, grade }) => judged(given, grade.verdict)),
    ),
  ];
  if (judge) reports.push(graderReport(judge.info.id, await judgeAll(judge, answers)));
  const disagreements = told.disagreements ? graded.filter(isTuningDisagreement) : [];
  if (told.json) {
    const listed = told.disagreements ? { disagreements: disagreements.map(asJson) } : {};
    return `${JSON.stringify({ path: told.path, graders: reports, ...listed }, null, 2)}\n`;
  }
  return [reportText(reports), ...disagreements.map(asText)].join("\n");
}

function judged(given: GradedAnswer, verdict: JudgedAnswer["verdict"]): JudgedAnswer {
  return { given, kind: goldBasis(given.question, given.goldAnswers[0] ?? ""), verdict };
}

async function connectJudge({ judge, context }: GraderArguments): Promise<LanguageModel | null> {
  if (!judge) return null;
  await reachEndpoint(judge);
  const { url, model } = judge;
  const apiKey = process.env.PAGEHOUND_API_KEY || undefined;
  try {
    return await connectEndpoint({
      url,
      model: model ?? undefined,
      apiKey,
      contextLength: context ?? undefined,
    });
  } catch (error) {
    if (PagehoundError.isInstance(error)) throw new BadInput(`--judge: ${error.message}`);
    throw error;
  }
}

async function judgeAll(
  judge: LanguageModel,
  answers: readonly GradedAnswer[],
): Promise<readonly JudgedAnswer[]> {
  const verdicts: JudgedAnswer[] = [];
  for (const given of answers) {
    verdicts.push(judged(given, await verdictOf(judge, given)));
    if (verdicts.length % 20 === 0) say(`${verdicts.length} of ${answers.length} judged.`);
  }
  return verdicts;
}

/** A judge that returns no verdict counts as disagreeing; an unreachable one ends the run. */
async function verdictOf(
  judge: LanguageModel,
  given: GradedAnswer,
): Promise<JudgedAnswer["verdict"]> {
  try {
    return (await judgeAnswer(judge, given)).verdict;
  } catch (error) {
    const unusable =
      PagehoundError.isInstance(error) &&
      (error.code === "model-failed" || error.code === "context-exceeded");
    if (!unusable) throw error;
    say(`${given.id} ${given.configuration}: ${error.message}`);
    return "none";
  }
}

interface GradedRow {
  readonly given: GradedAnswer;
  readonly grade: Grade;
}

function isTuningDisagreement({ given, grade }: GradedRow): boolean {
  return (given.label === "correct") !== (grade.verdict === "correct") && isForTuning(given.id);
}

function asJson({ given: { id, configuration, label }, grade }: GradedRow) {
  return { id, configuration, label, verdict: grade.verdict, reason: grade.reason };
}

function asText({ given: { id, configuration, label }, grade }: GradedRow): string {
  return `${id} ${configuration}: a person said ${label}, the grader ${grade.verdict}. ${grade.reason}\n`;
}

export const benchmark: CustomCommand = {
  main: async (parameters) => {
    const told = graderArguments(parameters);
    await print(told ? await compareGraders(told) : graderUsage);
    return 0;
  },
};
