/**
 * Why an operation failed. Callers branch on the code; the message is for people.
 *
 * - `unsupported-format`: no reader supports this kind of file.
 * - `format-mismatch`: the file's name indicates one format, but its content is another.
 * - `empty-file`: the file has no bytes.
 * - `damaged-file`: the file is of a known format but cannot be opened.
 * - `too-large`: a text file is longer than the longest string of the browser; `data` has `bytes` and `most`.
 * - `password-required`: the file is encrypted and needs a password.
 * - `nothing-to-read`: there was nothing to add, or no page of the file could be read.
 * - `not-found`: no such document or page.
 * - `invalid-argument`: the caller passed something that cannot be used.
 * - `timed-out`: the file could not be opened in time, or a worker hung and was ended; `data` then has `hung` (true) and the subject of its step.
 * - `permission-required`: the file is on the person's disk, and the browser has to ask before it can be read again.
 * - `page-stopped`: the page ended twice while it processed a file, or the documents together; it waits for a retry.
 * - `storage-full`: the browser's storage quota is used up; `data` has `needed` and `available`, in bytes, as far as known.
 * - `storage-failed`: the browser's database refused an operation.
 * - `unsupported-browser`: the page lacks something that this library requires; `message` says what.
 * - `assets-missing`: a file in the folder that `assetsBase` names could not be loaded; `data` has its `url`.
 * - `worker-failed`: a background worker could not start, or ended before it answered.
 * - `closed`: the collection was closed, the model unloaded, or this tab was asleep while another one continued its work.
 * - `in-use`: the collection is open in another tab, and cannot be deleted meanwhile.
 * - `outdated`: a newer version of this page is open in another tab; this one has to be loaded again.
 * - `no-documents`: there is no document to answer from.
 * - `unknown-model`: no model of this name is known; `message` lists the known ones.
 * - `no-webgpu`: the browser offers no WebGPU adapter that can run the model.
 * - `not-enough-memory`: the model does not fit into the available memory.
 * - `download-failed`: a file, such as one of a model or a published collection, could not be fetched; `data` has `url` and, if there was an answer, `status` and the seconds that the server asks to wait, `retryAfter`.
 * - `device-lost`: the graphics device went away; the next request loads the model again.
 * - `context-exceeded`: a prompt is longer than the model's context.
 * - `endpoint-failed`: a model endpoint did not answer as it should; `data` has `url` and, if there was an answer, `status`.
 * - `tool-server-failed`: a tool server did not answer as it should; `data` has `url` and, if there was an answer, `status`.
 * - `sign-in-required`: a tool server requires a sign-in, or the sign-in failed.
 * - `model-failed`: the engine failed in a way that has no separate code.
 * - `invalid-data`: a data set for an evaluation is invalid; `message` names the file, the line and the field, and `data` has `file`, `line`, `field`, `faults` (how many there are) and `list` (all of them).
 * - `internal`: a fault of this library.
 */
export type ErrorCode =
  | "unsupported-format"
  | "format-mismatch"
  | "empty-file"
  | "damaged-file"
  | "too-large"
  | "password-required"
  | "nothing-to-read"
  | "not-found"
  | "invalid-argument"
  | "timed-out"
  | "permission-required"
  | "page-stopped"
  | "storage-full"
  | "storage-failed"
  | "unsupported-browser"
  | "assets-missing"
  | "worker-failed"
  | "closed"
  | "in-use"
  | "outdated"
  | "no-documents"
  | "unknown-model"
  | "no-webgpu"
  | "not-enough-memory"
  | "download-failed"
  | "device-lost"
  | "context-exceeded"
  | "endpoint-failed"
  | "tool-server-failed"
  | "sign-in-required"
  | "model-failed"
  | "invalid-data"
  | "internal";

/** Data of an error, as far as known; all of it can be cloned between threads. */
export type ErrorData = Readonly<Record<string, string | number | boolean | null>>;

/** The one error class of this library. Aborts are the signal's own reason, as on the platform. */
export class PagehoundError extends Error {
  override readonly name = "PagehoundError";
  readonly code: ErrorCode;
  readonly data: ErrorData;

  constructor(
    code: ErrorCode,
    message: string,
    options: { data?: ErrorData; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
  }

  /** True for a `PagehoundError`, also for one made by another copy of this library. */
  static isInstance(value: unknown): value is PagehoundError {
    return value instanceof Error && value.name === "PagehoundError" && "code" in value;
  }
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

type ErrorDetails = ConstructorParameters<typeof PagehoundError>[2];

/** The error for an argument that cannot be used. */
export function invalidArgument(message: string, details?: ErrorDetails): PagehoundError {
  return new PagehoundError("invalid-argument", message, details);
}

/** The error for a document, a page or another thing that is missing. */
export function notFound(message: string, details?: ErrorDetails): PagehoundError {
  return new PagehoundError("not-found", message, details);
}
