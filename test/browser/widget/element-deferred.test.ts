import { expect, test } from "vitest";
import { deferred } from "../../../src/widget/state/deferred.js";

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

  async fail(): Promise<never> {
    throw new Error("as it is");
  }
}

test("calls made before the object is there wait for it, in order", async () => {
  let arrive: (counter: Counter) => void = () => undefined;
  const counter = deferred(new Promise<Counter>((resolve) => (arrive = resolve)), ["inner"]);
  const early = [counter.next(), counter.next(), counter.inner.double(21)];
  const values: number[] = [];
  const iterated = (async () => {
    for await (const value of counter.upTo(3)) values.push(value);
  })();
  const failed = expect(counter.fail()).rejects.toThrow("as it is");
  arrive(new Counter());
  expect(await Promise.all(early)).toEqual([1, 2, 42]);
  await iterated;
  expect(values).toEqual([1, 2, 3]);
  await failed;
  expect(await counter.next()).toBe(3);
});

test("calls reject when the object never comes", async () => {
  const counter = deferred<Counter>(Promise.reject(new Error("closed")));
  await expect(counter.next()).rejects.toThrow("closed");
});
