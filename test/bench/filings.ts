import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import type { Driver } from "../driver/driver.js";
import { repository } from "../driver/repository.js";
import { say } from "./command.js";

/** The folders of the development data that contain filings. */
const folders = ["financebench/pdfs", "kg_rag_sec10q/docs"];

/** The PDFs of the data by file name, which is also the path they are added under. */
export async function filingsIn(data: string): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(path.join(data, folder)).catch((): string[] => []);
      const pdfs = names.filter((name) => name.toLowerCase().endsWith(".pdf")).sort();
      return pdfs.map((name): [string, string] => [name, path.join(data, folder, name)]);
    }),
  );
  return new Map(found.flat());
}

/**
 * Creates the collection `name` from filings, by reading them or by importing an earlier run's
 * export from the folder `cache`. An export is reused only for the same files and the same reading
 * and indexing code.
 */
export async function openFilings(
  { page, setFiles }: Driver,
  { name, filings, cache }: FilingsRequest,
): Promise<void> {
  const kept = cache === null ? null : path.join(cache, await nameOf(filings));
  if (kept !== null && (await exists(kept))) {
    await setFiles([kept]);
    await page.evaluate((collection) => globalThis.bench.importFilings(collection), name);
    return;
  }
  say(`Reading ${filings.size} filings.`);
  await setFiles([...filings.values()]);
  const request = { name, paths: [...filings.keys()], isKept: kept !== null };
  const downloading = kept === null ? null : page.waitForEvent("download", { timeout: 0 });
  // Stays pending if the page fails first.
  downloading?.catch(() => {});
  await page.evaluate((argument) => globalThis.bench.readFilings(argument), request);
  if (kept === null || downloading === null) return;
  await mkdir(path.dirname(kept), { recursive: true });
  await (await downloading).saveAs(`${kept}.part`);
  await rename(`${kept}.part`, kept);
}

export interface FilingsRequest {
  readonly name: string;
  readonly filings: ReadonlyMap<string, string>;
  readonly cache: string | null;
}

/** The code that determines what is stored for a file. */
const readingCode = [
  "src/store/archive",
  "src/collection/ingest",
  "src/collection/sharing",
  "src/core",
  ...["currencies", "find-numbers", "months", "number-forms", "periods", "table-rows"].map(
    (name) => `src/figures/${name}.ts`,
  ),
  "src/figures/table-units.ts",
  "src/readers",
  "src/search/index",
  "src/core/text",
  "package-lock.json",
];

async function nameOf(filings: ReadonlyMap<string, string>): Promise<string> {
  const hash = createHash("sha256");
  for (const [name, file] of filings) hash.update(`${name} ${(await stat(file)).size}\n`);
  for (const entry of readingCode) {
    for (const file of await filesBelow(path.join(repository, entry))) {
      hash.update(await readFile(file));
    }
  }
  return `filings-${hash.digest("hex").slice(0, 16)}.pagehound`;
}

async function filesBelow(entry: string): Promise<string[]> {
  if ((await stat(entry)).isFile()) return [entry];
  const names = (await readdir(entry)).sort();
  return (await Promise.all(names.map((name) => filesBelow(path.join(entry, name))))).flat();
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
