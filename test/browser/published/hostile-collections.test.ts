import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/index.js";
import { type InputFile, PagehoundError } from "../../../src/index.js";
import { openArchive } from "../../../src/store/archive/archive.js";
import { BlobSource } from "../../../src/store/archive/source.js";
import { withManifest } from "../../unit/store/archive/with-manifest.js";
import { inDatabase } from "../collection/in-database.js";
import { type CollectionInPage, openInPage, searchFor } from "../collection/in-page.js";
import { ends, textFile } from "../collection/watched.js";
import { failWrites } from "../store/fail-writes.js";
import { FileServer } from "./file-server.js";

const name = "hostile-test";
let here: CollectionInPage;
let server: FileServer;
const others: CollectionInPage[] = [];

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  server = new FileServer({ ranges: true, etags: true });
  here = await openInPage(name);
});
afterEach(() => {
  here.close();
  for (const other of others.splice(0)) other.close();
  server.close();
});

const boats = textFile("boats.txt", "A qersu is a kind of boat.");
const newBoats = textFile("boats.txt", "A qersu is a boat made of skins.");
/** More than is first requested from a server, even compressed. */
const long = textFile(
  "long.txt",
  Array.from({ length: 12_000 }, (_, index) => Math.sin(index).toString(36).slice(3)).join(".\n"),
);
const trees = textFile("trees.md", "# Trees\n\nAn oak grows slowly, and is no boat.");

/** What somebody else would export from these files. */
async function exported(
  files: readonly InputFile[],
  { originals = true, title = "Handbook" } = {},
): Promise<Blob> {
  const other = await openInPage(`${name}-${crypto.randomUUID()}`, { inMemory: true });
  try {
    expect(ends(await other.add(files)).join()).not.toContain("refused");
    return await other.collection.exportCollection({ documents: null, originals, title });
  } finally {
    other.close();
  }
}

const add = (signal?: AbortSignal) =>
  here.collection.published.addPublished({ url: server.url }, signal ? { signal } : {});
const paths = () => here.collection.summaries.map(({ path }) => path).sort();
const found = async (query: string) =>
  (await here.collection.search(searchFor(query, 50))).hits.map(({ path }) => path).sort();
const idOf = (path: string) => {
  const document = here.collection.summaries.find((each) => each.path === path);
  if (!document) throw new Error(`${path} is not here.`);
  return document.id;
};
const refused = (work: Promise<unknown>) =>
  work.then(
    () => "nothing thrown",
    (error: unknown) => (PagehoundError.isInstance(error) ? error.code : error),
  );

describe("an imported file", () => {
  it("changes nothing if an original does not have the hash that the file states", async () => {
    const file = await withManifest(await exported([boats, trees]), (manifest) => ({
      ...manifest,
      documents: manifest.documents.map((each) => ({ ...each, hash: manifest.documents[0]?.hash })),
    }));
    expect(
      await refused(here.collection.importCollection({ file: file, name: "file", folder: null })),
    ).toBe("damaged-file");
    expect(paths()).toEqual([]);
  });

  it("does not replace the text of a file whose hash an imported file claims", async () => {
    const hash = await sha256(await trees.file.arrayBuffer());
    const file = await withManifest(await exported([boats], { originals: false }), (manifest) => ({
      ...manifest,
      documents: manifest.documents.map((each) => ({ ...each, hash })),
    }));
    await here.collection.importCollection({ file: file, name: "file", folder: null });
    await here.add([trees]);
    expect(await found("oak")).toEqual(["trees.md"]);
    expect(await found("qersu")).toEqual(["boats.txt"]);
  });

  it("accepts odd document names and a long title, and cleans them up", async () => {
    const odd = textFile("a\nb\t.txt", "A qersu is a kind of boat.");
    const long = textFile(`${"folder/".repeat(900)}boats.txt`, "A coracle is a kind of boat.");
    const file = await exported([odd, long], { title: "T".repeat(2_000) });
    const { added, title } = await here.collection.importCollection({
      file: file,
      name: "file",
      folder: null,
    });
    expect(added).toHaveLength(2);
    expect(title).toBe("T".repeat(1_000));
    expect((await found("coracle"))[0]).toMatch(/folder\/boats\.txt$/);
    expect(await found("qersu")).toEqual(["a\ufffdb\ufffd.txt"]);
  });
});

