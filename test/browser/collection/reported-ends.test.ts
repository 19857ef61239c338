import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IngestEvent } from "../../../src/index.js";
import { Documents } from "../../../src/store/documents.js";
import { Jobs } from "../../../src/store/jobs.js";
import { Settings } from "../../../src/store/settings.js";
import { Store } from "../../../src/store/store.js";
import { type CollectionInPage, openInPage } from "./in-page.js";
import { ends, ofType, textFile } from "./watched.js";

const name = "reported-ends-test";
const { searchableAmong } = Documents.prototype;
const { change } = Jobs.prototype;
const { get } = Settings.prototype;
let opened: CollectionInPage;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  opened = await openInPage(name);
});
afterEach(() => {
  Documents.prototype.searchableAmong = searchableAmong;
  Jobs.prototype.change = change;
  Settings.prototype.get = get;
  opened.close();
});

const boats = textFile("a.txt", "A qersu is a kind of boat.");
// More parts than are stored in one batch, so that the job changes while it is read.
const long = textFile("long.txt", "A punt has none, and is pushed along.\n\n".repeat(4_000));
const listed = async () =>
  (await opened.collection.ingestion.queuedFiles(null)).files.map(
    ({ path, state }) => `${path}: ${state}`,
  );

/** Makes every change of a job fail, as if there were no space. */
function refuseChanges(): void {
  Jobs.prototype.change = () => Promise.reject(new DOMException("No room.", "QuotaExceededError"));
}

/** Starts adding files, and resolves once the first of them waits. */
async function startAdding(files: Parameters<CollectionInPage["add"]>[0], signal?: AbortSignal) {
  const events: IngestEvent[] = [];
  let waiting = (): void => {};
  const waits = new Promise<void>((resolve) => {
    waiting = resolve;
  });
  const onProgress = (event: IngestEvent) => {
    events.push(event);
    if (event.type === "document-waiting") waiting();
  };
  const options = signal ? { onProgress, signal } : { onProgress };
  const done = opened.collection.ingestion.add({ files, folders: [] }, options);
  done.catch(() => {});
  await waits;
  return { events, done };
}

describe("the end of every added file", () => {
  it("reports the end of each added file once, even if the database stops responding right after storing it", async () => {
    let failures = 2;
    Documents.prototype.searchableAmong = function (...args) {
      if (failures-- > 0) {
        return Promise.reject(new DOMException("It failed.", "UnknownError"));
      }
      return searchableAmong.apply(this, args) as never;
    };
    expect(ends(await opened.add([boats]))).toEqual(["a.txt: ready"]);
    expect(opened.collection.summaries).toHaveLength(1);
    expect(failures).toBeLessThanOrEqual(0);
  });

  it("notices that a tab removed a file, even if it died before notifying others", async () => {
    const { queue } = opened.collection.ingestion;
    await queue.pause({ paused: true });
    const { events, done } = await startAdding([boats]);
    const other = await Store.open(name, {
      inMemory: false,
      onOutdated: () => {},
      onLost: () => {},
    });
    await other.jobs.cancel((await other.jobs.all()).map(({ ordinal }) => ordinal));
    other.close();
    await done;
    expect(ends(events)).toEqual(["a.txt: cancelled"]);
  });

  it("reports the end of a file even if the queue cannot be read while it replaces another", async () => {
    const { queue } = opened.collection.ingestion;
    await queue.pause({ paused: true });
    const first = await startAdding([boats]);
    Settings.prototype.get = () => Promise.reject(new Error("It failed."));
    const second = await startAdding([textFile("a.txt", "A dhow has two sails.")]);
    Settings.prototype.get = get;
    await queue.pause({ paused: false });
    await Promise.all([first.done, second.done]);
    expect([first, second].map(({ events }) => ends(events))).toEqual([
      ["a.txt: cancelled"],
      ["a.txt: ready"],
    ]);
  });
});

describe("a file whose end could not be stored", () => {
  it("a file whose end could not be stored is listed as held, stays untouched, and can be retried", async () => {
    refuseChanges();
    expect(ofType(await opened.add([long]), "document-refused")).toMatchObject([{ kept: true }]);
    expect(await listed()).toEqual(["long.txt: held"]);
    const { ingestion } = opened.collection;
    const events: string[] = [];
    const controller = new AbortController();
    const { signal } = controller;
    ingestion
      .changes({ again: false }, { signal, onProgress: ({ type }) => events.push(type) })
      .catch(() => {});
    for (let look = 0; look < 3; look++) await ingestion.queue.changed();
    expect(events).not.toContain("document-started");
    Object.assign(Jobs.prototype, { change });
    await ingestion.queue.retry({ paths: ["long.txt"], password: undefined });
    await opened.idle();
    expect(await listed()).toEqual([]);
    controller.abort();
  });
});

describe("an aborted call", () => {
  it("an aborted call removes only the files that it added itself", async () => {
    const { queue } = opened.collection.ingestion;
    await queue.pause({ paused: true });
    const first = new AbortController();
    await startAdding([boats], first.signal);
    opened.close();
    opened = await openInPage(name);
    const again = new AbortController();
    const { done } = await startAdding([boats, textFile("b.txt", "A dhow.")], again.signal);
    await expect.poll(listed).toHaveLength(2);
    again.abort();
    await expect(done).rejects.toMatchObject({ name: "AbortError" });
    expect(await listed()).toEqual(["a.txt: waiting"]);
  });

  it("does not wait for a file that the disk never returns", async () => {
    const file = new Blob(["Never."]);
    file.arrayBuffer = () => new Promise(() => {});
    const controller = new AbortController();
    const { signal } = controller;
    const adding = opened.collection.ingestion.add(
      { files: [{ path: "never.txt", file }], folders: [] },
      { signal },
    );
    controller.abort();
    await expect(adding).rejects.toMatchObject({ name: "AbortError" });
  });
});
