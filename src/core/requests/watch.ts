import { type AssetReport, fetchAsset, hasStandIn } from "../fetch-asset.js";

/** What browsers pass to an observer besides its entries, where they know it. */
interface ObserverOptions {
  readonly droppedEntriesCount?: number;
}

/**
 * Tells of every request of this thread, those before included as far as the browser has kept them;
 * `unseen` is how many it has not. An observer hears of requests even when the browser's own list
 * of them, which ends at 250, is full.
 */
export function watchRequests(
  report: (requests: readonly SeenRequest[], unseen: number) => void,
): void {
  const place: RequestOrigin = { origin: globalThis.origin, timeOrigin: performance.timeOrigin };
  let pageToldOf = false;
  const read = (entry: PerformanceEntry): SeenRequest | null => {
    if (!(entry instanceof PerformanceResourceTiming)) return null;
    if (entry.entryType !== "navigation") return readEntry(entry, place);
    // The page itself is told about while it is still loading, and again when that has ended.
    if (pageToldOf || entry.responseEnd === 0) return null;
    pageToldOf = true;
    return readEntry(entry, place);
  };
  const heard = (list: PerformanceObserverEntryList, options?: ObserverOptions): void => {
    const requests = list.getEntries().flatMap((entry) => read(entry) ?? []);
    const unseen = options?.droppedEntriesCount ?? 0;
    if (requests.length > 0 || unseen > 0) report(requests, unseen);
  };
  for (const type of ["navigation", "resource"]) {
    // Workers know no navigation, and browsers complain of types that they do not know.
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) continue;
    const observer = new PerformanceObserver((list, _observer, options?: ObserverOptions) =>
      heard(list, options),
    );
    observer.observe({ type, buffered: true });
  }
  addEventListener("securitypolicyviolation", (event) => {
    const stopped = readViolation(event as SecurityPolicyViolationEvent, place);
    if (stopped) report([stopped], 0);
  });
}

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
export interface RequestOrigin {
  /** `globalThis.origin`. */
  readonly origin: string;
  /** `performance.timeOrigin`. */
  readonly timeOrigin: number;
}

/** What the browser noted of a request; null when nothing was asked of anybody. */
export function readEntry(entry: TimingEntry, place: RequestOrigin): SeenRequest | null {
  const url = requestAddress(entry.name);
  if (!url) return null;
  const sameOrigin = url.origin === place.origin;
  const status = entry.responseStatus || null;
  // The browser hides these times once another origin is involved that does not allow them to be
  // seen. That of an own request without an answer is missing, too, and says nothing.
  const sentElsewhere = sameOrigin && status !== null && entry.responseStart === 0;
  return {
    url: url.href,
    origin: sameOrigin && !sentElsewhere ? "same" : "other",
    startedAt: place.timeOrigin + entry.startTime,
    bytes: entry.responseStart === 0 ? null : entry.transferSize,
    status,
    blocked: false,
  };
}

/** The request that a policy stopped; null when it stopped something else, or would only have done so. */
export function readViolation(violation: Violation, place: RequestOrigin): SeenRequest | null {
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

/** Requests a file of the same origin, so that the log has something to notice. */
export async function tryRequest(url: string): Promise<void> {
  try {
    const response = await fetch(url, { referrerPolicy: "no-referrer" });
    await response.arrayBuffer();
  } catch {
    // A request that fails is to be noticed like any other.
  }
}

/**
 * In a worker of ours: tells the page that started it of every request that it makes. The
 * counterpart of `hearRequests`. To be called when the worker starts. It goes to the one page, and
 * not to others that have the same collection open.
 */
export function reportRequests(): void {
  watchRequests((requests, unseen) => {
    const report: RequestReport = { pagehound: "requests", requests, unseen };
    postMessage(report);
  });
  addEventListener("message", ({ data }: MessageEvent<TrialOrder>) => {
    if (data?.pagehound === "try-request") void tryRequest(data.url);
  });
}

/** Requests of pdf.js itself, in a worker that knows the addresses. */
const asset = /\.(?:bcmap|pfb|ttf|wasm)$/;

/**
 * In a worker that draws PDFs: sees to it that pdf.js gets the files of `assetsBase` or nothing,
 * since it takes whatever a server sends for them, and tells the page of each that it does without,
 * of which pdf.js says nothing. To be called when the worker starts.
 */
export function reportMissingAssets(): void {
  const original = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    if (typeof input !== "string" || !asset.test(input)) return original(input, init);
    try {
      return new Response(await fetchAsset(input, original));
    } catch (error) {
      if (!(await hasStandIn(input, original))) {
        const report: AssetReport = { pagehound: "asset-missing", url: input };
        postMessage(report);
      }
      throw error;
    }
  };
}

/** A request as the thread that made it sees it. */
export interface SeenRequest {
  /** The requested URL without its fragment. */
  readonly url: string;
  /**
   * `other` when the address is of another origin than the page, and when the page's own origin
   * sent the request on to another one that answered; where, the browser does not say.
   */
  readonly origin: "same" | "other";
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Bytes that came over the network, 0 from a cache; null when none came or the browser does not say, as with other origins. */
  readonly bytes: number | null;
  /** HTTP status of the answer; null when none came or the browser does not say. */
  readonly status: number | null;
  /** True if the page's policy stopped it, so that it, or where it was sent on to, was never asked. */
  readonly blocked: boolean;
}

/** A worker's report of its requests to the page. */
export interface RequestReport {
  readonly pagehound: "requests";
  readonly requests: readonly SeenRequest[];
  /** How many there were before anybody watched that the browser has not kept. */
  readonly unseen: number;
}

/** A message to a worker: request a file of the page's origin, to test the log. */
export interface TrialOrder {
  readonly pagehound: "try-request";
  readonly url: string;
}
