/** A request this page made. */
export interface PageRequest {
  readonly url: string;
  readonly sameOrigin: boolean;
  /** Bytes that came back, 0 when they came from the browser's cache. */
  readonly bytes: number;
}

/** Keeps a list of every request this page makes, so that a person can check where they go. */
export class RequestLog {
  readonly requests: PageRequest[] = [];
  readonly #seen = new Set<string>();

  constructor(changed: () => void) {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) this.#add(entry);
      changed();
    });
    observer.observe({ type: "navigation", buffered: true });
    observer.observe({ type: "resource", buffered: true });
  }

  #add(entry: PerformanceEntry): void {
    if (!(entry instanceof PerformanceResourceTiming)) return;
    // The entry for the page itself comes again when its loading has ended.
    const key = `${entry.name} ${entry.startTime}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const url = new URL(entry.name, location.href);
    // A blob address names something in memory; nothing is sent for it.
    if (url.protocol === "blob:" || url.protocol === "data:") return;
    this.requests.push({
      url: url.href,
      sameOrigin: url.origin === location.origin,
      bytes: entry.transferSize,
    });
  }
}
