import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Store } from "../../../src/store/store.js";
import { tries } from "../../tries.js";
import { Model, type ModelEntry } from "./model.js";
import { emptyStore, finished, type Postings, packed, purge, take } from "./sample.js";

const paths = ["a", "b", "c"];
const bytes = ["x", "y"];

/** `pick` chooses among the existing ones. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("intake" as const),
        path: fc.constantFrom(...paths),
        bytes: fc.constantFrom(...bytes),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("finish" as const), pick: fc.nat(9) }),
    },
    {
      weight: 7,
      arbitrary: fc.record({
        do: fc.constantFrom(
          "stage" as const,
          "drop" as const,
          "hold" as const,
          "queue" as const,
          "refuse" as const,
          "cancel" as const,
          "prioritise" as const,
          "separate" as const,
          "renew" as const,
          "remove" as const,
          "restore" as const,
          "purge" as const,
          "sweep" as const,
        ),
        pick: fc.nat(9),
      }),
    },
  ),
  { minLength: 5, maxLength: 30 },
);
type Step = typeof steps extends fc.Arbitrary<(infer Element)[]> ? Element : never;

/** Applies a step to both, and checks what the store returns. */
async function takeStep(
  step: Step,
  store: Store<Postings>,
  model: Model,
  now: number,
): Promise<void> {
  if (step.do === "intake") return await intake(step, store, model);
  const all = [...model.entries.values()];
  const entry = all[step.pick % Math.max(1, all.length)];
  const ordinal = entry?.ordinal ?? 99;
  switch (step.do) {
    case "stage": {
      const job = entry && (await store.jobs.get(ordinal));
      if (!job) return;
      const staging = store.contents.stagePages(job, packed(step.pick + 1));
      if (entry.state === "queued") model.store(entry.content, [step.pick + 1]);
      return await (entry.state === "queued"
        ? staging
        : expect(staging).rejects.toMatchObject({ code: "not-found" }));
    }
    case "drop":
      if (!entry || entry.content === 0) return;
      await store.contents.dropPages(entry.content);
      return model.drop(entry.content);
    case "finish":
      return await finish(step.pick, store, model, now);
    case "hold":
    case "queue":
    case "refuse": {
      const state = ({ hold: "held", queue: "queued", refuse: "refused" } as const)[step.do];
      const changed = await store.jobs.change(ordinal, { state });
      const can = entry && (entry.state === "queued" || entry.state === "held");
      expect(changed?.state).toBe(can ? state : undefined);
      if (can) Object.assign(entry, { state, ...(state === "refused" ? { content: 0 } : {}) });
      return model.release();
    }
    case "cancel": {
      const jobs = model.jobs().filter((job) => job.ordinal === ordinal);
      const gone = await store.jobs.cancel([ordinal]);
      expect(gone.map((job) => job.ordinal)).toEqual(jobs.map((job) => job.ordinal));
      for (const job of jobs) model.entries.delete(job.ordinal);
      return model.release();
    }
    case "prioritise": {
      await store.jobs.prioritise([ordinal]);
      const job = model.jobs().find((one) => one.ordinal === ordinal);
      if (job) job.order = Math.min(0, ...model.jobs().map(({ order }) => order)) - 1;
      return;
    }
    case "separate": {
      const separate = await store.jobs.separate(ordinal);
      expect(separate !== undefined).toBe(entry?.state === "queued");
      if (!entry || !separate) return;
      const shared = all.some((one) => one !== entry && one.content === entry.content);
      if (shared) expect(separate.content).toBeGreaterThan(model.highest);
      else expect(separate.content).toBe(entry.content);
      entry.content = separate.content;
      model.highest = Math.max(model.highest, separate.content);
      return;
    }
    case "renew": {
      const job = await store.jobs.reindex(ordinal);
      const free =
        entry?.state === "ready" && !model.jobs().some(({ path }) => path === entry.path);
      expect(job !== null).toBe(free);
      if (!job) return;
      expect(job.ordinal).toBeGreaterThan(model.highest);
      // Another document with the same bytes may have been reread before.
      const latest = model.contentOf(entry?.bytes ?? "");
      expect(job.content).toBe(latest === entry?.content ? job.ordinal : latest);
      return model.add(job);
    }
    case "remove":
      await store.documents.remove([ordinal], now);
      if (entry?.state !== "ready") return;
      Object.assign(entry, { state: "removed", removedAt: now, replaced: false });
      model.endReindexing(entry);
      return model.release();
    case "restore": {
      const restoring = store.documents.restore([ordinal], now);
      if (entry?.state !== "removed" || entry.removedAt === 0)
        return await expect(restoring).rejects.toMatchObject({ code: "not-found" });
      const ready = model.at(entry.path).filter(({ state }) => state === "ready");
      if (ready.length > 0 && !entry.replaced)
        return await expect(restoring).rejects.toMatchObject({ code: "invalid-argument" });
      expect(await restoring).toEqual(ordinals(ready));
      for (const other of ready) {
        Object.assign(other, { state: "removed", removedAt: now, replaced: true });
        model.endReindexing(other);
      }
      Object.assign(entry, { state: "ready", replaced: false });
      return model.release();
    }
    case "purge": {
      const before = now - step.pick;
      const due = model.in("removed").filter(({ removedAt }) => removedAt <= before);
      const purged = await purge(store, before);
      expect(ascending(purged)).toEqual(ordinals(due));
      for (const gone of due) model.entries.delete(gone.ordinal);
      return model.release();
    }
    case "sweep":
      return await store.contents.sweep();
  }
}

