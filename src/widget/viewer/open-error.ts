/**
 * Why a document could not be opened: it needs a password, it is damaged, drawing could not start,
 * or the part of the viewer that it needs could not be loaded.
 */
export class OpenError extends Error {
  readonly reason:
    | "password-needed"
    | "password-wrong"
    | "damaged"
    | "worker-failed"
    | "not-loaded";

  constructor(reason: OpenError["reason"], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}
