import { pageKey } from "./page-key.js";

/** The keys of the first `count` pages, in order of the first passage of theirs. */
export function firstPages(
  passages: Iterable<{ readonly document: string; readonly page: number }>,
  count: number,
): string[] {
  const keys = new Set<string>();
  for (const { document, page } of passages) {
    if (keys.size === count) break;
    keys.add(pageKey(document, page));
  }
  return [...keys];
}
