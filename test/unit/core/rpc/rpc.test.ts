import { describe, expect, it, vi } from "vitest";
import type { CallOptions } from "../../../../src/core/call-options.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import { connect, type RpcMessage } from "../../../../src/core/rpc/remote.js";
import { serve } from "../../../../src/core/rpc/serve.js";
import { linkedPair } from "../../../linked-pair.js";

interface Calculator {
  add(request: { a: number; b: number }, options?: CallOptions): Promise<number>;
  count(request: { to: number }, options?: CallOptions<number>): Promise<string>;
  fail(
    request: { how: "ours" | "theirs" | "text" | "uncloneable" },
    options?: CallOptions,
  ): Promise<never>;
  wait(request: null, options?: CallOptions): Promise<never>;
}

function calculator(aborted: () => void = () => {}): Calculator {
  return {
    add: async ({ a, b }) => a + b,
    count: async ({ to }, options) => {
      for (let number = 1; number <= to; number++) options?.onProgress?.(number);
      return "done";
    },
    fail: async ({ how }) => {
      if (how === "ours") {
        throw new PagehoundError("not-found", "There is no page 7.", { data: { page: 7 } });
      }
      if (how === "uncloneable") {
        const data = { retry: () => undefined } as unknown as { page: number };
        throw new PagehoundError("not-found", "There is no page 7.", { data });
      }
      if (how === "theirs") throw new RangeError("out of range");
      throw "a bare string";
    },
    wait: (_request, options) =>
      new Promise((_, reject) => {
        options?.signal?.addEventListener("abort", () => {
          aborted();
          reject(options.signal?.reason);
        });
      }),
  };
}

describe("calls across threads", () => {
  it("calls across threads return what the method returns", async () => {
    const { remote, close } = linkedPair<Calculator>(calculator());
    expect(await remote.add({ a: 2, b: 3 })).toBe(5);
    close(new Error("end of test"));
  });

  it("calls across threads report progress in order and before they settle", async () => {
    const { remote, close } = linkedPair<Calculator>(calculator());
    const seen: (number | string)[] = [];
    seen.push(await remote.count({ to: 3 }, { onProgress: (number) => seen.push(number) }));
    expect(seen).toEqual([1, 2, 3, "done"]);
    close(new Error("end of test"));
  });

  it("calls across threads reject with our error, its code and data intact", async () => {
    const { remote, close } = linkedPair<Calculator>(calculator());
    const error = await remote.fail({ how: "ours" }).catch((thrown: unknown) => thrown);
    expect(PagehoundError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: "not-found",
      message: "There is no page 7.",
      data: { page: 7 },
    });
    close(new Error("end of test"));
  });

  it.each(["theirs", "text", "uncloneable"] as const)(
    "calls across threads turn other errors (%s) into an internal error",
    async (how) => {
      const { remote, close } = linkedPair<Calculator>(calculator());
      const error = await remote.fail({ how }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: "PagehoundError", code: "internal" });
      close(new Error("end of test"));
    },
  );

  it("calls across threads reject for an unknown method", async () => {
    const { remote, close } = linkedPair<Calculator>(calculator());
    const unserved = remote as unknown as {
      hasOwnProperty(request: null): Promise<void>;
      toFixed(request: null): Promise<void>;
    };
    await expect(unserved.toFixed(null)).rejects.toMatchObject({ code: "internal" });
    close(new Error("end of test"));
  });

  it("calls across threads abort with the signal's own reason, on both sides", async () => {
    let stopped = () => {};
    const stoppedRemotely = new Promise<void>((resolve) => (stopped = resolve));
    const { remote, close } = linkedPair<Calculator>(calculator(() => stopped()));
    const controller = new AbortController();
    const call = remote.wait(null, { signal: controller.signal });
    const reason = new Error("no longer wanted");
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await stoppedRemotely;
    close(new Error("end of test"));
  });

  it("calls across threads do not start if the signal is already aborted", async () => {
    const { remote, close } = linkedPair<Calculator>(calculator());
    await expect(remote.add({ a: 1, b: 1 }, { signal: AbortSignal.abort("no") })).rejects.toBe(
      "no",
    );
    close(new Error("end of test"));
  });

  it("calls across threads reject once the connection is closed, pending or later", async () => {
    const { remote, close } = linkedPair<Calculator>(calculator());
    const waiting = remote.wait(null);
    const death = new PagehoundError("worker-failed", "The worker died.");
    close(death);
    await expect(waiting).rejects.toBe(death);
    await expect(remote.add({ a: 1, b: 1 })).rejects.toBe(death);
  });

  it("calls across threads reject for an argument that cannot be cloned", async () => {
    const { remote, close } = linkedPair<Calculator>(calculator());
    const request = { a: 1, b: 2, c: () => {} };
    await expect(remote.add(request)).rejects.toMatchObject({ code: "invalid-argument" });
    close(new Error("end of test"));
  });

  it("calls across threads do not mix results when many run at once", async () => {
    const { remote, close } = linkedPair<Calculator>(calculator());
    const sums = await Promise.all(Array.from({ length: 100 }, (_, a) => remote.add({ a, b: a })));
    expect(sums).toEqual(Array.from({ length: 100 }, (_, a) => 2 * a));
    close(new Error("end of test"));
  });
});

