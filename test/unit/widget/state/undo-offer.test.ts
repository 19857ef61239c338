import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UndoOffer } from "../../../../src/widget/state/undo-offer.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("an offer goes by itself, but not while it is looked at, and is taken once", () => {
  let changes = 0;
  const offer = new UndoOffer<string>(10_000, () => changes++);
  offer.show(["a", "b"]);
  vi.advanceTimersByTime(9_000);
  offer.pause();
  vi.advanceTimersByTime(60_000);
  expect(offer.last).toEqual(["a", "b"]);
  offer.resume();
  vi.advanceTimersByTime(10_000);
  expect(offer.last).toEqual([]);
  expect(changes).toBe(2);
  offer.show(["c"]);
  expect(offer.take()).toEqual(["c"]);
  expect(offer.take()).toEqual([]);
});
