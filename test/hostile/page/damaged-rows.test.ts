import { deleteDB, type IDBPDatabase } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createParseSession } from "../../../src/readers/parse-session.js";
import { createGrepSession } from "../../../src/search/grep/grep-session.js";
import type { StoredDocument } from "../../../src/store/schema.js";
import { inDatabase } from "../../browser/collection/in-database.js";
import { type CollectionInPage, openInPage, searchFor } from "../../browser/collection/in-page.js";
import { ends, textFile } from "../../browser/collection/watched.js";
import { exportOf } from "../attack/forge-archive.js";

// Data lost by a disk or overwritten by a program affects one document and never all.

const name = "damaged-rows-test";
const patient = { timeout: 60_000 };
let here: CollectionInPage;

/** Opens the collection, with the same workers for reading files and for grep. */
const open = () =>
  openInPage(name, {
    parser: () => ({
      ...createParseSession({ assetsBase: "/assets/", ocr: null }),
      ...createGrepSession(),
    }),
  });

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  here = await open();
});
afterEach(() => here.close());

const lease = textFile("lease.txt", "The notice period is three months.");
const boats = textFile("boats.txt", "A qersu is a boat, and needs no notice.");

/** Closes the collection, damages a document's stored data, and reopens it. */
async function reopenAfter(
  damage: (database: IDBPDatabase, document: StoredDocument) => Promise<unknown>,
): Promise<void> {
  await here.idle();
  here.close();
  await inDatabase(name, async (database) => {
    const documents = (await database.getAll("documents")) as StoredDocument[];
    const document = documents.find(({ path }) => path === "lease.txt");
    await damage(database, document ?? expect.fail("It is not there."));
  });
  here = await open();
}

const paths = () => here.collection.summaries.map(({ path }) => path).sort();
const found = async (query: string) =>
  (await here.collection.search(searchFor(query, 50))).hits.map(({ path }) => path).sort();
const queue = async () =>
  (await here.collection.ingestion.queuedFiles(null)).files.map(({ path, state }) => [path, state]);

const damages: Record<
  string,
  (database: IDBPDatabase, document: StoredDocument) => Promise<unknown>
> = {
  "postings of another shape": (database, { ordinal }) =>
    database.put("postings", { document: ordinal, postings: {} }),
  "no postings in their row": (database, { ordinal }) =>
    database.put("postings", { document: ordinal, postings: null }),
  "postings of which a part is lost": async (database, { ordinal }) => {
    const row = await database.get("postings", ordinal);
    const pages = { ...row.postings.pages, offsets: [] };
    await database.put("postings", { ...row, postings: { ...row.postings, pages } });
  },
  "no postings": (database, { ordinal }) => database.delete("postings", ordinal),
  "no passages": (database, { ordinal }) => database.delete("passages", ordinal),
  "passages without entries": (database, { ordinal }) =>
    database.put("passages", { document: ordinal }),
  "a document without versions": (database, { versions: _lost, ...document }) =>
    database.put("documents", document),
  "a document without anything but its path": (database, { ordinal, path, state }) =>
    database.put("documents", { ordinal, path, state }),
  "no pages": (database, { content }) =>
    database.delete("pages", IDBKeyRange.bound([content], [content, []])),
  "pages without text, and no passages": async (database, { content, ordinal }) => {
    await database.put("pages", { document: content, number: 1 });
    await database.delete("passages", ordinal);
  },
};

describe("a document that was read here", () => {
  for (const [what, damage] of Object.entries(damages)) {
    it(`restores the document, and affects no others, with ${what}`, async () => {
      await here.add([lease, boats]);
      await reopenAfter(damage);
      // The other document is available at once, whatever must be done about this one.
      expect(await found("qersu")).toEqual(["boats.txt"]);
      await expect.poll(paths, patient).toEqual(["boats.txt", "lease.txt"]);
      await expect.poll(() => found("notice"), patient).toEqual(["boats.txt", "lease.txt"]);
      const { hits, coverage } = await here.collection.grep({ patterns: "notice", options: {} });
      expect(hits.map(({ path }) => path).sort()).toEqual(["boats.txt", "lease.txt"]);
      expect(coverage).toMatchObject({ documents: 2, pagesWithoutText: 0 });
      // And it stays available.
      here.close();
      here = await open();
      expect(await found("notice")).toEqual(["boats.txt", "lease.txt"]);
      expect(await queue()).toEqual([]);
      // Its bytes are known as well.
      expect(ends(await here.add([lease]))).toEqual(["lease.txt: unchanged"]);
    });
  }
});

describe("a document that came without its file", () => {
  it("rebuilds a document without a file from its pages, as long as they exist", async () => {
    await here.collection.importCollection({
      file: await exportOf([lease], { originals: false }),
      name: "sent",
      folder: null,
    });
    await here.add([boats]);
    await reopenAfter((database, { ordinal }) => database.delete("postings", ordinal));
    expect(await found("notice")).toEqual(["boats.txt", "lease.txt"]);
  });

  it("reports a document without a file whose pages are lost, until its file is added", async () => {
    await here.collection.importCollection({
      file: await exportOf([lease], { originals: false }),
      name: "sent",
      folder: null,
    });
    await here.add([boats]);
    await reopenAfter((database) => database.clear("pages"));
    await expect.poll(queue, patient).toEqual([["lease.txt", "held"]]);
    await here.add([lease]);
    await expect.poll(() => found("three"), patient).toEqual(["lease.txt"]);
    await expect.poll(() => found("notice"), patient).toEqual(["boats.txt", "lease.txt"]);
  });
});
