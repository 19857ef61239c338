import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/store/store.js";
import { dump } from "./dump.js";
import {
  databaseName,
  finished,
  openStore,
  type Postings,
  packed,
  page,
  purge,
  queued,
} from "./sample.js";

/** A database as left by version 1 or 2 of the layout, with a document in every state. */
async function earlier(version: 1 | 2): Promise<void> {
  const database = await openDB(databaseName, version, {
    upgrade(created) {
      created.createObjectStore("documents", { keyPath: "ordinal", autoIncrement: true });
      created.createObjectStore("pages", { keyPath: ["document", "number"] });
      for (const name of ["passages", "postings", "originals"]) {
        created.createObjectStore(name, { keyPath: "document" });
      }
      if (version === 1) return;
      created.createObjectStore("conversations", { keyPath: "id" });
      for (const name of ["turns", "traces"]) {
        created.createObjectStore(name, { keyPath: ["conversation", "number"] });
      }
    },
  });
  for (const [index, state] of ["ready", "removed", "staging", "staging"].entries()) {
    const ordinal = index + 1;
    await database.add("documents", { ...described, path: `${state} ${ordinal}`, state });
    for (const number of [1, 2]) {
      const [stored] = packed(number);
      await database.add("pages", { ...stored, document: ordinal });
    }
    // The last one has lost its file, which no earlier code did.
    if (ordinal < 4) {
      const file = new Blob(["bytes"]);
      await database.add("originals", { document: ordinal, file });
    }
    if (state === "staging") continue;
    const { passages, postings } = finished(jobLike(ordinal));
    await database.add("passages", passages);
    await database.add("postings", { document: ordinal, postings });
  }
  if (version === 2) {
    await database.add("conversations", {
      id: "c",
      title: "t",
      turns: 0,
      startedAt: 1,
      updatedAt: 2,
    });
  }
  database.close();
}

const jobLike = (ordinal: number) => ({
  ordinal,
  path: "",
  hash: "00",
  content: 0,
  addedAt: 7,
  state: "queued" as const,
  order: 0,
  size: 5,
  reader: null,
  problem: null,
  renews: false,
});
const { metadata, versions } = finished(jobLike(1)).document;
const counts = { total: 2, text: 2, empty: 0, scanned: 0, unreadable: 0 };
const described = {
  hash: "00",
  format: "pdf",
  pageUnit: "page",
  versions,
  metadata,
  pages: counts,
  gaps: [],
  passages: 1,
  words: 2,
  addedAt: 7,
};

describe.each([1, 2] as const)("an upgrade from version %d", (version) => {
  let store: Store<Postings>;
  beforeEach(async () => {
    await deleteDB(databaseName);
    await earlier(version);
    store = await openStore();
  });
  afterEach(() => store.close());

  it("keeps searchable documents in an upgrade, each with its own content", async () => {
    expect(await store.documents.searchable()).toEqual([
      {
        document: {
          ...described,
          ordinal: 1,
          path: "ready 1",
          state: "ready",
          content: 1,
          pages: { ...counts, recognised: 0 },
        },
        passages: finished(jobLike(1)).passages,
        postings: { words: "of 1" },
      },
    ]);
    expect(await store.contents.allPages(1)).toEqual([page(1), page(2)]);
    expect(await ((await store.contents.original(1)) as Blob).text()).toBe("bytes");
  });

  it("queues files that were being read, and drops those without stored bytes", async () => {
    const job = { ...jobLike(3), path: "staging 3", content: 3, order: 3 };
    expect(await store.jobs.all()).toEqual([job]);
    expect(await store.jobs.next(() => true)).toEqual(job);
    await store.contents.dropPages(3);
    expect(await store.contents.stagedPages(3)).toEqual([]);
  });

  it("erases removed documents in an upgrade, sweeps unreferenced contents, and continues counting", async () => {
    await expect(store.documents.restore([2])).rejects.toMatchObject({ code: "not-found" });
    expect(await purge(store, 0)).toEqual([2]);
    await store.contents.sweep();
    const pages = (await dump()).pages as { document: number }[];
    expect(pages.map(({ document }) => document)).toEqual([1, 1, 3, 3]);
    expect((await queued(store, "new", "new bytes")).ordinal).toBe(5);
  });

  it("recognises existing bytes after an upgrade", async () => {
    expect((await queued(store, "elsewhere", "00")).content).toBe(3);
  });

  it("leaves conversations unchanged in an upgrade", async () => {
    expect(await store.conversations.all()).toHaveLength(version - 1);
  });
});

/** A database as left by version 9 of the layout, with a row in every store that a person fills. */
async function ninth(): Promise<Record<string, object>> {
  const rows = {
    documents: { ...jobLike(1), ...described, path: "lease.pdf", content: 1, state: "ready" },
    conversations: { id: "c", title: "t", turns: 1, startedAt: 1, updatedAt: 2 },
    turns: { conversation: "c", number: 1, question: "q", standalone: "q", text: "", answer: {} },
    grids: { id: "g", version: 1, running: false, definition: {} },
    gridAnswers: { grid: "g", column: "a", hash: "00", version: 1, answer: {} },
    notes: { id: "n", version: 1, text: "", places: [], createdAt: 1, updatedAt: 2 },
    settings: { name: "paused", value: true },
  };
  const database = await openDB(databaseName, 9, {
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
      for (const name of ["conversations", "guides", "grids", "notes"]) {
        created.createObjectStore(name, { keyPath: "id" });
      }
      for (const name of ["turns", "traces"]) {
        created.createObjectStore(name, { keyPath: ["conversation", "number"] });
      }
      for (const name of ["settings", "tools"])
        created.createObjectStore(name, { keyPath: "name" });
      created.createObjectStore("publications", { keyPath: "url" });
      created.createObjectStore("gridAnswers", { keyPath: ["grid", "column", "hash"] });
      const vectors = created.createObjectStore("vectors", { keyPath: ["document", "part"] });
      vectors.createIndex("basis", ["model", "passages", "texts"]);
    },
  });
  for (const [name, row] of Object.entries(rows)) await database.add(name, row);
  database.close();
  return rows;
}

it("keeps everything in an upgrade from version 9, and supports notebooks", async () => {
  await deleteDB(databaseName);
  const rows = await ninth();
  const store = await openStore();
  const now = await dump();
  for (const [name, row] of Object.entries(rows)) expect(now[name], name).toEqual([row]);
  const times = { createdAt: 1, updatedAt: 1 };
  await store.notebooks.put({ id: "b", title: "Leases", conversations: [], grids: [], ...times });
  const change = { documents: [1], conversations: ["c"], grids: ["g", "none"] };
  expect(await store.notebooks.add("b", change)).toEqual(change);
  expect(await store.notebooks.all()).toMatchObject([
    { id: "b", documents: [1], conversations: ["c"], grids: ["g"] },
  ]);
  store.close();
});
