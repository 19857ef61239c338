import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withLock } from "../../../src/core/with-lock.js";
import { FakeChannel, fakeLocks } from "../fake-locks.js";

const name = "pagehound:test";
let page: ReturnType<typeof fakeLocks>;

beforeEach(() => {
  vi.useFakeTimers();
  page = fakeLocks();
  vi.stubGlobal("navigator", { locks: page.locks });
  vi.stubGlobal("BroadcastChannel", FakeChannel);
});
afterEach(() => {
  expect(FakeChannel.open.size).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** Work that continues until it is told to stop, and whether it is running. */
function task() {
  let end = (_how: string): void => {};
  const promise = new Promise<string>((resolve) => {
    end = resolve;
  });
  const state = { begun: false, signal: new AbortController().signal, end, work };
  function work(signal: AbortSignal): Promise<string> {
    Object.assign(state, { begun: true, signal });
    return promise;
  }
  return state;
}

/**
 * A tab that the browser has frozen while it holds the lock: it receives nothing and answers
 * nothing.
 */
function frozen(): { readonly lost: Promise<unknown> } {
  const lost = page.locks.request(name, {}, () => new Promise(() => {}));
  return { lost: lost.catch((error: unknown) => error) };
}

it("withLock runs work one at a time, and passes on each result", async () => {
  const [first, second] = [task(), task()];
  const done = withLock(name, first.work);
  const onWait = vi.fn();
  const next = withLock(name, second.work, { onWait });
  await seconds(0);
  expect([first.begun, second.begun]).toEqual([true, false]);
  expect(onWait).toHaveBeenCalledOnce();
  first.end("one");
  expect(await done).toBe("one");
  await seconds(0);
  expect(second.begun).toBe(true);
  second.end("two");
  expect(await next).toBe("two");
  await expect(withLock(name, () => Promise.reject(new Error("three")))).rejects.toThrow("three");
  expect(await withLock(name, async () => "four")).toBe("four");
});

it("withLock waits for an awake holder, however long the work takes", async () => {
  const [first, second] = [task(), task()];
  const done = withLock(name, first.work);
  const next = withLock(name, second.work);
  await seconds(600);
  expect([second.begun, first.signal.aborted]).toEqual([false, false]);
  first.end("");
  await done;
  await seconds(0);
  expect(second.begun).toBe(true);
  second.end("");
  await next;
});

it("withLock steals the lock from a sleeping tab, and others wait for the new holder", async () => {
  const asleep = frozen();
  const [first, second] = [task(), task()];
  const done = withLock(name, first.work);
  await seconds(1);
  const next = withLock(name, second.work);
  await seconds(120);
  expect([first.begun, second.begun, first.signal.aborted]).toEqual([true, false, false]);
  expect(await asleep.lost).toMatchObject({ name: "AbortError" });
  first.end("");
  await done;
  await seconds(0);
  expect(second.begun).toBe(true);
  second.end("");
  await next;
});

it("withLock notifies work whose lock was stolen, and settles like the work", async () => {
  const stopped = withLock(name, async (signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    throw signal.reason;
  });
  const gone = expect(stopped).rejects.toMatchObject({ code: "closed" });
  await seconds(0);
  await page.locks.request(name, { steal: true }, async () => {});
  await gone;
});

it("withLock stops waiting with the signal's reason, and leaves no request behind", async () => {
  const first = task();
  const done = withLock(name, first.work);
  const controller = new AbortController();
  const second = task();
  const waiting = withLock(name, second.work, { signal: controller.signal });
  const ended = expect(waiting).rejects.toThrow("enough");
  await seconds(7);
  controller.abort(new Error("enough"));
  await ended;
  first.end("");
  await done;
  await seconds(60);
  expect(second.begun).toBe(false);
});

it("withLock runs the work at once in browsers without locks", async () => {
  vi.stubGlobal("navigator", {});
  expect(await withLock(name, async (signal) => signal.aborted)).toBe(false);
  const reason = new Error("enough");
  await expect(withLock(name, async () => {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});
