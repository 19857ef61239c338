import { expect, test } from "vitest";
import { evaluationCollectionName } from "../../../src/evaluation/evaluation-collection.js";
import { eventsOf } from "../../../src/evaluation/events-of.js";
import { inOrder } from "../../../src/evaluation/in-order.js";

test("works on several items at once and gives results in the order of the items", async () => {
  const ends = new Map<number, () => void>();
  const results: number[] = [];
  const all = (async () => {
    const work = (item: number) =>
      new Promise<number>((resolve) => ends.set(item, () => resolve(item)));
    for await (const result of inOrder([1, 2, 3], 2, work)) results.push(result);
  })();
  expect([...ends.keys()]).toEqual([1, 2]);
  ends.get(2)?.();
  await Promise.resolve();
  expect(results).toEqual([]);
  ends.get(1)?.();
  await expect.poll(() => results).toEqual([1, 2]);
  ends.get(3)?.();
  await all;
  expect(results).toEqual([1, 2, 3]);
});

test("fails with the first failure, after the results before it", async () => {
  const results: number[] = [];
  const run = async () => {
    const work = async (item: number) => {
      if (item > 1) throw new Error(`No ${item}.`);
      return item;
    };
    for await (const result of inOrder([1, 2, 3], 3, work)) results.push(result);
  };
  await expect(run()).rejects.toThrow("No 2.");
  expect(results).toEqual([1]);
});

test("passes on what work reports, and returns what comes of it", async () => {
  const events: number[] = [];
  const iteration = eventsOf(async (report: (event: number) => void) => {
    report(1);
    await Promise.resolve();
    report(2);
    return "done";
  });
  let next = await iteration.next();
  while (!next.done) {
    events.push(next.value);
    next = await iteration.next();
  }
  expect(events).toEqual([1, 2]);
  expect(next.value).toBe("done");
});

test("names a collection by its documents", () => {
  const nameOf = (...documents: { path: string; text: string | null }[]) =>
    evaluationCollectionName({ name: "set", documents });
  const name = nameOf({ path: "a.pdf", text: null });
  expect(name).toMatch(/^evaluation-set-[0-9a-f]{8}$/);
  expect(nameOf({ path: "a.pdf", text: null })).toBe(name);
  expect(nameOf({ path: "b.pdf", text: null })).not.toBe(name);
  expect(nameOf({ path: "a.pdf", text: "a" })).not.toBe(nameOf({ path: "a.pdf", text: "b" }));
});
