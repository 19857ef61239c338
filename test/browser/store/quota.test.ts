import { describe, expect, it } from "vitest";
import type { PagehoundError } from "../../../src/core/errors.js";
import type { StoredJob, StoredPassages, StoredVectors } from "../../../src/store/schema.js";
import type { Store } from "../../../src/store/store.js";
import { dump } from "./dump.js";
import { failWrites, type WriteFailure } from "./fail-writes.js";
import { emptyStore, finished, type Postings, packed, purgeAll, take } from "./sample.js";

type Step = (store: Store<Postings>, jobs: Map<string, StoredJob>) => Promise<unknown>;

const turn = { question: "q", standalone: "s", text: "t", answer: { a: 1 }, trace: { b: 2 } };

const model = { id: "m", version: "1", name: "M", dimensions: 1 };

function vectorsOf(document: number, madeWith: string): StoredVectors {
  const vectors = { dimensions: 1, count: 1, data: new Int8Array(1), scales: new Float32Array(1) };
  return { document, part: 0, model: madeWith, passages: 1, texts: 1, ...vectors };
}

function takes(path: string, bytes: string): Step {
  return async (store, jobs) => {
    const outcome = await take(store, path, bytes);
    if (outcome.kind === "queued") jobs.set(path, outcome.job);
  };
}

const job = (jobs: Map<string, StoredJob>, path: string) => jobs.get(path) as StoredJob;

function reads(path: string): readonly Step[] {
  return [
    (store, jobs) => store.contents.stagePages(job(jobs, path), packed(1, 2)),
    (store, jobs) => store.contents.stagePages(job(jobs, path), packed(3)),
    (store, jobs) => store.jobs.finish(finished(job(jobs, path))),
  ];
}

/** Everything that writes, at least once. */
const scenario: readonly Step[] = [
  takes("a", "first"),
  takes("b", "second"),
  (store, jobs) => store.jobs.prioritise([job(jobs, "b").ordinal]),
  (store, jobs) =>
    store.jobs.change(job(jobs, "b").ordinal, {
      reader: { format: "pdf", version: 1, recognition: "" },
    }),
  ...reads("a"),
  ...reads("b"),
  takes("a", "third"),
  (store, jobs) => store.jobs.change(job(jobs, "a").ordinal, { state: "held" }),
  takes("a", "third"),
  ...reads("a"),
  takes("copy", "second"),
  (store, jobs) => store.jobs.separate(job(jobs, "copy").ordinal),
  ...reads("copy"),
  (store) => store.vectors.switchOn(model),
  (store, jobs) => store.vectors.put(vectorsOf(job(jobs, "a").ordinal, "m@1")),
  (store, jobs) => store.vectors.put(vectorsOf(job(jobs, "b").ordinal, "m@1")),
  (store, jobs) => store.documents.remove([job(jobs, "b").ordinal], 5),
  (store, jobs) => store.documents.restore([job(jobs, "b").ordinal]),
  async (store, jobs) => {
    const renewing = await store.jobs.reindex(job(jobs, "b").ordinal);
    if (renewing) jobs.set("b", renewing);
  },
  ...reads("b"),
  async (store) => {
    const [document] = await store.documents.searchable();
    const passages = { ...document?.passages, entries: new Uint32Array(10) } as StoredPassages;
    if (document)
      await store.documents.reindex({ ...document, passages, postings: { words: "again" } });
  },
  takes("gone", "fourth"),
  takes("gone", "fifth"),
  (store, jobs) => store.jobs.change(job(jobs, "gone").ordinal, { state: "refused" }),
  (store, jobs) => store.jobs.cancel([job(jobs, "gone").ordinal]),
  (store) => purgeAll(store),
  (store) => store.contents.sweep(),
  (store) => store.vectors.switchOn({ ...model, version: "2" }),
  (store, jobs) => store.vectors.put(vectorsOf(job(jobs, "a").ordinal, "m@2")),
  (store) => store.settings.set({ name: "paused", value: true }),
  (store) => store.conversations.addTurn("c", turn, 1),
  (store) => store.conversations.addTurn("c", { ...turn, question: "q2" }, 2),
  async (store) => {
    const whole = await store.conversations.whole("c");
    if (whole)
      await store.conversations.putBefore({
        ...whole,
        conversation: { ...whole.conversation, id: "d" },
        turns: [],
        traces: [],
      });
  },
];

/**
 * Runs the scenario. With `failure`, every write fails in turn until there is space. Returns the
 * number of failures.
 */
async function run(failure: WriteFailure | null): Promise<number> {
  const store = await emptyStore("disk");
  const jobs = new Map<string, StoredJob>();
  let failures = 0;
  for (const step of scenario) {
    const before = await dump();
    // Once the step makes fewer than `n` writes, it succeeds.
    for (let n = 1; failure && (await fails(() => step(store, jobs), failure, n)); n++) {
      expect(await dump()).toEqual(before);
      failures++;
    }
    if (!failure) await step(store, jobs);
  }
  store.close();
  return failures;
}

/** True if it failed because its n-th write did; checks that the error says so. */
async function fails(
  step: () => Promise<unknown>,
  failure: WriteFailure,
  n: number,
): Promise<boolean> {
  const end = failWrites(failure, n);
  try {
    await step();
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "storage-full", data: { available: expect.any(Number) } });
    const { needed } = (error as PagehoundError).data;
    // Deleting needs space as well, but nobody knows how much.
    if (needed !== null) expect(needed).toBeGreaterThan(0);
    return true;
  } finally {
    end();
  }
}

describe.each(["thrown", "aborted", "at commit"] as const)("a full storage (%s)", (failure) => {
  it("leaves everything unchanged at every write, and lets work continue once there is space", async () => {
    expect(await run(null)).toBe(0);
    const expected = await dump();
    expect(expected.documents).toHaveLength(3);
    expect(expected.vectors).toHaveLength(1);
    // Every step writes, but some only delete.
    expect(await run(failure)).toBeGreaterThan(scenario.length - 3);
    expect(await dump()).toEqual(expected);
  });
});
