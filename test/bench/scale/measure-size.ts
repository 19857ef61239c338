import type { Page } from "playwright";
import type { Driver } from "../../driver/driver.js";
import { say } from "../command.js";
import { median } from "../statistics.js";
import type { QuerySet } from "./draw-queries.js";
import { measureSearches, raceMiniSearch } from "./measure-searches.js";
import type { SizeMeasures } from "./size-measures.js";
import type { GrowthStep } from "./write-files.js";

const collection = "bench-scale";
const reloadRounds = 3;

/** The input of every size's measurements. */
export interface SizeSetup {
  readonly driver: Driver;
  readonly querySets: readonly QuerySet[];
  readonly expectedVocabulary: (words: number) => number;
  /** The largest size, in passages, at which MiniSearch is measured as well. */
  readonly miniSearchLimit: number;
}

/**
 * Grows the collection by a step and measures it. Each measurement gets its own page, so that none
 * inherits another's workers.
 */
export async function measureSize(
  { driver, querySets, expectedVocabulary, miniSearchLimit }: SizeSetup,
  step: GrowthStep,
  before: SizeMeasures | undefined,
): Promise<SizeMeasures> {
  const { passages: wantedPassages, files, folders, bytes: textBytes, words, vocabulary } = step;
  const fresh = async (): Promise<Page> => {
    await driver.reload();
    return driver.page;
  };
  const added = await timed(
    `${wantedPassages} passages: adding ${files.length} files`,
    async () => {
      const page = await fresh();
      await driver.setFiles(files);
      return addFiles(page, step);
    },
  );
  const reload = await timed("  first search", () => measureReload(fresh, querySets));
  const searched = await timed("  searches and grep", async () =>
    measureSearches(await fresh(), collection, querySets, folders),
  );
  const miniSearch =
    wantedPassages > miniSearchLimit
      ? null
      : await timed("  MiniSearch", async () =>
          raceMiniSearch(await fresh(), collection, querySets),
        );
  return {
    wantedPassages,
    textBytes,
    words,
    vocabulary,
    expectedVocabulary: expectedVocabulary(words),
    addThousand: (1000 * added) / (searched.passages - (before?.passages ?? 0)),
    ...reload,
    ...searched,
    miniSearch,
  };
}

async function addFiles(page: Page, { files, passages }: GrowthStep): Promise<number> {
  const selection = files.map((_, file) => ({ file, path: `to-${passages}/text-${file}.txt` }));
  const request = { name: collection, selection };
  const { milliseconds } = await page.evaluate(
    (argument) => globalThis.bench.ingest(argument),
    request,
  );
  return milliseconds;
}

async function measureReload(
  fresh: () => Promise<Page>,
  querySets: readonly QuerySet[],
): Promise<Pick<SizeMeasures, "firstSearch" | "rebuild" | "database">> {
  const search = async (rebuild: boolean) => {
    const page = await fresh();
    const query = querySets.at(-1)?.queries[0] ?? "";
    const request = { name: collection, query, rebuild };
    return page.evaluate((argument) => globalThis.bench.firstSearch(argument), request);
  };
  const stored: number[] = [];
  for (let round = 0; round < reloadRounds; round++) stored.push(await search(false));
  // Measured before the rebuild, which leaves old postings behind until the database is compacted.
  const page = await fresh();
  const database = await page.evaluate(() => globalThis.bench.databaseBytes());
  return { firstSearch: median(stored), database, rebuild: await search(true) };
}

/** Reports how long a part of the benchmark itself took. */
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  say(`${what}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return result;
}
