import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoredDocument } from "../../../src/store/schema.js";
import { inDatabase } from "../../browser/collection/in-database.js";
import { type CollectionInPage, openInPage, searchFor } from "../../browser/collection/in-page.js";
import { ends, textFile } from "../../browser/collection/watched.js";
import { documentsOf, exportOf, forged, lyingAbout } from "../attack/forge-archive.js";

// What someone could put into a collection file to mislead this collection.

const name = "archive-claims-test";
const patient = { timeout: 60_000 };
let here: CollectionInPage;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  here = await openInPage(name);
});
afterEach(() => here.close());

const lease = textFile("lease.txt", "The notice period is three months, in writing.");
const lie = "The notice period is nine centuries, by carrier pigeon.";
const other = textFile("other.txt", "An oak grows slowly, and is no boat.");

const take = (file: Blob) =>
  here.collection.importCollection({ file: file, name: "handbook.pagehound", folder: null });
const documents = () => here.collection.summaries;
const pages = async () =>
  Promise.all(
    documents().map(async ({ id }) =>
      (await here.collection.page({ document: id, number: 1 })).text.trim(),
    ),
  );
const found = async (query: string) =>
  (await here.collection.search(searchFor(query, 50))).hits.map(({ path }) => path);
const entries = () =>
  inDatabase(name, async (database) => (await database.getAll("documents")) as StoredDocument[]);
const count = (store: string) => inDatabase(name, (database) => database.count(store));
/** The file's actual text, read from its bytes. */
const theFile = ["The notice period is three months, in writing."];

/** Changes the imported documents to what earlier versions stored. */
async function asEarlierVersionsDid(): Promise<void> {
  here.close();
  await inDatabase(name, async (database) => {
    for (const { section: _section, ...document } of await database.getAll("documents")) {
      await database.put("documents", document);
    }
  });
}

describe("a file that the person adds", () => {
  it("reads a file that the person adds, although an archive claims its bytes are at this path", async () => {
    await take(await lyingAbout(lease, lie, { original: false }));
    expect(await found("pigeon")).toEqual(["lease.txt"]);
    expect(documents()).toMatchObject([{ readHere: false, original: "absent" }]);
    expect(ends(await here.add([lease]))).toEqual(["lease.txt: ready"]);
    expect(await pages()).toEqual(theFile);
    expect(await found("pigeon")).toEqual([]);
    expect(documents()).toMatchObject([{ readHere: true, original: "here" }]);
    // From here on its bytes are known.
    expect(ends(await here.add([lease]))).toEqual(["lease.txt: unchanged"]);
  });

  it("reads a file at another path, and shares nothing with the archive's claim", async () => {
    await take(await lyingAbout(lease, lie, { original: false }));
    await here.add([{ ...lease, path: "folder/lease.txt" }]);
    expect((await pages()).sort()).toEqual([lie, ...theFile].sort());
    expect(documents().filter(({ readHere }) => readHere)).toHaveLength(1);
  });

  it("reads a file that the person adds if an earlier version had accepted the archive's claim", async () => {
    await take(await lyingAbout(lease, lie, { original: false }));
    await asEarlierVersionsDid();
    here = await openInPage(name);
    expect(ends(await here.add([lease]))).toEqual(["lease.txt: ready"]);
    expect(await pages()).toEqual(theFile);
  });

  it("a file keeps its place in the queue when an archive claims its bytes", async () => {
    const forgery = await lyingAbout(lease, lie, { original: false });
    await here.collection.ingestion.queue.pause({ paused: true });
    const adding = here.add([lease]);
    await expect
      .poll(async () => (await here.collection.ingestion.queuedFiles(null)).files.length)
      .toBe(1);
    await take(forgery);
    expect(await pages()).toEqual([lie]);
    await here.collection.ingestion.queue.pause({ paused: false });
    expect(ends(await adding)).toEqual(["lease.txt: ready"]);
    expect(await pages()).toEqual(theFile);
  });

  it("a file keeps its text when an archive claims another one for its bytes", async () => {
    await here.add([lease]);
    const { added, replaced } = await take(await lyingAbout(lease, lie, { original: true }));
    expect([added, replaced]).toEqual([[], []]);
    expect(await pages()).toEqual(theFile);
  });
});

