import { PagehoundError, type Step } from "../core/index.js";

/** Seconds without an answer after which a worker counts as hung, unless told: longer than any step takes that comes back. */
export const usualHangSeconds = 20;

/**
 * The error for whatever waited for a worker that hung and was ended.
 *
 * @param step what it said that it does; null if it said nothing
 */
export function hungError(step: Step | null, seconds: number): PagehoundError {
  const { doing, advice, data } = step ?? unnamed;
  return new PagehoundError(
    "timed-out",
    `${doing} took too long: it was ended after ${seconds} seconds without an answer. ${advice}`,
    { data: { ...data, hung: true, seconds } },
  );
}

const unnamed: Pick<Step, "doing" | "advice" | "data"> = {
  doing: "What the documents were asked for",
  advice: "Try again.",
};

/** Whether a call was rejected because its worker hung; another one has taken its place. */
export function isHung(error: unknown): error is PagehoundError {
  return PagehoundError.isInstance(error) && error.code === "timed-out" && error.data.hung === true;
}
