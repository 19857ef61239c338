import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { BadInput } from "../../../cli/bad-input.js";
import { evalArguments } from "../../../cli/evaluation/eval-arguments.js";
import { loadDataSets } from "../../../cli/evaluation/load-data-sets.js";
import { strategiesFor } from "../../../cli/evaluation/strategies-for.js";
import { writeSmallDataSet } from "../../fixtures/evaluation/small-data-set.js";

test("runs everything without a model over all data sets by default", async () => {
  expect(await evalArguments(["--path", "data"])).toEqual({
    dataSet: "all",
    path: "data",
    strategies: ["retrieval"],
    model: null,
    context: null,
    judge: null,
    embedder: null,
    vectors: null,
    limit: null,
    calls: 10,
    timeout: null,
    ownDocuments: false,
    documents: [],
    out: null,
    replay: null,
    rescore: null,
    baseline: null,
    json: false,
    markdown: null,
  });
});

test("reads strategies, groups and endpoints", async () => {
  const options = await evalArguments([
    ...[
      "--path",
      "data",
      "--strategy",
      "retrieval, tools,search",
      "--judge",
      "openai:http://b/v1#j",
    ],
    ...["--model", "openai:http://a/v1/#m"],
  ]);
  expect(options?.strategies).toEqual(["retrieval", "tools", "search"]);
  expect(options?.model).toEqual({ url: "http://a/v1", model: "m" });
  expect(options?.judge).toEqual({ url: "http://b/v1", model: "j" });
});

test("uses document rankings for retrieval over whole documents", () => {
  const evidence = [{ unit: "document", document: "a.txt", grade: 1 }] as const;
  const question = { id: "1", text: "a", answers: [], unanswerable: false, evidence };
  const questions = [{ ...question, documents: null, kind: null }];
  const dataSet = { name: "set", documents: [], questions, notes: [] };
  expect(strategiesFor(["retrieval"], { dataSet, layout: "beir" })).toEqual([
    "search-k100",
    "chunks-1000-k100",
  ]);
  expect(strategiesFor(["retrieval", "tools"], { dataSet, layout: "toole" })).toEqual([
    "search",
    "chunks-1000-k20",
    "find-tools",
    "tools",
  ]);
  const answered = { ...dataSet, questions: [{ ...questions[0], answers: ["b"] }] };
  expect(
    strategiesFor(["retrieval", "search"], { dataSet: answered as typeof dataSet, layout: "own" }),
  ).toEqual(["search", "search-scoped", "chunks-300", "chunks-1000"]);
});

test.each([
  [[], "The data is missing: add --path DIR."],
  [["data"], '"data" is not an option. Name the data with --path DIR.'],
  [["--path", "data", "--strategy", "guess"], '--strategy: There is no strategy "guess".'],
  [["--path", "data", "--limit", "0"], '--limit needs a whole number from 1 to 10000000, not "0".'],
  [["--path", "data", "--judge", "gpt"], "--judge"],
  [["--replay", "one", "--rescore", "two"], "--replay and --rescore are two commands"],
  [["--path", "data", "--embedder", "gone#id"], "gone has no config.json"],
  [["--path", "data", "--documents", "30,no"], "--documents needs a whole number"],
])("rejects %j", async (parameters, message) => {
  const read = evalArguments(parameters);
  await expect(read).rejects.toThrow(BadInput);
  await expect(read).rejects.toThrow(message);
});

test("names a folder that lacks the requested data set", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-eval-arguments-"));
  try {
    await writeSmallDataSet(folder);
    const [found] = await loadDataSets(folder, "all");
    expect(found?.dataSet.questions).toHaveLength(5);
    const shape = { ownDocuments: true, documents: [1, 2] };
    const shaped = await loadDataSets(folder, "all", shape);
    expect(shaped.map(({ dataSet }) => dataSet.name)).toEqual(["own-1", "own-2"]);
    expect(shaped.map(({ dataSet }) => dataSet.questions.map(({ id }) => id))).toEqual([
      ["fares"],
      ["ships", "quay", "fares"],
    ]);
    expect(shaped[0]?.dataSet.questions[0]?.documents).toEqual(["documents/ferries.md"]);
    await expect(loadDataSets(folder, "all", { ...shape, documents: [4] })).rejects.toThrow(
      "--documents: own has 3 documents, not 4.",
    );
    await expect(loadDataSets(folder, "beir")).rejects.toThrow(
      `${folder} has no files of the data set beir`,
    );
    await expect(loadDataSets(folder, "none")).rejects.toThrow(
      "--dataset must be all or one of own,",
    );
    await expect(loadDataSets(path.join(folder, "gone"), "all")).rejects.toThrow("no such folder");
  } finally {
    await rm(folder, { recursive: true });
  }
});
