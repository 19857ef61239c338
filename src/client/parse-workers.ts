/** Chromium also reports gigabytes of memory, rounded to a power of two. */
interface WithMemory extends Navigator {
  readonly deviceMemory?: number;
}

/** The number of parse workers on this device by default. */
export function usualParseWorkers(): number {
  // One core is left to the collection worker and the page. A parser may take 200 MB.
  const { hardwareConcurrency, deviceMemory = 8 } = navigator as WithMemory;
  return Math.max(1, Math.min(deviceMemory > 4 ? 4 : 2, hardwareConcurrency - 1));
}
