import { describe, expect, it, vi } from "vitest";
import { untilAborted } from "../../../src/core/call-options.js";

const never = (): Promise<never> => new Promise(() => {});

/** A signal, with the number of its listeners. */
function counted(): { readonly abort: AbortController; readonly listeners: () => number } {
  const abort = new AbortController();
  const held = new Set<unknown>();
  const add = abort.signal.addEventListener.bind(abort.signal);
  const remove = abort.signal.removeEventListener.bind(abort.signal);
  vi.spyOn(abort.signal, "addEventListener").mockImplementation((type, listener, options) => {
    held.add(listener);
    add(type, listener as EventListener, options);
  });
  vi.spyOn(abort.signal, "removeEventListener").mockImplementation((type, listener, options) => {
    held.delete(listener);
    remove(type, listener as EventListener, options);
  });
  return { abort, listeners: () => held.size };
}

describe("work that a signal can end", () => {
  it("settles like the work without a signal, and leaves no listener", async () => {
    const { abort, listeners } = counted();
    const waiting = untilAborted(Promise.resolve(4), abort.signal);
    expect(listeners()).toBe(1);
    expect(await waiting).toBe(4);
    await expect(untilAborted(Promise.reject(new Error("no")), abort.signal)).rejects.toThrow("no");
    expect(listeners()).toBe(0);
    expect(await untilAborted(Promise.resolve(4), undefined)).toBe(4);
  });

  it("rejects with the reason of the signal, and leaves no listener", async () => {
    const { abort, listeners } = counted();
    const waiting = untilAborted(never(), abort.signal);
    abort.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(untilAborted(never(), abort.signal)).rejects.toThrow("enough");
    expect(listeners()).toBe(0);
  });

  it("ignores a failure of work that was already abandoned", async () => {
    const abort = new AbortController();
    let fail = (_error: Error): void => {};
    const work = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const waiting = untilAborted(work, abort.signal);
    abort.abort(new Error("enough"));
    fail(new Error("too late"));
    await expect(waiting).rejects.toThrow("enough");
  });
});