async function intake(
  { path, bytes: content }: { path: string; bytes: string },
  store: Store<Postings>,
  model: Model,
): Promise<void> {
  const outcome = await take(store, path, content);
  const ready = model.at(path);
  const document = ready.find((entry) => entry.state === "ready" && entry.bytes === content);
  const jobs = model.jobs().filter((job) => job.path === path);
  const same = jobs.find((job) => job.state !== "refused" && job.bytes === content);
  const gone = jobs.filter((job) => job !== same);
  const superseded = ordinals(gone.filter(({ state }) => state !== "refused"));
  expect(ascending(outcome.superseded)).toEqual(superseded);
  if (document) {
    expect(outcome).toMatchObject({ kind: "unchanged", document: { ordinal: document.ordinal } });
  } else if (same) {
    expect(outcome).toMatchObject({ kind: "queued", job: { ordinal: same.ordinal } });
    same.state = "queued";
  } else if (outcome.kind === "queued") {
    const { job } = outcome;
    expect(job.ordinal).toBeGreaterThan(model.highest);
    // Removed jobs can no longer be shared.
    for (const { ordinal } of gone) model.entries.delete(ordinal);
    expect(job.content).toBe(model.contentOf(content) ?? job.ordinal);
    model.add(job);
  } else expect.unreachable("Nothing is there that could be unchanged.");
  for (const { ordinal } of gone) model.entries.delete(ordinal);
  model.release();
}

async function finish(
  pick: number,
  store: Store<Postings>,
  model: Model,
  now: number,
): Promise<void> {
  const jobs = model.jobs();
  const job = jobs[pick % Math.max(1, jobs.length)];
  const stored = job && (await store.jobs.get(job.ordinal));
  if (!stored) return;
  const outcome = await store.jobs.finish(finished(stored), [], now);
  if (job.state !== "queued") return expect(outcome).toBeNull();
  const replaced = model.at(job.path).filter(({ state }) => state === "ready");
  expect(outcome?.replaced).toEqual(ordinals(replaced));
  for (const old of replaced) {
    const isReindexed = job.renews && old.bytes === job.bytes;
    const removedAt = isReindexed ? 0 : now;
    Object.assign(old, { state: "removed", removedAt, replaced: !isReindexed });
  }
  job.state = "ready";
}

/** Checks that the store holds what the model says, and nothing else. */
async function compare(store: Store<Postings>, model: Model): Promise<void> {
  const jobs = await store.jobs.all();
  expect(jobs.map(({ ordinal, state, content }) => [ordinal, state, content])).toEqual(
    model.jobs().map(({ ordinal, state, content }) => [ordinal, state, content]),
  );
  const documents = (await store.documents.searchable()).map(({ document }) => document);
  expect(documents.map(({ ordinal }) => ordinal)).toEqual(ordinals(model.in("ready")));
  expect(new Set(documents.map(({ path }) => path)).size).toBe(documents.length);
  expect((await store.jobs.next(() => true))?.ordinal).toBe(
    model.jobs().find(({ state }) => state === "queued")?.ordinal,
  );
  for (let content = 0; content <= model.highest + 1; content++) {
    const original = await store.contents.original(content);
    expect([content, original !== undefined]).toEqual([content, model.needs(content)]);
    expect(await store.contents.stagedPages(content)).toEqual(ascending(model.pages(content)));
    const state = model.entries.get(content)?.state;
    const document = state === "ready" || state === "removed";
    expect((await store.documents.postings(content)) !== undefined).toBe(document);
  }
}

function ordinals(entries: readonly ModelEntry[]): number[] {
  return ascending(entries.map(({ ordinal }) => ordinal));
}

function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}

describe.each(["disk", "memory"] as const)("any sequence of changes (%s)", (kind) => {
  it("leaves exactly the data that the entries need", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const store = await emptyStore(kind);
        try {
          const model = new Model();
          for (const [index, step] of sequence.entries()) {
            await takeStep(step, store, model, index + 1);
            await compare(store, model);
          }
        } finally {
          store.close();
        }
      }),
      { numRuns: tries(8, 300) },
    );
  });
});
