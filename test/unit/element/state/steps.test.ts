import { expect, test } from "vitest";
import { atOnce, inSlices, sortInSteps } from "../../../../src/element/documents/steps.js";
import { seededRandom } from "../../../bench/seeded-random.js";

const random = seededRandom(7);
const items = Array.from({ length: 3_000 }, (_, index) => ({
  value: Math.floor(random() * 100),
  index,
}));
const byValue = (one: { value: number }, other: { value: number }): number =>
  one.value - other.value;

test("sorting in steps gives the same result as sorting at once, and is stable", () => {
  for (const count of [0, 1, 2, 256, 257, 1_000, 3_000]) {
    const some = items.slice(0, count);
    expect(atOnce(sortInSteps(some, byValue))).toEqual(some.toSorted(byValue));
  }
});

test("work in slices ends when its signal aborts", async () => {
  const abort = new AbortController();
  function* endless(): Generator<void, never> {
    for (;;) {
      const end = performance.now() + 20;
      while (performance.now() < end);
      abort.abort(new Error("Enough."));
      yield;
    }
  }
  await expect(inSlices(endless(), abort.signal)).rejects.toThrow("Enough.");
});
