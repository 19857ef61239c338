import { afterEach, expect, test } from "vitest";
import type { EvaluationRecord } from "../../../src/evaluation/api.js";
import {
  deleteLog,
  exportLog,
  importLog,
  storedLog,
  storedLogs,
} from "../../../src/evaluation/stored-log.js";

function record(question: string): EvaluationRecord {
  return {
    recordVersion: 1,
    dataSet: "set",
    question,
    strategy: "search",
    model: null,
    outcome: null,
    failure: { code: "internal", message: "Broken." },
    exchanges: [],
  };
}

const questionsOf = async (name: string) =>
  (await storedLog(name).read()).map(({ question }) => question);

afterEach(async () => {
  for (const { name } of await storedLogs()) await deleteLog(name);
});

test("stores records in order, in separate logs", async () => {
  const log = storedLog("one");
  expect(await log.read()).toEqual([]);
  for (const question of ["b", "a", "c"]) await log.append(record(question));
  await storedLog("two").append(record("other"));
  expect(await questionsOf("one")).toEqual(["b", "a", "c"]);
  expect(await log.read()).toContainEqual(record("a"));
  const byName = (await storedLogs()).sort((a, b) => (a.name < b.name ? 1 : -1));
  expect(byName).toEqual([
    { name: "two", records: 1, createdAt: expect.any(Number), changedAt: expect.any(Number) },
    { name: "one", records: 3, createdAt: expect.any(Number), changedAt: expect.any(Number) },
  ]);
  await deleteLog("one");
  expect(await questionsOf("one")).toEqual([]);
  expect(await questionsOf("two")).toEqual(["other"]);
});

test("exports a log as lines, and imports it over another", async () => {
  await storedLog("one").append(record("a"));
  await storedLog("one").append(record("b"));
  const recording = await (await exportLog("one")).text();
  expect(recording.split("\n")).toHaveLength(3);
  await storedLog("copy").append(record("gone"));
  expect(await importLog("copy", recording)).toBeNull();
  expect(await questionsOf("copy")).toEqual(["a", "b"]);
  expect(await importLog("copy", recording.slice(0, -10))).toMatch(/line 2 was cut off/);
  expect(await questionsOf("copy")).toEqual(["a"]);
});

test("leaves a log unchanged if an import cannot be read", async () => {
  await storedLog("one").append(record("a"));
  await expect(importLog("one", '{"recordVersion":1}\n')).rejects.toMatchObject({
    code: "invalid-data",
    message: expect.stringContaining('line 1: the field "dataSet" is missing'),
  });
  expect(await questionsOf("one")).toEqual(["a"]);
});
