import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { DocumentSummary } from "../../../src/core/document.js";
import type { StoredDocument } from "../../../src/store/schema.js";
import { inDatabase } from "./in-database.js";
import { type CollectionInPage, openInPage } from "./in-page.js";
import { textFile } from "./watched.js";

const name = "encodings-test";
const patient = { timeout: 60_000 };
let opened: CollectionInPage;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  opened = await openInPage(name);
});
afterEach(() => opened.close());

/** "Склад находится в Казани." in windows-1251. */
const bytes = Uint8Array.of(
  ...[209, 234, 235, 224, 228, 32, 237, 224, 245, 238, 228, 232, 242, 241, 255, 32, 226, 32],
  ...[202, 224, 231, 224, 237, 232, 46, 10],
);
const document = (path: string) =>
  opened.collection.summaries.find((each) => each.path === path) as DocumentSummary;
const encoding = (path: string) => document(path).metadata.encoding;
const text = async (path: string) =>
  (await opened.collection.page({ document: document(path).id, number: 1 })).text;
const readAs = (path: string, chosen: string | null) =>
  opened.collection.readAs({ documents: [document(path).id], encoding: chosen });

it("rereads a document in a chosen encoding, and then in the detected one", async () => {
  await opened.add([textFile("a.txt", bytes)]);
  expect(encoding("a.txt")).toEqual({ name: "windows-1251", from: "bytes" });
  expect(await readAs("a.txt", "koi8-r")).toHaveLength(1);
  await expect.poll(() => encoding("a.txt"), patient).toEqual({ name: "koi8-r", from: "chosen" });
  expect(await text("a.txt")).not.toContain("Казани");
  await readAs("a.txt", null);
  await expect.poll(() => encoding("a.txt")?.name, patient).toBe("windows-1251");
  expect(await text("a.txt")).toContain("Склад находится в Казани.");
});

it("keeps a document's chosen encoding when a newer reader rereads it, apart from documents with the same bytes", async () => {
  await opened.add([textFile("a.txt", bytes)]);
  await opened.add([textFile("b.txt", bytes)]);
  await readAs("a.txt", "koi8-r");
  await expect.poll(() => encoding("a.txt")?.name, patient).toBe("koi8-r");
  await opened.add([textFile("c.txt", bytes)]);
  opened.close();
  await inDatabase(name, async (database) => {
    for (const each of (await database.getAll("documents")) as StoredDocument[]) {
      await database.put("documents", { ...each, versions: { ...each.versions, format: 0 } });
    }
  });
  opened = await openInPage(name);
  const outdated = () =>
    inDatabase(name, async (database) =>
      ((await database.getAll("documents")) as StoredDocument[]).filter(
        ({ state, versions }) => state === "ready" && versions?.format === 0,
      ),
    );
  await expect.poll(outdated, patient).toEqual([]);
  await expect.poll(() => opened.collection.summaries.length, patient).toBe(3);
  expect(encoding("a.txt")).toEqual({ name: "koi8-r", from: "chosen" });
  for (const path of ["b.txt", "c.txt"]) {
    expect(encoding(path)).toEqual({ name: "windows-1251", from: "bytes" });
    expect(await text(path)).toContain("Склад находится в Казани.");
  }
});

it("offers no encoding for files that are not text", async () => {
  const book = new TextEncoder().encode("{\\rtf1\\ansi A boat.}");
  await opened.add([textFile("a.rtf", book)]);
  expect(await readAs("a.rtf", "koi8-r")).toEqual([]);
});
