import { PagehoundError } from "../../../src/core/errors.js";

/** The error that a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<PagehoundError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!PagehoundError.isInstance(error)) throw new Error(`It did not fail as it should: ${error}`);
  return error;
}
