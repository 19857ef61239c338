import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import PDFDocument from "pdfkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serveFolder } from "../../cli/serve.js";
import { Random } from "../../src/evaluation/testing/random-text.js";
import type { IngestEvent } from "../../src/index.js";
import { type Driver, type StartedDriver, startDriver } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { isLong, tries } from "../tries.js";
import { holdReadingMidway } from "./hold-reading.js";
import { LibraryTab } from "./library-tab.js";
import { writePdf } from "./write-pdf.js";

const harnessFolders = {
  "/": path.join(repository, "cli/page"),
  "/dist/": path.join(repository, "dist"),
};

let folder: string;
/** A PDF with many pages, each of which contains a unique word; see `wordOf`. */
let manyPages: string;
const pageCount = 200;
/** The number of messages, about one per page, after which tests hold up reading it. */
const heldAt = 120;
let encrypted: string;
const password = "gannet";

let driver: Driver;
let started: StartedDriver;
/** The test's collection. */
let name = "";
let tests = 0;
/** Receives the events of tabs that were opened with a name. */
let heard: (tab: string, type: string, path: string) => void = () => {};

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-tabs-"));
  manyPages = path.join(folder, "many.pdf");
  const random = new Random(1);
  await writePdf(
    manyPages,
    Array.from({ length: pageCount }, (_, page) => {
      // Lines that many pages share would count as running headers, which are in no passage.
      const words = Array.from({ length: 60 }, () => random.pick(vocabulary));
      return words.with(20, wordOf(page + 1)).join(" ");
    }),
  );
  encrypted = path.join(folder, "secret.pdf");
  await writeEncryptedPdf(encrypted, "The puffin nests in the cliff.");
  started = await startDriver();
  driver = started.driver;
  await driver.context.exposeBinding("tell", (_source, ...args: [string, string, string]) => {
    heard(...args);
  });
});

afterAll(async () => {
  await started?.end();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  tests++;
  name = `tabs-${tests}`;
});

afterEach(async () => {
  heard = () => {};
  const [, ...tabs] = driver.context.pages();
  await Promise.all(tabs.map((tab) => tab.close()));
  expect(driver.problems).toEqual([]);
});

const vocabulary =
  "ferry harbour noon evening gannet island rope deck signal captain storm anchor tide lantern cargo".split(
    " ",
  );

/** The word that only this page of the large PDF contains. */
function wordOf(page: number): string {
  const letter = (value: number) => String.fromCharCode(97 + (value % 26));
  return `zq${letter(page / 676)}${letter(page / 26)}${letter(page)}qz`;
}

async function writeEncryptedPdf(file: string, text: string): Promise<void> {
  const pdf = new PDFDocument({ userPassword: password, ownerPassword: password });
  const output = createWriteStream(file);
  pdf.pipe(output);
  pdf.text(text);
  pdf.end();
  await finished(output);
}

/** Opens a tab; of all tabs, the one open longest does the reading. */
function open(tell: string | null = null): Promise<LibraryTab> {
  return LibraryTab.open(driver.context, driver.url, { name, parseWorkers: 1 }, tell);
}

/** Waits until a good part of the large PDF is read, as seen by a tab. */
async function read(tab: LibraryTab): Promise<void> {
  await tab.queueWhere(({ files }) => files.some(({ done }) => done >= 100));
}

const types = (events: readonly IngestEvent[]) => events.map(({ type }) => type);

