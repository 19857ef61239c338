import { BadInput } from "../../cli/bad-input.js";
import { reachEndpoint } from "../../cli/reach-endpoint.js";
import { PagehoundError } from "../../src/core/errors.js";
import { type Grade, gradeAnswer } from "../../src/evaluation/grade/grade-answer.js";
import { judgeAnswer } from "../../src/evaluation/grade/judge-answer.js";
import { readGold } from "../../src/evaluation/grade/measure.js";
import type { LanguageModel } from "../../src/models/language-model.js";
import { connectEndpoint } from "../../src/models/openai/endpoint-model.js";
import { type CustomCommand, print, say } from "./command.js";
import { fitThresholds } from "./grader/fit-thresholds.js";
import { type GradedAnswer, readGradedAnswers } from "./grader/graded-answers.js";
import { type GraderArguments, graderArguments, graderUsage } from "./grader/grader-arguments.js";
import { graderReport, type JudgedAnswer, reportText } from "./grader/grader-report.js";
import { isForTuning } from "./grader/halves.js";

async function compareGraders(options: GraderArguments): Promise<string> {
  const answers = await readGradedAnswers(options.path);
  if (options.fit) return fitThresholds(answers);
  const judge = await connectJudge(options);
  const rows = answers.map((graded) => ({ graded, grade: gradeAnswer(graded) }));
  const reports = [
    graderReport(
      "deterministic",
      rows.map(({ graded, grade }) => judged(graded, grade.verdict)),
    ),
  ];
  if (judge) reports.push(graderReport(judge.info.id, await judgeAll(judge, answers)));
  const disagreements = options.disagreements ? rows.filter(isTuningDisagreement) : [];
  if (options.json) {
    const listed = options.disagreements ? { disagreements: disagreements.map(asJson) } : {};
    return `${JSON.stringify({ path: options.path, graders: reports, ...listed }, null, 2)}\n`;
  }
  return [reportText(reports), ...disagreements.map(asText)].join("\n");
}

function judged(graded: GradedAnswer, verdict: JudgedAnswer["verdict"]): JudgedAnswer {
  return { graded, kind: readGold(graded.question, graded.goldAnswers[0] ?? "").basis, verdict };
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
  for (const graded of answers) {
    verdicts.push(judged(graded, await verdictOf(judge, graded)));
    if (verdicts.length % 20 === 0) say(`${verdicts.length} of ${answers.length} judged.`);
  }
  return verdicts;
}

/** A judge that returns no verdict counts as disagreeing; an unreachable one ends the run. */
async function verdictOf(
  judge: LanguageModel,
  graded: GradedAnswer,
): Promise<JudgedAnswer["verdict"]> {
  try {
    return (await judgeAnswer(judge, graded)).verdict;
  } catch (error) {
    const unusable =
      PagehoundError.isInstance(error) &&
      (error.code === "model-failed" || error.code === "context-exceeded");
    if (!unusable) throw error;
    say(`${graded.id} ${graded.configuration}: ${error.message}`);
    return "none";
  }
}

interface GradedRow {
  readonly graded: GradedAnswer;
  readonly grade: Grade;
}

function isTuningDisagreement({ graded, grade }: GradedRow): boolean {
  return (graded.label === "correct") !== (grade.verdict === "correct") && isForTuning(graded.id);
}

function asJson({ graded: { id, configuration, label }, grade }: GradedRow) {
  return { id, configuration, label, verdict: grade.verdict, reason: grade.reason };
}

function asText({ graded: { id, configuration, label }, grade }: GradedRow): string {
  return `${id} ${configuration}: a person said ${label}, the grader ${grade.verdict}. ${grade.reason}\n`;
}

export const benchmark: CustomCommand = {
  main: async (parameters) => {
    const options = graderArguments(parameters);
    await print(options ? await compareGraders(options) : graderUsage);
    return 0;
  },
};
