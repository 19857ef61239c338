import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Announcements } from "../../../src/collection/announcements.js";
import { AssetFolder } from "../../../src/collection/asset-folder.js";
import { LiveDocuments } from "../../../src/collection/live-documents.js";
import { Upkeep } from "../../../src/collection/upkeep.js";
import type { DocumentPostings } from "../../../src/search/document-postings.js";
import type { Store } from "../../../src/store/store.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("what cannot be deleted yet is looked at again until nothing is left", async () => {
  const removed = [Date.now() + 40_000, Date.now() + 70_000];
  let asked = 0;
  const store = {
    purge: async (before: number) => {
      asked++;
      const due = removed.filter((time) => time <= before);
      for (const time of due) removed.splice(removed.indexOf(time), 1);
      return [];
    },
    hasRemoved: async () => removed.length > 0,
    sweepContents: () => Promise.reject(new Error("The disk is busy.")),
    jobs: { all: async () => [] },
  } as unknown as Store<DocumentPostings>;
  const upkeep = new Upkeep({
    store,
    live: new LiveDocuments(store, () => true),
    assets: new AssetFolder("https://example.invalid/"),
    announcements: new Announcements(() => {}),
    recognition: "",
    renewing: () => {},
    changed: async () => {},
  });
  upkeep.start();
  await vi.advanceTimersByTimeAsync(65_000);
  expect(removed).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(removed).toEqual([]);
  const sofar = asked;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toBe(sofar);
  upkeep.stop();
});
