import { say } from "./command.js";
import { repeated, selection } from "./documents.js";
import { heapByThread } from "./heap.js";
import type { SearchTimes } from "./page/search-race.js";
import type { Row } from "./row.js";
import type { BenchSetup } from "./setup.js";
import { percentile } from "./statistics.js";

/** The name of the collection that the searches leave stored. */
export const searchCollection = "bench-search";

/** The ratio demanded of the 95th percentile in a collection of this many pages or more. */
const demandedFrom = 10_000;

/** Times of searches at each size, and the memory at the last, against MiniSearch on the same passages. */
export async function measureSearch(setup: BenchSetup): Promise<Row[]> {
  const { sizes, parseWorkers, queries } = setup;
  const page = await setup.fresh();
  const race = await page.evaluateHandle((request) => globalThis.bench.openSearchRace(request), {
    name: searchCollection,
    parseWorkers,
  });
  const rows: Row[] = [];
  let added = 0;
  let pages = 0;
  for (const size of sizes.searchPages) {
    say(`Search: growing to ${size} pages.`);
    const documents = repeated(setup.documents, size);
    const more = selection(documents.slice(added));
    added = documents.length;
    pages = await race.evaluate((running, asked) => running.grow(asked), more);
    const request = { queries, rounds: sizes.searchRounds };
    const times = await race.evaluate(
      (running, asked) => running.run(asked.queries, asked.rounds),
      request,
    );
    rows.push(timesRow(times, 0.5, pages), timesRow(times, 0.95, pages));
  }
  rows.push(heapRow(await heapByThread(page), pages));
  await race.evaluate((running) => running.close());
  return rows;
}

function timesRow(times: SearchTimes, share: number, pages: number): Row {
  const ours = percentile(times.ours, share);
  const other = percentile(times.theirs, share);
  return {
    measure: `Search p${share * 100}, ${pages} pages`,
    ours,
    other,
    unit: "ms",
    against: "MiniSearch",
    ratio: other / ours,
    demanded: share === 0.95 && pages >= demandedFrom ? 8 : null,
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
