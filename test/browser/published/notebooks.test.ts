import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Pagehound } from "../../../src/index.js";
import { withManifest } from "../../unit/store/archive/with-manifest.js";
import { addAll, startAdding, textFile } from "../collection/watched.js";

const names = ["notebooks-from", "notebooks-to"] as const;
let from: Pagehound;
let to: Pagehound;

beforeEach(async () => {
  for (const name of names) await deleteDB(`pagehound:${name}`);
  [from, to] = (await Promise.all(
    names.map((name) => Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 })),
  )) as [Pagehound, Pagehound];
});
afterEach(() => {
  from.close();
  to.close();
});

/** The notebooks of a collection, with the paths of their documents. */
async function filed(hound: Pagehound): Promise<Record<string, string[]>> {
  const documents = await hound.documents();
  const entries = (await hound.notebooks.list()).map(async ({ id, title }) => {
    const inside = new Set((await hound.notebooks.contents(id)).documents);
    return [
      title,
      documents.filter((each) => inside.has(each.id)).map(({ path }) => path),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const shop = textFile("shop.txt", "The rent of the shop is 900 euros a month.");
const flat = textFile("flat.txt", "The rent of the flat is 700 euros a month.");

describe("notebooks of an exported collection", () => {
  it("exports notebooks with all documents, but not with a selection", async () => {
    const { id } = await from.notebooks.create("Shop");
    await from.notebooks.create("Empty");
    await startAdding(from, [shop], { notebook: id }).done;
    await addAll(from, flat);
    await from.notebooks.add(id, { grids: ["g1"] });
    await from.grids.save({ id: "g1", columns: ["How much is the rent?"] });
    const imported = await to.collection.import(await from.collection.export());
    expect(imported.skipped).toEqual([]);
    expect(await filed(to)).toEqual({ Shop: ["shop.txt"], Empty: [] });
    expect((await to.notebooks.contents(id)).grids).toEqual(["g1"]);
    // A file without grids still has their ids: a grid created here with that id is in the
    // notebook.
    await to.grids.remove("g1");
    await to.collection.import(await from.collection.export({ grids: false }));
    expect((await to.notebooks.contents(id)).grids).toEqual([]);
    await to.grids.save({ id: "g1", columns: ["How much is the rent?"] });
    expect((await to.notebooks.contents(id)).grids).toEqual(["g1"]);
    const documents = (await from.documents()).map((document) => document.id);
    const some = await from.collection.export({ documents });
    await withManifest(some, (manifest) => {
      expect(manifest.notebooks).toBeUndefined();
      return manifest;
    });
  });

  it("exports notebooks one by one, with the notes on their documents", async () => {
    const { id } = await from.notebooks.create("Shop");
    await from.notebooks.create("Other");
    await startAdding(from, [shop], { notebook: id }).done;
    await addAll(from, flat);
    for (const document of await from.documents()) {
      await from.notes.add({ text: document.path, places: [{ document: document.id, page: 1 }] });
    }
    const file = await from.collection.export({ notebook: id, title: "Shop" });
    const { added } = await to.collection.import(file, { folder: "From Ada" });
    expect(added.map(({ path }) => path)).toEqual(["From Ada/shop.txt"]);
    expect(await filed(to)).toEqual({ Shop: ["From Ada/shop.txt"] });
    expect((await to.notes.list()).map(({ text }) => text)).toEqual(["shop.txt"]);
    const both = from.collection.export({ notebook: id, documents: [] });
    await expect(both).rejects.toMatchObject({ code: "invalid-argument" });
    const none = from.collection.export({ notebook: "none" });
    await expect(none).rejects.toMatchObject({ code: "not-found" });
  });

  it("merges notebooks with the same id under the latest name", async () => {
    const { id } = await from.notebooks.create("Shop");
    await startAdding(from, [shop], { notebook: id }).done;
    await to.collection.import(await from.collection.export());
    await to.notebooks.rename(id, "Shop in town");
    await startAdding(to, [flat], { notebook: id }).done;
    await to.collection.import(await from.collection.export());
    expect(await filed(to)).toEqual({ "Shop in town": ["shop.txt", "flat.txt"] });
    await from.collection.import(await to.collection.export());
    expect(await filed(from)).toEqual({ "Shop in town": ["shop.txt", "flat.txt"] });
  });

  it("finds no notebooks in files of earlier versions, and reports those of later versions as skipped", async () => {
    const { id } = await from.notebooks.create("Shop");
    await startAdding(from, [shop], { notebook: id }).done;
    const file = await from.collection.export();
    const later = await withManifest(file, (manifest) => ({
      ...manifest,
      notebooks: { version: 2, list: "other" },
    }));
    expect((await to.collection.import(later)).skipped).toEqual(["notebooks"]);
    const earlier = await withManifest(file, ({ notebooks: _, ...manifest }) => manifest);
    expect((await to.collection.import(earlier)).skipped).toEqual([]);
    expect(await filed(to)).toEqual({});
    expect(await to.documents()).toHaveLength(1);
  });

  it("rejects the whole file if its notebooks are malformed", async () => {
    const { id } = await from.notebooks.create("Shop");
    await startAdding(from, [shop], { notebook: id }).done;
    const file = await from.collection.export();
    const malformed: object[] = [
      { documents: [1] },
      { documents: [-1] },
      { documents: ["d1"] },
      { id: "" },
      { id: "a".repeat(101) },
      { title: " " },
      { title: "a".repeat(201) },
      { grids: [1] },
      { conversations: "c1" },
      { createdAt: "today" },
    ];
    for (const change of malformed) {
      const wrong = await withManifest(file, (manifest) => ({
        ...manifest,
        notebooks: {
          version: 1,
          list: manifest.notebooks?.list.map((notebook) => ({ ...notebook, ...change })),
        },
      }));
      const importing = to.collection.import(wrong);
      await expect(importing, JSON.stringify(change)).rejects.toMatchObject({
        code: "damaged-file",
      });
    }
    expect(await to.documents()).toEqual([]);
    expect(await to.notebooks.list()).toEqual([]);
  });
});
