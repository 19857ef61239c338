import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  Pagehound,
  PagehoundError,
  type PagehoundOptions,
  type TransferProgress,
} from "../../../src/index.js";
import { isLong } from "../../tries.js";
import { withManifest } from "../../unit/store/archive/with-manifest.js";
import { inDatabase } from "../collection/in-database.js";
import { addAll, ends, startAdding, textFile, watchChanges } from "../collection/watched.js";
import { allPassages, libraryFiles, type Readable, searched } from "./library-files.js";

const options: PagehoundOptions = { assetsBase: "/assets/", parseWorkers: 2 };
const open: Pagehound[] = [];

async function collection(name: string): Promise<Pagehound> {
  const hound = await Pagehound.open({ ...options, name: `transfer-${name}` });
  open.push(hound);
  return hound;
}

/** One collection with documents, and one without. */
let from: Pagehound;
let to: Pagehound;

beforeEach(async () => {
  for (const name of ["from", "to", "third"]) await deleteDB(`pagehound:transfer-${name}`);
  from = await collection("from");
  to = await collection("to");
});
afterEach(() => {
  for (const hound of open.splice(0)) hound.close();
});

const boats = textFile("notes/boats.txt", "A qersu is a kind of boat.");
const otherBoats = textFile("notes/boats.txt", "A qersu is a boat made of skins.");
const trees = textFile("notes/trees.md", "# Trees\n\nAn oak grows slowly.");

const readable = (hound: Pagehound): Readable => ({
  documents: () => hound.documents(),
  search: (query) => hound.search(query, { limit: 50 }),
  passages: (id) => hound.passages(id),
});
const found = async (hound: Pagehound, query: string) =>
  (await hound.search(query)).hits.map(({ path }) => path).sort();
const paths = async (hound: Pagehound) => (await hound.documents()).map(({ path }) => path);

/** Waits until the imported files have been read, and the queue is empty. */
async function allRead(hound: Pagehound): Promise<void> {
  const left = async () => {
    const unread = (await hound.documents()).filter(({ readHere }) => !readHere);
    return unread.length + (await hound.queue.list()).files.length;
  };
  await expect.poll(left, { timeout: 120_000 }).toBe(0);
}

/** The number of entries in each store of a collection. */
const counts = (name: string) =>
  inDatabase(`transfer-${name}`, async (database) => {
    const stores = [...database.objectStoreNames].filter((store) => store !== "settings");
    return Object.fromEntries(
      await Promise.all(stores.map(async (store) => [store, await database.count(store)])),
    );
  });

const nothing = {
  ...{ documents: 0, pages: 0, passages: 0, postings: 0, originals: 0, publications: 0 },
  vectors: 0,
  ...{
    conversations: 0,
    turns: 0,
    traces: 0,
    grids: 0,
    gridAnswers: 0,
    tools: 0,
    guides: 0,
    notes: 0,
    notebooks: 0,
  },
};

const code = (error: unknown) => (PagehoundError.isInstance(error) ? error.code : error);

