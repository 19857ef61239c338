import { deleteDB } from "idb";
import { afterEach } from "vitest";
import { type DocumentId, type InputFile, Pagehound } from "../../../src/index.js";
import { textFile } from "./watched.js";

/**
 * Opens empty collections, one to export from and one to import into. They are closed after each
 * test.
 */
export function twoCollections(topic: string): {
  readonly names: readonly [string, string];
  readonly openBoth: () => Promise<[Pagehound, Pagehound]>;
  /** Opens only the collection to import into. */
  readonly openTo: () => Promise<Pagehound>;
  /** Exports a collection that `fill` has filled. For many tests that import the same file. */
  readonly exportOf: (fill: (from: Pagehound) => Promise<unknown>) => Promise<Blob>;
} {
  const names = [`${topic}-from`, `${topic}-to`] as const;
  const open: Pagehound[] = [];
  const collection = async (name: string): Promise<Pagehound> => {
    await deleteDB(`pagehound:${name}`);
    const opened = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
    open.push(opened);
    return opened;
  };
  afterEach(() => {
    for (const each of open.splice(0)) each.close();
  });
  return {
    names,
    openBoth: async () => [await collection(names[0]), await collection(names[1])],
    openTo: () => collection(names[1]),
    exportOf: async (fill) => {
      const from = await collection(names[0]);
      await fill(from);
      const file = await from.collection.export();
      // A copy, in case the file is only readable while the collection is open.
      const copy = new Blob([await file.arrayBuffer()], { type: file.type });
      from.close();
      return copy;
    },
  };
}

/** Three documents, about the plants of different towns. */
export const plants: readonly InputFile[] = ["Alder", "Birch", "Cedar"].map((town, index) =>
  textFile(
    `plants/${index}.txt`,
    `The plant of ${town} was opened on March ${index + 1}, 2019.\n\nThe heliostat field of ${town} has ${
      4000 + index
    } mirrors, which are washed by robots.`,
  ),
);

/** The id of the document at a path. */
export async function idOf(hound: Pagehound, path: string): Promise<DocumentId> {
  const document = (await hound.documents()).find((each) => each.path === path);
  if (!document) throw new Error(`There is no ${path}.`);
  return document.id;
}
