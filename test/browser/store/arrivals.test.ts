import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type {
  SearchableDocument,
  StoredJob,
  StoredPublication,
} from "../../../src/store/schema.js";
import type { Store } from "../../../src/store/store.js";
import { dump } from "./dump.js";
import {
  databaseName,
  emptyStore,
  finished,
  openStore,
  type Postings,
  packed,
  page,
  purge,
  purgeAll,
  queued,
} from "./sample.js";

const url = "https://intranet.example/handbook.pagehound";
const publication: Omit<StoredPublication, "hidden"> = {
  ...{ url, title: "Handbook", created: "2026-11-22", etag: null, sha256: "00", start: 7 },
  ...{ manifest: {}, complete: false, checkedAt: 1 },
};

let store: Store<Postings>;
beforeEach(async () => {
  store = await emptyStore("disk");
});
afterEach(() => store.close());

/** A two-page document that arrives ready-made; published if it has a title. */
async function arriving(
  path: string,
  title: string | null = null,
  hash: string = path,
): Promise<SearchableDocument<Postings>> {
  const ordinal = await store.arrivals.reserve();
  const job = { ordinal, path, hash, content: ordinal, size: 1, addedAt: 1 } as StoredJob;
  const { document, passages, postings } = finished(job);
  const source = title === null ? {} : { source: { url, title } };
  return { document: { ...document, ...source, original: "absent" }, passages, postings };
}

const stage = ({ document: { content } }: SearchableDocument<Postings>) =>
  store.arrivals.stage(content, packed(1, 2));

/** Stores a document, and checks that it is ready. */
async function arrived(path: string, title: string | null = null, hash: string = path) {
  const document = await arriving(path, title, hash);
  await stage(document);
  expect(await store.arrivals.finish(document, null)).toMatchObject({ kind: "ready" });
  return document;
}

const paths = async () =>
  (await store.documents.searchable()).map(({ document }) => document.path).sort();

