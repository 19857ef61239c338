/** Index of the first item of an ascending list that is not smaller; its length when all are. */
export function lowerBound<Item extends number | string>(
  sorted: readonly Item[],
  wanted: Item,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as Item) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