describe("an archive with the genuine file and another text", () => {
  it("reads the genuine file itself, and prefers that result to the archive's text", async () => {
    await take(await lyingAbout(lease, lie, { original: true }));
    await expect.poll(pages, patient).toEqual(theFile);
    await here.idle();
    expect(await found("pigeon")).toEqual([]);
    expect(documents()).toMatchObject([{ path: "lease.txt", readHere: true }]);
  });

  it("replaces the archive's text when the collection is next opened, if an earlier version accepted it", async () => {
    await here.collection.ingestion.queue.pause({ paused: true });
    await take(await lyingAbout(lease, lie, { original: true }));
    await asEarlierVersionsDid();
    here = await openInPage(name);
    expect(await pages()).toEqual([lie]);
    await here.collection.ingestion.queue.pause({ paused: false });
    await expect.poll(pages, patient).toEqual(theFile);
  });

  it("prefers its own result even if only the bookmarks differ", async () => {
    const markdown = textFile("lease.md", "# Lease\n\nThe notice period is three months.");
    const [honest] = await documentsOf(await exportOf([markdown]));
    if (!honest) throw new Error("Nothing was exported.");
    const bookmarks = [{ text: "Leave at any time", level: 1, page: 1 }];
    await take(await forged([{ ...honest, index: { ...honest.index, bookmarks } }]));
    const outline = async () => {
      const outlines = documents().map(({ id }) => here.collection.outline({ document: id }));
      return (await Promise.all(outlines)).flat().map(({ text }) => text);
    };
    expect(await outline()).toEqual(["Leave at any time"]);
    await expect.poll(outline, patient).toEqual(["Lease"]);
  });
});

describe("a genuine archive", () => {
  it("keeps the ids of a genuine archive's documents, which count as read here", async () => {
    const { added } = await take(await exportOf([lease, other]));
    const ids = added.map(({ id }) => id);
    const isRead = () => documents().map(({ readHere }) => readHere);
    await expect.poll(isRead, patient).toEqual([true, true]);
    await here.idle();
    expect(documents().map(({ id }) => id)).toEqual(ids);
    expect(await found("notice")).toEqual(["lease.txt"]);
    expect([await count("documents"), await count("pages"), await count("originals")]).toEqual([
      2, 2, 2,
    ]);
    expect((await entries()).map((entry) => entry.imported)).toEqual([undefined, undefined]);
    // Importing the same file again changes nothing either.
    expect(await take(await exportOf([lease, other]))).toMatchObject({ added: [], replaced: [] });
  });

  it("keeps the ids of a genuine archive's documents when the person adds the missing files", async () => {
    const { added } = await take(await exportOf([lease], { originals: false }));
    expect(ends(await here.add([lease]))).toEqual(["lease.txt: ready"]);
    expect(documents()).toMatchObject([
      { id: added[0]?.id, addedAt: added[0]?.addedAt, original: "here", readHere: true },
    ]);
    expect([await count("documents"), await count("pages"), await count("originals")]).toEqual([
      1, 1, 1,
    ]);
    const id = documents()[0]?.id;
    if (!id) throw new Error("The document is gone.");
    expect(await (await here.collection.original({ document: id })).text()).toBe(
      await lease.file.text(),
    );
  });

  it("replaces a document with a false claim about the same bytes, and is recognised when added again", async () => {
    await take(await lyingAbout(lease, lie, { original: false }));
    const honest = await exportOf([lease], { originals: false });
    expect((await take(honest)).replaced).toHaveLength(1);
    expect(await pages()).toEqual(theFile);
    expect((await take(honest)).unchanged).toHaveLength(1);
  });
});

describe("the index of an archive", () => {
  it("the index of an archive has no effect on results, because it is rebuilt from the pages", async () => {
    const [boat] = await documentsOf(await exportOf([textFile("a.txt", "A qersu is a boat.")]));
    const [oak] = await documentsOf(await exportOf([textFile("b.txt", "An oak grows slowly.")]));
    if (!boat || !oak) throw new Error("Nothing was exported.");
    const index = { ...boat.index, postings: oak.index.postings };
    await take(await forged([{ ...boat, index, original: null }]));
    expect(await found("oak")).toEqual([]);
    expect(await found("qersu")).toEqual(["a.txt"]);
  });
});

describe("a document that came without its file", () => {
  it("exports a document that came without its file without one, even if another claims the same bytes", async () => {
    await here.add([other]);
    await take(await lyingAbout({ ...other, path: "forged.txt" }, lie, { original: false }));
    const exported = await here.collection.exportCollection({
      documents: null,
      originals: true,
      title: "T",
    });
    const all = await documentsOf(exported);
    expect(all.map(({ archived, original }) => [archived.path, original !== null])).toEqual([
      ["other.txt", true],
      ["forged.txt", false],
    ]);
  });
});

describe("a file from an archive", () => {
  it("gives a file from an archive no type that a browser would execute", async () => {
    const page = textFile("page.html", "<!doctype html><script>parent.hacked = 1</script><p>Boat.");
    const { added } = await take(await exportOf([page]));
    const [document] = added;
    if (!document) throw new Error("Nothing was imported.");
    expect((await here.collection.original({ document: document.id })).type).toBe("");
  });
});