describe("changes in one tab", () => {
  test("changes in one tab reach the other: only one tab reads, and both find a document as soon as it is added", async () => {
    const reader = await open();
    const other = await open();
    expect((await reader.queue()).here).toBe(true);
    expect((await other.queue()).here).toBe(false);
    await reader.add({ "a.txt": "A gannet dives." });
    // An announced document is searchable right away, without any wait in between.
    const ready = await other.change("document-ready", { path: "a.txt" });
    expect(await other.find("gannet")).toEqual(["a.txt:1"]);
    expect(await other.documents()).toEqual(await reader.documents());
    expect(await other.documents()).toEqual([ready.document]);
  });

  test("the tab that reads carries out changes such as adding files", async () => {
    const reader = await open();
    const other = await open();
    const events = await other.add({ "a.txt": "A gannet dives.", "b.txt": "A puffin flies." });
    expect(types(events).filter((type) => type === "document-ready")).toHaveLength(2);
    expect(await other.find("puffin")).toEqual(["b.txt:1"]);
    await reader.change("document-ready", { path: "b.txt" });
    expect(await reader.find("puffin")).toEqual(["b.txt:1"]);
    expect(await reader.paths()).toEqual(["a.txt", "b.txt"]);
    expect(types(await other.add({ "a.txt": "A gannet dives." }))).toEqual(["document-unchanged"]);
  });

  test("changes such as removing, restoring and replacing appear in lists and searches of the other tab", async () => {
    const reader = await open();
    const other = await open();
    await reader.add({ "a.txt": "A gannet dives.", "b.txt": "A puffin flies." });
    await other.change("document-ready", { path: "b.txt" });
    const [first] = await other.documents();
    const id = first?.id ?? expect.fail();
    // Both ways: from the tab that does not read, and from the one that does.
    for (const [from, to] of [
      [other, reader],
      [reader, other],
    ] as const) {
      const seen = await to.changeCount();
      await from.hound.evaluate((hound, id) => hound.remove([id]), id);
      const removed = await to.change("documents-removed", {}, seen);
      expect(removed.documents).toEqual([id]);
      expect(await to.find("gannet")).toEqual([]);
      expect(await to.paths()).toEqual(["b.txt"]);
      await from.hound.evaluate((hound, id) => hound.restore([id]), id);
      const restored = await to.change("documents-restored", {}, seen);
      expect(restored.documents.map((document) => document.id)).toEqual([id]);
      expect(await to.find("gannet")).toEqual(["a.txt:1"]);
      expect(await to.paths()).toEqual(["a.txt", "b.txt"]);
    }
    const seen = await reader.changeCount();
    await other.add({ "a.txt": "A cormorant dries its wings." });
    const ready = await reader.change("document-ready", { path: "a.txt" }, seen);
    expect(ready.replaced).toBe(id);
    expect(await reader.find("gannet")).toEqual([]);
    expect(await reader.find("cormorant")).toEqual(["a.txt:1"]);
    expect(await reader.paths()).toEqual(["a.txt", "b.txt"]);

    // One tab restores the older version, which then replaces the newer one in the other.
    const before = await reader.changeCount();
    await other.hound.evaluate((hound, id) => hound.restore([id]), id);
    const gone = await reader.change("documents-removed", {}, before);
    expect(gone.documents).toEqual([ready.document.id]);
    await reader.change("documents-restored", {}, before);
    expect(await reader.find("cormorant")).toEqual([]);
    expect(await reader.find("gannet")).toEqual(["a.txt:1"]);
    expect(await reader.paths()).toEqual(["a.txt", "b.txt"]);
  });

  test.runIf(isLong)(
    "a document removed in one tab cannot be removed or read in the other",
    async () => {
      const reader = await open();
      const other = await open();
      await reader.add({ "a.txt": "A gannet dives." });
      await other.change("document-ready");
      const id = (await other.documents())[0]?.id ?? expect.fail();
      await other.hound.evaluate((hound, id) => hound.remove([id]), id);
      await reader.change("documents-removed");
      const code = await reader.hound.evaluate(
        (hound, id) => hound.remove([id]).then(String, ({ code }) => code),
        id,
      );
      expect(code).toBe("not-found");
    },
  );
});

