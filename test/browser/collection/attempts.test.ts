import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Attempts, guardOpening } from "../../../src/collection/ingest/attempts.js";

import type { Store } from "../../../src/store/store.js";
import {
  emptyStore,
  finished,
  type Postings,
  packed,
  queued,
  ready,
  searchable,
} from "../store/sample.js";

let store: Store<Postings>;
beforeEach(async () => {
  store = await emptyStore("disk");
});
afterEach(() => store.close());

/** A session that knows the sessions in `left` were left by the user. */
function session(id: string, left: readonly string[] = [], hungOn: number | null = null) {
  const died = async (other: string) => other !== id && !left.includes(other);
  return { id, died, hungOn: async () => hungOn };
}

/** Starts a job in a session that then dies without a trace. */
async function dies(id: string, ordinal: number, step: "reading" | "indexing", pages = 0) {
  const attempts = new Attempts(store, session(id));
  const failed = await attempts.takeOver();
  await attempts.begin(ordinal, step, pages);
  return failed.map(({ job }) => job.ordinal);
}

const failedNow = async (left: readonly string[] = []) =>
  (await new Attempts(store, session("now", left)).takeOver()).map(({ job }) => job.path);

/** What a session finds when the previous one hung on a job. */
const failedAfterHang = (id: string, hungOn: number) =>
  new Attempts(store, session(id, [], hungOn)).takeOver();

describe("a job that crashes the session", () => {
  it("reports a job after it crashes two sessions in a row", async () => {
    const { ordinal } = await queued(store, "a");
    expect(await dies("1", ordinal, "reading")).toEqual([]);
    expect(await dies("2", ordinal, "reading")).toEqual([]);
    expect(await failedNow()).toEqual(["a"]);
  });

  it("reports a crashing job once, and then restarts its count", async () => {
    const { ordinal } = await queued(store, "a");
    for (const id of ["1", "2"]) await dies(id, ordinal, "indexing");
    expect(await failedNow()).toEqual(["a"]);
    expect(await failedNow()).toEqual([]);
    await dies("3", ordinal, "indexing");
    expect(await failedNow()).toEqual([]);
  });

  it("does not report a job if the person left the page", async () => {
    const { ordinal } = await queued(store, "a");
    for (const id of ["1", "2", "3"]) {
      const attempts = new Attempts(store, session(id, ["1", "2", "3"]));
      expect(await attempts.takeOver()).toEqual([]);
      await attempts.begin(ordinal, "reading", 0);
    }
    expect(await failedNow(["1", "2", "3"])).toEqual([]);
  });

  it("does not report a job as long as each session makes progress", async () => {
    const job = await queued(store, "a");
    const pages = Array.from({ length: 60 }, (_, index) => index + 1);
    for (const [id, from] of [
      ["1", 0],
      ["2", 20],
      ["3", 40],
    ] as const) {
      await dies(id, job.ordinal, "reading", from);
      await store.contents.stagePages(job, packed(...pages.slice(from, from + 20)));
    }
    expect(await failedNow()).toEqual([]);
  });

  it("does not report a job if the session ended for another reason", async () => {
    const [a, b] = [await queued(store, "a"), await queued(store, "b")];
    await dies("1", a.ordinal, "reading");
    const attempts = new Attempts(store, session("2"));
    await attempts.takeOver();
    await attempts.begin(a.ordinal, "reading", 0);
    attempts.end(a.ordinal);
    await attempts.begin(b.ordinal, "reading", 0);
    expect(await failedNow()).toEqual([]);
  });

  it("reports only the job that hung twice, not files read at the same time", async () => {
    const [slow, waiting] = [await queued(store, "slow"), await queued(store, "beside")];
    const begin = async (attempts: Attempts) => {
      await attempts.begin(slow.ordinal, "indexing", 0);
      await attempts.begin(waiting.ordinal, "reading", 0);
    };
    await begin(new Attempts(store, session("1")));
    const second = new Attempts(store, session("2", [], slow.ordinal));
    expect(await second.takeOver()).toEqual([]);
    await begin(second);
    const failed = await failedAfterHang("3", slow.ordinal);
    expect(failed).toMatchObject([{ job: { path: "slow" }, problem: { code: "timed-out" } }]);
  });

  it("does not report a job that has finished since", async () => {
    const job = await queued(store, "a");
    for (const id of ["1", "2"]) await dies(id, job.ordinal, "reading");
    await store.contents.stagePages(job, packed(1, 2));
    await store.jobs.finish(finished(job));
    expect(await failedNow()).toEqual([]);
  });
});

describe("a collection that crashes the page while loading", () => {
  /** Opens the collection in a session that dies while documents load. */
  async function endsOpening(id: string): Promise<void> {
    await new Promise<void>((loading) => {
      void guardOpening(store, session(id), () => {
        loading();
        return new Promise<void>(() => {});
      });
    });
  }

  async function large(path: string, words: number): Promise<number> {
    const job = await queued(store, path);
    await store.contents.stagePages(job, packed(1, 2));
    const { document, ...rest } = finished(job);
    await store.jobs.finish({ ...rest, document: { ...document, words } });
    return job.ordinal;
  }

  it("opens on the third attempt without its largest document, which is held with its data", async () => {
    const small = await ready(store, "small");
    const largest = await large("large", 30_000_000);
    await endsOpening("1");
    await endsOpening("2");
    let loaded: number[] = [];
    const held = await guardOpening(store, session("3"), async () => {
      loaded = await searchable(store);
    });
    expect(held).toEqual([largest]);
    expect(loaded).toEqual([small.ordinal]);
    const job = await store.jobs.get(largest);
    expect(job).toMatchObject({ path: "large", state: "held", problem: { code: "page-stopped" } });
    expect(await store.contents.stagedPages(job?.content ?? 0)).toEqual([1, 2]);
    expect(await store.contents.original(job?.content ?? 0)).toBeInstanceOf(Blob);
    expect(await store.settings.get("opening")).toBeNull();
  });

  it("keeps the documents of a small collection, which cannot be the cause", async () => {
    await large("a", 1_000_000);
    await endsOpening("1");
    await endsOpening("2");
    expect(await guardOpening(store, session("3"), async () => {})).toEqual([]);
    expect(await searchable(store)).toHaveLength(1);
  });

  it("keeps its documents if it opened successfully in between", async () => {
    await large("a", 30_000_000);
    await endsOpening("1");
    await guardOpening(store, session("2"), async () => {});
    await endsOpening("3");
    expect(await guardOpening(store, session("4"), async () => {})).toEqual([]);
    expect(await searchable(store)).toHaveLength(1);
  });
});