describe("a document that arrives ready-made", () => {
  it("stores a ready-made document completely or not at all", async () => {
    const document = await arriving("a");
    await stage(document);
    expect(await store.documents.searchable()).toEqual([]);
    expect(await store.arrivals.finish(document, new Blob(["file"]))).toEqual({
      ...{ kind: "ready", replaced: [], superseded: [] },
    });
    expect(await store.documents.searchable()).toEqual([document]);
    expect(await store.contents.allPages(document.document.content)).toEqual([page(1), page(2)]);
    expect(await dump()).toMatchObject({ originals: [{ file: "file" }] });
  });

  it("rejects a ready-made document whose pages a sweep has deleted", async () => {
    const document = await arriving("a");
    await stage(document);
    await store.contents.sweep();
    const before = await dump();
    expect(await store.arrivals.finish(document, null)).toEqual({ kind: "incomplete" });
    expect(await dump()).toEqual(before);
    await stage(document);
    expect(await store.arrivals.finish(document, null)).toMatchObject({ kind: "ready" });
  });

  it("does not take the path of a waiting or held file, but that of a refused one", async () => {
    const job = await queued(store, "a", "newer");
    const document = await arriving("a");
    await stage(document);
    for (const state of ["queued", "held"] as const) {
      await store.jobs.change(job.ordinal, { state });
      const before = await dump();
      expect(await store.arrivals.finish(document, null)).toEqual({ kind: "occupied" });
      expect(await dump()).toEqual(before);
    }
    // Nothing of it is stored any more.
    await store.jobs.change(job.ordinal, { state: "refused" });
    expect(await store.arrivals.finish(document, null)).toMatchObject({
      kind: "ready",
      superseded: [{ ordinal: job.ordinal }],
    });
  });

  it("replaces another version, ends the job that rereads it, and ignores the same bytes afterwards", async () => {
    const old = await arrived("a", null, "old");
    const { ordinal } = old.document;
    await store.arrivals.keepOriginal(ordinal, new Blob(["old"]));
    const job = (await store.jobs.reindex(ordinal)) ?? expect.fail("It is not read again.");
    const document = await arriving("a");
    await stage(document);
    expect(await store.arrivals.finish(document, null)).toEqual({
      kind: "ready",
      replaced: [ordinal],
      superseded: [job],
    });
    expect(await store.jobs.all()).toEqual([]);
    expect(await store.documents.restore([ordinal])).toEqual([document.document.ordinal]);
    expect(await store.documents.restore([document.document.ordinal])).toEqual([ordinal]);
    const again = await arriving("a");
    await stage(again);
    const outcome = await store.arrivals.finish(again, null);
    expect(outcome).toEqual({ kind: "unchanged", document: document.document });
    await store.contents.dropPages(again.document.content);
    await purgeAll(store);
    expect((await dump()).pages).toHaveLength(2);
    expect((await dump()).originals).toEqual([]);
  });

  it("keeps changes made while a document was rebuilt from its pages", async () => {
    const { document, passages, postings } = await arrived("a");
    const { ordinal, original: _original, ...rest } = document;
    await store.arrivals.keepOriginal(ordinal, new Blob(["file"]));
    const versions = { ...document.versions, postings: 2, facts: 2 };
    const again = { document: { ...document, versions, words: 3 }, passages, postings };
    expect(await store.documents.reindex(again)).toEqual({ ...rest, ordinal, versions, words: 3 });
    expect((await store.documents.ready())[0]).toEqual({ ...rest, ordinal, versions, words: 3 });
    // Another tab with a newer version was faster.
    const older = { ...again, document, postings: { words: "older" } };
    expect(await store.documents.reindex(older)).toBeNull();
    expect(await store.documents.postings(ordinal)).toEqual(postings);
    expect((await store.documents.ready())[0]).toMatchObject({ versions, words: 3 });
  });

  it("accepts the file of a document later, once", async () => {
    const { ordinal, original: _original, ...rest } = (await arrived("a")).document;
    expect(await store.arrivals.keepOriginal(ordinal, new Blob(["file"]))).toEqual([ordinal]);
    expect(await store.arrivals.keepOriginal(ordinal, new Blob(["other"]))).toEqual([]);
    expect((await store.documents.searchable())[0]?.document).toEqual({ ordinal, ...rest });
    expect(await ((await store.contents.original(ordinal)) as Blob).text()).toBe("file");
    expect(await store.arrivals.keepOriginal(99, new Blob())).toEqual([]);
  });
});

