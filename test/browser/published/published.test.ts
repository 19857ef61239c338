import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Collection } from "../../../src/collection/collection.js";
import { type InputFile, PagehoundError } from "../../../src/index.js";
import { inDatabase } from "../collection/in-database.js";
import { type CollectionInPage, openInPage, searchFor } from "../collection/in-page.js";
import { ends, textFile } from "../collection/watched.js";
import { FileServer } from "./file-server.js";

const name = "published-test";
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

const servedBy = (habits: { ranges: boolean; etags: boolean }) => {
  server.close();
  server = new FileServer(habits);
};

/**
 * Text that gzip hardly compresses, so that its parts can be told apart by their transferred size.
 */
function longText(seed: string): string {
  let state = [...seed].reduce((sum, each) => sum * 31 + each.charCodeAt(0), 7) >>> 0;
  const words: string[] = [];
  for (let word = 0; word < 12_000; word++) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    words.push(state.toString(36));
  }
  return words.join(" ").replaceAll(/(.{200,220}) /g, "$1.\n\n");
}

const boats = textFile("boats.txt", "A qersu is a kind of boat.");
const newBoats = textFile("boats.txt", "A qersu is a boat made of skins.");
const trees = textFile("trees.md", "# Trees\n\nAn oak grows slowly, and is no boat.");
const long = textFile("long.txt", longText("long"));
const longer = textFile("longer.txt", longText("longer"));

const question = "What is a qersu?";

/**
 * What a publisher exports from these files.
 *
 * @param guides whether to include a note of where the question was answered in the first file
 */
async function published(
  files: readonly InputFile[],
  originals = true,
  guides = false,
): Promise<Blob> {
  const publisher = `${name}-publisher`;
  await deleteDB(`pagehound:${publisher}`);
  const other = await openInPage(publisher);
  try {
    expect(ends(await other.add(files)).join()).not.toContain("refused");
    const { collection } = other;
    const source = collection.summaries[0]?.hash ?? "";
    const note = { id: "1", source, text: "On page 1", questions: [question] };
    const counts = { ledTo: 1, ledNowhere: 0, createdAt: 1, usedAt: 1 };
    await collection.sources.restoreGuides({ guides: [{ ...note, ...counts }] });
    return await collection.exportCollection({
      documents: null,
      originals,
      guides,
      title: "Handbook",
    });
  } finally {
    other.close();
  }
}

const add = () => here.collection.published.addPublished({ url: server.url });
const list = () => here.collection.published.published();
const paths = (collection: Collection = here.collection) =>
  collection.summaries
    .map(({ path, source }) => (source ? `${source.title}: ${path}` : path))
    .sort();
const found = async (query: string) =>
  (await here.collection.search(searchFor(query, 50))).hits
    .map(({ path, document }) => {
      const summary = here.collection.summaries.find(({ id }) => id === document);
      return summary?.source ? `${summary.source.title}: ${path}` : path;
    })
    .sort();
const byPath = (path: string) => {
  const document = here.collection.summaries.find((each) => each.path === path && each.source);
  if (!document) throw new Error(`${path} is not here.`);
  return document;
};
const refused = (work: Promise<unknown>) =>
  work.then(
    () => "nothing thrown",
    (error: unknown) => (PagehoundError.isInstance(error) ? error.code : error),
  );

/** Keys of pages and originals that no document uses. */
const leftOver = () =>
  inDatabase(name, async (database) => {
    const entries = await database.getAll("documents");
    const used = new Set(entries.map(({ content }) => content));
    const pages = (await database.getAllKeys("pages")).map((key) => (key as number[])[0]);
    const originals = await database.getAllKeys("originals");
    return [...pages, ...originals].filter((content) => !used.has(content));
  });