/** A calculator behind a channel, with both ends of it. */
function linkedPorts(aborted: () => void = () => {}) {
  const { port1: remotePort, port2: here } = new MessageChannel();
  const stop = serve(remotePort, calculator(aborted));
  const { remote, close } = connect<Calculator>(here);
  const end = () => {
    close(new Error("end of test"));
    stop();
  };
  return { remotePort, here, remote, end };
}

/**
 * Makes a port fail to deliver the next call or reply, as if a browser could not deserialize it.
 */
function lose(port: MessagePort): void {
  const deliver = port.onmessage;
  port.onmessage = (event: MessageEvent<RpcMessage>) => {
    if (event.data.type === "abort") return deliver?.call(port, event);
    port.onmessage = deliver;
    port.dispatchEvent(new Event("messageerror"));
  };
}

const lost = { name: "PagehoundError", code: "internal" };

describe("an unreadable message", () => {
  it("an unreadable message rejects the call that it contained, and no other", async () => {
    const { remotePort, remote, end } = linkedPorts();
    const waits = remote.wait(null);
    waits.catch(() => {});
    expect(await remote.add({ a: 1, b: 1 })).toBe(2);
    lose(remotePort);
    await expect(remote.add({ a: 2, b: 3 })).rejects.toMatchObject(lost);
    expect(await remote.add({ a: 2, b: 3 })).toBe(5);
    expect(await Promise.race([waits.catch(() => "ended"), Promise.resolve("waits")])).toBe(
      "waits",
    );
    end();
  });

  it("an unreadable message rejects the right call, even after one that could not be sent", async () => {
    const { remotePort, remote, end } = linkedPorts();
    const uncloneable = { a: 1, b: (() => 1) as unknown as number };
    await expect(remote.add(uncloneable)).rejects.toMatchObject({ code: "invalid-argument" });
    expect(await remote.add({ a: 1, b: 1 })).toBe(2);
    await expect(remote.add(uncloneable)).rejects.toMatchObject({ code: "invalid-argument" });
    lose(remotePort);
    await expect(remote.add({ a: 2, b: 3 })).rejects.toMatchObject(lost);
    end();
  });

  it("an unreadable reply rejects all pending calls, and aborts them on the other side", async () => {
    const aborted = vi.fn();
    const { here, remote, end } = linkedPorts(aborted);
    const waits = remote.wait(null);
    waits.catch(() => {});
    lose(here);
    await expect(remote.add({ a: 2, b: 3 })).rejects.toMatchObject(lost);
    await expect(waits).rejects.toMatchObject(lost);
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
    expect(await remote.add({ a: 2, b: 3 })).toBe(5);
    end();
  });
});
