import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  answerWithin,
  type BodyBounds,
  BoundedReader,
  beginningOf,
  boundedBytes,
  boundedText,
} from "../../../src/core/bytes.js";

const endless = Number.POSITIVE_INFINITY;

/** A body that delivers a piece whenever it may, and a way to see whether it was cancelled. */
function scripted(pieces: readonly (string | { readonly after: number; readonly text: string })[]) {
  let at = 0;
  const seen = { cancelled: false, given: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const piece = pieces[at++ % pieces.length];
        if (piece === undefined) return controller.close();
        const { after, text } = typeof piece === "string" ? { after: 0, text: piece } : piece;
        if (after > 0) await new Promise((resolve) => setTimeout(resolve, after));
        if (seen.cancelled) return;
        seen.given += text.length;
        controller.enqueue(new TextEncoder().encode(text));
      },
      cancel: () => {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

/** How an endless body ends, on a clock that runs as fast as it can. */
async function excess(body: ReadableStream<Uint8Array>, bounds: BodyBounds): Promise<unknown> {
  const reading = boundedBytes(body, bounds).then(
    () => null,
    (error: { excess?: unknown }) => error.excess,
  );
  await vi.advanceTimersByTimeAsync(10_000_000);
  return reading;
}

describe("a body", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("reads a body whole within its limits, including split characters", async () => {
    const bytes = new TextEncoder().encode("Größe 12 €");
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const bounds = { bytes: bytes.byteLength, silence: 1000, total: 5000 };
    expect(await boundedText(body, bounds)).toBe("Größe 12 €");
    expect(await boundedText(null, bounds)).toBe("");
  });

  it("stops reading a body that is too long", async () => {
    const { body, seen } = scripted(["0123456789"]);
    expect(await excess(body, { bytes: 55, silence: 1000 })).toBe("bytes");
    expect(seen).toEqual({ cancelled: true, given: 60 });
  });

  it("gives up on a silent server after its deadline", async () => {
    const { body, seen } = scripted(["a", { after: 5_000_000, text: "b" }]);
    expect(await excess(body, { bytes: endless, silence: 1000 })).toBe("silence");
    expect(seen.cancelled).toBe(true);
  });

  it("lets a slow body continue while it delivers, up to the total limit", async () => {
    const drip = () => scripted([{ after: 100, text: "x" }]).body;
    expect(await excess(drip(), { bytes: 500, silence: 1000 })).toBe("bytes");
    expect(await excess(drip(), { bytes: 500, silence: 1000, minBytes: 20 })).toBe("silence");
    expect(await excess(drip(), { bytes: 500, silence: 1000, minBytes: 5 })).toBe("bytes");
    expect(await excess(drip(), { bytes: 500, silence: 1000, total: 2000 })).toBe("total");
  });

  it("does not abandon a body while its caller does not read", async () => {
    const { body } = scripted(["a"]);
    const reader = new BoundedReader(body, { bytes: endless, silence: 1000, total: 2000 });
    for (let turn = 0; turn < 5; turn++) {
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await reader.read())?.byteLength).toBe(1);
    }
    reader.cancel();
  });

  it("returns the readable start of a body, however it continues", async () => {
    const { body } = scripted(["It is full. ", { after: 5_000_000, text: "never" }]);
    const text = beginningOf(body, { bytes: 100, silence: 1000 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await text).toBe("It is full. ");
    const many = scripted(["0123456789"]);
    expect((await beginningOf(many.body, { bytes: 25, silence: 1000 })).length).toBe(25);
    // Independently of how it is split into pieces.
    const whole = scripted(["It is full. And much more."]);
    expect(await beginningOf(whole.body, { bytes: 11, silence: 1000 })).toBe("It is full.");
  });

  it("abandons a body whose response takes too long", async () => {
    const seen: AbortSignal[] = [];
    const never = (signal: AbortSignal) => {
      seen.push(signal);
      return new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    };
    const late = answerWithin(1000, undefined, never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late).toMatchObject({ excess: "silence" });
    const stop = new AbortController();
    const stopped = answerWithin(1000, stop.signal, never);
    stop.abort("enough");
    await expect(stopped).rejects.toBe("enough");
    // A response in time is only subject to the caller's signal.
    const caller = new AbortController();
    const inTime = await answerWithin(1000, caller.signal, async (signal) => signal);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(inTime.aborted).toBe(false);
    caller.abort();
    expect(inTime.aborted).toBe(true);
  });
});
