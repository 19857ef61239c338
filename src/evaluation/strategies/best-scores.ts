/** Numbers of the best texts, best first; of equal ones the lower number comes first. */
export function bestScores(scores: Iterable<readonly [number, number]>, limit: number): number[] {
  const best: (readonly [text: number, score: number])[] = [];
  for (const entry of scores) {
    const last = best.at(-1);
    if (best.length >= limit && (!last || !isBetter(entry, last))) continue;
    let place = best.length;
    while (place > 0 && isBetter(entry, best[place - 1] ?? entry)) place--;
    best.splice(place, 0, entry);
    if (best.length > limit) best.pop();
  }
  return best.map(([text]) => text);
}

function isBetter(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one[1] > other[1] || (one[1] === other[1] && one[0] < other[0]);
}
