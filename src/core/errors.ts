/**
 * Why an operation failed. Callers branch on the code; the message is for people.
 *
 * - `unsupported-format`: no reader here knows this kind of file.
 * - `format-mismatch`: the file's name promises one format, its content is another.
 * - `empty-file`: the file has no bytes.
 * - `damaged-file`: the file is of a known format but cannot be opened.
 * - `too-large`: a file of text is longer than what the browser can hold as one text; `data` has `bytes` and `most`.
 * - `password-required`: the file is encrypted and needs a password.
 * - `nothing-to-read`: there was nothing to add, or no page of the file could be read.
 * - `not-found`: no such document or page.
 * - `invalid-argument`: the caller passed something that cannot be used.
 * - `timed-out`: the file could not be opened within the time allowed, or a worker was ended over what it was doing; `data` then has `hung` (true) and what it was about.
 * - `permission-required`: the file is on the person's disk, and the browser has to ask before it is read again.
 * - `page-stopped`: a file, or the documents together, ended the page twice while they were worked on; it waits until it is tried again.
 * - `storage-full`: the browser's storage quota is used up; `data` has `needed` and `available`, in bytes, as far as known.
 * - `storage-failed`: the browser's database refused an operation.
 * - `unsupported-browser`: the page lacks something this library cannot do without; `message` says what.
 * - `assets-missing`: a file of the folder `assetsBase` names could not be loaded; `data` has its `url`.
 * - `worker-failed`: a background worker could not start, or ended before it answered.
 * - `closed`: the collection was closed, the model unloaded, or this tab was asleep while another one went on with its work.
 * - `in-use`: the collection is open in another tab, and cannot be deleted meanwhile.
 * - `outdated`: a newer version of this page is open in another tab; this one has to be loaded again.
 * - `no-documents`: there is no document that could answer.
 * - `unknown-model`: no model of this name is known; `message` names those there are.
 * - `no-webgpu`: the browser offers no WebGPU adapter that can run the model.
 * - `not-enough-memory`: the model does not fit into the memory there is.
 * - `download-failed`: a file, such as one of a model or a published collection, could not be fetched; `data` has `url`, if there was an answer, `status`, and the seconds that the server asks to wait, `retryAfter`.
 * - `device-lost`: the graphics device went away; the next request loads the model again.
 * - `context-exceeded`: a prompt is longer than the model's context.
 * - `endpoint-failed`: a model endpoint did not answer as it should; `data` has `url` and, if there was an answer, `status`.
 * - `tool-server-failed`: a server of tools did not answer as it should; `data` has `url` and, if there was an answer, `status`.
 * - `sign-in-required`: a server of tools wants somebody to sign in, or that did not work.
 * - `model-failed`: the engine failed in a way that has no code of its own.
 * - `invalid-data`: a data set for an evaluation is not as it must be; `message` names the file, the line and the field, and `data` has `file`, `line`, `field`, `faults` (how many there are) and `list` (all of them).
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
