import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GarbageCollector } from "../../../src/collection/ingest/garbage-collector.js";
import { AssetFolder, Reindexer } from "../../../src/collection/ingest/reindexer.js";
import { DocumentCache } from "../../../src/collection/sync/document-cache.js";
import { EventBus } from "../../../src/collection/sync/tabs.js";
import { type DocumentSummary, documentId } from "../../../src/core/document.js";
import { holdLock, restorableLock } from "../../../src/core/locks.js";
import type { DocumentPostings } from "../../../src/search/index/document-postings.js";
import type { Removal } from "../../../src/store/jobs.js";
import type { Store } from "../../../src/store/store.js";
import { fakeLocks } from "../fake-locks.js";

let removals: Removal[];
let calls: number;
let working: boolean;
let collector: GarbageCollector;

beforeEach(() => {
  // Both clocks advance only on command; tests also set the wall clock.
  vi.useFakeTimers();
  removals = [];
  calls = 0;
  working = false;
  collector = newCollector();
});
afterEach(() => {
  collector.stop();
  vi.useRealTimers();
});

function newCollector(): GarbageCollector {
  const store = {
    documents: {
      removals: async () => {
        calls++;
        return removals;
      },
      purge: async (due: readonly Removal[]) => {
        removals = removals.filter((removal) => !due.includes(removal));
        return due.map(({ ordinal }) => ordinal);
      },
    },
    contents: { sweep: () => Promise.reject(new Error("The disk is busy.")) },
    jobs: { all: async () => [] },
  } as unknown as Store<DocumentPostings>;
  return new GarbageCollector({
    name: "test",
    store,
    cache: new DocumentCache(store, () => true),
    assets: new AssetFolder("https://example.invalid/"),
    events: new EventBus(() => {}),
    recognition: "",
    onQueued: () => {},
    working: () => working,
    changed: async () => {},
  });
}

/** Removes or replaces a document, as the reading tab does. */
function remove(ordinal: number, replaced = false): void {
  removals.push({ ordinal, removedAt: Date.now(), replaced });
  collector.removed([ordinal]);
}

function left(): number[] {
  return removals.map(({ ordinal }) => ordinal);
}

/** Sets the wall clock. */
function setClock(by: number): void {
  vi.setSystemTime(Date.now() + by);
}

const seconds = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 1_000);
const years = 20 * 365 * 86_400_000;

it("deletes removed documents once they cannot be restored, and then stops checking", async () => {
  collector.start();
  remove(1);
  await seconds(20);
  remove(2);
  await seconds(9);
  expect(left()).toEqual([1, 2]);
  await seconds(2);
  expect(left()).toEqual([2]);
  await seconds(20);
  expect(left()).toEqual([]);
  const sofar = calls;
  await seconds(600);
  expect(calls).toBe(sofar);
});

it("deletes nothing that may still be restored when the clock is set forward", async () => {
  collector.start();
  remove(1);
  setClock(years);
  await seconds(10);
  remove(2);
  setClock(years);
  await seconds(19);
  expect(left()).toEqual([1, 2]);
  await seconds(12);
  expect(left()).toEqual([]);
});

it("still deletes documents when the clock is set back", async () => {
  collector.start();
  remove(1);
  setClock(-years);
  remove(2);
  await seconds(31);
  expect(left()).toEqual([]);
});

it("restarts the waiting time of removals from earlier sessions, whatever the clock says", async () => {
  removals = [
    { ordinal: 1, removedAt: Date.now() - years, replaced: false },
    { ordinal: 2, removedAt: Date.now() + years, replaced: true },
    { ordinal: 3, removedAt: 0, replaced: false },
  ];
  collector.start();
  await seconds(29);
  // Nothing can restore the third one.
  expect(left()).toEqual([1, 2]);
  await seconds(2);
  expect(left()).toEqual([]);
});

it("restarts the waiting time after a restore and a second removal", async () => {
  collector.start();
  remove(1);
  await seconds(25);
  removals = [];
  collector.removed([1]);
  remove(1);
  await seconds(25);
  expect(left()).toEqual([1]);
  await seconds(6);
  expect(left()).toEqual([]);
});

it("keeps replaced documents restorable until thirty seconds after the last file was read", async () => {
  collector.start();
  working = true;
  remove(1, true);
  remove(2);
  await seconds(100);
  expect(left()).toEqual([1]);
  working = false;
  collector.worked();
  await seconds(29);
  expect(left()).toEqual([1]);
  await seconds(32);
  expect(left()).toEqual([]);
});

it("rereads documents that lack pages because of a missing asset once the network is back", async () => {
  const entry = {
    ...{ ordinal: 1, path: "a.pdf", hash: "a", content: 1, addedAt: 1, state: "ready" },
    ...{ format: "pdf", pageUnit: "page", passages: 0, words: 0, gaps: [] },
    pages: { total: 1, text: 0, recognised: 0, empty: 0, scanned: 0, unreadable: 1 },
    versions: { format: 99, passages: 1, postings: 1 },
    missing: ["cmaps/some.bcmap"],
  };
  let answer: () => Promise<Response> = () => Promise.reject(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", () => answer());
  const renewed: number[] = [];
  const events = new EventBus(() => {});
  const cache = { all: () => [], get: () => ({ document: entry }) } as unknown as DocumentCache;
  const reindex = async (ordinal: number) => {
    renewed.push(ordinal);
    return { ordinal: 2, state: "queued" };
  };
  const renewals = new Reindexer({
    store: { jobs: { all: async () => [], get: async () => undefined, reindex } } as never,
    ...{ cache, events, recognition: "", onQueued: () => {} },
    assets: new AssetFolder("https://example.invalid/"),
  });
  renewals.start();
  // It was read in this session, without the asset it needs.
  const document = { id: documentId(1), path: "a.pdf" } as DocumentSummary;
  const came = { path: "a.pdf", document, replaced: null, sameAs: null };
  events.emitHere({ type: "document-ready", ...came });
  await seconds(100);
  expect(renewed).toEqual([]);
  answer = async () => new Response(new Uint8Array([1, 2, 3]));
  await seconds(60);
  expect(renewed).toEqual([1]);
  renewals.stop();
  vi.unstubAllGlobals();
});

it("keeps removed documents for as long as undoing is offered", async () => {
  vi.stubGlobal("navigator", { locks: fakeLocks().locks });
  const release = await holdLock(restorableLock("test"));
  collector.start();
  remove(1);
  await seconds(300);
  expect(left()).toEqual([1]);
  await release();
  await seconds(31);
  expect(left()).toEqual([]);
  vi.unstubAllGlobals();
});
