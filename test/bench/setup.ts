import type { Page } from "playwright";
import type { Driver } from "../driver/driver.js";
import type { DataSet } from "./data-set.js";
import type { BenchDocument } from "./documents.js";

export interface Sizes {
  readonly ingestPages: number;
  readonly ingestRounds: number;
  /** Collection sizes, ascending, at which searches are timed. */
  readonly searchPages: readonly number[];
  readonly searchRounds: number;
  readonly reloadRounds: number;
}

export interface BenchSetup {
  readonly driver: Driver;
  readonly sizes: Sizes;
  /** Paths of the data's files, indexed as on the harness page. */
  readonly files: readonly string[];
  readonly documents: readonly BenchDocument[];
  readonly parseWorkers: number;
  readonly queries: readonly string[];
  /** Reloads the harness page, so that no measurement inherits another's workers. */
  fresh(): Promise<Page>;
}

/** Puts the data's files on the page and counts their pages. */
export async function prepareSetup(
  driver: Driver,
  data: DataSet,
  sizes: Sizes,
  workers: number | "all" | null = null,
): Promise<BenchSetup> {
  const files = [...data.files.values()];
  const fresh = async () => {
    await driver.reload();
    await driver.setFiles(files);
    return driver.page;
  };
  const page = await fresh();
  const usual = await page.evaluate(() => ({
    all: navigator.hardwareConcurrency,
    // The library's own default.
    default: globalThis.bench.usualParseWorkers(),
  }));
  const parseWorkers = workers === "all" ? usual.all : (workers ?? usual.default);
  const { counts } = await page.evaluate((request) => globalThis.bench.bareIngest(request), {
    files: files.map((_, file) => file),
    workers: parseWorkers,
    countOnly: true,
  });
  const documents = [...data.files.keys()].map((path, file) => {
    return { path, file, pages: counts[file] ?? 0 };
  });
  const queries = data.questions.map(({ text }) => text);
  return { driver, sizes, files, documents, parseWorkers, queries, fresh };
}
