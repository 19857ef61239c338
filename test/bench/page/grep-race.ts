import type { GrepOptions, Pagehound } from "../../../src/index.js";
import { addFiles, openCollection, type Selection } from "./ingest.js";
import { openOther } from "./search-race.js";

/** Milliseconds of single greps, from the page's call to its result. */
export interface GrepTimes {
  readonly ours: readonly number[];
  /** With the library of another commit; empty without one. */
  readonly before: readonly number[];
}

/** A collection and, optionally, the same one in another commit's library. */
export interface GrepRace {
  /** Adds files to both, and returns the number of pages now searchable. */
  grow(selection: Selection): Promise<number>;
  /** Times counting all matches, alternating between both, after one round that loads the text. */
  run(pattern: string, options: GrepOptions, rounds: number): Promise<GrepTimes>;
  /** True if the other commit's library finds anything else: another count, line, mark or place. */
  differs(pattern: string, options: GrepOptions): Promise<boolean>;
  /** Closes both, and leaves the collections stored. */
  close(): void;
}

/**
 * Opens a collection by name.
 *
 * @param request `against` is the URL of another commit's library, or null
 */
export async function openGrepRace(request: {
  name: string;
  parseWorkers: number;
  against: string | null;
}): Promise<GrepRace> {
  const collection = await openCollection(request.name, request.parseWorkers);
  const other = request.against === null ? null : await openOther(request.against, request);
  return {
    async grow(selection) {
      await addFiles(collection, selection);
      if (other) await addFiles(other, selection);
      return (await collection.coverage()).pages;
    },
    async run(pattern, options, rounds) {
      const times = { ours: [] as number[], before: [] as number[] };
      for (let round = 0; round <= rounds; round++) {
        const ours = await time(collection, pattern, options);
        const before = other && (await time(other, pattern, options));
        if (round === 0) continue;
        times.ours.push(ours);
        if (before !== null) times.before.push(before);
      }
      return times;
    },
    async differs(pattern, options) {
      const all = { ...options, limit: 10_000, context: 1 };
      const ours = await collection.grep(pattern, all);
      const before = await other?.grep(pattern, all);
      return before !== undefined && JSON.stringify(ours) !== JSON.stringify(before);
    },
    close() {
      collection.close();
      other?.close();
    },
  };
}

async function time(collection: Pagehound, pattern: string, options: GrepOptions): Promise<number> {
  const started = performance.now();
  await collection.grep(pattern, options);
  return performance.now() - started;
}
