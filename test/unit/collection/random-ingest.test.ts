import "fake-indexeddb/auto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { actionOf } from "../../../src/collection/ingest/job-board.js";
import { isEnd, isJobEvent } from "../../../src/collection/sync/tabs.js";
import { type JobState, stateAfter } from "../../../src/store/job-state.js";
import { type CollectionInPage, openInPage, searchFor } from "../../browser/collection/in-page.js";
import { tries } from "../../tries.js";

/** What a person, or a browser, does to a collection. */
type Happening =
  | { readonly type: "add"; readonly file: number; readonly version: number }
  | { readonly type: "cancel" | "prioritise"; readonly file: number }
  | { readonly type: "pause" | "resume" | "close" | "wait" };

const file = fc.nat({ max: 3 });
const happenings = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ type: fc.constant("add" as const), file, version: file }) },
    fc.record({ type: fc.constantFrom("cancel" as const, "prioritise" as const), file }),
    fc.record({
      type: fc.constantFrom("pause" as const, "resume" as const, "close" as const, "wait" as const),
    }),
  ),
  { minLength: 3, maxLength: 15 },
);

const pathOf = (file: number) => `${file}.txt`;
const wordOf = (file: number, version: number) => `qersu${"abcd"[file]}${"wxyz"[version]}`;
/**
 * Long enough for several pages, the last of which contains a unique word. Each version has a
 * different size.
 */
const contentOf = (file: number, version: number) =>
  `${"A boat sails. ".repeat(1_500 + version)}\n\nIts name is ${wordOf(file, version)}.`;

let made = 0;

/** A collection that is reopened again and again, with its expected contents. */
class Tried {
  readonly #name = `random-${++made}`;
  /** The version of each file that was added last; null if it may have been cancelled. */
  readonly expected = new Map<number, number | null>();
  readonly #states = new Map<number, JobState>();
  readonly #adding: Promise<unknown>[] = [];
  opened!: CollectionInPage;

  async open(): Promise<void> {
    this.opened = await openInPage(this.#name);
    // Unfinished jobs are queued for the next session.
    this.#states.clear();
    this.opened.collection.ingestion.listen((change, job) => {
      if (job === null || !isJobEvent(change)) return;
      const before = this.#states.get(job) ?? "stored";
      // A document is found as soon as it is announced, whoever indexed it.
      const after = stateAfter(before, actionOf(change));
      expect(after, `${change.type} of a file that is ${before}`).not.toBeNull();
      if (isEnd(change) && after !== "held") this.#states.delete(job);
      else if (after) this.#states.set(job, after);
    });
  }

  async happens(happening: Happening): Promise<void> {
    const { ingestion } = this.opened.collection;
    const { queue } = ingestion;
    switch (happening.type) {
      case "add": {
        const { file, version } = happening;
        const content = new Blob([contentOf(file, version)]);
        const adding = this.opened.add([{ path: pathOf(file), file: content }]);
        this.#adding.push(adding.catch(() => {}));
        this.expected.set(file, version);
        await this.#takenIn(file, version);
        return;
      }
      case "cancel":
        await queue.cancel({ paths: [pathOf(happening.file)] });
        if (this.expected.has(happening.file)) this.expected.set(happening.file, null);
        return;
      case "prioritise":
        return queue.prioritise({ paths: [pathOf(happening.file)] });
      case "pause":
      case "resume":
        return queue.pause({ paused: happening.type === "pause" });
      case "close":
        this.opened.close();
        return this.open();
      case "wait":
        await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** Resolves once this version of a file is in the database; before that, it may never be read. */
  async #takenIn(file: number, version: number): Promise<void> {
    const { collection } = this.opened;
    const path = pathOf(file);
    const size = new Blob([contentOf(file, version)]).size;
    const isStored = async (): Promise<boolean> => {
      const { files } = await collection.ingestion.queuedFiles(null);
      if (files.some((each) => each.path === path && each.size === size)) return true;
      return collection.summaries.some(
        (each) => each.path === path && each.metadata.fileSize === size,
      );
    };
    await expect.poll(isStored, { timeout: 60_000 }).toBe(true);
  }

  async finish(): Promise<void> {
    await this.opened.collection.ingestion.queue.pause({ paused: false });
    await this.opened.idle();
  }
}

it("no file is lost or read twice, whatever files, cancellations, pauses and interruptions occur", async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const tried = new Tried();
      await tried.open();
      for (const happening of all) await tried.happens(happening);
      await tried.finish();
      const { collection } = tried.opened;
      const paths = collection.summaries.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      for (const [file, version] of tried.expected) {
        if (version === null) continue;
        const { hits } = await collection.search(searchFor(wordOf(file, version), 50));
        // Exactly one passage has the word: none was lost, and none was made twice.
        expect(hits.map(({ path }) => path)).toEqual([pathOf(file)]);
      }
      expect((await collection.ingestion.queuedFiles(null)).files).toEqual([]);
      tried.opened.close();
    }),
    { numRuns: tries(12, 200) },
  );
}, 120_000);
