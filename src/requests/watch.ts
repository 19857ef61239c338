import { type Place, readEntry, readViolation } from "./read-entry.js";
import type { SeenRequest } from "./request.js";

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
  tell: (requests: readonly SeenRequest[], unseen: number) => void,
): void {
  const place: Place = { origin: globalThis.origin, timeOrigin: performance.timeOrigin };
  let pageToldOf = false;
  const read = (entry: PerformanceEntry): SeenRequest | null => {
    if (!(entry instanceof PerformanceResourceTiming)) return null;
    if (entry.entryType !== "navigation") return readEntry(entry, place);
    // The page itself is told of while it is still loading, and again when that has ended.
    if (pageToldOf || entry.responseEnd === 0) return null;
    pageToldOf = true;
    return readEntry(entry, place);
  };
  const heard = (list: PerformanceObserverEntryList, options?: ObserverOptions): void => {
    const requests = list.getEntries().flatMap((entry) => read(entry) ?? []);
    const unseen = options?.droppedEntriesCount ?? 0;
    if (requests.length > 0 || unseen > 0) tell(requests, unseen);
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
    if (stopped) tell([stopped], 0);
  });
}
