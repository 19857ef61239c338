/**
 * Works on several items at once and gives the results in the order of the items. Left early, or
 * when one fails, it begins no more; those in progress are let run, and what they fail with is
 * dropped.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const next = work(item);
    // Awaited below, unless one before it fails.
    next.catch(() => {});
    running.push(next);
    const first = running.length < atOnce ? undefined : running.shift();
    if (first) yield await first;
  }
  for (const rest of running) yield await rest;
}
