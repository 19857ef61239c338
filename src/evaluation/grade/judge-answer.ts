import { tokenBreaker } from "../../core/control-tokens.js";
import { PagehoundError } from "../../core/errors.js";
import type { ChatMessage, LanguageModel } from "../../model/language-model.js";
import type { GradedQuestion } from "./grade-answer.js";
import { judgeInstructions, judgeRequest, repairRequest, verdictFormat } from "./judge-prompt.js";
import { type Judgement, readVerdict } from "./read-verdict.js";

/** Tokens of a verdict with its reason. */
const replyTokens = 300;

/**
 * Has a model grade an answer against gold answers, at temperature 0. The answer is fenced, and a
 * long one is shown without its middle. A reply that cannot be read is asked for once more.
 *
 * What it is worth depends on the model: measure its agreement with people before relying on it
 * (`npm run eval:grader`).
 *
 * Throws `invalid-argument` without a gold answer, `model-failed` for two replies that are no
 * verdict, what the model throws, and the signal's reason.
 */
export async function judgeAnswer(
  model: LanguageModel,
  graded: GradedQuestion,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Judgement> {
  signal?.throwIfAborted();
  if (graded.goldAnswers.every((gold) => gold.trim() === "")) {
    throw new PagehoundError(
      "invalid-argument",
      "An answer can be judged only against a gold answer, and this question has none. Leave it out.",
    );
  }
  // No model is needed to see that there is nothing.
  if (graded.answer.trim() === "") return { verdict: "refusal", reason: "The answer is empty." };
  const messages: ChatMessage[] = [
    { role: "system", content: judgeInstructions },
    { role: "user", content: judgeRequest(graded) },
  ];
  const first = await ask(model, messages, signal);
  const judgement = readVerdict(first);
  if (judgement) return judgement;
  messages.push(
    { role: "assistant", content: first.slice(0, 1000) || "…" },
    { role: "user", content: repairRequest },
  );
  const repaired = readVerdict(await ask(model, messages, signal));
  if (repaired) return repaired;
  throw new PagehoundError(
    "model-failed",
    `${model.info.name} gave no verdict in two tries. Judge with a larger model, or leave the judge out.`,
  );
}

async function ask(
  model: LanguageModel,
  messages: readonly ChatMessage[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const breakTokens = tokenBreaker(model.info.controlTokens);
  const request = {
    messages: messages.map(({ role, content }) => ({ role, content: breakTokens(content) })),
    responseFormat: verdictFormat,
    maxTokens: replyTokens,
    temperature: 0,
  };
  return (await model.complete(request, { signal })).content;
}