describe("a published collection", () => {
  it("fetches a published collection, and ranks it together with the person's own documents", async () => {
    await here.add([textFile("boats.txt", "My boat is no qersu."), textFile("own.txt", "A boat.")]);
    server.publish(await published([boats, trees]));
    const { fetched, removed, problem } = await add();
    expect(fetched.map(({ path }) => path)).toEqual(["boats.txt", "trees.md"]);
    expect([removed, problem]).toEqual([0, null]);
    expect(paths()).toEqual(["Handbook: boats.txt", "Handbook: trees.md", "boats.txt", "own.txt"]);
    expect(await found("boat")).toEqual([
      "Handbook: boats.txt",
      "Handbook: trees.md",
      "boats.txt",
      "own.txt",
    ]);
    const source = { url: server.url, title: "Handbook" };
    expect(byPath("boats.txt")).toMatchObject({ source, original: "elsewhere", linked: false });
    expect(await list()).toEqual([
      {
        ...source,
        created: expect.stringMatching(/^\d{4}-/),
        ...{ documents: 2, hidden: 0, complete: true },
        checkedAt: expect.any(Number),
      },
    ]);
  });

  it("keeps a published collection after a reload, without the server", async () => {
    server.publish(await published([boats]));
    await add();
    server.publish(null);
    here.close();
    here = await openInPage(name);
    expect(await found("qersu")).toEqual(["Handbook: boats.txt"]);
    expect(await list()).toMatchObject([{ documents: 1, complete: true }]);
  });

  it("fetches files on first use, and then keeps them", async () => {
    server.publish(await published([boats, long]));
    await add();
    server.sent();
    const { id } = byPath("boats.txt");
    const [first, second] = await Promise.all([
      here.collection.original({ document: id }),
      here.collection.original({ document: id }),
    ]);
    expect(await first.text()).toBe(await boats.file.text());
    expect(await second.text()).toBe(await boats.file.text());
    expect(server.served.map(({ status }) => status)).toEqual([206]);
    expect(server.sent()).toBeLessThan(200);
    expect(byPath("boats.txt").original).toBe("here");
    server.publish(null);
    expect(await (await here.collection.original({ document: id })).text()).toBe(
      await boats.file.text(),
    );
    // It is still in its old place.
    expect(await refused(here.collection.original({ document: byPath("long.txt").id }))).toBe(
      "download-failed",
    );
  });

  it("reports that only the text exists if it was published without files", async () => {
    server.publish(await published([boats], false));
    await add();
    expect(byPath("boats.txt").original).toBe("absent");
    expect(await refused(here.collection.original({ document: byPath("boats.txt").id }))).toBe(
      "not-found",
    );
  });

  it("finds a file that moved in a newer version, and refuses a replaced one", async () => {
    server.publish(await published([boats, trees]));
    await add();
    server.publish(await published([long, boats]));
    const original = await here.collection.original({ document: byPath("boats.txt").id });
    expect(await original.text()).toBe(await boats.file.text());
    expect(await refused(here.collection.original({ document: byPath("trees.md").id }))).toBe(
      "not-found",
    );
  });

  it("shares nothing with the person's own documents, not even the same bytes", async () => {
    server.publish(await published([boats]));
    await add();
    await here.add([boats]);
    expect(paths()).toEqual(["Handbook: boats.txt", "boats.txt"]);
    await here.collection.published.removePublished({ url: server.url });
    expect(paths()).toEqual(["boats.txt"]);
    const [personal] = here.collection.summaries;
    if (!personal) throw new Error("The person's own document is gone.");
    expect(personal).toMatchObject({ source: null, original: "here" });
    await here.idle();
    expect((await here.collection.page({ document: personal.id, number: 1 })).text).toContain(
      "A qersu is a kind of boat.",
    );
    expect(await (await here.collection.original({ document: personal.id })).text()).toBe(
      await boats.file.text(),
    );
    expect(await list()).toEqual([]);
    expect(await refused(here.collection.published.removePublished({ url: server.url }))).toBe(
      "not-found",
    );
    expect(await refused(here.collection.published.refreshPublished({ url: server.url }))).toBe(
      "not-found",
    );
  });

  it("exports a published collection with the person's own documents only on request", async () => {
    server.publish(await published([boats]));
    await add();
    await here.add([trees]);
    const options = { originals: true, title: "Mine" };
    const personal = await here.collection.exportCollection({ documents: null, ...options });
    const all = here.collection.summaries.map(({ id }) => id);
    const both = await here.collection.exportCollection({ documents: all, ...options });
    const other = await openInPage(`${name}-other-${crypto.randomUUID()}`);
    others.push(other);
    const taken = await other.collection.importCollection({
      file: personal,
      name: "own",
      folder: null,
    });
    expect(taken.added.map(({ path }) => path)).toEqual(["trees.md"]);
    const more = await other.collection.importCollection({
      file: both,
      name: "both",
      folder: null,
    });
    expect(more.added.map(({ path, source }) => [path, source])).toEqual([["boats.txt", null]]);
  });
});

