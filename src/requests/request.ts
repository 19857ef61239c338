/**
 * Where a request was made: on the page, by whatever is there, or in a worker of this library. Its
 * workers are `agent`, `collection`, `embed`, `grep`, `parse`, `viewer` and `web-llm`.
 */
export type RequestSource = "page" | `${string} worker`;

/** A request as the thread that made it sees it. */
export interface SeenRequest {
  /** The whole address that was asked for, without what follows a `#`. */
  readonly url: string;
  /**
   * `other` when the address is of another origin than the page, and when the page's own origin
   * sent the request on to another one that answered; where, the browser does not tell.
   */
  readonly origin: "same" | "other";
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Bytes that came over the network, 0 from a cache; null when none came or the browser does not tell, as with other origins. */
  readonly bytes: number | null;
  /** HTTP status of the answer; null when none came or the browser does not tell. */
  readonly status: number | null;
  /** Whether the page's policy stopped it, so that it, or where it was sent on to, was never asked. */
  readonly blocked: boolean;
}

/** A request in the log. */
export interface LoggedRequest extends SeenRequest {
  readonly from: RequestSource;
}

/** What a worker tells the page of the requests that it made. */
export interface RequestReport {
  readonly pagehound: "requests";
  readonly requests: readonly SeenRequest[];
  /** How many there were before anybody watched that the browser has not kept. */
  readonly unseen: number;
}

/** What the page tells a worker: to ask for a file of the page's own origin, so that the log can be tried. */
export interface TrialOrder {
  readonly pagehound: "try-request";
  readonly url: string;
}
