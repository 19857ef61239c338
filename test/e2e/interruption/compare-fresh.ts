import type { Page } from "playwright";
import { type PoolFile, password } from "./file-pool.js";
import type {} from "./probe.js";

/** Search results without ids. */
type Results = readonly {
  readonly query: string;
  readonly hits: readonly object[];
}[];

const plain = [
  "people of great work",
  "little good world",
  "before the years",
  '"of the"',
  "same OR never",
  "stat*",
  "annals",
  "twin",
  "leaf 3",
  "report -year",
];

/**
 * Runs the same searches in the open collection and in a fresh one to which the same files are
 * added in the same order. `files` are those on the harness page.
 */
export async function compareFresh(
  page: Page,
  { name, files }: { name: string; files: readonly PoolFile[] },
): Promise<{ kept: Results; fresh: Results }> {
  const queries = [...plain, ...files.map(({ word }) => word)];
  const request = { name, password, queries, files: files.map(({ path, hash }) => [path, hash]) };
  return page.evaluate(async ({ name, password, queries, files }) => {
    const { hound } = globalThis;
    if (!hound) throw new Error("No collection is open.");
    type Collection = typeof hound;
    const search = async (collection: Collection) => {
      const results = [];
      for (const query of queries) {
        const { hits } = await collection.search(query, { limit: 250 });
        results.push({
          query,
          hits: hits.map(({ path, page, span, text, score }) => {
            return { path, page, span, text, score: Number(score.toPrecision(9)) };
          }),
        });
      }
      return results;
    };
    const documents = await hound.documents();
    const held = globalThis.harness.files();
    const inputs = documents.map(({ path, hash }) => {
      const file = held[files.findIndex((one) => one[0] === path && one[1] === hash)];
      if (!file) throw new Error(`${path} has bytes that nobody added.`);
      return { file, path, password };
    });
    const other = await globalThis.harness.library.Pagehound.open({ name });
    if (inputs.length > 0) for await (const _ of other.add(inputs));
    const kept = await search(hound);
    const fresh = await search(other);
    other.close();
    return { kept, fresh };
  }, request);
}