describe("a file that stays on the person's disk", () => {
  it("exports the file while it is readable and unchanged, and its text in any case", async () => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle("linked.txt", { create: true });
    const write = async (text: string) => {
      const writable = await handle.createWritable();
      await writable.write(text);
      await writable.close();
    };
    await write("A qersu is a kind of boat.");
    here.close();
    here = await openInPage(name, { copyUpTo: 0 });
    await here.add([{ path: "linked.txt", file: await handle.getFile(), handle }]);
    expect(here.collection.summaries).toMatchObject([{ linked: true, original: "here" }]);
    const options = { originals: true, title: "Mine" };
    const whole = await here.collection.exportCollection({ documents: null, ...options });
    await write("A coracle is another kind of boat.");
    const changed = await here.collection.exportCollection({ documents: null, ...options });
    await folder.removeEntry("linked.txt");
    const gone = await here.collection.exportCollection({ documents: null, ...options });
    const places: string[] = [];
    for (const file of [whole, changed, gone]) {
      const other = await openInPage(`${name}-${crypto.randomUUID()}`);
      others.push(other);
      const { added } = await other.collection.importCollection({
        file: file,
        name: "linked",
        folder: null,
      });
      const { hits } = await other.collection.search(searchFor("qersu", 5));
      expect(hits).toHaveLength(1);
      places.push(...added.map(({ linked, original }) => `${original} ${linked}`));
    }
    expect(places).toEqual(["here false", "absent false", "absent false"]);
  });
});

