/**
 * Seconds that a server asks to wait (`Retry-After`, a number or a date); null if it does not say,
 * or hides it from this page.
 */
export function retryAfter(headers: Headers, now: number = Date.now()): number | null {
  const value = headers.get("Retry-After")?.trim() ?? "";
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
  return seconds > 0 && Number.isFinite(seconds) ? Math.ceil(seconds) : null;
}

/** When to ask a server again, in words: "in 30 seconds", "in 5 minutes", "in a moment". */
export function whenToRetry(seconds: number | null, otherwise: string = "in a moment"): string {
  if (seconds === null) return otherwise;
  if (seconds === 1) return "in a second";
  return seconds < 120 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}
