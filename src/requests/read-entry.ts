import type { SeenRequest } from "./request.js";

/** The fields of a `PerformanceResourceTiming` that say what a request was. */
export interface TimingEntry {
  readonly name: string;
  readonly startTime: number;
  readonly responseStart: number;
  readonly transferSize: number;
  /** Missing in older browsers. */
  readonly responseStatus?: number;
}

/** The fields of a `SecurityPolicyViolationEvent` that say what was stopped. */
export interface Violation {
  readonly blockedURI: string;
  readonly disposition: string;
  readonly timeStamp: number;
}

/** The thread that a request was made on. */
export interface Place {
  /** `globalThis.origin`. */
  readonly origin: string;
  /** `performance.timeOrigin`. */
  readonly timeOrigin: number;
}

/** What the browser noted of a request; null when nothing was asked of anybody. */
export function readEntry(entry: TimingEntry, place: Place): SeenRequest | null {
  const url = requestAddress(entry.name);
  if (!url) return null;
  const own = url.origin === place.origin;
  const status = entry.responseStatus || null;
  // The browser hides these times once another origin took part that does not allow them to be
  // seen. That of an own request without an answer is missing, too, and says nothing.
  const sentElsewhere = own && status !== null && entry.responseStart === 0;
  return {
    url: url.href,
    origin: own && !sentElsewhere ? "same" : "other",
    startedAt: place.timeOrigin + entry.startTime,
    bytes: entry.responseStart === 0 ? null : entry.transferSize,
    status,
    blocked: false,
  };
}

/** The request that a policy stopped; null when it stopped something else, or would only have done so. */
export function readViolation(violation: Violation, place: Place): SeenRequest | null {
  const url = violation.disposition === "enforce" ? requestAddress(violation.blockedURI) : null;
  if (!url) return null;
  return {
    url: url.href,
    origin: url.origin === place.origin ? "same" : "other",
    startedAt: place.timeOrigin + violation.timeStamp,
    bytes: null,
    status: null,
    blocked: true,
  };
}

/** An address that stands for a request: `blob:` and `data:` name what is here already. */
function requestAddress(text: string): URL | null {
  // Policies also stop what has no address, and then name its kind: `inline`, `wasm-eval`.
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return null;
  url.hash = "";
  return url;
}
