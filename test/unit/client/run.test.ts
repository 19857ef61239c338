import { describe, expect, it } from "vitest";
import { Run } from "../../../src/client/run.js";
import type { CallOptions } from "../../../src/core/call-options.js";
import { PagehoundError } from "../../../src/core/errors.js";

/** A run controlled by the test. */
function work(signal?: AbortSignal, supersedes?: (event: string) => string | null) {
  let call: CallOptions<string> = {};
  let resolve: (result: number) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const run = new Run<string, number>(
    (received) => {
      call = received;
      return new Promise((yes, no) => {
        resolve = yes;
        reject = no;
        received.signal?.addEventListener("abort", () => no(received.signal?.reason));
      });
    },
    signal,
    supersedes,
  );
  return {
    run,
    tell: (...events: string[]) => {
      for (const event of events) call.onProgress?.(event);
    },
    end: (result: number) => resolve(result),
    fail: (reason: unknown) => reject(reason),
    aborted: () => call.signal?.aborted,
  };
}

async function collect(run: AsyncIterable<string>): Promise<string[]> {
  const events: string[] = [];
  for await (const event of run) events.push(event);
  return events;
}

describe("a run", () => {
  it("starts at once, and replays all events to a later iteration", async () => {
    const { run, tell, end, aborted } = work();
    tell("a", "b");
    end(3);
    await run;
    expect(aborted()).toBe(false);
    expect(await collect(run)).toEqual(["a", "b"]);
    expect(await collect(run)).toEqual([]);
    expect([await run, await run]).toEqual([3, 3]);
  });

  it("a run can be awaited and iterated over at the same time", async () => {
    const { run, tell, end } = work();
    const events = collect(run);
    const result = run.then((value) => value + 1);
    tell("a");
    await null;
    tell("b", "c");
    end(1);
    expect(await events).toEqual(["a", "b", "c"]);
    expect(await result).toBe(2);
  });

  it("returns each event once to two concurrent iterations, and ends both", async () => {
    const { run, tell, end } = work();
    const both = [collect(run), collect(run)];
    tell("a", "b", "c", "d");
    end(0);
    const events = (await Promise.all(both)).flat();
    expect(events.sort()).toEqual(["a", "b", "c", "d"]);
  });

  it("keeps only the latest of superseding events until an iteration starts, and then all events", async () => {
    const { run, tell, end } = work(undefined, (event) => /^(\w)\d/.exec(event)?.[1] ?? null);
    for (let i = 0; i <= 10_000; i++) tell(`a${i}`, `b${i}`);
    tell("other");
    const iterator = run[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toBe("a10000");
    tell("a1", "a2");
    end(0);
    expect(await collect({ [Symbol.asyncIterator]: () => iterator })).toEqual([
      "b10000",
      "other",
      "a1",
      "a2",
    ]);
  });

  it("stops when the iteration is left early, and then rejects", async () => {
    const { run, tell, aborted } = work();
    tell("a", "b");
    for await (const event of run) if (event === "a") break;
    expect(aborted()).toBe(true);
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
  });

  it("stops on its signal, for await and iteration", async () => {
    const stop = new AbortController();
    const { run, tell } = work(stop.signal);
    tell("a");
    const events: string[] = [];
    const iterated = (async () => {
      for await (const event of run) events.push(event);
    })();
    stop.abort("enough");
    await expect(run).rejects.toBe("enough");
    await expect(iterated).rejects.toBe("enough");
    expect(events).toEqual(["a"]);
  });

  it("yields its events before it throws", async () => {
    const { run, tell, fail } = work();
    tell("a");
    fail(new PagehoundError("storage-full", "There is no room."));
    const events: string[] = [];
    const iterated = (async () => {
      for await (const event of run) events.push(event);
    })();
    await expect(iterated).rejects.toMatchObject({ code: "storage-full" });
    expect(events).toEqual(["a"]);
    await expect(run.catch((error: PagehoundError) => error.code)).resolves.toBe("storage-full");
  });

  it("causes no unhandled rejection if nobody awaits it", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      work().fail(new PagehoundError("closed", "The collection was closed."));
      // Node reports unhandled rejections before the next macrotask.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });
});
