import type { EvaluationRecord, RecordedJudgement } from "./outcome.js";

/** Failures of what a model runs on, which may be over when a question is asked again. */
const passing = new Set([
  "device-lost",
  "download-failed",
  "endpoint-failed",
  "not-enough-memory",
  "worker-failed",
]);

/** Whether a question failed because its model was not to be had: it is run again when the run goes on. */
export function failedForNow({
  outcome,
  failure,
  exchanges,
}: Pick<EvaluationRecord, "outcome" | "failure" | "exchanges">): boolean {
  if (outcome === null) return passing.has(failure?.code ?? "");
  return outcome.answer?.kind === "failed" && endsInFailure(exchanges);
}

/** Whether an answer was not judged because the judge was not to be had. */
export function judgedNotForNow({ verdict, exchanges }: RecordedJudgement): boolean {
  return verdict === null && endsInFailure(exchanges);
}

function endsInFailure(exchanges: EvaluationRecord["exchanges"]): boolean {
  return passing.has(exchanges.at(-1)?.failure?.code ?? "");
}
