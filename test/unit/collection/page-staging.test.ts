import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PageStaging } from "../../../src/collection/ingest/read-content.js";
import type { PackedPage } from "../../../src/core/page.js";
import type { StoredJob } from "../../../src/store/schema.js";

type StagingStore = ConstructorParameters<typeof PageStaging>[0];

const full = new Error("No room.");
/** Page numbers of each batch to be stored. */
const batches: number[][] = [];
const job = { ordinal: 1, content: 1, path: "a.txt" } as StoredJob;

function staging(fails: boolean): PageStaging {
  const contents = {
    stagePages: async (_job: StoredJob, pages: readonly PackedPage[]) => {
      batches.push(pages.map(({ number }) => number));
      if (fails) throw full;
    },
  };
  return new PageStaging({ contents } as unknown as StagingStore, job);
}

const page = (number: number) => ({ number }) as PackedPage;

beforeEach(() => {
  batches.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("staging pages that arrive slowly", () => {
  it("reports a failed write with the next page and at the end", async () => {
    const pages = staging(true);
    await pages.add(page(1));
    await vi.runAllTimersAsync();
    expect(batches).toEqual([[1]]);
    await expect(pages.add(page(2))).rejects.toBe(full);
    await expect(pages.finish()).rejects.toBe(full);
    await expect(pages.rest()).rejects.toBe(full);
  });

  it("stores nothing after it has ended", async () => {
    const pages = staging(false);
    await pages.add(page(1));
    pages.end();
    await vi.runAllTimersAsync();
    expect(batches).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