describe("an exported and imported collection", () => {
  it("returns the same results, passages, pages, outlines and files", async () => {
    await addAll(from, ...(await libraryFiles()));
    const steps: TransferProgress[] = [];
    const file = await from.collection.export({
      title: "Handbook",
      onProgress: (step) => steps.push(step),
    });
    expect(steps.at(-1)).toEqual({ step: "writing", done: 8, total: 8 });
    const seen: TransferProgress[] = [];
    const imported = await to.collection.import(file, { onProgress: (step) => seen.push(step) });
    expect(seen.filter(({ done }) => done === 8).map(({ step }) => step)).toEqual([
      "checking",
      "storing",
    ]);
    expect(imported).toMatchObject({ title: "Handbook", replaced: [], unchanged: [] });
    // They keep their properties, but now count as read here.
    await allRead(to);
    expect(imported.added.map((each) => ({ ...each, readHere: true }))).toEqual(
      await to.documents(),
    );
    expect(await searched(readable(to))).toEqual(await searched(readable(from)));
    expect(await allPassages(readable(to))).toEqual(await allPassages(readable(from)));
    const originals = new Map((await from.documents()).map((each) => [each.path, each]));
    for (const document of await to.documents()) {
      const original = originals.get(document.path);
      if (!original) throw new Error(`${document.path} came from nowhere.`);
      const identity = { id: document.id, addedAt: document.addedAt };
      expect(document).toEqual({ ...original, ...identity });
      expect(await (await to.original(document.id)).bytes()).toEqual(
        await (await from.original(original.id)).bytes(),
      );
      for (let page = 1; page <= document.pages.total; page++) {
        expect(await to.page(document.id, page)).toEqual(await from.page(original.id, page));
      }
      const outline = (await to.outline(document.id)).map(({ id: _id, ...entry }) => entry);
      const before = (await from.outline(original.id)).map(({ id: _id, ...entry }) => entry);
      expect(outline).toEqual(before);
    }
  });

  it.runIf(isLong)(
    "an imported collection is unchanged after reopening, and after its index is rebuilt",
    async () => {
      await addAll(from, ...(await libraryFiles()));
      await to.collection.import(await from.collection.export());
      const expected = await searched(readable(from));
      to.close();
      expect(await searched(readable(await collection("to")))).toEqual(expected);
      for (const hound of open.splice(1)) hound.close();
      const rebuilt = await Pagehound.open({ ...options, name: "transfer-to", rebuild: true });
      open.push(rebuilt);
      expect(await searched(readable(rebuilt))).toEqual(expected);
    },
  );

  it.runIf(isLong)("ranks an imported collection together with existing documents", async () => {
    const files = await libraryFiles();
    const third = await collection("third");
    await addAll(third, ...files);
    await addAll(from, ...files.slice(0, 4));
    await addAll(to, ...files.slice(4));
    await to.collection.import(await from.collection.export());
    const sorted = (results: unknown[]) => JSON.stringify(results);
    expect(sorted(await searched(readable(to)))).toBe(sorted(await searched(readable(third))));
    expect(await allPassages(readable(to))).toEqual(await allPassages(readable(third)));
  });

  it.runIf(isLong)(
    "rebuilds the index of an imported collection if another version of the code made it",
    async () => {
      await addAll(from, ...(await libraryFiles()));
      const other = await withManifest(await from.collection.export(), (manifest) => ({
        ...manifest,
        versions: { passages: 1, postings: 1, facts: 0 },
      }));
      await to.collection.import(other);
      expect(await searched(readable(to))).toEqual(await searched(readable(from)));
      expect(await allPassages(readable(to))).toEqual(await allPassages(readable(from)));
    },
  );

  it("an exported and imported collection contains only the requested documents", async () => {
    await addAll(from, boats, trees);
    const [first] = await from.documents();
    if (!first) throw new Error("There is no document.");
    await to.collection.import(await from.collection.export({ documents: [first.id] }));
    expect(await paths(to)).toEqual([first.path]);
    await expect(to.collection.export({ documents: [] })).rejects.toMatchObject({
      code: "no-documents",
    });
  });

  it("searches and reads an imported collection without its files, until they are added", async () => {
    await addAll(from, boats);
    await to.collection.import(await from.collection.export({ originals: false }));
    const [document] = await to.documents();
    if (!document) throw new Error("There is no document.");
    expect(document).toMatchObject({ original: "absent", linked: false, source: null });
    expect(document.readHere).toBe(false);
    expect(await found(to, "qersu")).toEqual(["notes/boats.txt"]);
    await expect(to.original(document.id)).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("notes/boats.txt"),
    });
    // What the collection claims about these bytes does not prevent reading them.
    expect(ends(await addAll(to, boats))).toEqual(["notes/boats.txt: ready"]);
    expect(await to.documents()).toEqual([{ ...document, original: "here", readHere: true }]);
    expect((await to.original(document.id)).size).toBe(boats.file.size);
  });

  it("provides missing files of existing documents", async () => {
    await addAll(from, boats);
    await to.collection.import(await from.collection.export({ originals: false }));
    const { added, unchanged } = await to.collection.import(await from.collection.export());
    expect(added).toEqual([]);
    expect(unchanged).toMatchObject([{ path: "notes/boats.txt", original: "here" }]);
    expect((await to.original(unchanged[0]?.id ?? missing())).size).toBe(boats.file.size);
  });
});

