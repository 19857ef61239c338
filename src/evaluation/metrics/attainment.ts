/**
 * Attainment ("Keyword search is all you need", results): a strategy's mean of a metric relative to a
 * baseline's mean of the same; 1 is as good. Null when the baseline's is 0.
 */
export function attainment(mean: number, baseline: number): number | null {
  return baseline === 0 ? null : mean / baseline;
}
