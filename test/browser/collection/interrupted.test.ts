import { deleteDB } from "idb";
import { afterEach, expect, it } from "vitest";
import { tries } from "../../tries.js";
import { inDatabase } from "./in-database.js";
import { type CollectionInPage, openInPage, searchFor } from "./in-page.js";
import { ends, textFile } from "./watched.js";

const name = "interrupted-test";
let opened: CollectionInPage | null = null;
afterEach(() => opened?.close());

/** The number of distinct files; three more have the bytes of others. */
const different = 9;
const files = Array.from({ length: 12 }, (_, index) => {
  const number = index % different;
  return textFile(
    `folder/${index}.txt`,
    `Number ${number}. ${"Some words. ".repeat(400 * number)}`,
  );
});
const replaced = "folder/0.txt";
const earlier = textFile(replaced, "An earlier version, and a qersu.");

/** Adds the files and closes the collection at the `moment`-th event. */
async function interruptedAt(moment: number, page: CollectionInPage): Promise<void> {
  let left = moment;
  await new Promise<void>((resolve) => {
    const onProgress = (): void => {
      if (left-- > 0) return;
      page.close();
      resolve();
    };
    page.collection.ingestion.add({ files, folders: [] }, { onProgress }).then(resolve, resolve);
  });
  page.close();
}

/** Stored files, except replaced ones, which can be restored for a while. */
const originals = () =>
  inDatabase(name, async (database) => {
    const entries: { state: string; content: number }[] = await database.getAll("documents");
    const removed = entries.filter(({ state }) => state === "removed");
    const gone = new Set(removed.map(({ content }) => content));
    const keys = await database.getAllKeys("originals");
    return keys.filter((key) => !gone.has(Number(key))).length;
  });

it("an ingest interrupted at any moment resumes where it stopped", async () => {
  for (let moment = 0; moment < 48; moment += tries(7, 1)) {
    await deleteDB(`pagehound:${name}`);
    const before = await openInPage(name);
    await before.add([earlier]);
    await interruptedAt(moment, before);
    opened = await openInPage(name);
    const { collection } = opened;
    const paths = () => collection.summaries.map(({ path }) => path);
    const search = async (query: string) =>
      (await collection.search(searchFor(query, 20))).hits.map(({ path }) => path);
    // A replaced document exists in one of its two versions.
    expect(paths()).toContain(replaced);
    expect(new Set(paths()).size).toBe(paths().length);
    for (const hit of await search("words")) expect(paths()).toContain(hit);
    await opened.idle();
    // Files that had been accepted exist by now; the others are added again.
    const again = await opened.add(files);
    expect(ends(again).filter((end) => !/ready|unchanged/.test(end))).toEqual([]);
    expect(paths().sort()).toEqual(files.map(({ path }) => path).sort());
    expect(await search("qersu")).toEqual([]);
    await expect.poll(originals).toBe(different);
    opened.close();
  }
});
