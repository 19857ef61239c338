/** F1: the harmonic mean of precision and recall (van Rijsbergen 1979, with β = 1); 0 when both are 0. */
export function harmonicMean(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
