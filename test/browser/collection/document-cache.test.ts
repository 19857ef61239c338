import fc from "fast-check";
import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  documentFacts,
  factsVersion,
  indexDocument,
} from "../../../src/collection/ingest/make-searchable.js";
import { DocumentCache } from "../../../src/collection/sync/document-cache.js";
import { PagehoundError } from "../../../src/core/errors.js";
import { type Page, packPage } from "../../../src/core/page.js";

import { textMetadata } from "../../../src/readers/parts.js";
import { passagesVersion } from "../../../src/readers/passages.js";
import {
  type DocumentPostings,
  DocumentPostingsBuilder,
  postingsVersion,
} from "../../../src/search/index/document-postings.js";
import { packPassages } from "../../../src/store/contents.js";
import type { Versions } from "../../../src/store/schema.js";
import { Store } from "../../../src/store/store.js";
import { addPage } from "../../unit/search/add-page.js";

const collection = "live-documents-test";
const { signal } = new AbortController();
const current: Versions = {
  format: 1,
  passages: passagesVersion,
  postings: postingsVersion,
  facts: factsVersion,
};
/** The stores of two tabs. */
let store: Store<DocumentPostings>;
let others: Store<DocumentPostings>;

const openStore = () =>
  Store.open<DocumentPostings>(collection, { inMemory: false, onOutdated: () => {} });

beforeEach(async () => {
  await deleteDB(`pagehound:${collection}`);
  store = await openStore();
  others = await openStore();
});
afterEach(() => {
  store.close();
  others.close();
});

async function load(from: Store<DocumentPostings>, reading = false): Promise<DocumentCache> {
  const cache = new DocumentCache(from, () => reading);
  await cache.load(await store.documents.ready(), { rebuild: false, signal });
  return cache;
}

function pageOf(text: string): Page {
  return {
    number: 1,
    label: null,
    state: "text",
    width: 0,
    height: 0,
    text,
    lines: [
      {
        start: 0,
        end: text.length,
        block: 0,
        kind: "text",
        level: 0,
        size: 0,
        bold: false,
        top: 0,
        bottom: 0,
      },
    ],
    geometry: null,
  };
}

let hashes = 0;

/**
 * Stores a document as the reading tab does, replacing what is at its path. Returns what changed.
 */
async function add(
  path: string,
  text: string,
  {
    versions = current,
    passages = 0,
    addedAt: at = 1,
  }: { versions?: Versions; passages?: number; addedAt?: number } = {},
): Promise<{ ordinal: number; replaced: number[] }> {
  hashes++;
  const file = new Blob([text]);
  const rest = { size: file.size, linked: false, addedAt: at };
  const taken = await store.jobs.intake({ path, hash: String(hashes), file, ...rest });
  if (taken.kind !== "queued") expect.fail(`${path} is ${taken.kind}`);
  const { job } = taken;
  const { ordinal, hash, content, addedAt } = job;
  const pages = [pageOf(text)];
  await store.contents.stagePages(job, pages.map(packPage));
  const indexed = await indexDocument({ path, bookmarks: [] }, pages, signal);
  const finished = await store.jobs.finish({
    document: {
      ...{ ordinal, path, hash, content, addedAt, metadata: textMetadata(3), versions },
      ...(await documentFacts(pages, indexed.passages, signal)),
      state: "ready",
      format: "text",
      pageUnit: "part",
      passages: passages || indexed.passages.length,
    },
    passages: {
      document: ordinal,
      entries: packPassages(indexed.passages),
      headings: indexed.headings,
      bookmarks: [],
    },
    postings: passages ? manyPassages(passages, text) : indexed.postings,
  });
  return { ordinal, replaced: finished?.replaced ?? expect.fail("It was cancelled.") };
}

/** Postings of this many passages with the same words. */
function manyPassages(count: number, text: string): DocumentPostings {
  const builder = new DocumentPostingsBuilder("en");
  addPage(
    builder,
    Array.from({ length: count }, () => ({ text, heading: "" })),
    "",
  );
  return builder.finish("many", text);
}

