import type { GrepOptions } from "../../../src/index.js";
import { openCollection } from "./ingest.js";

/** Measures an open collection. */
export interface ScaleProbe {
  readonly documents: number;
  readonly passages: number;
  /** Times each search in milliseconds, `rounds` times per query, after a warm-up round. */
  searchTimes(queries: readonly string[], rounds: number): Promise<number[]>;
  /**
   * Times counting all matches of a pattern in milliseconds, after one round that loads the text.
   */
  grepTimes(pattern: string, options: GrepOptions, rounds: number): Promise<number[]>;
  close(): void;
}

/** Opens a stored collection by name. */
export async function openScaleProbe(name: string): Promise<ScaleProbe> {
  const collection = await openCollection(name);
  const documents = await collection.documents();
  return {
    documents: documents.length,
    passages: documents.reduce((sum, document) => sum + document.passages, 0),
    async searchTimes(queries, rounds) {
      const times: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        for (const query of queries) {
          const time = await timeOf(() => collection.search(query));
          if (round > 0) times.push(time);
        }
      }
      return times;
    },
    async grepTimes(pattern, options, rounds) {
      const times: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const time = await timeOf(() => collection.grep(pattern, options));
        if (round > 0) times.push(time);
      }
      return times;
    },
    close: () => collection.close(),
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Bytes used by this origin's databases, as the browser reports them. */
export async function databaseBytes(): Promise<number> {
  const { usage = 0, usageDetails }: DetailedEstimate = await navigator.storage.estimate();
  return usageDetails?.indexedDB ?? usage;
}

/** Chromium also breaks the usage down. */
interface DetailedEstimate extends StorageEstimate {
  readonly usageDetails?: { readonly indexedDB?: number };
}
