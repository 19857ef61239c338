import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Pagehound, type PagehoundOptions } from "../../../src/index.js";
import { isLong } from "../../tries.js";
import { fixture } from "../fixture.js";
import { inDatabase } from "./in-database.js";
import { stuckPdf } from "./stuck-pdf.js";
import { addAll, ends, ofType, startAdding, textFile, watchChanges } from "./watched.js";

const name = "queue-test";
// One parser, so that a page that never finishes blocks everything for as long as the test needs.
const options: PagehoundOptions = {
  name,
  assetsBase: "/assets/",
  parseWorkers: 1,
  pageSeconds: 600,
};
let hound: Pagehound;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open(options);
});
afterEach(() => hound.close());

async function reopen(more: PagehoundOptions = {}): Promise<void> {
  hound.close();
  hound = await Pagehound.open({ ...options, ...more });
}

const sentences = [
  "A felucca has one sail.",
  "A dhow has two.",
  "A punt has none.",
  "A raft drifts.",
];
const stuck = { path: "stuck.pdf", file: stuckPdf(sentences, [3]) };
const boats = textFile("boats.txt", "A qersu is a kind of boat.");
const trees = textFile("trees.txt", "An oak grows slowly.");

const found = async (query: string) =>
  (await hound.search(query)).hits.map(({ path, page }) => `${path}:${page}`);
const listed = async () =>
  (await hound.queue.list()).files.map(({ path, state }) => `${path}: ${state}`);
const read = (count: number) => (event: { type: string; done?: number }) =>
  event.type === "document-progress" && event.done === count;

/**
 * Adds a word to the first page as it is stored, which is only found as long as that page is not
 * read again.
 */
const markFirstPage = () =>
  inDatabase(name, async (database) => {
    const pages = await database.getAll("pages");
    const first = pages.find(({ text }) => text.includes("felucca"));
    if (!first) throw new Error("The first page is not stored.");
    await database.put("pages", { ...first, text: first.text.replace("felucca", "xebec") });
  });

