import { deleteDB } from "idb";
import { afterEach, describe, expect, it } from "vitest";
import type { IngestEvent } from "../../../src/index.js";
import { tries } from "../../tries.js";
import { type CollectionInPage, openInPage, searchFor } from "./in-page.js";
import { ends, ofType, textFile } from "./watched.js";

const name = "quota-test";
const { put, add } = IDBObjectStore.prototype;
let opened: CollectionInPage | null = null;

afterEach(() => {
  Object.assign(IDBObjectStore.prototype, { put, add });
  opened?.close();
});

/**
 * Makes those writes fail for lack of space for whose number, counted from 1, `fails` returns true.
 */
function refuseWrites(fails: (write: number) => boolean): { allow(): number } {
  let writes = 0;
  const refusing = (write: typeof put): typeof put =>
    function (this: IDBObjectStore, ...args) {
      if (fails(++writes)) throw new DOMException("No room.", "QuotaExceededError");
      return write.apply(this, args);
    };
  Object.assign(IDBObjectStore.prototype, { put: refusing(put), add: refusing(add) });
  return {
    allow() {
      Object.assign(IDBObjectStore.prototype, { put, add });
      return writes;
    },
  };
}

const kept = textFile("kept.txt", "A qersu is a kind of boat.");
const old = textFile("changed.txt", "The felucca has one sail.");
const files = [
  textFile("changed.txt", "The dhow has two sails."),
  { ...kept, path: "copy.txt" },
  // More parts than are stored in one batch.
  textFile("new.txt", "A punt has none, and is pushed along with a pole.\n\n".repeat(3_000)),
];

async function reopened(): Promise<CollectionInPage> {
  opened?.close();
  opened = await openInPage(name);
  return opened;
}

async function found({ collection }: CollectionInPage, query: string): Promise<string[]> {
  const { hits } = await collection.search(searchFor(query, 10));
  return [...new Set(hits.map(({ path }) => path))].sort();
}

/** Checks that every listed document is complete, and that nothing else is found. */
async function checkWhole(page: CollectionInPage): Promise<void> {
  const documents = page.collection.summaries;
  for (const { id, path, pages } of documents) {
    const { text } = await page.collection.page({ document: id, number: pages.total });
    expect(text, path).not.toBe("");
    expect(await (await page.collection.original({ document: id })).text(), path).toContain(
      text.trim(),
    );
  }
  const paths = documents.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(await found(page, "qersu")).toEqual(
    paths.filter((path) => path === "kept.txt" || path === "copy.txt").sort(),
  );
  // A replaced document exists in exactly one version, completely.
  expect(await found(page, "felucca dhow")).toEqual(["changed.txt"]);
  expect(await found(page, "punt")).toEqual(paths.filter((path) => path === "new.txt"));
}

async function runWith(fails: (write: number) => boolean): Promise<number> {
  opened?.close();
  await deleteDB(`pagehound:${name}`);
  let page = await reopened();
  await page.add([kept, old]);
  const writes = refuseWrites(fails);
  const events: IngestEvent[] = await page.add(files);
  const count = writes.allow();
  expect(ends(events).map((end) => end.split(":")[0])).toEqual(
    files.map(({ path }) => path).sort(),
  );
  for (const refused of ofType(events, "document-refused")) {
    expect(refused).toMatchObject({ code: "storage-full" });
    expect(refused.message).toContain(refused.path);
  }
  page = await reopened();
  await page.idle();
  await checkWhole(page);
  expect(await found(page, "qersu")).toContain("kept.txt");
  // Space is available again.
  const again = await page.add(files);
  expect(ofType(again, "document-refused")).toEqual([]);
  await checkWhole(page);
  expect(page.collection.summaries).toHaveLength(4);
  expect(await found(page, "felucca")).toEqual([]);
  expect((await page.collection.ingestion.queuedFiles(null)).files).toEqual([]);
  return count;
}

describe("full storage", () => {
  it("loses nothing that was stored, whichever write fails", async () => {
    const last = await runWith(() => false);
    // A short run tries every twentieth write, and the first and last few.
    const isTried = (write: number) => write < 4 || write > last - 3 || write % tries(20, 1) === 0;
    for (let write = 1; write <= last; write++) {
      if (isTried(write)) await runWith((number) => number === write);
    }
    // Three files are accepted, read and finished, which takes more writes than this.
    expect(last).toBeGreaterThan(40);
  });

  it("loses nothing that was stored when a write and every later one fail", async () => {
    for (let write = 1; write <= 48; write += tries(24, 2))
      await runWith((number) => number >= write);
  });
});
