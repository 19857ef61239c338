import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type CollectionChange, Pagehound } from "../../../src/index.js";
import { Store } from "../../../src/store/store.js";
import { openInPage, searchFor } from "./in-page.js";
import { fakeTime, later } from "./later.js";
import { addAll, startAdding, textFile, watchChanges } from "./watched.js";

const name = "lost-test";
/** Held by the tab that reads the files. */
const readerLock = `pagehound:${name}:reader`;
const options = { name, assetsBase: "/assets/", parseWorkers: 1 };
let hound: Pagehound;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open(options);
});
afterEach(() => {
  vi.useRealTimers();
  hound.close();
});

it("reports that the browser deleted the storage, and ends pending calls", async () => {
  await addAll(hound, textFile("a.txt", "A qersu is a kind of boat."));
  const [document] = await hound.documents();
  await hound.queue.pause();
  const changes = watchChanges(hound);
  const adding = startAdding(hound, [textFile("b.txt", "A dhow is another.")]);
  await adding.seen(({ type }) => type === "document-waiting");
  await deleteDB(`pagehound:${name}`);
  expect(await changes.seen(({ type }) => type === "storage-lost")).toEqual({
    type: "storage-lost",
  });
  changes.stop();
  const lost = {
    code: "storage-failed",
    message: "The browser has deleted or closed what was stored here. Reload the page.",
  };
  await expect(adding.done).rejects.toMatchObject(lost);
  if (document) await expect(hound.page(document.id, 1)).rejects.toMatchObject(lost);
  await expect(hound.queue.list()).rejects.toMatchObject(lost);
  const [refused] = await addAll(hound, textFile("c.txt", "A punt."));
  expect(refused).toMatchObject({
    type: "document-refused",
    code: "storage-failed",
    message: expect.stringMatching(/^c\.txt could not be stored\. The browser has deleted/),
  });
  // A reloaded page starts over.
  hound.close();
  hound = await Pagehound.open(options);
  expect(await hound.documents()).toEqual([]);
  await addAll(hound, textFile("a.txt", "A qersu."));
  expect((await hound.documents()).map(({ path }) => path)).toEqual(["a.txt"]);
});

it("a page shown again catches up with changes of a tab that died before notifying it", async () => {
  await addAll(hound, textFile("a.txt", "A qersu is a kind of boat."));
  const other = await Store.open(name, { inMemory: false, onOutdated: () => {} });
  const changes = watchChanges(hound);
  await other.documents.remove([1], Date.now());
  other.close();
  expect(await hound.documents()).toHaveLength(1);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(await changes.seen(({ type }) => type === "documents-removed")).toEqual({
    type: "documents-removed",
    documents: ["d1"],
  });
  expect(await hound.documents()).toEqual([]);
  changes.stop();
});

describe("documents removed by a tab that died before notifying others", () => {
  /** Opens a collection in which "a.txt" is removed and "b.txt" replaced. */
  async function openWithRemoved() {
    // A closed collection may still be reading for a moment.
    hound.close();
    await navigator.locks.request(readerLock, () => {});
    // Installed before anything is opened, because timers set earlier would not be advanced.
    fakeTime();
    const opened = await openInPage(name);
    const { collection, add, idle } = opened;
    await add([textFile("a.txt", "A qersu is a kind of boat.")]);
    // Follow-up work after adding also reads the database, and would notice the change before
    // anyone listens.
    await idle();
    const changes: CollectionChange[] = [];
    collection.ingestion.listen((change) => changes.push(change));
    const other = await Store.open(name, { inMemory: false, onOutdated: () => {} });
    await other.documents.remove([1], Date.now() - 60_000);
    other.close();
    // Replacing a document schedules the deletion.
    await add([textFile("b.txt", "A dhow.")]);
    await add([textFile("b.txt", "A dhow is another.")]);
    return { ...opened, removed: () => changes.filter(({ type }) => type === "documents-removed") };
  }

  it("are purged on time", async () => {
    const { collection, removed, close } = await openWithRemoved();
    await later(() => removed().length > 0);
    expect(removed()).toEqual([{ type: "documents-removed", documents: ["d1"] }]);
    expect(collection.summaries.map(({ path }) => path)).toEqual(["b.txt"]);
    expect((await collection.search(searchFor("qersu", 9))).hits).toEqual([]);
    close();
  });

  it("are purged by a tab that another one took for asleep in the meantime", async () => {
    const { collection, close } = await openWithRemoved();
    await navigator.locks.request(readerLock, { steal: true }, () => {});
    const stored = await Store.open(name, { inMemory: false, onOutdated: () => {} });
    await later(async () => (await stored.documents.removals()).length === 0);
    expect(collection.summaries.map(({ path }) => path)).toEqual(["b.txt"]);
    stored.close();
    close();
  });
});
