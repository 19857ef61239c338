import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type InputFile, Pagehound, type PagehoundOptions } from "../../../src/index.js";
import { isLong } from "../../tries.js";
import { fixture } from "../fixture.js";
import { inDatabase } from "./in-database.js";
import { addAll, ends, ofType, startAdding, textFile, watchChanges } from "./watched.js";

const name = "identity-test";
const options: PagehoundOptions = { name, assetsBase: "/assets/", parseWorkers: 1 };
let hound: Pagehound;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open(options);
});
afterEach(() => hound.close());

const found = async (query: string) =>
  (await hound.search(query)).hits.map(({ path, page }) => `${path}:${page}`).sort();
const documents = async () =>
  new Map((await hound.documents()).map((document) => [document.path, document]));

/** The number of entries in each store. */
const counts = () =>
  inDatabase(name, async (database) => {
    const [entries, pages, originals] = await Promise.all(
      ["documents", "pages", "originals"].map((store) => database.count(store)),
    );
    return { entries, pages, originals };
  });

describe("the same bytes", () => {
  it("stores and reads the same bytes once for files under several paths, until the last is removed", async () => {
    const file = await fixture("pdf/headings.pdf");
    await addAll(hound, { path: "one.pdf", file });
    const before = await counts();
    const events = await addAll(hound, { path: "two.pdf", file }, { path: "sub/three.pdf", file });
    const first = (await documents()).get("one.pdf");
    expect(ofType(events, "document-ready").map(({ sameAs }) => sameAs)).toEqual([
      first?.id,
      first?.id,
    ]);
    expect(ofType(events, "document-started").every(({ pages, done }) => pages === done)).toBe(
      true,
    );
    expect(await counts()).toEqual({ ...before, entries: 3 });
    const words = (await documents()).get("two.pdf");
    expect(words).toMatchObject({ words: first?.words, pages: first?.pages });
    expect(words && (await hound.outline(words.id)).length).toBeGreaterThan(1);
    await hound.remove(first ? [first.id] : []);
    expect(words && (await hound.page(words.id, 1)).text).not.toBe("");
    expect(words && (await hound.original(words.id)).size).toBe(file.size);
  });

  it("makes one document of the same bytes added twice at once under one path", async () => {
    const file = textFile("a.txt", "A qersu is a kind of boat.");
    const events = await Promise.all([addAll(hound, file), addAll(hound, file, file)]);
    expect(ends(events[0]).map((end) => end.replace("unchanged", "ready"))).toEqual([
      "a.txt: ready",
    ]);
    // The same file twice in one call counts once.
    expect(ends(events[1])).toHaveLength(1);
    expect(await counts()).toEqual({ entries: 1, pages: 1, originals: 1 });
  });

  it.runIf(isLong)(
    "rereads known bytes with a newer reader while the old pages stay searchable",
    async () => {
      await addAll(hound, textFile("a.txt", "A qersu is a kind of boat."));
      await addAll(hound, textFile("b.txt", "A qersu is a kind of boat."));
      const before = await documents();
      hound.close();
      await inDatabase(name, async (database) => {
        for (const document of await database.getAll("documents")) {
          await database.put("documents", {
            ...document,
            versions: { ...document.versions, format: 0 },
          });
        }
      });
      hound = await Pagehound.open(options);
      expect(await found("qersu")).toEqual(["a.txt:1", "b.txt:1"]);
      const ids = async () => [...(await documents()).values()].map(({ id }) => id);
      const old = new Set([...before.values()].map(({ id }) => id));
      const patient = { timeout: 60_000 };
      await expect.poll(async () => (await ids()).filter((id) => old.has(id)), patient).toEqual([]);
      expect(await found("qersu")).toEqual(["a.txt:1", "b.txt:1"]);
      // The second one shares what was reread for the first.
      await expect.poll(counts, patient).toEqual({ entries: 2, pages: 1, originals: 1 });
      expect([...(await documents()).keys()]).toEqual(["a.txt", "b.txt"]);
      hound.close();
      hound = await Pagehound.open(options);
      expect((await hound.queue.list()).files).toEqual([]);
    },
  );
});

describe("a folder that is added again", () => {
  it("reads only changed files of a folder that is added again, and reports missing files", async () => {
    const files = ["a", "b", "c"].map((path) => textFile(`notes/${path}.txt`, `The note ${path}.`));
    await addAll(hound, ...files, textFile("other/d.txt", "Elsewhere."));
    const [, b, c] = files as [InputFile, InputFile, InputFile];
    const again = [b, { ...c, file: new Blob(["Another note."]) }];
    const events = await startAdding(hound, again, { folders: ["notes/"] }).done;
    expect(ends(events)).toEqual(["notes/b.txt: unchanged", "notes/c.txt: ready"]);
    expect(events.at(-1)).toMatchObject({
      type: "folder-compared",
      path: "notes",
      missing: [{ path: "notes/a.txt" }],
    });
    expect(await found("note")).toEqual(["notes/a.txt:1", "notes/b.txt:1", "notes/c.txt:1"]);
  });
});