describe("the queue of all tabs", () => {
  test.runIf(isLong)("pauses in one tab, resumes in another, and continues there", async () => {
    const reader = await open();
    const other = await open();
    const { letRead } = await holdReadingMidway(driver.context, heldAt);
    const adding = reader.addFile(manyPages);
    await read(other);
    await other.hound.evaluate((hound) => hound.queue.pause());
    const stopped = ({ paused, files }: Awaited<ReturnType<LibraryTab["queue"]>>) =>
      paused && files[0]?.state === "waiting";
    const { files } = await reader.queueWhere(stopped);
    expect(files).toMatchObject([{ path: "many.pdf", total: pageCount }]);
    expect((await other.queueWhere(stopped)).files).toEqual(files);
    const seen = await other.changeCount();
    // What is added while reading is paused waits too.
    const addingToo = other.add({ "a.txt": "A gannet dives." });
    await reader.change("document-waiting", { path: "a.txt" });
    expect(await reader.paths()).toEqual([]);
    await letRead();
    await other.hound.evaluate((hound) => hound.queue.resume());
    const started = await other.change("document-started", { path: "many.pdf" }, seen);
    expect(started.done).toBeGreaterThan(0);
    expect((await adding).at(-1)?.type).toBe("document-ready");
    expect((await addingToo).at(-1)?.type).toBe("document-ready");
    // The tab that did not read finds it as soon as it is notified.
    await other.change("document-ready", { path: "many.pdf" }, seen);
    expect(await other.find(wordOf(pageCount))).toEqual([`many.pdf:${pageCount}`]);
  });

  test.runIf(isLong)("cancels files in one tab that another tab has added", async () => {
    const reader = await open();
    const other = await open();
    await other.hound.evaluate((hound) => hound.queue.pause());
    const adding = reader.add({ "a.txt": "A gannet dives.", "b.txt": "A puffin flies." });
    await other.queueWhere(({ files }) => files.length === 2);
    await other.hound.evaluate((hound) => hound.queue.cancel(["a.txt"]));
    await reader.change("document-cancelled", { path: "a.txt" });
    await other.hound.evaluate((hound) => hound.queue.resume());
    const ends = (await adding).filter(({ type }) => /ready|cancelled/.test(type));
    expect(ends.map(({ type, path }) => `${path}: ${type}`).sort()).toEqual([
      "a.txt: document-cancelled",
      "b.txt: document-ready",
    ]);
    await expect.poll(() => other.paths()).toEqual(["b.txt"]);
  });

  test("accepts a password in a tab that does not read", async () => {
    const reader = await open();
    const other = await open();
    const events = await other.addFile(encrypted);
    expect(events.at(-1)).toMatchObject({
      type: "document-refused",
      code: "password-required",
      kept: true,
    });
    const seen = await other.changeCount();
    await other.hound.evaluate((hound) => hound.queue.retry(["secret.pdf"], { password: "wrong" }));
    await other.change("document-refused", { code: "password-required", kept: true }, seen);
    await other.hound.evaluate(
      (hound, password) => hound.queue.retry(["secret.pdf"], { password }),
      password,
    );
    await other.change("document-ready", { path: "secret.pdf" });
    expect(await other.find("puffin")).toEqual(["secret.pdf:1"]);
    await reader.change("document-ready", { path: "secret.pdf" });
    expect(await reader.find("puffin")).toEqual(["secret.pdf:1"]);
  });

  test.runIf(isLong)("passes a password that came with the file to the reading tab", async () => {
    await open();
    const other = await open();
    const events = await other.addFile(encrypted, password);
    expect(types(events)).not.toContain("document-refused");
    expect(events.at(-1)).toMatchObject({ type: "document-ready", path: "secret.pdf" });
  });

  test("makes one document of the same file added in two tabs at once", async () => {
    const tabs = [await open(), await open()];
    const files = { "a.txt": "A gannet dives.", "b/c.txt": "A puffin flies." };
    const ends = await Promise.all(tabs.map((tab) => tab.add(files)));
    for (const events of ends) {
      expect(types(events).filter((type) => /ready|unchanged/.test(type))).toHaveLength(2);
    }
    for (const tab of tabs) {
      expect(await tab.paths()).toEqual(["a.txt", "b/c.txt"]);
      expect(await tab.find("gannet")).toEqual(["a.txt:1"]);
      expect((await tab.queue()).files).toEqual([]);
    }
  });
});

