import type { Page } from "playwright";
import { heapByThread, heapOf } from "../heap.js";
import { pageProcessMemory } from "../scale/process-memory.js";

/** Memory in bytes at one point in time, after a garbage collection. */
export interface Sample {
  /** JavaScript memory of each thread, including array buffers; all parse workers combined. */
  readonly page: number;
  readonly collection: number;
  readonly parsers: number;
  /** Memory of the process of the page and its workers; null if the system does not report it. */
  readonly process: number | null;
}

/** Reads how much memory a page and its workers use. */
export async function takeSample(page: Page): Promise<Sample> {
  const heap = await heapByThread(page);
  return {
    page: heapOf(heap, "page"),
    collection: heapOf(heap, "collection.worker"),
    parsers: heapOf(heap, "parse.worker"),
    process: await pageProcessMemory(),
  };
}

/** JavaScript memory of all threads combined. */
export function heapSize({ page, collection, parsers }: Sample): number {
  return page + collection + parsers;
}
