import type { LanguageModel } from "../models/language-model.js";
import type { EvaluationDataSet, EvaluationQuestion } from "./data-set.js";
import { textHash } from "./evaluation-collection.js";
import type {
  EvaluationRecord,
  EvaluationStrategy,
  PreparedStrategy,
  StrategyContext,
  StrategyOutcome,
} from "./outcome.js";
import { failureOf, recordingModel, replayingModel } from "./recording-model.js";

/** Runs a strategy on a question and records what it does. Throws only the signal's reason. */
export async function runQuestion(
  dataSet: Pick<EvaluationDataSet, "name">,
  question: EvaluationQuestion,
  { name, needs }: Pick<EvaluationStrategy, "name" | "needs">,
  prepared: PreparedStrategy,
  context: StrategyContext,
): Promise<EvaluationRecord> {
  const recording = needs.model && context.model ? recordingModel(context.model) : null;
  const model = recording?.model ?? null;
  const ran = await attempt(dataSet.name, question, prepared, { ...context, model });
  return asRead({
    recordVersion: 1,
    dataSet: dataSet.name,
    question: question.id,
    strategy: name,
    model: model?.info.id ?? null,
    ...ran,
    exchanges: recording?.exchanges() ?? [],
    modelInfo: model?.info ?? null,
  });
}

/** A record as it is when it is read back, so that scores come out the same then. */
function asRead(record: EvaluationRecord): EvaluationRecord {
  return JSON.parse(JSON.stringify(record));
}

/** What came of a replay. */
export interface ReplayedQuestion {
  /** As it came out now, with the times of the recording. */
  readonly record: EvaluationRecord;
  /** What was otherwise than recorded, the first of it, in words for people; null when nothing was. */
  readonly difference: string | null;
}

/** Runs a recorded question again with the recorded replies. Throws only the signal's reason. */
export async function replayQuestion(
  question: EvaluationQuestion,
  recorded: EvaluationRecord,
  prepared: PreparedStrategy,
  context: StrategyContext,
): Promise<ReplayedQuestion> {
  const { modelInfo, exchanges } = recorded;
  const replaying = modelInfo ? replayingModel(exchanges, modelInfo) : null;
  const model: LanguageModel | null = replaying?.model ?? null;
  const ran = await attempt(recorded.dataSet, question, prepared, { ...context, model });
  const outcome = ran.outcome && timedAs(ran.outcome, recorded.outcome);
  const record = asRead({ ...recorded, outcome, failure: ran.failure });
  const difference = replaying?.difference() ?? outcomeDifference(record, recorded);
  return { record, difference };
}

async function attempt(
  dataSet: string,
  question: EvaluationQuestion,
  prepared: PreparedStrategy,
  context: StrategyContext,
): Promise<Pick<EvaluationRecord, "outcome" | "failure">> {
  const { signal } = context;
  try {
    signal.throwIfAborted();
    // The same in every run, whatever else is run.
    const seed = textHash(`${dataSet}\n${question.id}`);
    const outcome = await prepared.run(question, context, seed);
    return { outcome: keptOutcome(question, outcome), failure: null };
  } catch (thrown) {
    signal.throwIfAborted();
    return { outcome: null, failure: failureOf(thrown) };
  }
}

/** An outcome without the texts that nothing looks at; see `RetrievedText.text`. */
function keptOutcome(question: EvaluationQuestion, outcome: StrategyOutcome): StrategyOutcome {
  const { answer, retrieved } = outcome;
  const texts = answer !== null || question.evidence.some(({ unit }) => unit !== "document");
  if (texts) return outcome;
  return { ...outcome, retrieved: retrieved.map((one) => ({ ...one, text: "" })) };
}

/** The times of the recording: a replay takes none. Older recordings do not name what was chosen. */
function timedAs(outcome: StrategyOutcome, recorded: StrategyOutcome | null): StrategyOutcome {
  if (!recorded) return outcome;
  const { firstToken, total } = recorded.usage;
  const { chosen, ...rest } = outcome;
  const named = chosen === undefined || recorded.chosen === undefined ? {} : { chosen };
  return { ...rest, ...named, usage: { ...outcome.usage, firstToken, total } };
}

type Came = Pick<EvaluationRecord, "outcome" | "failure">;

/**
 * What came of a question otherwise than it is recorded, the first of it, in words for people; null
 * when it is the same. Both have the same times.
 */
export function outcomeDifference(now: Came, then: Came): string | null {
  if (now.failure || then.failure) {
    const said = ({ failure }: Came) => (failure ? `failed: ${failure.message}` : "did not fail.");
    return said(now) === said(then) ? null : `It ${said(now)} The recorded run ${said(then)}`;
  }
  if (!now.outcome || !then.outcome) return null;
  return (
    listDifference("retrieved text", now.outcome.retrieved, then.outcome.retrieved, place) ??
    listDifference("tool call", now.outcome.calls, then.outcome.calls, ({ tool }) => tool) ??
    answerDifference(now.outcome, then.outcome) ??
    (isSame(now.outcome, then.outcome) ? null : "What it cost differs from the recording.")
  );
}

function answerDifference(now: StrategyOutcome, then: StrategyOutcome): string | null {
  if (isSame(now.answer, then.answer)) return null;
  const said = ({ answer }: StrategyOutcome) =>
    answer ? `${answer.kind} “${answer.text}”` : "no answer";
  if (said(now) !== said(then))
    return `The answer is ${said(now)}, in the recording ${said(then)}.`;
  return "What was found out about the answer's sentences differs from the recording.";
}

function listDifference<Item>(
  name: string,
  now: readonly Item[],
  then: readonly Item[],
  describe: (item: Item) => string,
): string | null {
  for (let at = 0; at < Math.max(now.length, then.length); at++) {
    const [here, there] = [now[at], then[at]];
    if (isSame(here, there)) continue;
    const words = (item: Item | undefined) => (item === undefined ? "absent" : describe(item));
    const [is, was] = [words(here), words(there)];
    if (is === was) return `The ${name} ${at + 1} (${is}) has another text than in the recording.`;
    return `The ${name} ${at + 1} is ${is}, in the recording ${was}.`;
  }
  return null;
}

function place({ path, page }: { readonly path: string; readonly page: number }): string {
  return `${path} page ${page}`;
}

/** Both have been made in the same way, so that their fields are in the same order. */
function isSame(now: unknown, then: unknown): boolean {
  return JSON.stringify(now) === JSON.stringify(then);
}
