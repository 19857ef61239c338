import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "../../../src/core/page.js";
import { type StoredJob, turnVersion } from "../../../src/store/schema.js";
import type { Store } from "../../../src/store/store.js";
import { dump } from "./dump.js";
import { refuseWrites } from "./fail-writes.js";
import {
  emptyStore,
  finished,
  openStore,
  type Postings,
  packed,
  page,
  purge,
  purgeAll,
  queued,
  ready,
  searchable,
  take,
} from "./sample.js";

let store: Store<Postings>;

/** A handle to a file in this site's origin private file system. */
async function handleTo(name: string): Promise<FileSystemFileHandle> {
  const folder = await navigator.storage.getDirectory();
  return await folder.getFileHandle(name, { create: true });
}

const paths = (jobs: readonly StoredJob[]) => jobs.map(({ path }) => path);

describe.each(["disk", "memory"] as const)("Store (%s)", (kind) => {
  beforeEach(async () => {
    store = await emptyStore(kind);
  });
  afterEach(() => store.close());

  it("reads large documents in parts, each once and in order, without those between them", async () => {
    const ordinals: number[] = [];
    for (const path of ["a", "b", "c", "d", "e", "f"])
      ordinals.push((await ready(store, path)).ordinal);
    const [document] = await store.documents.ready();
    if (!document) throw new Error("No document is ready.");
    // More words than one part has.
    const large = ordinals.map((ordinal) => ({ ...document, ordinal, words: 2_900_000 }));
    const found: number[][] = [];
    for await (const part of store.documents.searchableInParts(large.filter((_, at) => at !== 3))) {
      found.push(part.map(({ document: { ordinal } }) => ordinal));
    }
    expect(found).toEqual(ordinals.filter((_, at) => at !== 3).map((ordinal) => [ordinal]));
    for await (const part of store.documents.searchableInParts(large)) {
      expect(part).toHaveLength(1);
      break;
    }
  });

  it("stores data where it was requested", () => {
    expect(store.kind).toBe(kind);
  });

  describe("documents", () => {
    it("shows nothing of a file until it is finished, and then all of it", async () => {
      const job = await queued(store, "a.pdf", "abc");
      await store.contents.stagePages(job, packed(1, 2));
      expect(await store.documents.searchable()).toEqual([]);
      expect(await store.jobs.finish(finished(job))).toEqual({ replaced: [] });
      expect(await store.documents.searchable()).toEqual([
        {
          document: finished(job).document,
          passages: finished(job).passages,
          postings: { words: `of ${job.ordinal}` },
        },
      ]);
      expect(await store.contents.allPages(job.content)).toEqual([1, 2].map(page));
      expect(await ((await store.contents.original(job.content)) as Blob).text()).toBe("abc");
      expect(await store.jobs.all()).toEqual([]);
    });

    it("returns only some documents on request, in the order they were added", async () => {
      const [a, b, c] = [await ready(store, "a"), await ready(store, "b"), await ready(store, "c")];
      await store.documents.remove([b.ordinal], 1);
      const found = await store.documents.searchableAmong([c.ordinal, b.ordinal, a.ordinal, 99]);
      expect(found.map(({ document }) => document.ordinal)).toEqual([a.ordinal, c.ordinal]);
    });

    it("replaces a document in the same transaction in which its successor appears, until it is erased", async () => {
      const first = await ready(store, "a.pdf", "old");
      const second = await queued(store, "a.pdf", "new");
      expect(await searchable(store)).toEqual([first.ordinal]);
      expect(await store.jobs.finish(finished(second))).toEqual({ replaced: [first.ordinal] });
      expect(await searchable(store)).toEqual([second.ordinal]);
      expect(await purge(store, 0)).toEqual([]);
      expect(await purgeAll(store)).toEqual([first.ordinal]);
      await expect(store.documents.restore([first.ordinal])).rejects.toMatchObject({
        code: "not-found",
      });
      expect(await searchable(store)).toEqual([second.ordinal]);
      expect(await store.contents.original(first.content)).toBeUndefined();
      expect(await store.contents.stagedPages(first.content)).toEqual([]);
    });

    it("restores a replaced document in the same transaction that removes its successor, and vice versa", async () => {
      const first = await ready(store, "a.pdf", "old");
      const second = await ready(store, "a.pdf", "new");
      expect(await store.documents.restore([first.ordinal])).toEqual([second.ordinal]);
      expect(await searchable(store)).toEqual([first.ordinal]);
      expect(await store.documents.restore([second.ordinal])).toEqual([first.ordinal]);
      expect(await searchable(store)).toEqual([second.ordinal]);
      // Whatever is at the path by now.
      const third = await ready(store, "a.pdf", "newest");
      expect(await store.documents.restore([first.ordinal])).toEqual([third.ordinal]);
      expect(await purgeAll(store)).toEqual([second.ordinal, third.ordinal]);
      expect(await store.contents.stagedPages(first.content)).toEqual([1, 2]);
    });

    it("restores versions of several paths, all or none, and never two of one path", async () => {
      const old = [await ready(store, "a", "1"), await ready(store, "b", "2")];
      const newer = [await ready(store, "a", "3"), await ready(store, "b", "4")];
      const newest = await ready(store, "a", "5");
      const ordinals = (jobs: readonly StoredJob[]) => jobs.map(({ ordinal }) => ordinal);
      const both = ordinals([old[0], newer[0]] as StoredJob[]);
      await expect(store.documents.restore(both)).rejects.toMatchObject({
        code: "invalid-argument",
      });
      await expect(store.documents.restore([...ordinals(old), 99])).rejects.toMatchObject({
        code: "not-found",
      });
      expect(await searchable(store)).toEqual([newer[1]?.ordinal, newest.ordinal]);
      expect(await store.documents.restore(ordinals(old))).toEqual([
        newest.ordinal,
        newer[1]?.ordinal,
      ]);
      expect(await searchable(store)).toEqual(ordinals(old));
    });

    it("keeps shared content for as long as one version needs it", async () => {
      const first = await ready(store, "a", "same");
      const copy = await ready(store, "b", "same");
      const second = await ready(store, "a", "other");
      await store.documents.remove([copy.ordinal], 5);
      await purge(store, 5);
      expect(await store.contents.stagedPages(first.content)).toEqual([1, 2]);
      await store.documents.restore([first.ordinal]);
      await purgeAll(store);
      expect(await store.contents.stagedPages(first.content)).toEqual([1, 2]);
      expect(await store.contents.stagedPages(second.content)).toEqual([]);
    });

    it("ends the job that rereads the other version when a version is restored, but no other job for its path", async () => {
      const first = await ready(store, "a", "old");
      const second = await ready(store, "a", "new");
      const renewal = await store.jobs.reindex(second.ordinal);
      await store.documents.restore([first.ordinal]);
      expect(await store.jobs.get(renewal?.ordinal ?? 0)).toBeUndefined();
      await store.documents.restore([second.ordinal]);
      const third = await queued(store, "a", "newest");
      await store.documents.restore([first.ordinal]);
      expect(await store.jobs.finish(finished(third))).toEqual({ replaced: [first.ordinal] });
      expect(await store.documents.restore([first.ordinal])).toEqual([third.ordinal]);
    });

    it("removes documents, and restores all or none of them", async () => {
      const [a, b] = [await ready(store, "a"), await ready(store, "b")];
      await store.documents.remove([a.ordinal, b.ordinal, 99], 5);
      expect(await searchable(store)).toEqual([]);
      await expect(store.documents.restore([a.ordinal, 99])).rejects.toMatchObject({
        code: "not-found",
      });
      expect(await searchable(store)).toEqual([]);
      await store.documents.restore([a.ordinal, b.ordinal]);
      expect(await searchable(store)).toEqual([a.ordinal, b.ordinal]);
      expect(await purge(store, 5)).toEqual([]);
    });

    it("restores nothing to a path that another document now has", async () => {
      const first = await ready(store, "a.pdf", "old");
      await store.documents.remove([first.ordinal], 5);
      const second = await ready(store, "a.pdf", "new");
      await expect(store.documents.restore([first.ordinal])).rejects.toMatchObject({
        code: "invalid-argument",
        message: expect.stringContaining("a.pdf"),
      });
      expect(await searchable(store)).toEqual([second.ordinal]);
    });

    it("deletes documents removed long enough ago, and nothing else", async () => {
      const jobs = [await ready(store, "a"), await ready(store, "b"), await ready(store, "c")];
      const [a, b, c] = jobs as [StoredJob, StoredJob, StoredJob];
      await store.documents.remove([b.ordinal], 10);
      await store.documents.remove([c.ordinal], 11);
      expect(await purge(store, 10)).toEqual([b.ordinal]);
      expect(await store.contents.allPages(b.content)).toEqual([]);
      expect(await store.contents.original(b.content)).toBeUndefined();
      expect(await store.documents.postings(b.ordinal)).toBeUndefined();
      for (const { content, ordinal } of [a, c]) {
        expect(await store.contents.stagedPages(content)).toEqual([1, 2]);
        expect(await store.contents.original(content)).toBeInstanceOf(Blob);
        expect(await store.documents.postings(ordinal)).toEqual({ words: `of ${ordinal}` });
      }
    });

    it("stores rebuilt data, but not for a document that is gone", async () => {
      const job = await ready(store, "a");
      const [document] = await store.documents.searchable();
      if (!document) throw new Error("It is not searchable.");
      await store.documents.reindex({ ...document, postings: { words: "again" } });
      expect(await store.documents.postings(job.ordinal)).toEqual({ words: "again" });
      await store.documents.remove([job.ordinal], 1);
      await store.documents.reindex({ ...document, postings: { words: "late" } });
      expect(await store.documents.postings(job.ordinal)).toEqual({ words: "again" });
      expect(await searchable(store)).toEqual([]);
    });

    it("lists searchable documents, and knows which others wait to be deleted", async () => {
      const [a, b] = [await ready(store, "a"), await ready(store, "b")];
      await queued(store, "c");
      expect(await store.documents.readyOrdinals()).toEqual([a.ordinal, b.ordinal]);
      expect(await store.documents.removals()).toEqual([]);
      await store.documents.remove([a.ordinal], 5);
      expect(await store.documents.readyOrdinals()).toEqual([b.ordinal]);
      const [removal] = await store.documents.removals();
      expect(removal).toEqual({ ordinal: a.ordinal, removedAt: 5, replaced: false });
      // Removing it again after restoring it counts as a new removal.
      await store.documents.restore([a.ordinal]);
      await store.documents.remove([a.ordinal], 7);
      expect(await store.documents.purge(removal ? [removal] : [])).toEqual([]);
      await purge(store, 7);
      expect(await store.documents.removals()).toEqual([]);
    });

    it("estimates sizes, dividing shared content between documents", async () => {
      const large = await ready(store, "large", "x".repeat(9000));
      const small = await ready(store, "small", "y".repeat(100));
      const sizeOf = async (ordinal: number) =>
        (await store.documents.sizes()).find((size) => size.ordinal === ordinal)?.bytes ?? 0;
      const alone = await sizeOf(large.ordinal);
      expect(alone).toBeGreaterThan(9000);
      expect(await sizeOf(small.ordinal)).toBeLessThan(1000);
      await ready(store, "copy", "x".repeat(9000));
      expect(await sizeOf(large.ordinal)).toBeLessThan(alone - 4000);
      await store.documents.remove([large.ordinal], 1);
      expect(await sizeOf(large.ordinal)).toBe(0);
    });
  });

  describe("pages", () => {
    it("returns pages in the requested order, with undefined for missing ones", async () => {
      const { content } = await ready(store, "a");
      const pages = await store.contents.pages([
        [content, 2],
        [content, 9],
        [content, 1],
      ]);
      expect(pages.map((found) => found?.number)).toEqual([2, undefined, 1]);
    });

    it("returns a range of pages in order, without neighbours", async () => {
      const job = await queued(store, "a");
      const neighbour = await queued(store, "b");
      await store.contents.stagePages(neighbour, packed(1, 2, 3));
      await store.contents.stagePages(job, packed(3, 1));
      await store.contents.stagePages(job, packed(2));
      const numbers = async (from: number, to: number) =>
        (await store.contents.pageRange(job.content, { from, to })).map(({ number }) => number);
      expect(await numbers(2, 3)).toEqual([2, 3]);
      expect(await numbers(3, 9)).toEqual([3]);
      expect(await numbers(4, 9)).toEqual([]);
      expect(await store.contents.stagedPages(job.content)).toEqual([1, 2, 3]);
    });

    it("returns pages without geometry if only their text is requested", async () => {
      const job = await queued(store, "a");
      const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
      await store.contents.stagePages(job, packed(...numbers));
      await ready(store, "b");
      const found: Page[] = [];
      for await (const each of store.contents.textPages(job.content)) found.push(each);
      expect(found).toEqual(numbers.map((number) => ({ ...page(number), geometry: null })));
      for await (const each of store.contents.textPages(99))
        expect.unreachable(`page ${each.number}`);
    });

    it("drops staged pages, but not the pages of a document", async () => {
      const job = await queued(store, "a");
      await store.contents.stagePages(job, packed(1, 2));
      const document = await ready(store, "b");
      await store.contents.dropPages(job.content);
      await store.contents.dropPages(document.content);
      expect(await store.contents.stagedPages(job.content)).toEqual([]);
      expect(await store.contents.stagedPages(document.content)).toEqual([1, 2]);
    });

    it("stores no pages for a job that was cancelled, held or has ended", async () => {
      const [a, b, c] = [
        await queued(store, "a"),
        await queued(store, "b"),
        await ready(store, "c"),
      ];
      await store.jobs.cancel([a.ordinal]);
      await store.jobs.change(b.ordinal, { state: "held" });
      for (const job of [a, b, c]) {
        await expect(store.contents.stagePages(job, packed(7))).rejects.toMatchObject({
          code: "not-found",
        });
        expect(await store.contents.stagedPages(job.content)).not.toContain(7);
      }
    });

    it("sweeps only contents that nothing refers to", async () => {
      const jobs: StoredJob[] = [];
      for (const path of ["a", "b", "c", "d", "e"]) jobs.push(await ready(store, path));
      const ordinals = jobs.map(({ ordinal }) => ordinal);
      await store.documents.remove([ordinals[0], ordinals[2], ordinals[4]].map(Number), 1);
      await purge(store, 1);
      await store.contents.sweep();
      const kept = await Promise.all(
        jobs.map(({ content }) => store.contents.stagedPages(content)),
      );
      expect(kept.map(({ length }) => length)).toEqual([0, 2, 0, 2, 0]);
      expect(await store.contents.original(Number(jobs[1]?.content))).toBeInstanceOf(Blob);
    });
  });

  describe("intake", () => {
    it("reports bytes that are already searchable under the same path", async () => {
      const job = await ready(store, "a");
      const outcome = await take(store, "a");
      expect(outcome).toEqual({
        kind: "unchanged",
        document: finished(job).document,
        superseded: [],
        relinked: [],
      });
      expect(await store.jobs.all()).toEqual([]);
    });

    it("returns the existing job for the same bytes at the same path", async () => {
      const job = await queued(store, "a");
      expect(await take(store, "a")).toEqual({ kind: "queued", job, superseded: [], relinked: [] });
      expect(await store.jobs.all()).toEqual([job]);
    });

    it("queues a held job again", async () => {
      const job = await queued(store, "a");
      const problem = { code: "password-required", message: "It needs a password." } as const;
      const held = await store.jobs.change(job.ordinal, { state: "held", problem });
      expect(held).toEqual({ ...job, state: "held", problem });
      expect(await take(store, "a")).toEqual({ kind: "queued", job, superseded: [], relinked: [] });
      expect(await store.jobs.get(job.ordinal)).toEqual(job);
    });

    it("drops jobs for other bytes at the path, with their stored data", async () => {
      const old = await queued(store, "a", "old");
      await store.contents.stagePages(old, packed(1));
      const outcome = await take(store, "a", "new");
      expect(outcome).toMatchObject({ kind: "queued", superseded: [old.ordinal] });
      expect(paths(await store.jobs.all())).toEqual(["a"]);
      expect(await store.contents.original(old.content)).toBeUndefined();
      expect(await store.contents.stagedPages(old.content)).toEqual([]);
    });

    it("drops a job for other bytes when the path returns to the searchable version", async () => {
      const document = await ready(store, "a", "old");
      const job = await queued(store, "a", "new");
      const outcome = await take(store, "a", "old");
      expect(outcome).toMatchObject({ kind: "unchanged", superseded: [job.ordinal] });
      expect(await searchable(store)).toEqual([document.ordinal]);
      expect(await store.jobs.all()).toEqual([]);
    });

    it("tries a refused file again", async () => {
      const job = await queued(store, "a");
      await store.jobs.change(job.ordinal, { state: "refused" });
      const again = await queued(store, "a");
      expect(again.ordinal).toBeGreaterThan(job.ordinal);
      expect(await store.jobs.all()).toEqual([again]);
      expect(await ((await store.contents.original(again.content)) as Blob).text()).toBe("a");
    });

    it("stores the same bytes once, as long as one entry needs them", async () => {
      const first = await ready(store, "a", "same");
      const second = await queued(store, "b", "same");
      expect(second.content).toBe(first.content);
      expect(await store.contents.original(second.ordinal)).toBeUndefined();
      expect((await store.jobs.withContent(second.content))?.ordinal).toBe(first.ordinal);
      await store.jobs.finish(finished(second));
      await store.documents.remove([first.ordinal], 1);
      await purge(store, 1);
      expect(await store.contents.stagedPages(second.content)).toEqual([1, 2]);
      await store.documents.remove([second.ordinal], 1);
      await purge(store, 1);
      expect(await store.contents.stagedPages(second.content)).toEqual([]);
      expect(await store.contents.original(second.content)).toBeUndefined();
    });

    it("keeps the bytes for another job if the first is cancelled or refused", async () => {
      const jobs = [await queued(store, "a", "same"), await queued(store, "b", "same")];
      const third = await queued(store, "c", "same");
      await store.jobs.change(Number(jobs[0]?.ordinal), { state: "refused" });
      await store.jobs.cancel([Number(jobs[1]?.ordinal)]);
      expect(await store.contents.original(third.content)).toBeInstanceOf(Blob);
      await store.jobs.cancel([third.ordinal]);
      expect(await store.contents.original(third.content)).toBeUndefined();
    });

    it("never reuses an ordinal", async () => {
      const first = await queued(store, "a");
      await store.jobs.cancel([first.ordinal]);
      expect((await queued(store, "a")).ordinal).toBeGreaterThan(first.ordinal);
    });

    it("keeps a file as a handle until there is a copy of it", async () => {
      const handle = await handleTo("linked.txt");
      const outcome = await take(store, "a", "same", handle);
      expect(outcome).toMatchObject({ job: { linked: true } });
      const job = (outcome as { job: StoredJob }).job;
      const stored = await store.contents.original(job.content);
      expect(stored).toBeInstanceOf(FileSystemFileHandle);
      expect(await (stored as FileSystemFileHandle).isSameEntry(handle)).toBe(true);
      await store.jobs.finish(finished(job));
      expect((await store.documents.searchable())[0]?.document.linked).toBe(true);
      const copied = await queued(store, "b", "same");
      expect(copied.content).toBe(job.content);
      expect(await store.contents.original(job.content)).toBeInstanceOf(Blob);
      expect((await store.documents.searchable())[0]?.document.linked).toBe(false);
    });
  });

  describe("a linked file that is added again", () => {
    it("links a re-added file by its newer handle, regardless of its path", async () => {
      const outcome = await take(store, "a", "same", await handleTo("one.txt"));
      const job = (outcome as { job: StoredJob }).job;
      await store.jobs.finish(finished(job));
      const newer = await handleTo("two.txt");
      const again = await take(store, "a", "same", newer);
      expect(again).toMatchObject({ kind: "unchanged", document: { linked: true }, relinked: [] });
      const stored = (await store.contents.original(job.content)) as FileSystemFileHandle;
      expect(await stored.isSameEntry(newer)).toBe(true);
      const other = await handleTo("three.txt");
      await take(store, "b", "same", other);
      const latest = (await store.contents.original(job.content)) as FileSystemFileHandle;
      expect(await latest.isSameEntry(other)).toBe(true);
    });

    it("copies a file without a handle, and reports its documents", async () => {
      const outcome = await take(store, "a", "same", await handleTo("one.txt"));
      const job = (outcome as { job: StoredJob }).job;
      await store.jobs.finish(finished(job));
      const again = await take(store, "a", "same");
      expect(again).toMatchObject({
        kind: "unchanged",
        document: { linked: false },
        relinked: [job.ordinal],
      });
      expect(await store.contents.original(job.content)).toBeInstanceOf(Blob);
      expect((await store.documents.searchable())[0]?.document.linked).toBe(false);
      // A handle never replaces a copy.
      await take(store, "a", "same", await handleTo("two.txt"));
      expect(await store.contents.original(job.content)).toBeInstanceOf(Blob);
    });
  });

  describe("jobs", () => {
    it("takes jobs in order, skipping those that do not qualify", async () => {
      for (const path of ["a", "b", "c"]) await queued(store, path);
      expect((await store.jobs.next(() => true))?.path).toBe("a");
      expect((await store.jobs.next(({ path }) => path > "a"))?.path).toBe("b");
      expect(await store.jobs.next(() => false)).toBeUndefined();
    });

    it("does not start held or refused jobs", async () => {
      const jobs = [await queued(store, "a"), await queued(store, "b"), await queued(store, "c")];
      await store.jobs.change(Number(jobs[0]?.ordinal), { state: "held" });
      await store.jobs.change(Number(jobs[1]?.ordinal), { state: "refused" });
      expect((await store.jobs.next(() => true))?.path).toBe("c");
      expect(paths(await store.jobs.all())).toEqual(["a", "b", "c"]);
    });

    it("moves jobs to the front in the requested order", async () => {
      const ordinals: number[] = [];
      for (const path of ["a", "b", "c", "d"]) ordinals.push((await queued(store, path)).ordinal);
      const [, b, c, d] = ordinals.map(Number) as [number, number, number, number];
      await store.jobs.prioritise([c, 99, b]);
      expect(paths(await store.jobs.all())).toEqual(["c", "b", "a", "d"]);
      await store.jobs.prioritise([d]);
      expect(paths(await store.jobs.all())).toEqual(["d", "c", "b", "a"]);
      expect((await store.jobs.next(() => true))?.path).toBe("d");
    });

    it("finds jobs by their paths", async () => {
      await queued(store, "a");
      await queued(store, "b");
      await ready(store, "c");
      expect(paths(await store.jobs.atPaths(["c", "b", "b", "x"]))).toEqual(["b"]);
    });

    it("records which reader made a job's pages", async () => {
      const { ordinal } = await queued(store, "a");
      const reader = { format: "pdf", version: 1, recognition: "" } as const;
      await store.jobs.change(ordinal, { reader });
      expect((await store.jobs.get(ordinal))?.reader).toEqual(reader);
    });

    it("deletes the stored data of refused jobs, and keeps them refused", async () => {
      const job = await queued(store, "a");
      await store.contents.stagePages(job, packed(1));
      const problem = { code: "damaged-file", message: "It is damaged." } as const;
      await store.jobs.change(job.ordinal, { state: "refused", problem });
      expect(await store.contents.original(job.content)).toBeUndefined();
      expect(await store.contents.stagedPages(job.content)).toEqual([]);
      expect(await store.jobs.all()).toMatchObject([{ state: "refused", problem }]);
      expect(await store.jobs.change(job.ordinal, { state: "queued" })).toBeUndefined();
      expect(await store.jobs.finish(finished(job))).toBeNull();
    });

    it("ignores updates of jobs that are gone", async () => {
      const job = await queued(store, "a");
      await store.contents.stagePages(job, packed(1));
      expect(await store.jobs.cancel([job.ordinal, 99])).toEqual([job]);
      expect(await store.jobs.change(job.ordinal, { state: "held" })).toBeUndefined();
      expect(await store.jobs.finish(finished(job))).toBeNull();
      expect(await store.jobs.get(job.ordinal)).toBeUndefined();
      expect(await store.documents.postings(job.ordinal)).toBeUndefined();
      expect(await store.contents.stagedPages(job.content)).toEqual([]);
    });

    it("cancelling jobs leaves documents alone", async () => {
      const { ordinal } = await ready(store, "a");
      expect(await store.jobs.cancel([ordinal])).toEqual([]);
      expect(await searchable(store)).toEqual([ordinal]);
    });

    it("remembers that reading is paused", async () => {
      const paused = () => store.settings.get("paused");
      expect(await paused()).not.toBe(true);
      await store.settings.set({ name: "paused", value: true });
      expect(await paused()).toBe(true);
      await store.settings.set({ name: "paused", value: false });
      expect(await paused()).toBe(false);
    });
  });

  describe("renewals", () => {
    it("renewals have their own content, and leave the document unchanged until they finish", async () => {
      const document = await ready(store, "a");
      const job = await store.jobs.reindex(document.ordinal);
      expect(job).toMatchObject({ path: "a", hash: "a", renews: true, state: "queued" });
      if (!job) throw new Error("There is no job.");
      expect(job.content).not.toBe(document.content);
      expect(await ((await store.contents.original(job.content)) as Blob).text()).toBe("a");
      await store.contents.stagePages(job, packed(1));
      expect(await store.contents.stagedPages(document.content)).toEqual([1, 2]);
      expect(await store.jobs.finish(finished(job))).toEqual({ replaced: [document.ordinal] });
      await purge(store, 0);
      expect(await store.contents.stagedPages(document.content)).toEqual([]);
      expect(await store.contents.stagedPages(job.content)).toEqual([1]);
    });

    it("renewals share pages that were already reread for the same bytes", async () => {
      const [a, b] = [await ready(store, "a", "same"), await ready(store, "b", "same")];
      const first = await store.jobs.reindex(a.ordinal);
      if (!first) throw new Error("There is no job.");
      await store.contents.stagePages(first, packed(1, 2));
      await store.jobs.finish(finished(first));
      const second = await store.jobs.reindex(b.ordinal);
      expect(second).toMatchObject({ path: "b", renews: true, content: first.content });
      expect(await store.contents.original(Number(second?.ordinal))).toBeUndefined();
      await purge(store, 0);
      if (second) await store.jobs.finish(finished(second));
      await purge(store, 0);
      expect(await store.contents.original(a.content)).toBeUndefined();
      expect(await store.contents.original(first.content)).toBeInstanceOf(Blob);
    });

    it("renewals wait until every added file is read", async () => {
      const { ordinal } = await ready(store, "a");
      await store.jobs.reindex(ordinal);
      await queued(store, "b");
      expect(paths(await store.jobs.all())).toEqual(["b", "a"]);
    });

    it("creates no renewal twice, for a missing document, or when a newer file is queued", async () => {
      const [a, b] = [await ready(store, "a"), await ready(store, "b", "old")];
      expect(await store.jobs.reindex(a.ordinal)).not.toBeNull();
      expect(await store.jobs.reindex(a.ordinal)).toBeNull();
      await queued(store, "b", "new");
      expect(await store.jobs.reindex(b.ordinal)).toBeNull();
      expect(await store.jobs.reindex(99)).toBeNull();
    });

    it("renewals are deleted with the document, and do not restore it", async () => {
      const document = await ready(store, "a");
      const job = await store.jobs.reindex(document.ordinal);
      await store.documents.remove([document.ordinal], 1);
      expect(await store.jobs.all()).toEqual([]);
      expect(await store.contents.original(Number(job?.content))).toBeUndefined();
    });
  });

  it("gives a job separate content if it shares its content with others", async () => {
    const document = await ready(store, "a", "same");
    const sharing = await queued(store, "b", "same");
    const alone = await queued(store, "c");
    expect(await store.jobs.separate(alone.ordinal)).toEqual(alone);
    const separate = await store.jobs.separate(sharing.ordinal);
    expect(separate?.content).toBeGreaterThan(alone.ordinal);
    expect(await ((await store.contents.original(Number(separate?.content))) as Blob).text()).toBe(
      "same",
    );
    expect(await store.contents.stagedPages(Number(separate?.content))).toEqual([]);
    expect(await store.contents.stagedPages(document.content)).toEqual([1, 2]);
    expect((await queued(store, "d")).ordinal).toBeGreaterThan(Number(separate?.content));
  });

  it("stores tools and guides, and changes some of them", async () => {
    const rows = (...names: string[]) => names.map((name) => ({ name, hash: `h ${name}` }));
    await store.tools.change(rows("a", "b"), []);
    await store.tools.change(rows("c"), ["a", "gone"]);
    expect(await store.tools.all()).toEqual(rows("b", "c"));
    const guides = (...ids: string[]) => ids.map((id) => ({ id, text: `g ${id}` }));
    await store.guides.change(guides("a", "b"), []);
    await store.guides.change(guides("c"), ["a", "gone"]);
    expect(await store.guides.all()).toEqual(guides("b", "c"));
  });

  it("stores conversations completely", async () => {
    const turn = { question: "q", standalone: "s", text: "t", answer: { a: 1 }, trace: { b: 2 } };
    await store.conversations.addTurn("c1", turn, 1);
    await store.conversations.addTurn("c1", { ...turn, question: "q2" }, 2);
    await store.conversations.addTurn("c2", turn, 3);
    const [stored] = await store.conversations.lastTurns("c2", 1);
    expect(stored?.version).toBe(turnVersion);
    const whole = await store.conversations.whole("c1");
    expect(whole).toMatchObject({
      conversation: { id: "c1", title: "q", turns: 2, startedAt: 1, updatedAt: 2 },
      turns: [{ number: 1 }, { number: 2, question: "q2" }],
      traces: [{ trace: { b: 2 } }, { trace: { b: 2 } }],
    });
    expect(await store.conversations.lastTurns("c1", 1)).toMatchObject([{ number: 2 }]);
    expect(await store.conversations.take("c1")).toEqual(whole);
    expect(await store.conversations.whole("c1")).toBeNull();
    expect(await store.conversations.lastTurns("c1", 9)).toEqual([]);
    if (whole) await store.conversations.putBefore(whole);
    expect(await store.conversations.whole("c1")).toEqual(whole);
    expect((await store.conversations.all()).map(({ id }) => id).sort()).toEqual(["c1", "c2"]);
    // A turn added under its id in the meantime comes after its own turns.
    await store.conversations.take("c1");
    await store.conversations.addTurn("c1", { ...turn, question: "q3" }, 4);
    if (whole) await store.conversations.putBefore(whole);
    expect(await store.conversations.whole("c1")).toMatchObject({
      conversation: { title: "q", turns: 3, startedAt: 1, updatedAt: 4 },
      turns: [{ question: "q" }, { question: "q2" }, { question: "q3", number: 3 }],
      traces: [{ number: 1 }, { number: 2 }, { number: 3 }],
    });
  });

  it("rejects with a typed error once it is closed", async () => {
    store.close();
    await expect(store.documents.searchable()).rejects.toMatchObject({ code: "storage-failed" });
    await expect(take(store, "a")).rejects.toMatchObject({ code: "storage-failed" });
  });
});

