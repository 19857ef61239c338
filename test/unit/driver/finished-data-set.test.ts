import { expect, test } from "vitest";
import { dataSetHash, finishedEnd } from "../../../cli/evaluation/finished-data-set.js";
import { noUsage } from "../../../src/agent/answer.js";
import { type EvaluationRecord, uncheckedAnswer } from "../../../src/evaluation/api.js";

const question = (id: string) => ({
  ...{ id, text: `${id}?`, answers: ["7"], unanswerable: false },
  ...{ evidence: [], documents: null, kind: null },
});
const dataSet = {
  name: "own",
  documents: [{ path: "a.txt", text: "seven" }],
  questions: [question("one"), question("two")],
  notes: [],
};

function record(id: string, more: Partial<EvaluationRecord> = {}): EvaluationRecord {
  const outcome = { retrieved: [], answer: uncheckedAnswer("7"), calls: [], usage: noUsage };
  const by = { strategy: "rag-300", model: "openai:http://a/v1#m" };
  const nothing = { failure: null, exchanges: [] };
  return { recordVersion: 1, dataSet: "own", question: id, ...by, outcome, ...nothing, ...more };
}

const records = [record("one"), record("two")];
const done = { hash: dataSetHash(dataSet), documents: 1, pages: 1, notes: [], skipped: [] };
const request = {
  dataSet,
  files: { paths: [], file: () => Promise.reject(new Error("No file is read.")) },
  folder: "data",
  strategies: ["rag-300"],
  model: { url: "http://a/v1", model: "m" },
  ...{ context: null, judge: null, embedder: null, vectors: null, apiKey: undefined },
  ...{ limit: null, calls: 10, timeout: null, replay: false },
};

test("calls a completely recorded run finished", () => {
  expect(finishedEnd(request, records, done)).toMatchObject({
    ...{ documents: 1, pages: 1, model: "openai:http://a/v1#m" },
  });
  expect(finishedEnd({ ...request, limit: 1 }, records.slice(0, 1), done)).not.toBeNull();
});

test("does not call a run with remaining work finished", () => {
  const failure = { code: "endpoint-failed", message: "It is off." };
  const failed = [record("one"), record("two", { outcome: null, failure })];
  expect(finishedEnd(request, records.slice(0, 1), done)).toBeNull();
  expect(finishedEnd(request, failed, done)).toBeNull();
  expect(finishedEnd({ ...request, strategies: ["rag-300", "search"] }, records, done)).toBeNull();
  expect(
    finishedEnd({ ...request, judge: { url: "http://b/v1", model: "j" } }, records, done),
  ).toBeNull();
  expect(finishedEnd({ ...request, replay: true }, records, done)).toBeNull();
});

test("does not call a run finished whose identity is uncertain", () => {
  expect(finishedEnd(request, records, undefined)).toBeNull();
  const { hash: _, ...older } = done;
  expect(finishedEnd(request, records, older)).toBeNull();
  const changed = { ...dataSet, questions: [question("one"), { ...question("two"), text: "2?" }] };
  expect(finishedEnd({ ...request, dataSet: changed }, records, done)).toBeNull();
  const first = { ...request, model: { url: "http://a/v1", model: null } };
  expect(finishedEnd(first, records, done)).toBeNull();
});

test("treats judged questions as finished, and skips skipped questions again", () => {
  const judgement = {
    judge: "openai:http://b/v1#j",
    verdict: "correct" as const,
    reason: "",
    exchanges: [],
  };
  const judged = records.map((one) => ({ ...one, judgement }));
  const judgedRequest = { ...request, judge: { url: "http://b/v1", model: "j" } };
  expect(finishedEnd(judgedRequest, judged, done)).toMatchObject({ judge: "openai:http://b/v1#j" });
  const skipped = [{ strategy: "semantic", reason: "It needs a model that makes vectors." }];
  const both = { ...request, strategies: ["rag-300", "semantic"] };
  expect(finishedEnd(both, records, done)).toBeNull();
  expect(finishedEnd(both, records, { ...done, skipped })).toMatchObject({ skipped });
});
