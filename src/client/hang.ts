import { PagehoundError, type Step } from "../core/index.js";

/**
 * The default number of seconds without an answer after which a worker counts as hung. Every step
 * that ends at all takes less.
 */
export const usualHangSeconds = 20;

/**
 * The error for calls to a worker that hung and was ended.
 *
 * @param step the last reported step; null if none was reported
 */
export function hungError(step: Step | null, seconds: number): PagehoundError {
  const { doing, advice, data } = step ?? unnamed;
  return new PagehoundError(
    "timed-out",
    `${doing} took too long: it was stopped after ${seconds} seconds without a response. ${advice}`,
    { data: { ...data, hung: true, seconds } },
  );
}

const unnamed: Pick<Step, "doing" | "advice" | "data"> = {
  doing: "A request to the documents",
  advice: "Try again.",
};

/** Whether a call was rejected because its worker hung; another one has replaced it. */
export function isHung(error: unknown): error is PagehoundError {
  return PagehoundError.isInstance(error) && error.code === "timed-out" && error.data.hung === true;
}
