import { expect, test } from "vitest";
import { Run } from "../../../src/client/run.js";
import { deferredObject } from "../../../src/element/shell/library.js";

class Counter {
  readonly inner: { double(value: number): Promise<number> } = {
    double: async (value) => 2 * value,
  };
  #count = 0;

  async next(): Promise<number> {
    return ++this.#count;
  }

  async *upTo(most: number): AsyncGenerator<number> {
    for (let value = 1; value <= most; value++) yield value;
  }

  count(most: number): Run<number, string> {
    return new Run(async ({ onProgress }) => {
      for (let value = 1; value <= most; value++) onProgress?.(value);
      return "counted";
    });
  }

  async fail(): Promise<never> {
    throw new Error("as it is");
  }
}

test("calls made before the object exists wait for it, in order", async () => {
  let arrive: (counter: Counter) => void = () => undefined;
  const counter = deferredObject(new Promise<Counter>((resolve) => (arrive = resolve)), ["inner"]);
  const early = [counter.next(), counter.next(), counter.inner.double(21)];
  const values: number[] = [];
  const iterated = (async () => {
    for await (const value of counter.upTo(3)) values.push(value);
  })();
  const run = counter.count(2);
  const failed = expect(counter.fail()).rejects.toThrow("as it is");
  arrive(new Counter());
  expect(await Promise.all(early)).toEqual([1, 2, 42]);
  await iterated;
  expect(values).toEqual([1, 2, 3]);
  const counted: number[] = [];
  for await (const value of run) counted.push(value);
  expect([counted, await run]).toEqual([[1, 2], "counted"]);
  await failed;
  expect(await counter.next()).toBe(3);
});

test("calls reject if the object never arrives", async () => {
  const counter = deferredObject<Counter>(Promise.reject(new Error("closed")));
  await expect(counter.next()).rejects.toThrow("closed");
});
