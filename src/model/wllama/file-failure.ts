import { PagehoundError } from "../../core/errors.js";

/** Whether an answer of this HTTP status may be another one soon. */
export function passes(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** A file that could not be fetched: what is wrong with it, and the status if there was an answer. */
export function fileFailure(
  url: string,
  what: string,
  status: number | null = null,
  cause?: unknown,
): PagehoundError {
  return new PagehoundError("download-failed", `The model's file ${url} ${what}. ${next(status)}`, {
    data: { url, ...(status === null ? {} : { status }) },
    cause,
  });
}

function next(status: number | null): string {
  if (status === null)
    return "Check the connection and load it again; it goes on where it stopped.";
  if (passes(status)) return "Load it again later; it goes on where it stopped.";
  return "Check the address of the model.";
}
