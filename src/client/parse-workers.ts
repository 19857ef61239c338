import { deviceMemory } from "../core/index.js";

/** The number of parse workers on this device by default. */
export function usualParseWorkers(): number {
  // One core is left to the collection worker and the page. A parser may take 200 MB.
  const most = (deviceMemory() ?? 8) > 4 ? 4 : 2;
  return Math.max(1, Math.min(most, navigator.hardwareConcurrency - 1));
}