describe("closing the tab that reads", () => {
  test("another tab resumes where the closed one stopped, with the pages that were read", async () => {
    const reader = await open();
    const other = await open();
    const { holdNoOthers } = await holdReadingMidway(driver.context, heldAt);
    // Never settles, because its tab is closed first.
    void reader.addFile(manyPages).catch(() => {});
    await read(other);
    await holdNoOthers();
    const seen = await other.changeCount();
    await reader.close();
    const started = await other.change("document-started", { path: "many.pdf" }, seen);
    expect(started.pages).toBe(pageCount);
    expect(started.done).toBeGreaterThan(0);
    const { document } = await other.change("document-ready", { path: "many.pdf" });
    expect(document.pages).toMatchObject({ total: pageCount, text: pageCount });
    expect((await other.queue()).here).toBe(true);
    for (const page of [1, Math.max(1, started.done), started.done + 1, pageCount]) {
      expect(await other.find(wordOf(page))).toEqual([`many.pdf:${page}`]);
    }
  });

  test("another tab reads when the reading one navigates away into the back-forward cache", async () => {
    const served = await serveFolder(harnessFolders);
    const browser = await launchBrowser({
      // Playwright disables this cache by default.
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    try {
      const context = await browser.newContext();
      const reader = await LibraryTab.open(context, served.url, { name, parseWorkers: 1 });
      const other = await LibraryTab.open(context, served.url, { name, parseWorkers: 1 });
      const { holdNoOthers } = await holdReadingMidway(context, heldAt);
      void reader.addFile(manyPages).catch(() => {});
      await read(other);
      await holdNoOthers();
      const seen = await other.changeCount();
      await reader.leave(served.url);
      await other.change("document-started", { path: "many.pdf" }, seen);
      await other.change("document-ready", { path: "many.pdf" }, seen);
      await expect.poll(() => other.paths()).toEqual(["many.pdf"]);
    } finally {
      await browser.close();
      await served.close();
    }
  });

  test.runIf(isLong)("the next tab to open continues if none is left", async () => {
    const reader = await open();
    const watcher = await open();
    const { holdNoOthers } = await holdReadingMidway(driver.context, heldAt);
    void reader.addFile(manyPages).catch(() => {});
    await read(watcher);
    await holdNoOthers();
    await watcher.close();
    await reader.close();
    const next = await open();
    const { files } = await next.queue();
    const ready = files.length === 0 ? undefined : await next.change("document-ready");
    expect(ready?.document.pages.text ?? (await next.documents())[0]?.pages.text).toBe(pageCount);
    expect(await next.find(wordOf(pageCount))).toEqual([`many.pdf:${pageCount}`]);
  });

  test.each(Array.from({ length: tries(0, 30) }, (_, index) => index + 1))(
    "closing the reading tab while three tabs add files loses nothing (seed %i)",
    async (seed) => {
      const random = new Random(seed);
      const names = ["x", "y", "z"];
      const files = new Map(names.map((name) => [name, filesOf(name, random)]));
      const all = Object.assign({}, ...files.values()) as Record<string, string>;
      /** Whatever a tab was told is stored must be stored. */
      const stored = new Set<string>();
      /** Each tab is closed after this many events across all of them. */
      const moments = new Map(names.map((name) => [name, random.integer(2, 300)]));
      const tabs = new Map<string, LibraryTab>();
      for (const name of names) tabs.set(name, await open(name));
      const closed: Promise<void>[] = [];
      const close = (name: string) => {
        if (moments.delete(name)) closed.push(tabs.get(name)?.close() ?? expect.fail(name));
      };
      let happened = 0;
      heard = (_name, type, file) => {
        happened++;
        if (type === "document-waiting" || type === "document-ready") stored.add(file);
        for (const [name, moment] of [...moments]) if (happened >= moment) close(name);
      };
      // A call ends with its tab, at the latest.
      await Promise.allSettled(names.map((name) => tabs.get(name)?.add(files.get(name) ?? {})));
      for (const name of names) close(name);
      await Promise.all(closed);
      const fresh = await open();
      await fresh.queueWhere(({ files }) => files.length === 0);
      // Everything reported as stored exists, exactly once. The last tab may have finished a
      // document while closing, after this tab had listed the documents; it appears once this tab
      // takes over reading.
      await expect
        .poll(() => fresh.paths(), { timeout: 60_000 })
        .toEqual(expect.arrayContaining([...stored]));
      const paths = await fresh.paths();
      expect(paths).toEqual([...new Set(paths)]);
      // What was not stored when its tab closed is added again, together with all the rest.
      await fresh.add(all);
      const reopened = await open();
      for (const tab of [fresh, reopened]) {
        expect(await tab.paths()).toEqual(Object.keys(all).sort());
        for (const [word, places] of placesOf(all)) expect(await tab.find(word)).toEqual(places);
      }
    },
  );
});

/**
 * Twelve files for a tab. Of every four, one is identical in all tabs, and one has the same bytes
 * in all.
 */
function filesOf(tab: string, random: Random): Record<string, string> {
  const files = Array.from({ length: 12 }, (_, file) => {
    const [folder, word, length] = [
      ["shared", `same${file}`, 100],
      [tab, `equal${file}`, 100],
      [tab, `own${tab}${file}`, random.integer(1, 400)],
      [tab, `own${tab}${file}`, random.integer(1, 400)],
    ][file % 4] as [string, string, number];
    return [
      `${folder}/${file}.txt`,
      `The word is ${word}. ${"It is a long story. ".repeat(length)}`,
    ];
  });
  return Object.fromEntries(files);
}

/** Where the word of each file must be found. */
function placesOf(files: Readonly<Record<string, string>>): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const file of Object.keys(files).sort()) {
    const word = /word is (\w+)/.exec(files[file] ?? "")?.[1] ?? expect.fail(file);
    places.set(word, [...(places.get(word) ?? []), `${file}:1`]);
  }
  return places;
}