describe("updating a published collection", () => {
  it("fetches only changed documents", async () => {
    const first = await published([boats, long, longer]);
    server.publish(first);
    await add();
    expect(server.sent()).toBeGreaterThan(100_000);
    // The server reports that nothing changed.
    const unchanged = await add();
    expect([unchanged.fetched, server.served.map(({ status }) => status)]).toEqual([[], [304]]);
    server.sent();
    const second = await published([newBoats, long, longer]);
    server.publish(second);
    const ids = [byPath("long.txt").id, byPath("longer.txt").id];
    const { fetched } = await add();
    expect(fetched.map(({ path }) => path)).toEqual(["boats.txt"]);
    // Only the beginning and one small part were fetched.
    expect(server.sent()).toBeLessThan(66_000);
    expect([byPath("long.txt").id, byPath("longer.txt").id]).toEqual(ids);
    expect(await found("qersu")).toEqual(["Handbook: boats.txt"]);
    expect(await found("skins")).toEqual(["Handbook: boats.txt"]);
    expect(await found("kind")).toEqual([]);
  });

  it("fetches everything from a server without ranges", async () => {
    servedBy({ ranges: false, etags: false });
    const file = await published([boats, long]);
    server.publish(file);
    await add();
    expect(server.sent()).toBe(file.size);
    expect(paths()).toEqual(["Handbook: boats.txt", "Handbook: long.txt"]);
    server.publish(await published([newBoats, long]));
    expect((await add()).fetched.map(({ path }) => path)).toEqual(["boats.txt"]);
    const original = await here.collection.original({ document: byPath("boats.txt").id });
    expect(await original.text()).toBe(await newBoats.file.text());
  });

  it("removes unpublished documents, and updates the title", async () => {
    server.publish(await published([boats, trees]));
    await add();
    server.publish(await published([trees]));
    const [update] = await here.collection.published.refreshPublished({ url: null });
    expect(update).toMatchObject({ url: server.url, fetched: [], removed: 1, problem: null });
    expect(paths()).toEqual(["Handbook: trees.md"]);
    expect(await found("qersu")).toEqual([]);
  });

  it("updates a document that was restored while the server reported no changes", async () => {
    server.publish(await published([boats, trees]));
    await add();
    const { id } = byPath("boats.txt");
    await here.collection.remove({ documents: [id] });
    server.publish(await published([newBoats, trees]));
    await add();
    server.sent();
    server.before = async () => {
      server.before = () => null;
      await here.collection.restore({ documents: [id] });
      return null;
    };
    await add();
    expect(server.served.map(({ status }) => status)).toEqual([304]);
    expect((await add()).fetched.map(({ path }) => path)).toEqual(["boats.txt"]);
    expect(await found("skins")).toEqual(["Handbook: boats.txt"]);
  });

  it("does not bring back documents removed here until the collection is added again", async () => {
    server.publish(await published([boats, trees]));
    await add();
    const { id } = byPath("boats.txt");
    await here.collection.remove({ documents: [id] });
    server.publish(await published([newBoats, trees, long]));
    await add();
    expect(paths()).toEqual(["Handbook: long.txt", "Handbook: trees.md"]);
    expect(await list()).toMatchObject([{ documents: 2, hidden: 1, complete: true }]);
    // Once restored, it is updated again.
    await here.collection.restore({ documents: [id] });
    expect(await list()).toMatchObject([{ documents: 3, hidden: 0 }]);
    server.publish(await published([newBoats, trees]));
    await add();
    expect(await found("skins")).toEqual(["Handbook: boats.txt"]);
    await here.collection.remove({ documents: [byPath("boats.txt").id] });
    await here.collection.published.removePublished({ url: server.url });
    await add();
    expect(paths()).toEqual(["Handbook: boats.txt", "Handbook: trees.md"]);
  });

  it("changes nothing if the server does not answer or sends damaged data", async () => {
    server.publish(await published([boats, trees]));
    await add();
    const before = [paths(), await list()];
    server.publish(null);
    expect(await refused(add())).toBe("download-failed");
    const file = await published([newBoats]);
    for (const bad of [file.slice(0, 300), new Blob(["<!doctype html>"]), file.slice(0, -4)]) {
      server.publish(bad);
      expect(await refused(add())).toBeOneOf(["damaged-file", "unsupported-format"]);
      const [update] = await here.collection.published.refreshPublished({ url: null });
      expect(update?.problem?.message).toContain(server.url);
    }
    expect([paths(), await list()]).toEqual(before);
    expect(await leftOver()).toEqual([]);
  });

  it("refuses a wrong part, keeps complete documents, and continues later", async () => {
    const file = await published([boats, long, longer]);
    server.publish(file);
    const tail = 20;
    server.before = async (range) => {
      const bounds = /^bytes=([1-9]\d*)-(\d+)$/.exec(range ?? "");
      if (!bounds) return null;
      const bytes = await file.slice(Number(bounds[1]), Number(bounds[2]) + 1).bytes();
      bytes[bytes.length - tail] = (bytes[bytes.length - tail] ?? 0) ^ 1;
      return new Response(bytes, { status: 206, headers: { ETag: '"1"' } });
    };
    expect(await refused(add())).toBe("damaged-file");
    const kept = paths();
    expect(kept).not.toContain("Handbook: longer.txt");
    expect(await list()).toMatchObject([{ documents: kept.length, complete: false }]);
    expect(await leftOver()).toEqual([]);
    server.before = () => null;
    await add();
    expect(paths()).toEqual(["Handbook: boats.txt", "Handbook: long.txt", "Handbook: longer.txt"]);
    expect(await list()).toMatchObject([{ documents: 3, complete: true }]);
  });

  it.each([
    [404, {}, "there is nothing at this address (status 404). Check the address"],
    [410, {}, "there is nothing at this address (status 410). Check the address"],
    [
      429,
      { "Retry-After": "30" },
      "does not accept more requests at the moment (status 429). Try again in 30 seconds",
    ],
    [503, {}, "is temporarily unavailable (status 503). Try again later"],
    [403, {}, "the server refused it (status 403)"],
  ])(
    "reports a status of %i, keeps what is stored, and continues later",
    async (status, headers, message) => {
      server.publish(await published([boats]));
      await add();
      server.sent();
      server.publish(await published([boats, long, longer]));
      server.before = (_range, request) =>
        request === 0 ? null : new Response("no", { status, headers });
      await expect(add()).rejects.toMatchObject({
        code: "download-failed",
        message: expect.stringContaining(message),
        data: { url: server.url, status, ...(status === 429 ? { retryAfter: 30 } : {}) },
      });
      // The status was not mistaken for a new version, which would have caused another request.
      expect(server.served.map((each) => each.status)).toEqual([206, status]);
      expect(await found("qersu")).toEqual(["Handbook: boats.txt"]);
      server.before = () => null;
      await add();
      expect(await list()).toMatchObject([{ documents: 3, complete: true }]);
    },
  );

  it("says why a document's file cannot be fetched, and keeps its text", async () => {
    server.publish(await published([boats]));
    await add();
    server.before = () => new Response("no", { status: 503, headers: { "Retry-After": "60" } });
    const original = here.collection.original({ document: byPath("boats.txt").id });
    await expect(original).rejects.toMatchObject({
      code: "download-failed",
      message: expect.stringContaining(
        "temporarily unavailable (status 503). Try again in 60 seconds",
      ),
    });
    expect(await found("qersu")).toEqual(["Handbook: boats.txt"]);
  });

  it("starts over if another version is published during the download", async () => {
    const second = await published([newBoats, longer]);
    for (const etags of [true, false]) {
      servedBy({ ranges: true, etags });
      server.publish(await published([boats, long]));
      server.before = (_range, request) => {
        if (request === 1) server.publish(second);
        return null;
      };
      await add();
      expect(paths()).toEqual(["Handbook: boats.txt", "Handbook: longer.txt"]);
      expect(await found("skins")).toEqual(["Handbook: boats.txt"]);
      await here.collection.published.removePublished({ url: server.url });
    }
  });

  it("stops an update between documents on abort, and continues with the missing ones", async () => {
    server.publish(await published([boats, trees, long]));
    const controller = new AbortController();
    const aborted = here.collection.published.addPublished(
      { url: server.url },
      {
        signal: controller.signal,
        onProgress: ({ done }) => done === 2 && controller.abort(new Error("enough")),
      },
    );
    await expect(aborted).rejects.toThrow("enough");
    expect(paths()).toHaveLength(2);
    expect(await leftOver()).toEqual([]);
    expect((await add()).fetched).toHaveLength(1);
    expect(paths()).toHaveLength(3);
  });

  it("leaves no trace if the collection is removed meanwhile", async () => {
    server.publish(await published([boats, trees]));
    const adding = here.collection.published.addPublished(
      { url: server.url },
      {
        onProgress: ({ done }) => {
          if (done === 1) void here.collection.published.removePublished({ url: server.url });
        },
      },
    );
    expect(await refused(adding)).toBe("not-found");
    expect(paths()).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it("includes the publisher's notes on where answers were found, if they were exported", async () => {
    const notes = async () => {
      const [best] = await here.collection.sources.findSources({
        question: "Which boat is a qersu?",
        limit: 1,
        documents: null,
      });
      return best?.guides.map(({ text }) => text);
    };
    server.publish(await published([boats, trees]));
    await add();
    expect(await notes()).toEqual([]);
    const file = await published([boats, trees], true, true);
    server.publish(file);
    await add();
    expect(await notes()).toEqual(["On page 1"]);
    // They are not the reader's own, and are removed with the collection.
    expect(await here.collection.sources.guides()).toEqual([]);
    await here.collection.published.removePublished({ url: server.url });
    await here.collection.importCollection({
      file: file,
      name: "handbook.pagehound",
      folder: null,
    });
    const guide = { text: "On page 1", questions: [question], ledTo: 1, ledNowhere: 0 };
    expect(await here.collection.sources.guides()).toMatchObject([guide]);
    expect(await notes()).toEqual(["On page 1"]);
  });

  it("updates in one tab at a time, and shows the result in the other", async () => {
    const other = await openInPage(name);
    others.push(other);
    server.publish(await published([boats, long]));
    const updates = await Promise.all([
      add(),
      other.collection.published.addPublished({ url: server.url }),
    ]);
    expect(updates.map(({ fetched }) => fetched.length).sort()).toEqual([0, 2]);
    const expected = ["Handbook: boats.txt", "Handbook: long.txt"];
    await expect.poll(() => paths(other.collection)).toEqual(expected);
    await expect.poll(() => paths()).toEqual(expected);
    await here.collection.original({ document: byPath("boats.txt").id });
    const inOther = () => other.collection.summaries.find(({ path }) => path === "boats.txt");
    await expect.poll(() => inOther()?.original).toBe("here");
  });
});