describe("a large file with a handle", () => {
  const text = "A qersu is a kind of boat.";

  async function linked(content: string): Promise<InputFile & { handle: FileSystemFileHandle }> {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle("linked.txt", { create: true });
    await write(handle, content);
    return { path: "linked.txt", file: await handle.getFile(), handle };
  }

  async function write(handle: FileSystemFileHandle, content: string): Promise<void> {
    const writable = await handle.createWritable();
    await writable.write(content);
    await writable.close();
  }

  it("links a large file with a handle instead of copying it, and notices a change or removal", async () => {
    hound.close();
    hound = await Pagehound.open({ ...options, copyUpTo: 10 });
    const file = await linked(text);
    expect(ends(await addAll(hound, file, textFile("small.txt", "Small.")))).toEqual([
      "linked.txt: ready",
      "small.txt: ready",
    ]);
    const document = (await documents()).get("linked.txt");
    expect(document?.linked).toBe(true);
    expect((await documents()).get("small.txt")?.linked).toBe(false);
    const stored = await inDatabase(name, (database) => database.getAll("originals"));
    expect(stored.map((original) => original.file instanceof Blob)).toEqual([false, true]);
    if (!document) throw new Error("The document is not there.");
    expect(await (await hound.original(document.id)).text()).toBe(text);
    expect(await hound.allow(document.id)).toBe(true);
    await write(file.handle, `${text} It sank.`);
    await expect(hound.original(document.id)).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("changed"),
    });
    expect(await found("qersu")).toEqual(["linked.txt:1"]);
    await (await navigator.storage.getDirectory()).removeEntry("linked.txt");
    await expect(hound.original(document.id)).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("no longer"),
    });
  });

  it.runIf(isLong)(
    "opens a linked file again once it is re-added with another handle or as a copy",
    async () => {
      hound.close();
      hound = await Pagehound.open({ ...options, copyUpTo: 10 });
      const file = await linked(text);
      await addAll(hound, file);
      const id = (await documents()).get("linked.txt")?.id;
      if (!id) throw new Error("The document is not there.");
      const folder = await navigator.storage.getDirectory();
      await folder.removeEntry("linked.txt");
      await expect(hound.original(id)).rejects.toMatchObject({ code: "not-found" });
      const handle = await folder.getFileHandle("moved.txt", { create: true });
      await write(handle, text);
      const moved = { ...file, file: await handle.getFile(), handle };
      expect(ends(await addAll(hound, moved))).toEqual(["linked.txt: unchanged"]);
      expect(await (await hound.original(id)).text()).toBe(text);
      await folder.removeEntry("moved.txt");
      const changes = watchChanges(hound);
      const copy = { path: "linked.txt", file: new Blob([text]) };
      expect(ends(await addAll(hound, copy))).toEqual(["linked.txt: unchanged"]);
      expect(await (await hound.original(id)).text()).toBe(text);
      expect(await changes.seen(({ type }) => type === "documents-restored")).toMatchObject({
        documents: [{ id, linked: false }],
      });
      changes.stop();
    },
  );

  it("refuses a linked file that changed before it was read", async () => {
    hound.close();
    hound = await Pagehound.open({ ...options, copyUpTo: 10 });
    await hound.queue.pause();
    const file = await linked(text);
    const adding = startAdding(hound, [file]);
    await adding.seen(({ type }) => type === "document-waiting");
    await write(file.handle, "Something else entirely.");
    await hound.queue.resume();
    expect(ofType(await adding.done, "document-refused")).toMatchObject([
      { code: "damaged-file", kept: false, message: expect.stringContaining("changed") },
    ]);
  });
});

describe("changes of a collection", () => {
  it("reports added, removed and restored documents, and the space they take on disk", async () => {
    const changes = watchChanges(hound);
    await addAll(hound, textFile("a.txt", "A qersu is a kind of boat."));
    const ready = await changes.seen(({ type }) => type === "document-ready");
    const id = ready.type === "document-ready" ? ready.document.id : null;
    await hound.remove(id ? [id] : []);
    expect(await changes.seen(({ type }) => type === "documents-removed")).toMatchObject({
      documents: [id],
    });
    await hound.restore(id ? [id] : []);
    expect(await changes.seen(({ type }) => type === "documents-restored")).toMatchObject({
      documents: [{ id, path: "a.txt" }],
    });
    changes.stop();
    expect(await hound.storage()).toMatchObject({
      kind: "disk",
      largest: [{ document: id, path: "a.txt", bytes: expect.any(Number) }],
    });
  });

  it("refuses a file that was deleted from the disk before it was read", async () => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle("gone.txt", { create: true });
    const writable = await handle.createWritable();
    await writable.write("Gone before it was read.");
    await writable.close();
    const file = await handle.getFile();
    await folder.removeEntry("gone.txt");
    const events = await addAll(hound, { path: "gone.txt", file });
    expect(ofType(events, "document-refused")).toMatchObject([
      { code: "damaged-file", kept: false, path: "gone.txt" },
    ]);
    expect((await hound.queue.list()).files).toEqual([]);
  });
});
