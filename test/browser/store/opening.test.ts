import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { databaseName, emptyStore, openStore, queued, ready, searchable, take } from "./sample.js";

beforeEach(() => deleteDB(databaseName));
afterEach(() => {
  vi.restoreAllMocks();
});

const failure = (name: string) => new DOMException("It is not allowed here.", name);

describe("a store whose database a newer version opens", () => {
  it("closes its database, reports that, and rejects with outdated from then on", async () => {
    const onOutdated = vi.fn();
    const store = await emptyStore("disk", onOutdated);
    const job = await ready(store, "a");
    const newer = await openDB(databaseName, 1000);
    onTestFinished(() => newer.close());
    expect(onOutdated).toHaveBeenCalledTimes(1);
    await expect(store.documents.searchable()).rejects.toMatchObject({ code: "outdated" });
    await expect(take(store, "b")).rejects.toMatchObject({ code: "outdated" });
    await expect(store.contents.stagePages(job, [])).rejects.toMatchObject({ code: "outdated" });
    await expect(store.conversations.all()).rejects.toMatchObject({ code: "outdated" });
    expect(await newer.count("documents")).toBe(1);
  });

  it("finishes pending writes before it closes", async () => {
    const store = await emptyStore("disk");
    const writing = queued(store, "a");
    const opening = openDB(databaseName, 1000);
    await writing;
    const newer = await opening;
    expect(await newer.count("documents")).toBe(1);
    newer.close();
  });

  it("does not open a store that a newer version wrote, not even in memory", async () => {
    const newer = await openDB(databaseName, 1000, {
      upgrade: (database) => void database.createObjectStore("anything"),
    });
    newer.close();
    await expect(openStore()).rejects.toMatchObject({
      code: "outdated",
      message: expect.stringContaining("Reload the page"),
    });
  });

  it("closes and reports a deleted database, without calling it outdated", async () => {
    const onOutdated = vi.fn();
    const onLost = vi.fn();
    const store = await emptyStore("disk", onOutdated, onLost);
    await deleteDB(databaseName);
    expect(onOutdated).not.toHaveBeenCalled();
    expect(onLost).toHaveBeenCalledTimes(1);
    await expect(store.documents.searchable()).rejects.toMatchObject({
      code: "storage-failed",
      message: "The browser has deleted or closed what was stored here. Reload the page.",
    });
  });
});

describe("a store in memory", () => {
  it.each(["SecurityError", "InvalidStateError", "UnknownError", "QuotaExceededError"])(
    "falls back to memory when no database can be opened (%s)",
    async (name) => {
      vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
        throw failure(name);
      });
      const store = await openStore();
      expect(store.kind).toBe("memory");
      const { ordinal } = await ready(store, "a");
      expect(await searchable(store)).toEqual([ordinal]);
      store.close();
    },
  );

  it("falls back to memory when nothing can be written", async () => {
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw failure("QuotaExceededError");
    });
    const store = await openStore();
    expect(store.kind).toBe("memory");
    store.close();
  });

  it("opens a store in memory with almost no storage", async () => {
    vi.spyOn(StorageManager.prototype, "estimate").mockResolvedValue({ quota: 1000, usage: 0 });
    const store = await openStore();
    expect(store.kind).toBe("memory");
    store.close();
  });
});

describe("a store on disk", () => {
  it("stays on disk if the browser does not report how much may be stored", async () => {
    vi.spyOn(StorageManager.prototype, "estimate").mockRejectedValue(new TypeError("No."));
    const store = await openStore();
    expect(store.kind).toBe("disk");
    store.close();
  });

  it("stays on disk if something is stored there, even if nothing more can be stored", async () => {
    const before = await emptyStore("disk");
    const { ordinal } = await ready(before, "a");
    before.close();
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw failure("QuotaExceededError");
    });
    const store = await openStore();
    expect(store.kind).toBe("disk");
    expect(await searchable(store)).toEqual([ordinal]);
    store.close();
  });

  it("fails to open if the stored data cannot be opened", async () => {
    (await emptyStore("disk")).close();
    vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
      throw failure("UnknownError");
    });
    await expect(openStore()).rejects.toMatchObject({ code: "storage-failed" });
  });
});