describe("a newer version of the page", () => {
  /** Opens the database as a newer version does; resolves once it is open. */
  const upgrade = () =>
    driver.page.evaluate(
      (name) =>
        new Promise<number>((resolve, reject) => {
          const request = indexedDB.open(`pagehound:${name}`, 1000);
          request.onerror = () => reject(request.error);
          request.onsuccess = () => {
            resolve(request.result.version);
            request.result.close();
          };
        }),
      name,
    );

  test("a newer version opens at once, and notifies tabs with older versions", async () => {
    const reader = await open();
    const other = await open();
    await reader.add({ "a.txt": "A gannet dives." });
    await other.change("document-ready");
    expect(await upgrade()).toBe(1000);
    for (const tab of [reader, other]) {
      await tab.change("outdated");
      for (const call of ["page", "add", "remove"] as const) {
        const code = await tab.hound.evaluate(async (hound, call) => {
          const id = (await hound.documents().catch(() => []))[0]?.id ?? ("d1" as never);
          try {
            if (call === "page") await hound.page(id, 1);
            if (call === "remove") await hound.remove([id]);
            if (call === "add") {
              const files = [{ path: "b.txt", file: new Blob(["A puffin flies."]) }];
              for await (const _event of hound.add(files));
            }
            return null;
          } catch (error) {
            return (error as { code: string }).code;
          }
        }, call);
        expect(`${call}: ${code}`).toBe(`${call}: outdated`);
      }
    }
    // The older tabs have released the lock for reading, which the newer one needs.
    const lock = await driver.page.evaluate(
      (name) => navigator.locks.request(name, (held) => held?.name),
      `pagehound:${name}:reader`,
    );
    expect(lock).toBe(`pagehound:${name}:reader`);
  });

  test("a newer version ends additions in older tabs with the reason", async () => {
    const reader = await open();
    const other = await open();
    const adding = reader.hound.evaluate(async (hound, text) => {
      const files = Array.from({ length: 200 }, (_, file) => ({
        path: `${file}.txt`,
        file: new Blob([`${file} ${text}`]),
      }));
      try {
        for await (const _event of hound.add(files));
        return null;
      } catch (error) {
        return (error as { code: string }).code;
      }
    }, "It is a long story. ".repeat(2000));
    await other.change("document-ready");
    expect(await upgrade()).toBe(1000);
    expect(await adding).toBe("outdated");
  });

  test("a newer version keeps older tabs from opening the documents", async () => {
    const first = await open();
    await upgrade();
    await first.change("outdated");
    const code = await driver.page.evaluate(
      (name) =>
        globalThis.harness.library.Pagehound.open({ name }).then(
          () => null,
          ({ code }) => String(code),
        ),
      name,
    );
    expect(code).toBe("outdated");
  });
});
