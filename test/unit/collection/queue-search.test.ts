import { describe, expect, it } from "vitest";
import { QueueSearch } from "../../../src/collection/ingest/queue-search.js";
import type { StoredJob } from "../../../src/store/schema.js";

/** An in-memory queue that counts the jobs it has to skip, including those that are gone. */
function queue() {
  const jobs = new Map<number, boolean>();
  let seen = 0;
  let meanwhile = (): void => {};
  const search = new QueueSearch({
    next: async (suits, from = Number.NEGATIVE_INFINITY) => {
      const orders = [...jobs].sort(([a], [b]) => a - b);
      let found: StoredJob | undefined;
      for (const [order, exists] of orders) {
        if (found || order < from) continue;
        seen++;
        const job = { order } as StoredJob;
        if (exists && suits(job)) found = job;
      }
      meanwhile();
      return found;
    },
  });
  return {
    search,
    put: (...orders: number[]) => {
      for (const order of orders) jobs.set(order, true);
    },
    /** A job that leaves the queue still must be skipped. */
    end: (...orders: number[]) => {
      for (const order of orders) jobs.set(order, false);
    },
    first: async (suits: (order: number) => boolean = () => true) =>
      (await search.first(({ order }) => suits(order)))?.order,
    passes: async (work: () => Promise<unknown>) => {
      seen = 0;
      await work();
      return seen;
    },
    whileSearching: (act: () => void) => {
      meanwhile = () => {
        meanwhile = () => {};
        act();
      };
    },
  };
}

describe("a search of the queue", () => {
  it("does not keep skipping a job that has left the queue", async () => {
    const { put, end, first, passes } = queue();
    const all = Array.from({ length: 500 }, (_, index) => index + 1);
    put(...all);
    const passed: number[] = [];
    for (const order of all) {
      passed.push(
        await passes(async () => {
          expect(await first()).toBe(order);
        }),
      );
      end(order);
    }
    expect(Math.max(...passed)).toBe(2);
  });

  it("starts with the first job, whether or not it qualifies", async () => {
    const { put, end, first } = queue();
    put(1, 2, 3);
    expect(await first((order) => order > 2)).toBe(3);
    end(3);
    expect(await first()).toBe(1);
  });

  it("returns to jobs it is notified about", async () => {
    const { put, end, first, search } = queue();
    put(2, 3);
    end(2);
    expect(await first()).toBe(3);
    put(1);
    expect(await first()).toBe(3);
    search.added(1);
    expect(await first()).toBe(1);
  });

  it("returns to jobs it is notified about while searching", async () => {
    const { put, end, first, search, whileSearching } = queue();
    put(1, 2, 3);
    end(1, 2);
    whileSearching(() => {
      put(1);
      search.added(1);
    });
    expect(await first()).toBe(3);
    expect(await first()).toBe(1);
  });

  it("reports whether it examined all jobs, as it does after a restart", async () => {
    const { put, end, first, search } = queue();
    put(1, 2);
    await first();
    expect(search.wasWhole).toBe(true);
    end(1);
    await first();
    await first();
    expect(search.wasWhole).toBe(false);
    put(1);
    search.begin();
    expect(await first()).toBe(1);
    expect(search.wasWhole).toBe(true);
  });
});
