import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { holdLock, openLock } from "../../../src/core/locks.js";
import { Pagehound } from "../../../src/index.js";
import { schemaVersion } from "../../../src/store/schema.js";
import { textFile } from "./watched.js";

const names = ["stored-test", "stored-test:two"] as const;
const [name, other] = names;
const options = { assetsBase: "/assets/", parseWorkers: 1 };

beforeEach(async () => {
  for (const each of names) await deleteDB(`pagehound:${each}`);
});
afterEach(async () => {
  for (const each of names) await Pagehound.delete(each);
});

const listed = async () =>
  (await Pagehound.list()).filter((each) => each.name.startsWith("stored-test"));
const databases = async () => (await indexedDB.databases()).map((each) => each.name);

it("counts the searchable documents of each stored collection, and does not list those in memory", async () => {
  const hound = await Pagehound.open({ name, ...options });
  const memory = await Pagehound.open({
    name: "stored-test-memory",
    storage: "memory",
    ...options,
  });
  expect(await listed()).toEqual([{ name, documents: 0 }]);
  const { added } = await hound.add([
    textFile("a.txt", "One."),
    textFile("b.txt", "Two."),
    textFile("c.txt", "Three."),
    textFile("empty.txt", ""),
  ]);
  await hound.remove(added.slice(0, 1).map(({ id }) => id));
  await hound.queue.pause();
  const waiting = hound.add([textFile("d.txt", "Four.")]);
  for await (const { type } of waiting) if (type === "document-waiting") break;
  const two = await Pagehound.open({ name: other, ...options });
  expect(await listed()).toEqual([
    { name, documents: 2 },
    { name: other, documents: 0 },
  ]);
  for (const each of [hound, memory, two]) each.close();
});

it("lists a database with another layout without a document count, and creates no database", async () => {
  const newer = await openDB(`pagehound:${name}`, schemaVersion + 1);
  newer.close();
  expect(await listed()).toEqual([{ name, documents: null }]);
  await deleteDB(`pagehound:${name}`);
  expect(await listed()).toEqual([]);
  expect(await databases()).not.toContain(`pagehound:${name}`);
});

it("deletes a collection completely after closing it, without affecting others", async () => {
  const hound = await Pagehound.open({ name, ...options });
  const again = await Pagehound.open({ name, ...options });
  const two = await Pagehound.open({ name: other, ...options });
  await hound.add([textFile("a.txt", "One.")]);
  await two.add([textFile("a.txt", "Two.")]);
  localStorage.setItem(`pagehound:settings:${name}`, "{}");
  localStorage.setItem(`pagehound:settings:${other}`, "{}");
  const waiting = expect(hound.changes()[Symbol.asyncIterator]().next()).rejects;
  const rejected = waiting.toMatchObject({ code: "closed" });
  await Pagehound.delete(name);
  await rejected;
  for (const each of [hound, again]) {
    await expect(each.documents()).rejects.toMatchObject({ code: "closed" });
  }
  expect(await listed()).toEqual([{ name: other, documents: 1 }]);
  expect(await databases()).not.toContain(`pagehound:${name}`);
  expect(localStorage.getItem(`pagehound:settings:${name}`)).toBeNull();
  expect(localStorage.getItem(`pagehound:settings:${other}`)).toBe("{}");
  expect(await two.documents()).toHaveLength(1);
  // The name can be reused at once, and deleting a missing collection succeeds.
  const reopened = await Pagehound.open({ name, ...options });
  expect(await reopened.documents()).toEqual([]);
  await Pagehound.delete(name);
  await Pagehound.delete(name);
});

it("refuses to delete a collection that another tab has open", async () => {
  const hound = await Pagehound.open({ name, ...options });
  await hound.add([textFile("a.txt", "One.")]);
  // Simulates a page in another tab.
  const release = await holdLock(openLock(name));
  await expect(Pagehound.delete(name)).rejects.toMatchObject({
    code: "in-use",
    message: /another tab/,
  });
  expect(await listed()).toEqual([{ name, documents: 1 }]);
  await release();
  await Pagehound.delete(name);
  expect(await listed()).toEqual([]);
});

it("`await using` closes a collection at the end of a block", async () => {
  let kept: Pagehound;
  {
    await using hound = await Pagehound.open({ name, ...options });
    kept = hound;
    expect(await hound.documents()).toEqual([]);
  }
  await expect(kept.documents()).rejects.toMatchObject({ code: "closed" });
});

it.each(["https://workers.example/", "blob:nothing", 42, "http://["])(
  "does not load workers from %s",
  async (workerBase) => {
    const opening = Pagehound.open({ name, ...options, workerBase: workerBase as string });
    await expect(opening).rejects.toMatchObject({
      code: "invalid-argument",
      message: /workerBase/,
    });
  },
);

it("reports workers missing from their folder", async () => {
  const opening = Pagehound.open({ name, ...options, workerBase: "/assets/none" });
  await expect(opening).rejects.toMatchObject({ code: "worker-failed" });
});
