import type { Page } from "playwright";
import type { Pagehound } from "../../../src/index.js";
import { drive } from "../../driver/driver.js";
import { say } from "../command.js";
import { heapByThread, heapOf } from "../heap.js";
import { browserTime } from "./browser-time.js";

/** A run of consecutive files, in the order in which they became documents. */
export interface Stretch {
  /** The number of documents at the end of the run. */
  readonly documents: number;
  readonly filesPerSecond: number;
  /** Milliseconds of browser processor time per file; null if unknown. */
  readonly processorMilliseconds: number | null;
  /** JavaScript memory of the collection worker at the end, in bytes. */
  readonly memory: number;
  /** Storage used by the site at the end, in bytes, as the browser reports it. */
  readonly disk: number;
}

/** What was measured with all files in the collection. */
export interface ManyTimes {
  readonly stretches: readonly Stretch[];
  /** Files per second when the same files are added again, unchanged. */
  readonly unchangedPerSecond: number;
  /** Milliseconds until the collection is open. */
  readonly open: number;
  readonly list: number;
  readonly remove: number;
}

const collection = "bench-many";

declare global {
  var manyBench: Pagehound | undefined;
  /** Reports how many files have become documents. */
  function reportMany(documents: number): Promise<void>;
}

/**
 * Adds the files to a new collection in a fresh browser, and measures after every `stretch` files.
 */
export function measureAdding(files: readonly string[], stretch: number): Promise<ManyTimes> {
  return drive(async ({ page, setFiles, reload }) => {
    await setFiles(files);
    await open(page);
    const stretches: Stretch[] = [];
    let [last, time] = [0, null as number | null];
    const reading: Promise<void>[] = [];
    await page.exposeFunction("reportMany", (documents: number) => {
      const now = performance.now();
      const seconds = (now - last) / 1000;
      last = now;
      reading.push(
        (async () => {
          const before = time;
          time = await browserTime();
          const taken = time === null || before === null ? null : time - before;
          const memory = heapOf(await heapByThread(page), "collection.worker");
          const disk = await page.evaluate(async () => (await navigator.storage.estimate()).usage);
          const filesPerSecond = stretch / seconds;
          const processorMilliseconds = taken === null ? null : (1000 * taken) / stretch;
          say(`  ${documents} documents, ${filesPerSecond.toFixed(1)} files/s`);
          const measured = { documents, filesPerSecond, processorMilliseconds, memory };
          stretches.push({ ...measured, disk: disk ?? 0 });
        })(),
      );
    });
    say(`Adding ${files.length} files.`);
    time = await browserTime();
    last = performance.now();
    await add(page, "document-ready", stretch);
    await Promise.all(reading);
    say("Adding them once more.");
    const again = await add(page, "document-unchanged", null);
    await reload();
    say("Opening the collection, and removing all.");
    const opened = await open(page);
    const { list, remove } = await page.evaluate(async () => {
      const { manyBench: hound } = globalThis;
      if (!hound) throw new Error("No collection is open.");
      const began = performance.now();
      const documents = await hound.documents();
      const listed = performance.now();
      await hound.remove(documents.map(({ id }) => id));
      return { list: listed - began, remove: performance.now() - listed };
    });
    return {
      stretches,
      unchangedPerSecond: (1000 * files.length) / again,
      open: opened,
      list,
      remove,
    };
  });
}

/** Returns the time taken, in milliseconds. */
function open(page: Page): Promise<number> {
  return page.evaluate(async (name) => {
    const began = performance.now();
    globalThis.manyBench = await globalThis.harness.library.Pagehound.open({ name });
    return performance.now() - began;
  }, collection);
}

/**
 * Adds the harness page's files, which must share one file extension. Returns the milliseconds
 * taken.
 */
function add(
  page: Page,
  end: "document-ready" | "document-unchanged",
  stretch: number | null,
): Promise<number> {
  return page.evaluate(
    async ({ end, stretch }) => {
      const { manyBench: hound } = globalThis;
      if (!hound) throw new Error("No collection is open.");
      const inputs = globalThis.harness.files().map((file) => ({ file, path: `all/${file.name}` }));
      const began = performance.now();
      let ended = 0;
      for await (const event of hound.add(inputs)) {
        if (event.type !== end) continue;
        ended++;
        if (stretch !== null && ended % stretch === 0) void globalThis.reportMany(ended);
      }
      if (ended < inputs.length) throw new Error(`${ended} of ${inputs.length}: ${end}.`);
      return performance.now() - began;
    },
    { end, stretch },
  );
}
