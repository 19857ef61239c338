/**
 * The device's memory in GiB, roughly and with an upper limit, as Chromium reports it; undefined in
 * other browsers, whose DOM lacks it.
 */
export function deviceMemory(): number | undefined {
  return (navigator as { deviceMemory?: number }).deviceMemory;
}
