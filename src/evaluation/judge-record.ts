import type { LanguageModel } from "../model/language-model.js";
import type { EvaluationQuestion } from "./data-set.js";
import { judgeAnswer } from "./grade/judge-answer.js";
import type { EvaluationRecord, RecordedJudgement } from "./outcome.js";
import { failureOf, recordingModel } from "./recording-model.js";

/**
 * Has a judge look at a recorded answer, and records what it is asked and says. Null where there is
 * nothing to judge: no answer, or no gold answer. Throws only the signal's reason.
 */
export async function judgeRecord(
  judge: LanguageModel,
  question: EvaluationQuestion,
  { outcome }: EvaluationRecord,
  signal: AbortSignal,
): Promise<RecordedJudgement | null> {
  if (!outcome?.answer || question.answers.every((gold) => gold.trim() === "")) return null;
  const { model, exchanges } = recordingModel(judge);
  const graded = {
    question: question.text,
    goldAnswers: question.answers,
    answer: outcome.answer.text,
  };
  try {
    const { verdict, reason } = await judgeAnswer(model, graded, { signal });
    return { judge: judge.info.id, verdict, reason, exchanges: exchanges() };
  } catch (thrown) {
    signal.throwIfAborted();
    const { message } = failureOf(thrown);
    return { judge: judge.info.id, verdict: null, reason: message, exchanges: exchanges() };
  }
}
