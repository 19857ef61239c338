import { type AssetReport, fetchAsset, hasStandIn } from "../fetch-asset.js";

/** An argument that browsers pass to an observer in addition to its entries, if they support it. */
interface ObserverOptions {
  readonly droppedEntriesCount?: number;
}

/**
 * Reports every request of this thread, including earlier ones as far as the browser has kept them;
 * `unseen` is how many it has not. An observer receives requests even when the browser's own list,
 * which ends at 250, is full.
 */
export function watchRequests(
  report: (requests: readonly SeenRequest[], unseen: number) => void,
): void {
  const place: RequestOrigin = { origin: globalThis.origin, timeOrigin: performance.timeOrigin };
  let isPageReported = false;
  const read = (entry: PerformanceEntry): SeenRequest | null => {
    if (!(entry instanceof PerformanceResourceTiming)) return null;
    if (entry.entryType !== "navigation") return readEntry(entry, place);
    // The page itself is reported while it is still loading, and again afterwards.
    if (isPageReported || entry.responseEnd === 0) return null;
    isPageReported = true;
    return readEntry(entry, place);
  };
  const heard = (list: PerformanceObserverEntryList, options?: ObserverOptions): void => {
    const requests = list.getEntries().flatMap((entry) => read(entry) ?? []);
    const unseen = options?.droppedEntriesCount ?? 0;
    if (requests.length > 0 || unseen > 0) report(requests, unseen);
  };
  for (const type of ["navigation", "resource"]) {
    // Workers have no navigation, and browsers warn about unknown types.
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

/** The fields of a `PerformanceResourceTiming` that describe a request. */
export interface TimingEntry {
  readonly name: string;
  readonly startTime: number;
  readonly responseStart: number;
  readonly transferSize: number;
  /** Missing in older browsers. */
  readonly responseStatus?: number;
}

/** The fields of a `SecurityPolicyViolationEvent` that describe what was blocked. */
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

/** The browser's record of a request; null if nothing was sent. */
export function readEntry(entry: TimingEntry, place: RequestOrigin): SeenRequest | null {
  const url = requestAddress(entry.name);
  if (!url) return null;
  const sameOrigin = url.origin === place.origin;
  const status = entry.responseStatus || null;
  // The browser hides these times if another origin was involved that does not expose them. They
  // are also missing for failed requests to the page's own origin, which is why the status is
  // checked.
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

/** The request that a policy blocked; null if it blocked something else, or only reported it. */
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

/** The address of an actual request: `blob:` and `data:` refer to local data. */
function requestAddress(text: string): URL | null {
  // Policies also block things without an address, and then name their kind: `inline`, `wasm-eval`.
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return null;
  url.hash = "";
  return url;
}

/** Requests a file of the same origin, so that the log has something to observe. */
export async function tryRequest(url: string): Promise<void> {
  try {
    const response = await fetch(url, { referrerPolicy: "no-referrer" });
    await response.arrayBuffer();
  } catch {
    // A failed request is observed like any other.
  }
}

/**
 * In a worker of this library: reports every request to the page that started it. The counterpart
 * of `hearRequests`. Call when the worker starts. Only that page receives them, not others with the
 * same collection open.
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

/** Requests made by pdf.js itself, in a worker that knows the addresses. */
const asset = /\.(?:bcmap|pfb|ttf|wasm)$/;

/**
 * In a worker that draws PDFs: makes sure that pdf.js gets either the real files of `assetsBase` or
 * nothing, because it accepts whatever a server sends for them, and reports each missing one to the
 * page, because pdf.js does not. Call when the worker starts.
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
   * `other` if the address is of another origin than the page, or if the page's own origin
   * redirected the request to another one that answered; the browser does not say which.
   */
  readonly origin: "same" | "other";
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
  /**
   * Bytes received over the network, 0 from a cache; null if none were, or the browser does not
   * say, as with other origins.
   */
  readonly bytes: number | null;
  /** HTTP status of the response; null if there is none or the browser does not say. */
  readonly status: number | null;
  /** True if the page's policy blocked it, so that it, or its redirect, was never sent. */
  readonly blocked: boolean;
}

/** A worker's report of its requests to the page. */
export interface RequestReport {
  readonly pagehound: "requests";
  readonly requests: readonly SeenRequest[];
  /** How many earlier ones the browser has not kept. */
  readonly unseen: number;
}

/** A message to a worker: request a file of the page's origin, to test the log. */
export interface TrialOrder {
  readonly pagehound: "try-request";
  readonly url: string;
}
