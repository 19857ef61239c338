import { sharePassages, startComparison } from "./comparison-worker.js";
import { addFiles, openCollection, type Selection } from "./ingest.js";

/** Times of single searches in milliseconds, from the page's call to the page's result. */
export interface SearchTimes {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** A collection and MiniSearch side by side, both growing. */
export interface SearchRace {
  /** Adds files to both; returns the pages now searchable. */
  grow(selection: Selection): Promise<number>;
  /** Runs each query on both in turn, `rounds` times after one round to warm up. */
  run(queries: readonly string[], rounds: number): Promise<SearchTimes>;
  readonly passages: () => number;
  /** Leaves the collection stored. */
  close(): void;
}

/** Opens a collection under a name, next to MiniSearch as it comes, fed with the same passages. */
export async function openSearchRace(request: {
  name: string;
  parseWorkers: number;
}): Promise<SearchRace> {
  const collection = await openCollection(request.name, request.parseWorkers);
  const comparison = startComparison();
  await comparison.remote.build({ engine: "MiniSearch" });
  const shared = new Set<string>();
  let passages = 0;

  const ours = (query: string) => time(() => collection.search(query));
  const theirs = (query: string) => time(() => comparison.remote.search({ query, limit: 10 }));

  return {
    async grow(selection) {
      if (selection.length > 0) await addFiles(collection, selection);
      passages += await sharePassages(collection, comparison.remote, shared);
      for (const { path } of await collection.documents()) shared.add(path);
      return (await collection.coverage()).pages;
    },
    async run(queries, rounds) {
      const times = { ours: [] as number[], theirs: [] as number[] };
      for (let round = 0; round <= rounds; round++) {
        for (const query of queries) {
          const mine = await ours(query);
          const other = await theirs(query);
          if (round === 0) continue;
          times.ours.push(mine);
          times.theirs.push(other);
        }
      }
      return times;
    },
    passages: () => passages,
    close() {
      collection.close();
      comparison.end();
    },
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
