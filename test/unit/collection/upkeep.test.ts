import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Announcements } from "../../../src/collection/announcements.js";
import { AssetFolder } from "../../../src/collection/asset-folder.js";
import { LiveDocuments } from "../../../src/collection/live-documents.js";
import { Upkeep } from "../../../src/collection/upkeep.js";
import type { DocumentPostings } from "../../../src/search/document-postings.js";
import type { Removal } from "../../../src/store/removal.js";
import type { Store } from "../../../src/store/store.js";

let removals: Removal[];
let asked: number;
let working: boolean;
let upkeep: Upkeep;

beforeEach(() => {
  // Time passes for both clocks when it is told to; the one of the day is set on top of that.
  vi.useFakeTimers();
  removals = [];
  asked = 0;
  working = false;
  upkeep = newUpkeep();
});
afterEach(() => {
  upkeep.stop();
  vi.useRealTimers();
});

function newUpkeep(): Upkeep {
  const store = {
    removals: async () => {
      asked++;
      return removals;
    },
    purge: async (due: readonly Removal[]) => {
      removals = removals.filter((removal) => !due.includes(removal));
      return due.map(({ ordinal }) => ordinal);
    },
    sweepContents: () => Promise.reject(new Error("The disk is busy.")),
    jobs: { all: async () => [] },
  } as unknown as Store<DocumentPostings>;
  return new Upkeep({
    store,
    live: new LiveDocuments(store, () => true),
    assets: new AssetFolder("https://example.invalid/"),
    announcements: new Announcements(() => {}),
    recognition: "",
    renewing: () => {},
    working: () => working,
    changed: async () => {},
  });
}

/** A reader removes a document, or replaces it. */
function remove(ordinal: number, replaced = false): void {
  removals.push({ ordinal, removedAt: Date.now(), replaced });
  upkeep.removed([ordinal]);
}

function left(): number[] {
  return removals.map(({ ordinal }) => ordinal);
}

/** The clock of the day is set to another time. */
function setClock(by: number): void {
  vi.setSystemTime(Date.now() + by);
}

const seconds = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 1_000);
const years = 20 * 365 * 86_400_000;

it("what was removed is deleted when it cannot be restored any more, and then no more is looked for", async () => {
  upkeep.start();
  remove(1);
  await seconds(20);
  remove(2);
  await seconds(9);
  expect(left()).toEqual([1, 2]);
  await seconds(2);
  expect(left()).toEqual([2]);
  await seconds(20);
  expect(left()).toEqual([]);
  const sofar = asked;
  await seconds(600);
  expect(asked).toBe(sofar);
});

it("a clock that is set forward deletes nothing that may still be restored", async () => {
  upkeep.start();
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

it("a clock that is set back keeps nothing for ever", async () => {
  upkeep.start();
  remove(1);
  setClock(-years);
  remove(2);
  await seconds(31);
  expect(left()).toEqual([]);
});

it("what an earlier session removed waits for its time once more, whatever the clock says", async () => {
  removals = [
    { ordinal: 1, removedAt: Date.now() - years, replaced: false },
    { ordinal: 2, removedAt: Date.now() + years, replaced: true },
    { ordinal: 3, removedAt: 0, replaced: false },
  ];
  upkeep.start();
  await seconds(29);
  // Nothing could bring back the third one.
  expect(left()).toEqual([1, 2]);
  await seconds(2);
  expect(left()).toEqual([]);
});

it("what was restored and removed again has its whole time again", async () => {
  upkeep.start();
  remove(1);
  await seconds(25);
  removals = [];
  upkeep.removed([1]);
  remove(1);
  await seconds(25);
  expect(left()).toEqual([1]);
  await seconds(6);
  expect(left()).toEqual([]);
});

it("what was replaced can be restored until thirty seconds after the last file was read", async () => {
  upkeep.start();
  working = true;
  remove(1, true);
  remove(2);
  await seconds(100);
  expect(left()).toEqual([1]);
  working = false;
  upkeep.worked();
  await seconds(29);
  expect(left()).toEqual([1]);
  await seconds(32);
  expect(left()).toEqual([]);
});
