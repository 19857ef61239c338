import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packPage } from "../../../src/core/packed-page.js";
import type { Page } from "../../../src/core/page.js";
import type { StoredDocument } from "../../../src/store/schema.js";
import { Store } from "../../../src/store/store.js";

type Postings = { readonly words: string };

const collection = "store-test";
let store: Store<Postings>;

beforeEach(async () => {
  await deleteDB(`pagehound:${collection}`);
  store = await Store.open<Postings>(collection);
});
afterEach(() => store.close());

const described: Omit<StoredDocument, "ordinal" | "state"> = {
  path: "a.pdf",
  hash: "00",
  format: "pdf",
  pageUnit: "page",
  versions: { format: 1, passages: 1, postings: 1 },
  metadata: {
    title: null,
    author: null,
    subject: null,
    keywords: null,
    creator: null,
    producer: null,
    created: null,
    modified: null,
    tagged: null,
    encrypted: false,
    pageSize: null,
    fileSize: 3,
    formatVersion: null,
  },
  pages: { total: 2, text: 2, empty: 0, scanned: 0, unreadable: 0 },
  gaps: [],
  passages: 1,
  words: 2,
  addedAt: 1,
};

const page = (number: number): Page => ({
  number,
  label: null,
  state: "text",
  width: 100,
  height: 100,
  text: `page ${number}`,
  lines: [],
  geometry: {
    runs: Uint32Array.from([0, 4, 0, 0]),
    boxes: Float32Array.from([1, 2, 3, 4]),
    lengths: Uint32Array.from([4]),
  },
});

async function stage(path = "a.pdf"): Promise<number> {
  const ordinal = await store.stage({ ...described, path }, new Blob(["abc"]));
  await store.stagePages(ordinal, [packPage(page(1)), packPage(page(2))]);
  return ordinal;
}

function finish(ordinal: number, replaces: number | null = null): Promise<void> {
  return store.finish({
    document: { ...described, ordinal, state: "staging" },
    passages: { document: ordinal, entries: new Uint32Array(5), headings: [], bookmarks: [] },
    postings: { words: `of ${ordinal}` },
    replaces,
  });
}

const searchable = async () => (await store.searchable()).map(({ document }) => document.ordinal);

describe("Store", () => {
  it("shows nothing of a document until it is finished, and then all of it", async () => {
    const ordinal = await stage();
    expect(await searchable()).toEqual([]);
    await finish(ordinal);
    const [found] = await store.searchable();
    expect(found).toMatchObject({
      document: { ordinal, state: "ready" },
      postings: { words: `of ${ordinal}` },
    });
    expect(await store.allPages(ordinal)).toEqual([1, 2].map(page));
    expect(await (await store.original(ordinal))?.text()).toBe("abc");
  });

  it("keeps what is finished when it is closed and opened again", async () => {
    const ordinal = await stage();
    await finish(ordinal);
    store.close();
    store = await Store.open<Postings>(collection);
    expect(await searchable()).toEqual([ordinal]);
  });

  it("replaces a document in the same moment that its successor appears", async () => {
    const first = await stage();
    await finish(first);
    const second = await stage();
    expect(await searchable()).toEqual([first]);
    await finish(second, first);
    expect(await searchable()).toEqual([second]);
  });

  it("hides and brings back", async () => {
    const ordinal = await stage();
    await finish(ordinal);
    await store.setState([ordinal], "removed");
    expect(await searchable()).toEqual([]);
    await store.setState([ordinal, 999], "ready");
    expect(await searchable()).toEqual([ordinal]);
  });

  it("never makes a staged document visible by a change of state", async () => {
    const ordinal = await stage();
    await store.setState([ordinal], "ready");
    expect(await searchable()).toEqual([]);
  });

  it("deletes a document with all that belongs to it, and nothing of its neighbours", async () => {
    const ordinals = [await stage("a.pdf"), await stage("b.pdf"), await stage("c.pdf")] as const;
    for (const ordinal of ordinals) await finish(ordinal);
    await store.delete(ordinals[1]);
    expect(await searchable()).toEqual([ordinals[0], ordinals[2]]);
    expect(await store.allPages(ordinals[1])).toEqual([]);
    expect(await store.original(ordinals[1])).toBeUndefined();
    expect(await store.postings(ordinals[1])).toBeUndefined();
    expect(await store.allPages(ordinals[0])).toHaveLength(2);
    expect(await store.allPages(ordinals[2])).toHaveLength(2);
  });

  it("never gives an ordinal out twice", async () => {
    const first = await stage();
    await store.delete(first);
    expect(await stage()).toBeGreaterThan(first);
  });

  it("returns pages in the order asked for, and undefined for those that are not there", async () => {
    const ordinal = await stage();
    const pages = await store.pages([
      [ordinal, 2],
      [ordinal, 9],
      [ordinal, 1],
    ]);
    expect(pages.map((found) => found?.number)).toEqual([2, undefined, 1]);
  });

  it("returns a range of pages in order, and nothing of the neighbours", async () => {
    const ordinal = await stage();
    await store.stagePages(ordinal, [packPage(page(3))]);
    await stage("b.pdf");
    const numbers = async (from: number, to: number) =>
      (await store.pageRange(ordinal, { from, to })).map(({ number }) => number);
    expect(await numbers(2, 3)).toEqual([2, 3]);
    expect(await numbers(3, 9)).toEqual([3]);
    expect(await numbers(4, 9)).toEqual([]);
  });

  it("rejects with a typed error once it is closed", async () => {
    store.close();
    await expect(store.documents()).rejects.toMatchObject({ code: "storage-failed" });
    store = await Store.open<Postings>(collection);
  });
});
