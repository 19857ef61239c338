import type { Page } from "playwright";
import { heapByThread, heapOf } from "../heap.js";
import { percentile } from "../statistics.js";
import type { QuerySet } from "./draw-queries.js";
import { measureGrep } from "./measure-grep.js";
import { pageProcessMemory } from "./process-memory.js";
import type { Latency, SizeMeasures } from "./size-measures.js";

const searchRounds = 3;

/** What one open collection was measured by. */
type SearchMeasures = Pick<
  SizeMeasures,
  "documents" | "passages" | "latency" | "overall" | "heap" | "process" | "grep"
>;

/** Opens the collection `name` on a fresh page, searches it, reads its memory, then greps it. */
export async function measureSearches(
  page: Page,
  name: string,
  querySets: readonly QuerySet[],
  folders: readonly string[],
): Promise<SearchMeasures> {
  const probe = await page.evaluateHandle(
    (argument) => globalThis.bench.openScaleProbe(argument),
    name,
  );
  const counts = await probe.evaluate(({ documents, passages }) => ({ documents, passages }));
  const all: number[] = [];
  const latency: SizeMeasures["latency"][number][] = [];
  for (const { terms, queries } of querySets) {
    const request = { queries, rounds: searchRounds };
    const times = await probe.evaluate(
      (open, argument) => open.searchTimes(argument.queries, argument.rounds),
      request,
    );
    all.push(...times);
    latency.push({ terms, ...latencyOf(times) });
  }
  const heap = heapOf(await heapByThread(page), "collection.worker");
  const process = await pageProcessMemory();
  // The second query is a word of medium frequency.
  const grep = await measureGrep(page, probe, querySets[0]?.queries[1] ?? "", folders);
  await probe.evaluate((open) => open.close());
  return { ...counts, latency, overall: latencyOf(all), heap, process, grep };
}

/**
 * Searches the collection `name` and MiniSearch in turn on a fresh page, with only every third
 * query because MiniSearch is slow.
 */
export async function raceMiniSearch(
  page: Page,
  name: string,
  querySets: readonly QuerySet[],
): Promise<SizeMeasures["miniSearch"]> {
  const request = { name, parseWorkers: 1, against: null };
  const race = await page.evaluateHandle(
    (argument) => globalThis.bench.openSearchRace(argument),
    request,
  );
  await race.evaluate((running) => running.grow([]));
  const queries = querySets.flatMap((set) => set.queries.filter((_, index) => index % 3 === 0));
  const { again } = await race.evaluate((running, argument) => running.run(argument, 1), queries);
  await race.evaluate((running) => running.close());
  return { ours: latencyOf(again.ours), theirs: latencyOf(again.theirs) };
}

function latencyOf(times: readonly number[]): Latency {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