describe("the queue", () => {
  it.runIf(isLong)(
    "pauses reading, resumes it across a reload, and does not reread pages",
    async () => {
      const adding = startAdding(hound, [stuck, boats]);
      await adding.seen(read(2));
      await hound.queue.pause();
      expect(await hound.queue.list()).toMatchObject({
        paused: true,
        here: true,
        files: [
          { path: "stuck.pdf", state: "waiting", done: 2, total: 4 },
          { path: "boats.txt", state: "waiting" },
        ],
      });
      await markFirstPage();
      await reopen({ pageSeconds: 4 });
      expect(await hound.queue.list()).toMatchObject({ paused: true });
      expect(await hound.documents()).toEqual([]);
      const changes = watchChanges(hound);
      await hound.queue.resume();
      expect(await changes.seen(({ type }) => type === "document-started")).toMatchObject({
        path: "stuck.pdf",
        pages: 4,
        done: 2,
      });
      await changes.seen(
        (change) => change.type === "document-ready" && change.path === "boats.txt",
      );
      await changes.seen(
        (change) => change.type === "document-ready" && change.path === "stuck.pdf",
      );
      expect(await found("xebec")).toEqual(["stuck.pdf:1"]);
      expect(await found("raft")).toEqual(["stuck.pdf:4"]);
      const [document] = await hound.documents();
      expect(document?.pages).toMatchObject({ total: 4, text: 3, unreadable: 1 });
      const page = document && (await hound.page(document.id, 3));
      expect(page?.problem).toBe("This page could not be read within 4 seconds.");
      expect(await listed()).toEqual([]);
      changes.stop();
    },
  );

  it.runIf(isLong)(
    "interrupts a file for another one, and then resumes where it stopped",
    async () => {
      const adding = startAdding(hound, [stuck, trees, boats]);
      await adding.seen(read(2));
      await adding.seen((event) => event.type === "document-waiting" && event.path === "boats.txt");
      await hound.queue.prioritise(["boats.txt", "trees.txt"]);
      await adding.seen((event) => event.type === "document-ready" && event.path === "trees.txt");
      await markFirstPage();
      const ready = ofType(adding.events, "document-ready").map(({ path }) => path);
      expect(ready).toEqual(["boats.txt", "trees.txt"]);
      await reopen({ pageSeconds: 4 });
      await expect.poll(() => found("xebec raft"), { timeout: 120_000 }).toHaveLength(2);
      expect(await found("xebec")).toEqual(["stuck.pdf:1"]);
    },
  );

  it("removes files from the queue with everything stored for them", async () => {
    const adding = startAdding(hound, [stuck, boats]);
    await adding.seen(read(2));
    await hound.queue.cancel(["stuck.pdf", "no such file"]);
    expect(ends(await adding.done)).toEqual(["boats.txt: ready", "stuck.pdf: cancelled"]);
    expect(await listed()).toEqual([]);
    await inDatabase(name, async (database) => {
      expect(await database.count("pages")).toBe(1);
      expect(await database.count("originals")).toBe(1);
      expect(await database.count("documents")).toBe(1);
    });
  });

  it("removes exactly what an aborted call added, before the call settles", async () => {
    const controller = new AbortController();
    const other = startAdding(hound, [boats]);
    const adding = startAdding(hound, [trees, stuck, boats], { signal: controller.signal });
    await adding.seen(read(2));
    controller.abort();
    await expect(adding.done).rejects.toMatchObject({ name: "AbortError" });
    expect(ends(await other.done)).toEqual(["boats.txt: ready"]);
    await expect.poll(listed).toEqual([]);
    expect((await hound.documents()).map(({ path }) => path)).not.toContain("stuck.pdf");
    expect(await found("felucca")).toEqual([]);
  });

  it.runIf(isLong)("reads the later of two versions of a path", async () => {
    const first = startAdding(hound, [stuck]);
    await first.seen(read(2));
    const second = textFile("stuck.pdf.txt", "");
    const later = { ...second, path: "stuck.pdf", file: (await fixture("pdf/table.pdf")) as Blob };
    expect(ends(await addAll(hound, later))).toEqual(["stuck.pdf: ready"]);
    expect(ends(await first.done)).toEqual(["stuck.pdf: cancelled"]);
    expect(await found("felucca")).toEqual([]);
    expect(await hound.documents()).toHaveLength(1);
  });

  it.runIf(isLong)(
    "keeps a replaced document searchable until the new version is ready",
    async () => {
      const path = "guide.pdf";
      await addAll(hound, { path, file: stuckPdf(["The old words."], []) });
      const [old] = await hound.documents();
      const adding = startAdding(hound, [{ ...stuck, path }]);
      await adding.seen(read(2));
      expect(await found("old felucca")).toEqual(["guide.pdf:1"]);
      await reopen({ pageSeconds: 4 });
      const changes = watchChanges(hound);
      const documents = async () => (await hound.documents()).map(({ id }) => id);
      await expect.poll(documents, { timeout: 120_000 }).not.toEqual([old?.id]);
      expect(await documents()).toHaveLength(1);
      expect(await found("old")).toEqual([]);
      expect(await found("felucca")).toEqual(["guide.pdf:1"]);
      changes.stop();
    },
  );

  it.runIf(isLong)(
    "reads a file that is added again while its document is being removed",
    async () => {
      await addAll(hound, boats);
      const changed = { ...stuck, path: "boats.txt.pdf" };
      await addAll(hound, { ...changed, file: stuckPdf(["The old words."], []) });
      const old = (await hound.documents()).find(({ path }) => path === changed.path);
      const adding = startAdding(hound, [changed]);
      await adding.seen(read(2));
      await hound.remove(old ? [old.id] : []);
      expect(await found("old felucca")).toEqual([]);
      await hound.queue.cancel([changed.path]);
      await hound.restore(old ? [old.id] : []);
      expect(await found("old felucca")).toEqual(["boats.txt.pdf:1"]);
    },
  );
});

describe("passwords", () => {
  const path = "secret.pdf";

  it("asks for passwords, rejects wrong ones, and stores none", async () => {
    const file = await fixture("pdf/user-password.pdf");
    const [refused] = ofType(await addAll(hound, { path, file }), "document-refused");
    expect(refused).toMatchObject({ code: "password-required", kept: true });
    expect(await listed()).toEqual([`${path}: held`]);
    await reopen();
    expect(await listed()).toEqual([`${path}: held`]);
    const changes = watchChanges(hound);
    await hound.queue.retry([path], { password: "not it" });
    expect(await changes.seen(({ type }) => type === "document-refused")).toMatchObject({
      kept: true,
      message: expect.stringContaining("wrong"),
    });
    expect((await hound.queue.list()).files).toMatchObject([
      { state: "held", problem: { message: expect.stringContaining("wrong") } },
    ]);
    await hound.queue.retry([path], { password: "open sesame" });
    await changes.seen(({ type }) => type === "document-ready");
    changes.stop();
    expect(await listed()).toEqual([]);
    await expect(hound.queue.retry([path])).rejects.toMatchObject({ code: "not-found" });
  });

  it("accepts a password passed with the file at once, even for a held file", async () => {
    const file = await fixture("pdf/user-password.pdf");
    await addAll(hound, { path, file });
    expect(ends(await addAll(hound, { path, file, password: "open sesame" }))).toEqual([
      `${path}: ready`,
    ]);
  });
});
