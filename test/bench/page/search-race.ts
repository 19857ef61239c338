import type { Pagehound } from "../../../src/index.js";
import { sharePassages, startComparison } from "./comparison-worker.js";
import { addFiles, openCollection, type Selection } from "./ingest.js";

/** Milliseconds of single searches, from the page's call to its result. */
export interface SearchTimes {
  readonly ours: readonly number[];
  /** With the library of another commit; empty without one. */
  readonly before: readonly number[];
  readonly theirs: readonly number[];
}

/**
 * Times of queries on first use, before any page with their results is in memory, and of repeats.
 */
export interface RaceTimes {
  readonly first: SearchTimes;
  readonly again: SearchTimes;
}

/** A growing collection next to MiniSearch and, optionally, to another commit's library. */
export interface SearchRace {
  /** Adds files to all of them, and returns the number of pages now searchable. */
  grow(selection: Selection): Promise<number>;
  /** Runs each query on all of them in turn: first after a warm-up, then `rounds` more times. */
  run(queries: readonly string[], rounds: number): Promise<RaceTimes>;
  /** Queries for which the other commit's library returns different hits, order or scores. */
  differing(queries: readonly string[]): Promise<readonly string[]>;
  readonly passages: () => number;
  /** Closes all of them, and leaves the collections stored. */
  close(): void;
}

/** The number of warm-up queries, which are beginnings of passages. */
const warmingUp = 40;
const wordsOfQuery = 12;

/**
 * Opens a collection by name, next to MiniSearch with default settings and the same passages.
 *
 * @param request `against` is the URL of another commit's library, or null
 */
export async function openSearchRace(request: {
  name: string;
  parseWorkers: number;
  against: string | null;
}): Promise<SearchRace> {
  const collection = await openCollection(request.name, request.parseWorkers);
  const other = request.against === null ? null : await openOther(request.against, request);
  const comparison = startComparison();
  await comparison.remote.build({ engine: "MiniSearch" });
  const shared = new Set<string>();
  let passages = 0;

  async function askAll(queries: readonly string[], times: Times): Promise<void> {
    for (const [index, query] of queries.entries()) {
      const ours = async () => times.ours.push(await time(() => collection.search(query)));
      const before = async () => other && times.before.push(await time(() => other.search(query)));
      // Alternates, because the second one finds the processor's caches filled by the first.
      for (const ask of index % 2 === 0 ? [ours, before] : [before, ours]) await ask();
      times.theirs.push(await time(() => comparison.remote.search({ query, limit: 10 })));
    }
  }

  return {
    async grow(selection) {
      if (selection.length > 0) {
        await addFiles(collection, selection);
        if (other) await addFiles(other, selection);
      }
      passages += await sharePassages(collection, comparison.remote, shared);
      for (const { path } of await collection.documents()) shared.add(path);
      return (await collection.coverage()).pages;
    },
    async run(queries, rounds) {
      await askAll(await beginnings(collection), noTimes());
      const [first, again] = [noTimes(), noTimes()];
      await askAll(queries, first);
      for (let round = 0; round < rounds; round++) await askAll(queries, again);
      return { first, again };
    },
    async differing(queries) {
      const found: string[] = [];
      for (const query of queries) {
        const [ours, before] = [await collection.search(query), await other?.search(query)];
        if (before && described(ours) !== described(before)) found.push(query);
      }
      return found;
    },
    passages: () => passages,
    close() {
      collection.close();
      other?.close();
      comparison.end();
    },
  };
}

type Times = { readonly [Name in keyof SearchTimes]: number[] };

function noTimes(): Times {
  return { ours: [], before: [], theirs: [] };
}

/** Opens the collection of the same name with the library at a URL. */
export async function openOther(
  url: string,
  { name, parseWorkers }: { readonly name: string; readonly parseWorkers: number },
): Promise<Pagehound> {
  const library: typeof globalThis.harness.library = await import(/* @vite-ignore */ url);
  return library.Pagehound.open({ name: `${name}-before`, parseWorkers });
}

/** Beginnings of passages from all over a collection. */
async function beginnings(collection: Pagehound): Promise<string[]> {
  const documents = await collection.documents();
  const queries: string[] = [];
  for (let index = 0; index < warmingUp; index++) {
    const document = documents[index % documents.length];
    const passages = document ? await collection.passages(document.id) : [];
    const passage = passages[Math.floor((passages.length * (index + 0.5)) / warmingUp)];
    queries.push((passage?.text ?? "").split(/\s+/, wordsOfQuery).join(" "));
  }
  return queries;
}

/** The parts of a response that a reader sees. */
function described({
  hits,
  matches,
  unmatched,
  ...more
}: Awaited<ReturnType<Pagehound["search"]>>) {
  return JSON.stringify([hits, matches, unmatched, "about" in more, "sides" in more]);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
