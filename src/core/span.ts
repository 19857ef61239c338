/** A half-open range of UTF-16 code units, `[start, end)`, in a page's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The part two spans share, or null when they share none. */
export function intersect(a: Span, b: Span): Span | null {
  const start = Math.max(a.start, b.start);
  const end = Math.min(a.end, b.end);
  return start < end ? { start, end } : null;
}

/** The same spans in order, with those that touch or overlap joined. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ start: span.start, end: span.end });
  }
  return merged;
}