describe("full storage", () => {
  it("keeps the complete documents of an import, and nothing of the incomplete ones", async () => {
    // With their files, these would be read in the meantime, which also writes.
    const file = await exported([boats, trees], { originals: false });
    // A key takes one write, a page one, and a document three.
    const restore = failWrites("aborted", 9);
    try {
      expect(
        await refused(here.collection.importCollection({ file: file, name: "file", folder: null })),
      ).toBe("storage-full");
    } finally {
      restore();
    }
    expect(paths()).toEqual(["boats.txt"]);
    const left = await inDatabase(name, async (database) => [
      await database.count("documents"),
      await database.count("pages"),
      await database.count("originals"),
    ]);
    expect(left).toEqual([1, 1, 0]);
    const again = await here.collection.importCollection({
      file: file,
      name: "file",
      folder: null,
    });
    expect(again.added.map(({ path }) => path)).toEqual(["trees.md"]);
  });
});

describe("a published collection", () => {
  it("fetches a document again that is missing from the database, even without a notification", async () => {
    server.publish(await exported([boats, trees]));
    await add();
    const ordinal = Number(idOf("trees.md").slice(1));
    await inDatabase(name, (database) => database.delete("documents", ordinal));
    server.publish(await exported([newBoats, trees]));
    const { fetched } = await add();
    expect(fetched.map(({ path }) => path)).toEqual(["boats.txt", "trees.md"]);
  });

  it("does not bring back a collection removed during a download, although the server has a new version", async () => {
    const second = await exported([newBoats]);
    server.publish(await exported([long, boats]));
    server.before = async (_range, request) => {
      if (request !== 1) return null;
      server.publish(second);
      await here.collection.published.removePublished({ url: server.url });
      return null;
    };
    expect(await refused(add())).toBe("not-found");
    expect(await here.collection.published.published()).toEqual([]);
    expect(paths()).toEqual([]);
  });

  it("updates a document that is restored after an update", async () => {
    server.publish(await exported([boats, trees]));
    await add();
    const id = idOf("boats.txt");
    await here.collection.remove({ documents: [id] });
    server.publish(await exported([newBoats, trees]));
    await add();
    await here.collection.restore({ documents: [id] });
    await add();
    expect(await found("skins")).toEqual(["boats.txt"]);
  });

  it("reports that it is incomplete if the rest cannot be fetched", async () => {
    server.publish(await exported([boats]));
    await add();
    const events: string[] = [];
    const controller = new AbortController();
    const listening = here.collection.ingestion.changes(
      { again: false },
      {
        signal: controller.signal,
        onProgress: async ({ type }) => {
          if (type !== "published-changed") return;
          const [publication] = await here.collection.published.published();
          events.push(publication?.complete ? "complete" : "incomplete");
        },
      },
    );
    const next = await exported([newBoats]);
    const { start } = await openArchive(new BlobSource(next, "next"), controller.signal);
    server.before = (range) => {
      if (!range?.startsWith("bytes=0-")) return new Response(null, { status: 500 });
      const headers = { "Content-Range": `bytes 0-${start - 1}/${next.size}` };
      return new Response(next.slice(0, start), { status: 206, headers });
    };
    expect(await refused(add())).toBe("download-failed");
    await expect.poll(() => events).toContain("incomplete");
    controller.abort();
    await listening.catch(() => {});
  });

  it("lets one caller at a time fetch a collection in memory, even if a waiting one gives up", async () => {
    here.close();
    here = await openInPage(name, { inMemory: true });
    server.publish(await exported([boats]));
    let requests = 0;
    let goOn = () => {};
    const held = new Promise<null>((resolve) => {
      goOn = () => resolve(null);
    });
    let arrived = () => {};
    const arriving = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    server.before = () => {
      requests++;
      arrived();
      return held;
    };
    const first = add();
    await arriving;
    const controller = new AbortController();
    const second = add(controller.signal);
    const third = add();
    controller.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    // Once storage has replied, anything it was going to do is done.
    await here.collection.published.published();
    await here.collection.published.published();
    expect(requests).toBe(1);
    goOn();
    expect((await first).fetched).toHaveLength(1);
    expect((await third).fetched).toHaveLength(0);
  });

  it("returns a file on the second request after the first was aborted", async () => {
    server.publish(await exported([boats]));
    await add();
    const id = idOf("boats.txt");
    const controller = new AbortController();
    server.before = () => {
      setTimeout(() => controller.abort(new Error("enough")));
      return new Promise(() => {});
    };
    const reading = here.collection.original({ document: id }, { signal: controller.signal });
    await expect(reading).rejects.toThrow("enough");
    server.before = () => null;
    const original = await here.collection.original({ document: id });
    expect(await original.text()).toBe(await boats.file.text());
  });
});
