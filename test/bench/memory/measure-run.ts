import type { Page } from "playwright";
import type { Pagehound } from "../../../src/index.js";
import { type Driver, drive } from "../../driver/driver.js";
import { say } from "../command.js";
import { pageProcessMemory } from "../scale/process-memory.js";
import { heapSize, type Sample, takeSample } from "./take-sample.js";

/** Files that are added at once. */
export interface RunFiles {
  readonly name: string;
  readonly files: readonly string[];
  /** What is counted during reading. */
  readonly unit: "pages" | "documents";
  /** How many of these there are. */
  readonly count: number;
}

/** Memory at one moment of a run. */
export interface Moment extends Sample {
  readonly at: string;
  /** How many pages were read, or how many documents were ready. */
  readonly done: number;
  /**
   * JavaScript memory of a second page that opened the collection at that moment and did nothing
   * else: what its index needs. Null if that was not measured.
   */
  readonly index: number | null;
}

/** The measurements while files were added. */
export interface Run extends RunFiles {
  readonly documents: number;
  readonly pages: number;
  readonly passages: number;
  readonly refused: number;
  readonly moments: readonly Moment[];
  /** The maximum bytes of the page's process, or null if the system does not report it. */
  readonly peak: number | null;
}

const collection = "bench-memory";
/** Shares of the work after which memory is read. */
const shares = [0.1, 0.25, 0.5, 0.75, 0.9];

declare global {
  /** The open collection. */
  var memoryBench: Pagehound | undefined;
  /** Reports how much is done; `ended` once all files are. */
  function reportDone(done: number, ended: boolean): Promise<void>;
}

/** Adds the files to their own collection in a fresh browser, and reads memory meanwhile. */
export function measureRun(files: RunFiles): Promise<Run> {
  return drive(
    async (driver) => {
      const { page, setFiles } = driver;
      const work = new Work();
      await page.exposeFunction("reportDone", (done: number, ended: boolean) => {
        work.report(done, ended);
      });
      await setFiles(files.files);
      await open(page);
      const moments: Moment[] = [];
      const read = async (at: string, index: number | null) => {
        const sample = await takeSample(page);
        moments.push({ at, done: work.done, ...sample, index });
        say(`  ${at}: ${work.done} ${files.unit}, ${(heapSize(sample) / 1e6).toFixed(1)} MB`);
      };
      await read("start", await indexSize(driver));
      const peak = new Peak();
      const added = beginAdding(page, files.unit);
      for (const share of shares) {
        await work.reached(share * files.count);
        if (work.ended) break;
        // Documents have their part of the index in memory only once they are ready.
        const index = files.unit === "documents" ? await indexSize(driver) : null;
        await read(`${share * 100} %`, index);
      }
      await work.reached(Number.POSITIVE_INFINITY);
      const { refused } = await added;
      peak.end();
      await read("all ready", null);
      await parsersEnded(page);
      const counts = await countStored(page);
      await read("parsers ended", await indexSize(driver));
      return { ...files, ...counts, refused, moments, peak: peak.bytes };
    },
    // The first page gets its own process, so that the second one does not count.
    { browserArguments: ["--renderer-process-limit=20"] },
  );
}

/** The most memory that the page's process uses, as far as sampling can tell. */
class Peak {
  bytes: number | null = null;
  readonly #timer = setInterval(() => void this.#look(), 500);

  end(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const now = await pageProcessMemory().catch(() => null);
    if (now !== null) this.bytes = Math.max(this.bytes ?? 0, now);
  }
}

/** The progress of the page. */
class Work {
  done = 0;
  ended = false;
  #changed = () => {};

  report(done: number, ended: boolean): void {
    this.done = done;
    this.ended = ended;
    this.#changed();
  }

  /** Resolves when this much is done, or everything has ended. */
  async reached(done: number): Promise<void> {
    while (!this.ended && this.done < done) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }
}

async function open(page: Page): Promise<void> {
  await page.evaluate(async (name) => {
    globalThis.memoryBench = await globalThis.harness.library.Pagehound.open({ name });
  }, collection);
}

/** Adds the harness page's files. */
function beginAdding(page: Page, unit: RunFiles["unit"]): Promise<{ refused: number }> {
  return page.evaluate(async (unit) => {
    const { memoryBench: hound } = globalThis;
    if (!hound) throw new Error("No collection is open.");
    let documents = 0;
    let refused = 0;
    const inputs = globalThis.harness.files().map((file) => ({ file, path: `all/${file.name}` }));
    for await (const event of hound.add(inputs, { folders: ["all"] })) {
      if (event.type === "document-ready") documents++;
      if (event.type === "document-refused") refused++;
      if (unit === "documents") {
        const ends = event.type === "document-ready" || event.type === "document-refused";
        if (ends) void globalThis.reportDone(documents + refused, false);
      } else if (event.type === "document-progress") {
        void globalThis.reportDone(event.done, false);
      }
    }
    const { pages } = await hound.coverage();
    await globalThis.reportDone(unit === "pages" ? pages : documents + refused, true);
    return { refused };
  }, unit);
}

async function countStored(page: Page): Promise<Pick<Run, "documents" | "pages" | "passages">> {
  return page.evaluate(async () => {
    const documents = (await globalThis.memoryBench?.documents()) ?? [];
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    return {
      documents: documents.length,
      pages: sum(documents.map(({ pages }) => pages.total)),
      passages: sum(documents.map(({ passages }) => passages)),
    };
  });
}

/** JavaScript memory of another page that opens the same collection. */
async function indexSize({ context, url }: Driver): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(`${url}/`);
    await page.waitForFunction(() => globalThis.harness !== undefined);
    await open(page);
    return heapSize(await takeSample(page));
  } finally {
    await page.close();
  }
}

/** Idle parse workers are ended after some seconds. */
async function parsersEnded(page: Page): Promise<void> {
  const parser = page.workers().find((worker) => worker.url().includes("parse.worker"));
  if (!parser) return;
  await parser.waitForEvent("close", { timeout: 60_000 }).catch(() => {});
  await parsersEnded(page);
}