describe("a published collection", () => {
  it("a published collection has its own paths and contents", async () => {
    await store.publications.put(publication, false);
    await arrived("a", "Handbook", "same");
    const personal = await queued(store, "a", "same");
    expect(personal.content).toBe(personal.ordinal);
    await store.contents.stagePages(personal, packed(1, 2));
    expect(await store.jobs.finish(finished(personal))).toEqual({ replaced: [] });
    expect(await paths()).toEqual(["a", "a"]);
    expect(await store.jobs.reindex(personal.ordinal)).not.toBeNull();
    const gone = await store.publications.remove(url);
    await purge(store, 0);
    expect(gone).toHaveLength(1);
    expect((await store.documents.searchable()).map(({ document }) => document.ordinal)).toEqual([
      personal.ordinal,
    ]);
    expect(await store.contents.allPages(personal.content)).toHaveLength(2);
  });

  it("never rereads a published collection here", async () => {
    await store.publications.put(publication, false);
    const { ordinal } = (await arrived("a", "Handbook")).document;
    await store.arrivals.keepOriginal(ordinal, new Blob(["file"]));
    expect(await store.jobs.reindex(ordinal)).toBeNull();
  });

  it("accepts no documents or updates of a deleted published collection", async () => {
    const document = await arriving("a", "Handbook");
    await stage(document);
    expect(await store.arrivals.finish(document, null)).toEqual({ kind: "unwanted" });
    for (const work of [
      () => store.publications.put(publication, true),
      () => store.publications.settle(publication, new Map()),
      () => store.publications.remove(url),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: "not-found", data: { url } });
    }
  });

  it("remembers which published documents were removed here, until they are no longer published", async () => {
    await store.publications.put(publication, false);
    const { ordinal } = (await arrived("a", "Handbook")).document;
    await store.documents.remove([ordinal], 5);
    await store.publications.put(publication, true);
    expect(await store.publications.get(url)).toEqual({ ...publication, hidden: ["a"] });
    const again = await arriving("a", "Handbook", "new");
    await stage(again);
    expect(await store.arrivals.finish(again, null)).toEqual({ kind: "unwanted" });
    await store.documents.restore([ordinal]);
    expect(await store.publications.get(url)).toMatchObject({ hidden: [] });
    await store.documents.remove([ordinal], 5);
    await store.publications.settle(publication, new Map());
    expect(await store.publications.get(url)).toMatchObject({ hidden: [], complete: true });
  });

  it("deletes removed documents together with their collection", async () => {
    await store.publications.put(publication, false);
    const { ordinal } = (await arrived("a", "Handbook")).document;
    await store.documents.remove([ordinal], 5);
    await store.publications.remove(url);
    await expect(store.documents.restore([ordinal])).rejects.toMatchObject({ code: "not-found" });
    await store.publications.put(publication, false);
    const later = (await arrived("a", "Handbook")).document.ordinal;
    await store.documents.remove([later], 5);
    await store.publications.settle(publication, new Map());
    await expect(store.documents.restore([later])).rejects.toMatchObject({ code: "not-found" });
    expect(await paths()).toEqual([]);
  });

  it("an update deletes documents that are no longer published, and replaces the title and changed files", async () => {
    await store.publications.put(publication, false);
    const gone = (await arrived("gone", "Handbook")).document.ordinal;
    const kept = (await arrived("kept", "Handbook")).document.ordinal;
    const same = (await arrived("same", "New title")).document.ordinal;
    await arrived("own");
    const originals = new Map([
      ["kept", true],
      ["same", false],
    ]);
    const settled = { ...publication, title: "New title" };
    expect(await store.publications.settle(settled, originals)).toEqual({
      gone: [gone],
      changed: [kept],
    });
    expect(await paths()).toEqual(["kept", "own", "same"]);
    const found = await store.documents.searchableAmong([kept, same]);
    expect(found.map(({ document }) => [document.source?.title, document.original])).toEqual([
      ["New title", "elsewhere"],
      ["New title", "absent"],
    ]);
  });
});

describe("an upgrade from version 3", () => {
  it("keeps everything in an upgrade from version 3, and supports published collections", async () => {
    const { document, passages, postings } = await arriving("a");
    const { original: _original, ...stored } = document;
    store.close();
    await deleteDB(databaseName);
    const earlier = await openDB(databaseName, 3, {
      upgrade(created) {
        const documents = created.createObjectStore("documents", {
          keyPath: "ordinal",
          autoIncrement: true,
        });
        for (const name of ["path", "hash", "content"]) documents.createIndex(name, name);
        documents.createIndex("queue", ["state", "order"]);
        documents.createIndex("removed", "removedAt");
        created.createObjectStore("pages", { keyPath: ["document", "number"] });
        for (const name of ["passages", "postings", "originals"]) {
          created.createObjectStore(name, { keyPath: "document" });
        }
        created.createObjectStore("conversations", { keyPath: "id" });
        for (const name of ["turns", "traces"]) {
          created.createObjectStore(name, { keyPath: ["conversation", "number"] });
        }
        created.createObjectStore("settings", { keyPath: "name" });
      },
    });
    await earlier.add("documents", stored);
    await earlier.add("passages", passages);
    await earlier.add("postings", { document: stored.ordinal, postings });
    earlier.close();
    store = await openStore();
    expect(await store.documents.searchable()).toEqual([{ document: stored, passages, postings }]);
    expect(await store.publications.all()).toEqual([]);
    await store.publications.put(publication, false);
    expect(await store.publications.all()).toEqual([{ ...publication, hidden: [] }]);
  });
});