describe("an import", () => {
  it("keeps documents with the same bytes at the same path, and replaces others", async () => {
    await addAll(from, boats, trees);
    await addAll(to, otherBoats, trees);
    const before = await to.documents();
    const { added, replaced, unchanged } = await to.collection.import(
      await from.collection.export(),
    );
    expect(added).toEqual([]);
    expect(replaced.map(({ path }) => path)).toEqual(["notes/boats.txt"]);
    expect(unchanged).toEqual(before.filter(({ path }) => path === "notes/trees.md"));
    expect(await found(to, "skins")).toEqual([]);
    expect(await found(to, "qersu")).toEqual(["notes/boats.txt"]);
    expect(await found(to, "oak")).toEqual(["notes/trees.md"]);
  });

  it("undoes an import as a whole, restoring what it replaced", async () => {
    await addAll(from, boats, trees);
    await addAll(to, otherBoats, textFile("notes/trees.md", "# Trees\n\nA yew."));
    const before = await to.documents();
    const { replaced, older } = await to.collection.import(await from.collection.export());
    expect(older).toEqual(before.map(({ id }) => id));
    expect(replaced.map(({ path }) => path)).toEqual(before.map(({ path }) => path));
    await to.restore(older);
    expect(await to.documents()).toEqual(before);
    expect(await found(to, "skins")).toEqual(["notes/boats.txt"]);
    expect(await found(to, "oak")).toEqual([]);
  });

  it.runIf(isLong)(
    "replaces nothing outside the folder it imports into, whatever the file's paths",
    async () => {
      await addAll(from, boats, trees, textFile("notes/sea.txt", "A tide turns."));
      await addAll(to, otherBoats);
      const [first] = await to.documents();
      const renamed: Readonly<Record<string, string>> = {
        "notes/boats.txt": "../notes/boats.txt",
        "notes/trees.md": "./notes\\boats.txt",
        "notes/sea.txt": "../../..",
      };
      const file = await withManifest(await from.collection.export(), (manifest) => ({
        ...manifest,
        documents: manifest.documents.map((document) => ({
          ...document,
          path: renamed[document.path] ?? document.path,
        })),
      }));
      const imported = await to.collection.import(file, { folder: "/from/a stranger/" });
      expect(imported).toMatchObject({ replaced: [], older: [], unchanged: [] });
      expect((await paths(to)).sort()).toEqual([
        "from/a stranger/2/notes/boats.txt",
        "from/a stranger/document",
        "from/a stranger/notes/boats.txt",
        "notes/boats.txt",
      ]);
      expect((await to.documents())[0]).toEqual(first);
      // The words of the folder are found, like those of any name.
      expect(await found(to, "stranger tide")).toContain("from/a stranger/document");
      const searches = async () => JSON.stringify(await searched(readable(to)));
      const before = await searches();
      to.close();
      open.splice(open.indexOf(to), 1);
      to = await Pagehound.open({ ...options, name: "transfer-to", rebuild: true });
      open.push(to);
      expect(await searches()).toBe(before);
      await expect(to.collection.import(file, { folder: "/" })).rejects.toMatchObject({
        code: "invalid-argument",
      });
    },
  );

  it.runIf(isLong)(
    "replaces imported documents by different bytes that the person adds at their paths",
    async () => {
      await addAll(from, boats);
      await to.collection.import(await from.collection.export());
      await addAll(to, otherBoats);
      expect(await found(to, "qersu")).toEqual(["notes/boats.txt"]);
      expect(await found(to, "skins")).toEqual(["notes/boats.txt"]);
      expect(await paths(to)).toEqual(["notes/boats.txt"]);
    },
  );

  it.runIf(isLong)(
    "leaves queued files with the same paths alone, and numbers its documents instead",
    async () => {
      await addAll(from, boats, textFile("notes/boats (2).txt", "A qersu is a craft."));
      const file = await from.collection.export();
      await to.queue.pause();
      const adding = startAdding(to, [otherBoats]);
      await adding.seen(({ type }) => type === "document-waiting");
      const brought = ["notes/boats (3).txt", "notes/boats (2).txt"];
      const first = await to.collection.import(file);
      expect(first.added.map(({ path }) => path).sort()).toEqual([...brought].sort());
      // Importing again recognises it under its new ordinal.
      const second = await to.collection.import(file);
      expect([second.added, second.replaced]).toEqual([[], []]);
      expect(second.unchanged.map(({ path }) => path).sort()).toEqual([...brought].sort());
      await to.queue.resume();
      expect(ends(await adding.done)).toEqual(["notes/boats.txt: ready"]);
      expect(await found(to, "skins")).toEqual(["notes/boats.txt"]);
      expect(await found(to, "kind")).toEqual(["notes/boats (3).txt"]);
      expect(await found(to, "craft")).toEqual(["notes/boats (2).txt"]);
    },
  );

  it("rejects a damaged, truncated or foreign file by name, and changes nothing", async () => {
    await addAll(from, ...(await libraryFiles()));
    const file = await from.collection.export();
    const bytes = await file.bytes();
    const flipped = (at: number) => {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    };
    const bad: [BlobPart, string][] = [
      [bytes.slice(0, bytes.length - 1), "damaged-file"],
      [bytes.slice(0, 40), "damaged-file"],
      [flipped(20), "damaged-file"],
      [flipped(100), "damaged-file"],
      // In the last of the originals: everything before it is intact.
      [flipped(bytes.length - 5), "damaged-file"],
      ["%PDF-1.7 is something else", "unsupported-format"],
      ["", "unsupported-format"],
    ];
    for (const [content, expected] of bad) {
      const failed = await to.collection
        .import(new File([content], "handbook.pagehound"))
        .catch((error: unknown) => error);
      expect(code(failed)).toBe(expected);
      expect(String(failed)).toContain("handbook.pagehound");
      expect(await counts("to")).toEqual(nothing);
    }
    expect(await to.documents()).toEqual([]);
  });

  it.runIf(isLong)("leaves nothing behind if aborted while checking", async () => {
    await addAll(from, ...(await libraryFiles()));
    const file = await from.collection.export();
    const controller = new AbortController();
    const importing = to.collection.import(file, {
      signal: controller.signal,
      onProgress: ({ done }) => done === 2 && controller.abort(new Error("enough")),
    });
    await expect(importing).rejects.toThrow("enough");
    expect(await to.documents()).toEqual([]);
    expect(await counts("to")).toEqual(nothing);
  });

  it("keeps complete documents if aborted while storing, and resumes next time", async () => {
    await addAll(from, ...(await libraryFiles()));
    const file = await from.collection.export();
    const controller = new AbortController();
    const importing = to.collection.import(file, {
      signal: controller.signal,
      onProgress: ({ step, done }) => step === "storing" && done === 3 && controller.abort(),
    });
    await expect(importing).rejects.toThrow();
    // The worker stops on its own; its current step is either completed or undone.
    const again = await to.collection.import(file);
    expect(again.unchanged.length).toBeGreaterThanOrEqual(3);
    expect(again.added.length + again.unchanged.length).toBe(8);
    expect(await searched(readable(to))).toEqual(await searched(readable(from)));
    await allRead(to);
    const { documents, pages, originals, passages, postings } = await counts("from");
    expect(await counts("to")).toMatchObject({ documents, pages, originals, passages, postings });
  });

  it.runIf(isLong)("imports a collection into memory", async () => {
    await addAll(from, boats);
    const memory = await Pagehound.open({ ...options, name: "transfer-to", storage: "memory" });
    open.push(memory);
    await memory.collection.import(await from.collection.export());
    expect(await found(memory, "qersu")).toEqual(["notes/boats.txt"]);
    const [document] = await memory.documents();
    expect((await memory.original(document?.id ?? missing())).size).toBe(boats.file.size);
    await expect(memory.published.add("/nowhere.pagehound")).rejects.toMatchObject({
      code: "download-failed",
      message: expect.stringContaining("/nowhere.pagehound"),
    });
    expect(await memory.published.list()).toEqual([]);
    expect(await paths(to)).toEqual([]);
  });

  it.runIf(isLong)("shows an import in another tab", async () => {
    await addAll(from, boats);
    const file = await from.collection.export();
    const other = await collection("to");
    const changes = watchChanges(other);
    await to.collection.import(file);
    const change = await changes.seen(({ type }) => type === "documents-restored");
    expect(change).toMatchObject({ documents: [{ path: "notes/boats.txt", source: null }] });
    expect(await found(other, "qersu")).toEqual(["notes/boats.txt"]);
    changes.stop();
  });
});

