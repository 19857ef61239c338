import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DocumentId, Pagehound } from "../../../src/index.js";
import { inDatabase } from "./in-database.js";
import { addAll, startAdding, textFile, watchChanges } from "./watched.js";

const name = "notebooks-test";
const open: Pagehound[] = [];
let hound: Pagehound;

async function collection(named = name): Promise<Pagehound> {
  const opened = await Pagehound.open({ name: named, assetsBase: "/assets/", parseWorkers: 1 });
  open.push(opened);
  return opened;
}

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await collection();
});
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function idOf(path: string): Promise<DocumentId> {
  const document = (await hound.documents()).find((each) => each.path === path);
  if (!document) throw new Error(`There is no ${path}.`);
  return document.id;
}

/** The paths of the documents in a notebook. */
async function pathsIn(id: string, pagehound = hound): Promise<string[]> {
  const inside = new Set((await pagehound.notebooks.contents(id)).documents);
  return (await pagehound.documents())
    .filter((each) => inside.has(each.id))
    .map(({ path }) => path);
}

describe("a notebook", () => {
  it("creates, renames, deletes and restores a notebook, notifying every tab", async () => {
    await addAll(hound, textFile("lease.txt", "The rent is 900 euros."));
    const other = await collection();
    const changes = watchChanges(other);
    const { id } = await hound.notebooks.create("  Leases ");
    await changes.seen(({ type }) => type === "notebooks-changed");
    changes.stop();
    const document = await idOf("lease.txt");
    await other.notebooks.add(id, { documents: [document] });
    await other.notebooks.rename(id, "Contracts");
    expect(await hound.notebooks.list()).toMatchObject([
      { id, title: "Contracts", documents: 1, conversations: 0, grids: 0 },
    ]);
    await hound.notebooks.delete(id);
    expect(await other.notebooks.list()).toEqual([]);
    expect(await hound.documents()).toHaveLength(1);
    await hound.notebooks.restore(id);
    expect(await pathsIn(id, other)).toEqual(["lease.txt"]);
  });

  it("rejects empty and overlong titles, and ids that do not exist", async () => {
    for (const title of ["", "  ", "a".repeat(201)]) {
      await expect(hound.notebooks.create(title)).rejects.toMatchObject({
        code: "invalid-argument",
      });
    }
    const { id } = await hound.notebooks.create("Leases");
    const missing = [
      () => hound.notebooks.contents("none"),
      () => hound.notebooks.rename("none", "Other"),
      () => hound.notebooks.add("none", {}),
      () => hound.notebooks.remove("none", {}),
      () => hound.notebooks.restore(id),
      () => hound.notebooks.add(id, { documents: ["d999" as DocumentId] }),
      () => hound.add([textFile("a.txt", "a")], { notebook: "none" }),
    ];
    for (const call of missing) await expect(call()).rejects.toMatchObject({ code: "not-found" });
    // Deleting a notebook that does not exist is no error.
    await hound.notebooks.delete("none");
  });

  it("returns what was added or removed, so that it can be undone", async () => {
    await addAll(hound, textFile("a.txt", "First."), textFile("b.txt", "Second."));
    const [a, b] = [await idOf("a.txt"), await idOf("b.txt")];
    const { id } = await hound.notebooks.create("One");
    await hound.notebooks.add(id, { documents: [a] });
    const added = await hound.notebooks.add(id, { documents: [a, b] });
    expect(added).toEqual({ documents: [b], conversations: [], grids: [] });
    await hound.notebooks.remove(id, added);
    expect(await pathsIn(id)).toEqual(["a.txt"]);
    const removed = await hound.notebooks.remove(id, { documents: [a, b] });
    expect(removed.documents).toEqual([a]);
    await hound.notebooks.add(id, removed);
    expect(await pathsIn(id)).toEqual(["a.txt"]);
  });

  it("a notebook may share documents with other notebooks", async () => {
    await addAll(hound, textFile("a.txt", "First."));
    const [one, two] = [await hound.notebooks.create("One"), await hound.notebooks.create("Two")];
    const documents = [await idOf("a.txt")];
    for (const { id } of [one, two]) await hound.notebooks.add(id, { documents });
    await hound.notebooks.remove(one.id, { documents });
    expect(await pathsIn(one.id)).toEqual([]);
    expect(await pathsIn(two.id)).toEqual(["a.txt"]);
  });

  it("keeps a document that is replaced, even when the replacement is undone", async () => {
    await addAll(hound, textFile("a.txt", "First."));
    const first = await idOf("a.txt");
    const { id } = await hound.notebooks.create("One");
    await hound.notebooks.add(id, { documents: [first] });
    await addAll(hound, textFile("a.txt", "First, in another version."));
    expect(await idOf("a.txt")).not.toBe(first);
    expect(await pathsIn(id)).toEqual(["a.txt"]);
    await hound.restore([first]);
    expect((await hound.notebooks.contents(id)).documents).toEqual([first]);
  });

  it("a notebook does not regain a document that was removed from it before its replacement was undone", async () => {
    await addAll(hound, textFile("a.txt", "First."));
    const first = await idOf("a.txt");
    const { id } = await hound.notebooks.create("One");
    await hound.notebooks.add(id, { documents: [first] });
    await addAll(hound, textFile("a.txt", "First, in another version."));
    await hound.notebooks.remove(id, { documents: [await idOf("a.txt")] });
    await hound.restore([first]);
    expect(await pathsIn(id)).toEqual([]);
  });

  it("a notebook loses a deleted document, and regains it when the deletion is undone", async () => {
    await addAll(hound, textFile("a.txt", "First."), textFile("b.txt", "Second."));
    const [a, b] = [await idOf("a.txt"), await idOf("b.txt")];
    const { id } = await hound.notebooks.create("One");
    await hound.notebooks.add(id, { documents: [a, b] });
    await hound.remove([a]);
    expect(await pathsIn(id)).toEqual(["b.txt"]);
    expect((await hound.notebooks.list())[0]?.documents).toBe(1);
    await hound.restore([a]);
    expect(await pathsIn(id)).toEqual(["a.txt", "b.txt"]);
    await hound.remove([a]);
    // Adding the same file again creates another document.
    await addAll(hound, textFile("c.txt", "First."));
    expect(await pathsIn(id)).toEqual(["b.txt"]);
  });

  it("adds files to a notebook as they are added, including existing ones and attachments", async () => {
    await addAll(hound, textFile("a.txt", "First."));
    const { id } = await hound.notebooks.create("One");
    const mail = [
      "From: ada@example.com",
      "Subject: The lease",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="part"',
      "",
      "--part",
      "Content-Type: text/plain",
      "",
      "Here is the lease.",
      "--part",
      "Content-Type: text/plain",
      'Content-Disposition: attachment; filename="lease.txt"',
      "",
      "The rent is 900 euros.",
      "--part--",
    ].join("\r\n");
    const files = [textFile("a.txt", "First."), textFile("letter.eml", mail)];
    await startAdding(hound, files, { notebook: id }).done;
    expect(await pathsIn(id)).toEqual(["a.txt", "letter.eml", "letter.eml/lease.txt"]);
    await addAll(hound, textFile("b.txt", "Second."));
    expect(await pathsIn(id)).not.toContain("b.txt");
    const letter = await idOf("letter.eml");
    const removed = await hound.notebooks.remove(id, { documents: [letter] });
    expect(removed.documents).toHaveLength(2);
    expect(await pathsIn(id)).toEqual(["a.txt"]);
  });

  it("keeps a notebook when the page is reopened, including files that were not read yet", async () => {
    const { id } = await hound.notebooks.create("One");
    await hound.queue.pause();
    const adding = startAdding(hound, [textFile("a.txt", "First.")], { notebook: id });
    await adding.seen(({ type }) => type === "document-waiting");
    adding.done.catch(() => {});
    hound.close();
    hound = await collection();
    expect((await hound.notebooks.list())[0]).toMatchObject({ title: "One", documents: 0 });
    const changes = watchChanges(hound);
    await hound.queue.resume();
    await changes.seen(({ type }) => type === "document-ready");
    changes.stop();
    expect(await pathsIn(id)).toEqual(["a.txt"]);
  });

  it("lists only conversations and grids that currently exist", async () => {
    await addAll(hound, textFile("a.txt", "The notice period is three months."));
    const { id } = await hound.notebooks.create("One");
    await hound.notebooks.add(id, { conversations: ["c1", "c2"], grids: ["g1"] });
    expect((await hound.notebooks.contents(id)).conversations).toEqual([]);
    const { documents } = await hound.notebooks.contents(id);
    expect(documents).toEqual([]);
    await hound.ask("How long is the notice period?", { conversation: "c1" });
    await hound.grids.save({ id: "g1", columns: ["How long is the notice period?"] });
    const filled = { conversations: ["c1"], grids: ["g1"] };
    expect(await hound.notebooks.contents(id)).toMatchObject(filled);
    await hound.conversations.remove("c1");
    expect((await hound.notebooks.contents(id)).conversations).toEqual([]);
    await hound.conversations.restore("c1");
    expect(await hound.notebooks.contents(id)).toMatchObject(filled);
    await hound.notebooks.delete(id);
    expect(await hound.conversations.list()).toHaveLength(1);
    expect(await hound.grids.list()).toHaveLength(1);
  });

  it("a notebook narrows searches and questions to its documents", async () => {
    await addAll(
      hound,
      textFile("shop.txt", "The rent of the shop is 900 euros a month."),
      textFile("flat.txt", "The rent of the flat is 700 euros a month."),
    );
    const { id } = await hound.notebooks.create("Shop");
    await hound.notebooks.add(id, { documents: [await idOf("shop.txt")] });
    const { documents } = await hound.notebooks.contents(id);
    const { hits } = await hound.search("rent a month", { documents });
    expect(hits.map(({ path }) => path)).toEqual(["shop.txt"]);
    const { passages } = await hound.ask("How much is the rent?", { documents });
    expect(new Set(passages.map(({ path }) => path))).toEqual(new Set(["shop.txt"]));
  });

  it("skips a notebook that a newer version stored in another shape", async () => {
    const { id } = await hound.notebooks.create("One");
    await inDatabase(name, async (database) => {
      const stored = await database.get("notebooks", id);
      await database.put("notebooks", { ...stored, version: 99 });
    });
    expect(await hound.notebooks.list()).toEqual([]);
    await expect(hound.notebooks.contents(id)).rejects.toMatchObject({ code: "not-found" });
  });
});
