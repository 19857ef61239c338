import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PagehoundError } from "../../../src/core/errors.js";
import { type OcrEngine, Recogniser, type SeenLine } from "../../../src/readers/ocr/recogniser.js";

const image = new Blob();
const lines: readonly SeenLine[] = [];
const limits = { load: 60_000, silence: 30_000, idle: 10_000 };
const never = new Promise<never>(() => {});

/** Engines that count how many of them run. */
class Engines {
  started = 0;
  running = 0;
  recognise: OcrEngine["recognise"] = async () => lines;

  readonly start = async (): Promise<OcrEngine> => {
    this.started++;
    this.running++;
    return { recognise: (...args) => this.recognise(...args), end: () => this.running-- };
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an engine", () => {
  it("loads an engine for the first image, keeps it for the next, and unloads it when idle", async () => {
    const engines = new Engines();
    const recogniser = new Recogniser(engines.start, limits);
    expect(engines.started).toBe(0);
    await recogniser.recognise(image, new AbortController().signal);
    vi.advanceTimersByTime(limits.idle - 1);
    await recogniser.recognise(image, new AbortController().signal);
    expect(engines).toMatchObject({ started: 1, running: 1 });
    vi.advanceTimersByTime(limits.idle);
    expect(engines).toMatchObject({ started: 1, running: 0 });
    await recogniser.recognise(image, new AbortController().signal);
    expect(engines).toMatchObject({ started: 2, running: 1 });
  });

  it("stops an engine without progress or on abort, and loads it again afterwards", async () => {
    const engines = new Engines();
    engines.recognise = () => never;
    const recogniser = new Recogniser(engines.start, limits);
    const late = recogniser.recognise(image, new AbortController().signal);
    const refused = expect(late).rejects.toThrow("30 seconds");
    await vi.advanceTimersByTimeAsync(limits.silence);
    await refused;
    expect(engines.running).toBe(0);
    const abort = new AbortController();
    const reading = recogniser.recognise(image, abort.signal);
    const aborted = expect(reading).rejects.toBe("stop");
    await vi.advanceTimersByTimeAsync(0);
    expect(engines).toMatchObject({ started: 2, running: 1 });
    abort.abort("stop");
    await aborted;
    expect(engines.running).toBe(0);
    engines.recognise = async () => lines;
    await expect(recogniser.recognise(image, new AbortController().signal)).resolves.toBe(lines);
  });

  it("sets no time limit while an engine reports progress, and passes the progress on", async () => {
    const engines = new Engines();
    const steps = 100;
    engines.recognise = async (_, onShare) => {
      for (let step = 1; step <= steps; step++) {
        await new Promise((resolve) => setTimeout(resolve, limits.silence - 1));
        onShare(step / steps);
      }
      return lines;
    };
    const recogniser = new Recogniser(engines.start, limits);
    const shares: number[] = [];
    const reading = recogniser.recognise(image, new AbortController().signal, (share) =>
      shares.push(share),
    );
    await vi.advanceTimersByTimeAsync(steps * limits.silence);
    await expect(reading).resolves.toBe(lines);
    expect(shares).toHaveLength(steps);
    expect(shares.at(-1)).toBe(1);
  });

  it("stops an engine whose progress does not advance", async () => {
    const engines = new Engines();
    engines.recognise = async (_, onShare) => {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        onShare(0.5);
      }
    };
    const recogniser = new Recogniser(engines.start, limits);
    const reading = recogniser.recognise(image, new AbortController().signal);
    const refused = expect(reading).rejects.toThrow("no progress for 30 seconds");
    await vi.advanceTimersByTimeAsync(limits.silence + 2000);
    await refused;
  });

  it("restarts an engine that failed on an image", async () => {
    const engines = new Engines();
    engines.recognise = () => Promise.reject(new Error("out of memory"));
    const recogniser = new Recogniser(engines.start, limits);
    const failing = recogniser.recognise(image, new AbortController().signal);
    await expect(failing).rejects.toMatchObject({
      code: "worker-failed",
      message: expect.stringContaining("out of memory"),
    });
    expect(engines.running).toBe(0);
    engines.recognise = async () => lines;
    await expect(recogniser.recognise(image, new AbortController().signal)).resolves.toBe(lines);
  });
});

describe("an engine that cannot be loaded", () => {
  it("retries an engine that failed to load only on request, not for every image", async () => {
    const start = vi.fn(() => Promise.reject(new PagehoundError("worker-failed", "No files.")));
    const recogniser = new Recogniser(start, limits);
    for (let attempt = 0; attempt < 3; attempt++) {
      const failing = recogniser.recognise(image, new AbortController().signal);
      await expect(failing).rejects.toThrow("No files.");
    }
    expect(start).toHaveBeenCalledTimes(1);
    recogniser.tryAgain();
    await expect(recogniser.recognise(image, new AbortController().signal)).rejects.toThrow();
    expect(start).toHaveBeenCalledTimes(2);
  });

  it("retries an engine if loading was aborted", async () => {
    const signals: AbortSignal[] = [];
    const recogniser = new Recogniser((signal) => {
      signals.push(signal);
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      );
    }, limits);
    const abort = new AbortController();
    const reading = recogniser.recognise(image, abort.signal);
    abort.abort("stop");
    await expect(reading).rejects.toBe("stop");
    const late = recogniser.recognise(image, new AbortController().signal);
    const refused = expect(late).rejects.toThrow("60 seconds");
    await vi.advanceTimersByTimeAsync(limits.load);
    await refused;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
