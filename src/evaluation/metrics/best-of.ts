/** The highest figure that an answer gets for any of the gold answers (Rajpurkar et al. 2016); null without one. */
export function bestOf(
  golds: readonly string[],
  figure: (gold: string) => number | null,
): number | null {
  const figures = golds.map(figure).filter((one) => one !== null);
  return figures.length === 0 ? null : Math.max(...figures);
}
