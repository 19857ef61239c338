import { say } from "./command.js";
import { repeated, selection } from "./documents.js";
import { heapByThread } from "./heap.js";
import type { RaceTimes, SearchTimes } from "./page/search-race.js";
import type { Row } from "./row.js";
import type { BenchSetup } from "./setup.js";
import { percentile } from "./statistics.js";

/** The name of the stored collection that the search benchmark leaves behind. */
export const searchCollection = "bench-search";

/** The minimum ratio of the 95th percentile, for collections of at least this many pages. */
const demanded: readonly (readonly [pages: number, ratio: number])[] = [
  [10_000, 20],
  [1_000, 5],
  [150, 1],
];

/**
 * Times searches at each size, and reads the memory at the last, compared with MiniSearch.
 *
 * @param against URL of another commit's library to measure next to ours, or null
 */
export async function measureSearch(
  setup: BenchSetup,
  against: string | null = null,
): Promise<Row[]> {
  const { sizes, parseWorkers, queries } = setup;
  const page = await setup.fresh();
  const race = await page.evaluateHandle((request) => globalThis.bench.openSearchRace(request), {
    name: searchCollection,
    parseWorkers,
    against,
  });
  const rows: Row[] = [];
  let added = 0;
  let pages = 0;
  for (const size of sizes.searchPages) {
    say(`Search: growing to ${size} pages.`);
    const documents = repeated(setup.documents, size);
    const more = selection(documents.slice(added));
    added = documents.length;
    pages = await race.evaluate((running, argument) => running.grow(argument), more);
    const request = { queries, rounds: sizes.searchRounds };
    const times = await race.evaluate(
      (running, argument) => running.run(argument.queries, argument.rounds),
      request,
    );
    rows.push(...timesRows(times, pages));
    const differing = await race.evaluate(
      (running, argument) => running.differing(argument),
      queries,
    );
    for (const query of differing) say(`  Other hits than the other commit's: ${query}`);
  }
  // With two collections open, the memory of both would be counted.
  if (against === null) rows.push(heapRow(await heapByThread(page), pages));
  await race.evaluate((running) => running.close());
  return rows;
}

function timesRows({ first, again }: RaceTimes, pages: number): Row[] {
  return [
    timesRow(again, "theirs", 0.5, `${pages} pages`),
    { ...timesRow(first, "theirs", 0.95, `${pages} pages, first`), demanded: null },
    { ...timesRow(again, "theirs", 0.95, `${pages} pages`), demanded: demandedOf(pages) },
    ...(again.before.length > 0
      ? [
          timesRow(again, "before", 0.5, `${pages} pages`),
          timesRow(first, "before", 0.95, `${pages} pages, first`),
          timesRow(again, "before", 0.95, `${pages} pages`),
        ]
      : []),
  ];
}

function demandedOf(pages: number): number | null {
  return demanded.find(([from]) => pages >= from)?.[1] ?? null;
}

function timesRow(times: SearchTimes, than: "before" | "theirs", share: number, size: string): Row {
  const ours = percentile(times.ours, share);
  const other = percentile(times[than], share);
  return {
    measure: `Search p${share * 100}, ${size}`,
    ours,
    other,
    unit: "ms",
    against: than === "theirs" ? "MiniSearch" : "the other commit",
    ratio: other / ours,
    demanded: null,
  };
}

function heapRow(heap: ReadonlyMap<string, number>, pages: number): Row {
  const megabytes = (select: (thread: string) => boolean) =>
    [...heap].reduce((sum, [thread, bytes]) => sum + (select(thread) ? bytes / 1e6 : 0), 0);
  const ours = megabytes((thread) => /^(collection|parse)\.worker/.test(thread));
  const other = megabytes((thread) => thread.startsWith("comparison.worker"));
  return {
    measure: `JavaScript heap of the workers, ${pages} pages`,
    ours,
    other,
    unit: "MB",
    against: "MiniSearch and its passages",
    ratio: other / ours,
    demanded: null,
  };
}
