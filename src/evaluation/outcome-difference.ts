import type { EvaluationRecord, StrategyOutcome } from "./outcome.js";

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
