import { afterEach, beforeEach, expect, test } from "vitest";
import { Recogniser, startTesseract } from "../../../src/readers/ocr/recogniser.js";
import { drawn, linesOf } from "./ocr-scans.js";

const base = new URL("/assets/ocr/", location.href).href;
const { Worker: PlainWorker } = globalThis;

/** The running workers, and what they are asked to do. */
let running = new Set<Worker>();
let onAction: (action: unknown) => void = () => {};

beforeEach(() => {
  running = new Set();
  globalThis.Worker = class extends PlainWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      running.add(this);
    }
    override postMessage(message: { action?: unknown }, ...more: never[]): void {
      super.postMessage(message, ...more);
      onAction(message.action);
    }
    override terminate(): void {
      super.terminate();
      running.delete(this);
    }
  };
});
afterEach(() => {
  globalThis.Worker = PlainWorker;
  onAction = () => {};
});

test.each(["load", "loadLanguage", "recognize"])(
  "an abort during %s leaves nothing running",
  {
    timeout: 60_000,
  },
  async (step) => {
    const abort = new AbortController();
    const stop = new Error("enough");
    onAction = (action) => {
      if (action === step) abort.abort(stop);
    };
    const { jpeg } = await drawn(linesOf("Minutes", ["The council met."]), 0);
    const recogniser = new Recogniser(startTesseract({ base, languages: ["eng"] }));
    await expect(recogniser.recognise(jpeg, abort.signal)).rejects.toBe(stop);
    expect(running.size).toBe(0);
  },
);

test("leaves nothing running if a language cannot be loaded", async () => {
  let started = 0;
  onAction = () => {
    started = running.size;
  };
  const recogniser = new Recogniser(startTesseract({ base, languages: ["eng", "tlh"] }));
  const reading = recogniser.recognise(new Blob(), new AbortController().signal);
  await expect(reading).rejects.toMatchObject({
    code: "worker-failed",
    message: expect.stringContaining("tlh.traineddata"),
  });
  expect(started).toBe(1);
  expect(running.size).toBe(0);
});
