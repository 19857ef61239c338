import { afterEach, expect, it, vi } from "vitest";
import { loadWorker } from "../../../../src/core/rpc/worker-host.js";

afterEach(() => vi.unstubAllGlobals());

/** A page, with the workers it was asked to start. */
function page(): string[] {
  const started: string[] = [];
  vi.stubGlobal("location", new URL("https://site.example/docs/page.html"));
  vi.stubGlobal(
    "Worker",
    class {
      constructor(url: URL, options: WorkerOptions) {
        started.push(`${options.type} ${url}`);
      }
    },
  );
  return started;
}

it.each([
  ["../workers", "https://site.example/workers/parse.worker.js"],
  ["/workers/", "https://site.example/workers/parse.worker.js"],
  [new URL("https://site.example/a/"), "https://site.example/a/parse.worker.js"],
])("loads a worker from %s", (base, url) => {
  const started = page();
  loadWorker("parse", base, () => {
    throw new Error("It was loaded from beside the library.");
  });
  expect(started).toEqual([`module ${url}`]);
});

it("loads a worker from next to the library if no folder is named", () => {
  const started = page();
  const bundled = vi.fn(() => ({}) as Worker);
  loadWorker("parse", undefined, bundled);
  loadWorker("parse", null, bundled);
  expect([bundled.mock.calls.length, started]).toEqual([2, []]);
});

it.each(["https://workers.example/", "data:text/javascript,", 42, "http://["])(
  "loads no worker from %s",
  (base) => {
    const started = page();
    expect(() => loadWorker("parse", base as string, () => ({}) as Worker)).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining("workerBase"),
      }),
    );
    expect(started).toEqual([]);
  },
);
