import { afterEach, describe, expect, test, vi } from "vitest";
import { FilesMeter, type LoadProgress } from "../../../src/models/download/load-progress.js";
import { downloadFile } from "../../../src/models/download/stored-download.js";
import { ggufFault as begins } from "../../../src/models/wllama/models.js";

const url = "http://models.example/m.gguf";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Downloads a file, without storing it, from a server with the given responses. */
function download(answer: () => Response): Promise<Blob> {
  vi.stubGlobal("fetch", async () => answer());
  const { signal } = new AbortController();
  return downloadFile({ url, store: null, begins, signal, onBytes: () => {} });
}

/** A GGUF file that arrives in pieces of the given sizes. */
function pieces(sizes: readonly number[]): Response {
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size));
  bytes.set(new TextEncoder().encode("GGUF"));
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const size of sizes) {
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
      }
      controller.close();
    },
  });
  return new Response(body);
}

describe("the download of a model's file", () => {
  test("checks the start of the file once, however many pieces arrive", async () => {
    const reads = vi.spyOn(Blob.prototype, "text");
    const file = await download(() => pieces([1, 2, ...Array.from({ length: 40 }, () => 1000)]));
    expect(file.size).toBe(40_003);
    expect(reads.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test.each([429, 503])("advises waiting for a status of %i", async (status) => {
    const refused = download(() => new Response(null, { status }));
    await expect(refused).rejects.toMatchObject({
      code: "download-failed",
      data: { url, status },
      message: expect.stringMatching(/Load it again later/),
    });
  });

  test.each([403, 404])("advises checking the address for a status of %i", async (status) => {
    const refused = download(() => new Response(null, { status }));
    await expect(refused).rejects.toMatchObject({
      data: { url, status },
      message: expect.stringMatching(/Check the address/),
    });
  });

  test("sends no referrer", async () => {
    const requests: RequestInit[] = [];
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
      requests.push(init);
      return pieces([8]);
    });
    const { signal } = new AbortController();
    await downloadFile({ url, store: null, begins, signal, onBytes: () => {} });
    expect(requests).toMatchObject([{ referrerPolicy: "no-referrer" }]);
  });
});

describe("the meter of several files", () => {
  function meterOf(sizes: readonly (number | null)[]) {
    const reports: LoadProgress[] = [];
    const clock = { now: 0 };
    const meter = new FilesMeter<number>(
      (progress) => reports.push(progress),
      () => clock.now,
    );
    meter.expect(sizes.entries());
    return { meter, reports, clock };
  }

  test("reports the total if each file's size is known, and counts stored bytes", () => {
    const { meter, reports, clock } = meterOf([null, 100]);
    meter.note(0, 0, 300);
    meter.note(0, 300, 300);
    clock.now = 500;
    meter.note(1, 50, 100);
    expect(reports.at(-1)).toMatchObject({ loadedBytes: 350, totalBytes: 400 });
    meter.note(1, 100, 100);
    meter.report();
    expect(reports.at(-1)).toMatchObject({ loadedBytes: 400, totalBytes: 400 });
  });

  test("reports no total if it is unknown", () => {
    const { meter, reports } = meterOf([null, null]);
    meter.note(0, 10, 100);
    expect(reports).toMatchObject([{ loadedBytes: 10, totalBytes: null }]);
  });

  test("never reports a negative time, or more bytes than the total", () => {
    const { meter, reports, clock } = meterOf([null]);
    for (let bytes = 0; bytes <= 2000; bytes += 100) {
      meter.note(0, bytes, 1000);
      clock.now += 1000;
    }
    meter.report();
    for (const { loadedBytes, totalBytes, millisecondsLeft } of reports) {
      expect(totalBytes).toBeGreaterThanOrEqual(loadedBytes);
      if (millisecondsLeft !== null) expect(millisecondsLeft).toBeGreaterThanOrEqual(0);
    }
    expect(reports.at(-1)).toMatchObject({ loadedBytes: 2000, millisecondsLeft: 0 });
  });

  test("ignores earlier pauses in its estimate", () => {
    const { meter, reports, clock } = meterOf([100_000]);
    meter.note(0, 0, 100_000);
    meter.note(0, 1000, 100_000);
    clock.now += 600_000;
    for (let bytes = 2000; bytes <= 20_000; bytes += 1000) {
      meter.note(0, bytes, 100_000);
      clock.now += 1000;
    }
    // 80,000 bytes are left, at 1,000 per second.
    expect(reports.at(-1)?.millisecondsLeft).toBeLessThan(100_000);
  });
});
