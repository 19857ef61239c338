/** A mean with how far it can be trusted. */
export interface MeanWithMargin {
  readonly mean: number;
  readonly count: number;
  /** Half the width of the 95 % confidence interval; 0 for fewer than two values, which show no spread. */
  readonly margin: number;
}

/** The arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/**
 * Mean, count and margin of values: 1.96 standard errors, with the sample's own standard deviation
 * (normal approximation; for few values, or shares near 0 or 1, a bootstrap is better).
 */
export function meanWithMargin(values: readonly number[]): MeanWithMargin {
  const average = mean(values);
  const count = values.length;
  if (count < 2) return { mean: average, count, margin: 0 };
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return { mean: average, count, margin: 1.96 * Math.sqrt(squares / (count - 1) / count) };
}