describe("Store", () => {
  it("keeps finished and queued items on disk", async () => {
    store = await emptyStore("disk");
    const document = await ready(store, "a");
    const job = await queued(store, "b");
    await store.contents.stagePages(job, packed(1));
    store.close();
    store = await openStore();
    expect(await searchable(store)).toEqual([document.ordinal]);
    expect(await store.jobs.all()).toEqual([job]);
    expect(await store.contents.stagedPages(job.content)).toEqual([1]);
    store.close();
  });

  it("leaves nothing behind of a write with a failed request", async () => {
    store = await emptyStore("disk");
    const job = await queued(store, "a");
    const before = await dump();
    const allow = refuseWrites((value) => "number" in value && value.number === 2);
    try {
      const staging = store.contents.stagePages(job, packed(1, 2, 3));
      await expect(staging).rejects.toMatchObject({ code: "storage-failed" });
    } finally {
      allow();
    }
    expect(await dump()).toEqual(before);
    store.close();
  });

  it("stores the bytes of files where the browser stores no Blobs", async () => {
    const allow = refuseWrites(({ file }) => file instanceof Blob);
    try {
      store = await emptyStore("disk");
      const job = await queued(store, "a", "bytes");
      const document = await ready(store, "b", "others");
      const copy = await take(store, "copy", "bytes", await handleTo("three.txt"));
      expect(copy).toMatchObject({ job: { content: job.content } });
      store.close();
      store = await openStore();
      expect(await store.jobs.all()).not.toContainEqual(expect.objectContaining({ linked: true }));
      for (const [{ content }, text] of [[job, "bytes"] as const, [document, "others"] as const]) {
        expect(await ((await store.contents.original(content)) as Blob).text()).toBe(text);
      }
      expect(await store.jobs.reindex(document.ordinal)).not.toHaveProperty("linked");
    } finally {
      allow();
    }
    store.close();
  });

  it("in-memory stores persist and share nothing", async () => {
    store = await emptyStore("memory");
    await ready(store, "a");
    const other = await openStore("memory");
    const disk = await openStore("disk");
    expect(await searchable(other)).toEqual([]);
    expect(await searchable(disk)).toEqual([]);
    for (const open of [store, other, disk]) open.close();
  });
});
