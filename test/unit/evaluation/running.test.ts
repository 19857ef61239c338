import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Pagehound } from "../../../src/client/pagehound.js";
import { PagehoundError } from "../../../src/core/errors.js";
import type { EvaluationFiles } from "../../../src/evaluation/api.js";
import { addDocuments, evaluationCollectionName } from "../../../src/evaluation/evaluate.js";
import { eventsOf, failedForNow, inOrder } from "../../../src/evaluation/evaluation-run.js";

test("processes several items at once and returns results in order", async () => {
  const ends = new Map<number, () => void>();
  const results: number[] = [];
  const all = (async () => {
    const work = (item: number) =>
      new Promise<number>((resolve) => ends.set(item, () => resolve(item)));
    for await (const result of inOrder([1, 2, 3], 2, work)) results.push(result);
  })();
  expect([...ends.keys()]).toEqual([1, 2]);
  ends.get(2)?.();
  await Promise.resolve();
  expect(results).toEqual([]);
  ends.get(1)?.();
  await expect.poll(() => results).toEqual([1, 2]);
  ends.get(3)?.();
  await all;
  expect(results).toEqual([1, 2, 3]);
});

test("fails with the first failure, after earlier results", async () => {
  const results: number[] = [];
  const run = async () => {
    const work = async (item: number) => {
      if (item > 1) throw new Error(`No ${item}.`);
      return item;
    };
    for await (const result of inOrder([1, 2, 3], 3, work)) results.push(result);
  };
  await expect(run()).rejects.toThrow("No 2.");
  expect(results).toEqual([1]);
});

test("passes on progress, and returns the result", async () => {
  const events: number[] = [];
  const iteration = eventsOf(async (report: (event: number) => void) => {
    report(1);
    await Promise.resolve();
    report(2);
    return "done";
  });
  let next = await iteration.next();
  while (!next.done) {
    events.push(next.value);
    next = await iteration.next();
  }
  expect(events).toEqual([1, 2]);
  expect(next.value).toBe("done");
});

/** The files of a data set; all others do not exist. */
function filesOf(contents: Readonly<Record<string, string>>): EvaluationFiles {
  return {
    paths: Object.keys(contents),
    file: async (path) => {
      const content = contents[path];
      if (content === undefined) throw new PagehoundError("not-found", `There is no ${path}.`);
      return new Blob([content]);
    },
  };
}

test("names a collection by its documents and their content", async () => {
  const nameOf = (path: string, text: string | null, contents: Record<string, string> = {}) =>
    evaluationCollectionName({ name: "set", documents: [{ path, text }] }, filesOf(contents));
  const name = await nameOf("a.pdf", null, { "a.pdf": "one" });
  expect(name).toMatch(/^evaluation-set-[0-9a-f]{8}$/);
  expect(await nameOf("a.pdf", null, { "a.pdf": "one" })).toBe(name);
  const others = await Promise.all([
    nameOf("a.pdf", null, { "a.pdf": "two" }),
    nameOf("b.pdf", null, { "b.pdf": "one" }),
    nameOf("a.pdf", null),
    nameOf("a.pdf", "one"),
    nameOf("a.pdf", "two"),
  ]);
  expect(new Set([name, ...others]).size).toBe(6);
});

test("rereads only changed documents", async () => {
  const contents: Record<string, string> = { "a.pdf": "one", "b.pdf": "two", "gone.pdf": "three" };
  const stored = new Map<string, string>();
  let added: string[] = [];
  // Only the members of a collection that are used here.
  const collection = {
    documents: async () => [...stored].map(([path, hash]) => ({ path, hash })),
    add: async function* (inputs: readonly { path: string; file: Blob }[]) {
      for (const { path, file } of inputs) {
        added.push(path);
        const hash = createHash("sha256").update(await file.text());
        stored.set(path, hash.digest("hex"));
        yield { type: "document-ready", path };
      }
    },
  } as unknown as Pagehound;
  const run = async (text: string) => {
    added = [];
    const files = ["a.pdf", "b.pdf", "gone.pdf"].map((path) => ({ path, text: null }));
    const documents = [...files, { path: "c.txt", text }];
    const { signal } = new AbortController();
    const events = [];
    for await (const event of addDocuments(collection, documents, filesOf(contents), signal)) {
      events.push(event);
    }
    expect(events.at(-1)).toEqual({ type: "documents", done: 4, total: 4 });
    return added;
  };
  expect(await run("four")).toEqual(["a.pdf", "b.pdf", "gone.pdf", "c.txt"]);
  expect(await run("four")).toEqual([]);
  contents["b.pdf"] = "another";
  delete contents["gone.pdf"];
  expect(await run("other")).toEqual(["b.pdf", "c.txt"]);
});

test("distinguishes an unavailable model from questions that failed", () => {
  const failed = (code: string) => ({
    outcome: null,
    failure: { code, message: "It failed." },
    exchanges: [],
  });
  expect(failedForNow(failed("endpoint-failed"))).toBe(true);
  expect(failedForNow(failed("no-documents"))).toBe(false);
});