/** The paths of the documents that contain a word. */
function finds(cache: DocumentCache, word: string): string[] {
  return cache
    .all()
    .filter(({ document }) => cache.index.pagesWith([word], document.ordinal)?.size)
    .map(({ document }) => document.path);
}

const paths = (cache: DocumentCache) => cache.all().map(({ document }) => document.path);

describe("DocumentCache", () => {
  it("follows what another tab adds, removes, restores and replaces", async () => {
    const cache = await load(others);
    const first = await add("a.txt", "A gannet dives.");
    expect(paths(cache)).toEqual([]);
    const added = await cache.sync([first.ordinal]);
    expect(added.appeared.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(finds(cache, "gannet")).toEqual(["a.txt"]);

    await store.documents.remove([first.ordinal], 5);
    expect(await cache.sync([first.ordinal])).toEqual({ appeared: [], gone: [first.ordinal] });
    expect(finds(cache, "gannet")).toEqual([]);
    expect(cache.get(first.ordinal)).toBeUndefined();

    await store.documents.restore([first.ordinal]);
    const restored = await cache.sync([first.ordinal]);
    expect(restored.appeared.map(({ ordinal }) => ordinal)).toEqual([first.ordinal]);
    expect(finds(cache, "gannet")).toEqual(["a.txt"]);

    const { ordinal, replaced } = await add("a.txt", "A puffin flies.");
    const outcome = await cache.sync([ordinal, ...replaced]);
    expect(outcome.gone).toEqual([first.ordinal]);
    expect(outcome.appeared.map((document) => document.ordinal)).toEqual([ordinal]);
    expect([finds(cache, "gannet"), finds(cache, "puffin")]).toEqual([[], ["a.txt"]]);
  });

  it("reports a change once, however often it is notified", async () => {
    const cache = await load(others);
    const { ordinal } = await add("a.txt", "A gannet dives.");
    const outcomes = await Promise.all([
      cache.sync([ordinal]),
      cache.sync([ordinal, ordinal]),
      cache.sync(null),
    ]);
    expect(outcomes.map(({ appeared }) => appeared.length)).toEqual([1, 0, 0]);
    expect(await cache.sync([ordinal, 4711])).toEqual({ appeared: [], gone: [] });
    expect(paths(cache)).toEqual(["a.txt"]);
  });

  it("finds missed changes without a notification", async () => {
    const kept = await add("kept.txt", "A tern hovers.");
    const lost = await add("lost.txt", "A gannet dives.");
    const cache = await load(others);
    await store.documents.remove([lost.ordinal], 5);
    const added = await add("added.txt", "A puffin flies.");
    const { appeared, gone } = await cache.sync(null);
    expect(appeared.map(({ ordinal }) => ordinal)).toEqual([added.ordinal]);
    expect(gone).toEqual([lost.ordinal]);
    expect(cache.all().map(({ document }) => document.ordinal)).toEqual([
      kept.ordinal,
      added.ordinal,
    ]);
  });

  it("keeps one document per path, even after missed notifications", async () => {
    const first = await add("a.txt", "A gannet dives.");
    const cache = await load(others);
    const { ordinal } = await add("a.txt", "A puffin flies.");
    const outcome = await cache.sync([ordinal]);
    expect(outcome.gone).toEqual([first.ordinal]);
    expect(outcome.appeared.map((document) => document.ordinal)).toEqual([ordinal]);
    expect(finds(cache, "gannet")).toEqual([]);
    expect(paths(cache)).toEqual(["a.txt"]);
  });

  it("lists documents in the order they were added, regardless of their ordinals", async () => {
    await add("late.txt", "A gannet dives.", { addedAt: 2 });
    await add("early.txt", "A puffin flies.", { addedAt: 1 });
    await add("late too.txt", "A tern cries.", { addedAt: 2 });
    expect(paths(await load(others))).toEqual(["early.txt", "late.txt", "late too.txt"]);
  });

  it("answers requests made during loading once it is loaded", async () => {
    await add("a.txt", "A gannet dives.");
    const cache = new DocumentCache(others, () => false);
    const loading = cache.load(await store.documents.ready(), { rebuild: false, signal });
    const { ordinal } = await add("b.txt", "A puffin flies.");
    await cache.sync([ordinal]);
    await loading;
    expect(paths(cache)).toEqual(["a.txt", "b.txt"]);
    expect(finds(cache, "puffin")).toEqual(["b.txt"]);
  });

  it.each([
    ["some documents", (ordinal: number) => [ordinal]],
    ["all documents", () => null],
  ])("retries %s when the database could not be read", async (_what, operation) => {
    const cache = await load(others);
    const { ordinal } = await add("a.txt", "A gannet dives.");
    const { documents } = others;
    const read = documents.searchableAmong;
    documents.searchableAmong = () => Promise.reject(new PagehoundError("storage-failed", "No."));
    await expect(cache.sync(operation(ordinal))).rejects.toMatchObject({ code: "storage-failed" });
    documents.searchableAmong = read;
    const { appeared } = await cache.sync([4711]);
    expect(appeared.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(finds(cache, "gannet")).toEqual(["a.txt"]);
  });

  it("never lets an older read of the database undo a newer one", async () => {
    const cache = await load(others);
    const { ordinal } = await add("a.txt", "A gannet dives.");
    const stored = others.documents;
    const read = stored.searchableAmong.bind(stored);
    const taken = Promise.withResolvers<void>();
    const passed = Promise.withResolvers<void>();
    stored.searchableAmong = async (ordinals) => {
      stored.searchableAmong = read;
      const documents = await read(ordinals);
      taken.resolve();
      await passed.promise;
      return documents;
    };
    const older = cache.sync([ordinal]);
    await taken.promise;
    await store.documents.remove([ordinal], 5);
    const newer = cache.sync([ordinal]);
    // After these, the second cache has read everything it could read without waiting.
    await read([ordinal]);
    await read([ordinal]);
    passed.resolve();
    await Promise.all([older, newer]);
    expect(paths(cache)).toEqual([]);
  });

  it("frees the space of deleted documents, and loses no others", async () => {
    const large = [
      await add("large/1.txt", "An auk.", { passages: 6_000 }),
      await add("large/2.txt", "An auk.", { passages: 6_000 }),
    ].map(({ ordinal }) => ordinal);
    const silent = await add("silent.txt", "A tern hovers.");
    await add("kept.txt", "A gannet dives.");
    const cache = await load(others);
    expect(cache.index.size).toBe(12_002);
    await store.documents.remove([...large, silent.ordinal], 5);
    // No tab was notified about the third one.
    const { gone } = await cache.sync(large);
    expect([...gone].sort((a, b) => a - b)).toEqual([...large, silent.ordinal]);
    expect(cache.index.size).toBe(1);
    expect(paths(cache)).toEqual(["kept.txt"]);
    expect(finds(cache, "gannet")).toEqual(["kept.txt"]);
    await store.documents.restore(large);
    await cache.sync(large);
    expect(finds(cache, "auk")).toEqual(["large/1.txt", "large/2.txt"]);
  });
});

describe("documents stored by another version of the code", () => {
  const older: Versions = { ...current, passages: passagesVersion - 1 };
  const newer: Versions = { ...current, postings: postingsVersion + 1 };
  const storedVersions = async () =>
    (await store.documents.searchable()).map(({ document }) => document.versions);

  it("rebuilds and stores documents of another version in the tab that reads", async () => {
    await add("a.txt", "A gannet dives.", { versions: older });
    const cache = await load(others, true);
    expect(finds(cache, "gannet")).toEqual(["a.txt"]);
    expect(await storedVersions()).toEqual([current]);
  });

  it("rebuilds documents of another version in memory in a tab that does not read, and stores them once it does", async () => {
    const { ordinal } = await add("a.txt", "A gannet dives.", { versions: older });
    let reading = false;
    const cache = new DocumentCache(others, () => reading);
    await cache.load(await store.documents.ready(), { rebuild: false, signal });
    expect(cache.get(ordinal)?.document.versions).toEqual(current);
    expect(await storedVersions()).toEqual([older]);
    reading = true;
    expect(await cache.sync(null)).toEqual({ appeared: [], gone: [] });
    expect(await storedVersions()).toEqual([current]);
  });

  it("leaves documents stored by a newer version unchanged, and still finds them", async () => {
    await add("a.txt", "A gannet dives.", { versions: newer });
    const cache = await load(others, true);
    expect(finds(cache, "gannet")).toEqual(["a.txt"]);
    await cache.sync(null);
    expect(await storedVersions()).toEqual([newer]);
  });

  it.each(["storage-full", "storage-failed"] as const)(
    "finds documents of another version even if their rebuilt data cannot be stored (%s)",
    async (code) => {
      await add("a.txt", "A gannet dives.", { versions: older });
      others.documents.reindex = () => Promise.reject(new PagehoundError(code, "Refused."));
      const cache = await load(others, true);
      expect(finds(cache, "gannet")).toEqual(["a.txt"]);
      expect(await storedVersions()).toEqual([older]);
    },
  );
});

describe("lost, late, duplicate and reordered messages", () => {
  const step = fc.record({
    does: fc.constantFrom("add", "add", "remove", "restore", "purge"),
    file: fc.integer({ min: 0, max: 3 }),
    message: fc.constantFrom("now", "later", "twice", "lost"),
    waits: fc.boolean(),
  });

  it("after lost, late, duplicate and reordered messages, a full check matches the database and reports each change once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
        store.close();
        others.close();
        await deleteDB(`pagehound:${collection}`);
        store = await openStore();
        others = await openStore();
        const cache = await load(others);
        const reported = new Map<number, boolean>();
        const looks: Promise<void>[] = [];
        const look = (ordinals: readonly number[] | null) => {
          const done = cache.sync(ordinals).then(({ appeared, gone }) => {
            for (const { ordinal } of appeared) {
              expect(reported.get(ordinal) ?? false).toBe(false);
              reported.set(ordinal, true);
            }
            for (const ordinal of gone) {
              expect(reported.get(ordinal)).toBe(true);
              reported.set(ordinal, false);
            }
          });
          looks.push(done);
          return done;
        };
        const late: number[][] = [];
        /** By the number of the step, which the document contains as a word. */
        const added = new Map<number, number>();
        const removed: number[] = [];
        for (const [number, { does, file, message, waits }] of steps.entries()) {
          const ready = (await store.documents.searchable()).map(({ document }) => document);
          let changed: number[] = [];
          if (does === "add") {
            const { ordinal, replaced } = await add(`${file}.txt`, `The word is q${number}q.`);
            changed = [ordinal, ...replaced];
            removed.push(...replaced);
            added.set(number, ordinal);
          } else if (does === "remove") {
            changed = ready.slice(file, file + 1).map(({ ordinal }) => ordinal);
            await store.documents.remove(changed, number);
            removed.push(...changed);
          } else if (does === "restore") {
            changed = removed.splice(file, 1);
            // Another document may be at the path of a removed one.
            const replaced = await store.documents.restore(changed).catch(() => []);
            removed.push(...replaced);
            changed.push(...replaced);
          } else {
            const removals = await store.documents.removals();
            changed = await store.documents.purge(
              removals.filter(({ removedAt }) => removedAt <= number),
            );
          }
          if (message === "later") late.push(changed);
          if (message === "now" || message === "twice") {
            const done = look(changed);
            if (message === "twice") void look(changed);
            if (waits) await done;
          }
          for (const { document } of cache.all())
            expect(cache.index.has(document.ordinal)).toBe(true);
        }
        for (const ordinals of late.reverse()) void look(ordinals);
        void look(null);
        await Promise.all(looks);
        const stored = (await store.documents.searchable()).map(({ document }) => document);
        expect(cache.all().map(({ document }) => document)).toEqual(stored);
        const known = [...reported].filter(([, isKnown]) => isKnown).map(([ordinal]) => ordinal);
        expect(known.sort((a, b) => a - b)).toEqual(stored.map(({ ordinal }) => ordinal));
        for (const [number, ordinal] of added) {
          const holding = stored.filter((document) => document.ordinal === ordinal);
          expect(finds(cache, `q${number}q`)).toEqual(holding.map(({ path }) => path));
        }
      }),
      { numRuns: 40 },
    );
  });
});