describe("an export", () => {
  it("exports no conversations if they are left out, and nothing of the queue", async () => {
    await addAll(from, boats);
    for await (const _event of from.ask("What is a qersu?", { conversation: "secret" }));
    await from.queue.pause();
    const adding = startAdding(from, [trees]);
    await adding.seen(({ type }) => type === "document-waiting");
    await to.collection.import(await from.collection.export({ conversations: false }));
    expect(await to.conversations.list()).toEqual([]);
    expect(await paths(to)).toEqual(["notes/boats.txt"]);
    await from.queue.cancel();
    await adding.done;
  });

  it.runIf(isLong)("gives documents with indistinguishable names distinct ones", async () => {
    const named = (path: string, word: string) => textFile(path, `The ${word} is a qersu.`);
    await addAll(
      from,
      named("\u202egnp.txt", "boat"),
      named("\u202dgnp.txt", "oak"),
      named("\ufffdgnp (2).txt", "lake"),
    );
    const { added } = await to.collection.import(await from.collection.export());
    expect(added.map(({ path }) => path).sort()).toEqual([
      "\ufffdgnp (2).txt",
      "\ufffdgnp (3).txt",
      "\ufffdgnp.txt",
    ]);
    expect(await found(to, "boat")).toEqual(["\ufffdgnp.txt"]);
    expect(await found(to, "oak")).toEqual(["\ufffdgnp (3).txt"]);
  });

  it.runIf(isLong)("stops an export on abort", async () => {
    await addAll(from, boats, trees);
    const controller = new AbortController();
    const exporting = from.collection.export({
      signal: controller.signal,
      onProgress: () => controller.abort(new Error("enough")),
    });
    await expect(exporting).rejects.toThrow("enough");
    expect(await found(from, "qersu")).toEqual(["notes/boats.txt"]);
  });
});

function missing(): never {
  throw new Error("There is nothing.");
}
