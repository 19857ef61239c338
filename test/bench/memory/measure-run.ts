import type { Page } from "playwright";
import type { Pagehound } from "../../../src/index.js";
import { type Driver, drive } from "../../driver/driver.js";
import { say } from "../command.js";
import { pageProcessMemory } from "../scale/process-memory.js";
import { heapSize, type Sample, takeSample } from "./take-sample.js";

/** Files added in one call. */
export interface RunFiles {
  readonly name: string;
  readonly files: readonly string[];
  /** The unit in which progress is counted. */
  readonly unit: "pages" | "documents";
  /** The total in that unit. */
  readonly count: number;
}

/** Memory at one point of a run. */
export interface Moment extends Sample {
  readonly at: string;
  /** Pages read, or documents ready, at that point. */
  readonly done: number;
  /**
   * What the index itself needs: JavaScript memory of a second page that opened the collection at
   * that point and did nothing else. Null if not measured.
   */
  readonly index: number | null;
}

export interface Run extends RunFiles {
  readonly documents: number;
  readonly pages: number;
  readonly passages: number;
  readonly refused: number;
  readonly moments: readonly Moment[];
  /** Peak memory of the page's process in bytes; null if the system does not report it. */
  readonly peak: number | null;
}

const collection = "bench-memory";
/** Shares of the work after which memory is read. */
const shares = [0.1, 0.25, 0.5, 0.75, 0.9];

declare global {
  var memoryBench: Pagehound | undefined;
  /** Reports progress; `ended` is true once all files are done. */
  function reportDone(done: number, ended: boolean): Promise<void>;
}

/** Adds the files to a new collection in a fresh browser, and reads memory along the way. */
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
        // A document's part of the index is in memory only once the document is ready.
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
    // Gives the first page its own process, so that the second one is not counted.
    { browserArguments: ["--renderer-process-limit=20"] },
  );
}

/** The peak memory of the page's process, as far as sampling can tell. */
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

/** The progress of the page's work. */
class Work {
  done = 0;
  ended = false;
  #changed = () => {};

  report(done: number, ended: boolean): void {
    this.done = done;
    this.ended = ended;
    this.#changed();
  }

  /** Resolves once this much is done or all work has ended. */
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

/** Starts adding the harness page's files. */
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

/** Idle parse workers exit after some seconds. */
async function parsersEnded(page: Page): Promise<void> {
  const parser = page.workers().find((worker) => worker.url().includes("parse.worker"));
  if (!parser) return;
  await parser.waitForEvent("close", { timeout: 60_000 }).catch(() => {});
  await parsersEnded(page);
}
