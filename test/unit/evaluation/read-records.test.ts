import { expect, test } from "vitest";
import type { EvaluationRecord } from "../../../src/evaluation/api.js";
import { readRecords } from "../../../src/evaluation/stored-log.js";

const record: EvaluationRecord = {
  recordVersion: 1,
  dataSet: "set",
  question: "q1",
  strategy: "search",
  model: null,
  outcome: {
    retrieved: [{ path: "a.txt", page: 1, lastPage: 1, text: "wörds" }],
    answer: null,
    calls: [],
    usage: {
      calls: 0,
      turns: 0,
      promptTokens: 0,
      reusedTokens: 0,
      generatedTokens: 0,
      folds: 0,
      firstToken: null,
      total: 3,
    },
  },
  failure: null,
  exchanges: [],
};
const line = JSON.stringify(record);

test("reads records, ignoring blank lines", () => {
  const recording = `${line}\n\n${line}\n`;
  const read = readRecords(recording, "records.jsonl");
  expect(read).toEqual({ records: [record, record], note: null, end: recording.length });
});

test("accepts a complete last line without a line break", () => {
  expect(readRecords(line, "records.jsonl").records).toEqual([record]);
});

test("drops a truncated last line, with a note", () => {
  const recording = `${line}\n${line.slice(0, 50)}`;
  expect(readRecords(recording, "records.jsonl")).toEqual({
    records: [record],
    note: "records.jsonl, line 2 was cut off while it was being written. It was skipped; its question is run again.",
    end: line.length + 1,
  });
});

test.each([
  ["{oops", "records.jsonl, line 2: the line is no JSON.", ""],
  ["[]", "records.jsonl, line 2: the line is not an object.", ""],
  [change({ recordVersion: 2 }), 'the field "recordVersion" is not 1.', "recordVersion"],
  [change({ question: undefined }), 'the field "question" is missing.', "question"],
  [
    line.replace('"total":3', '"total":"3"'),
    'the field "outcome.usage.total" is not a number.',
    "outcome.usage.total",
  ],
  [
    line.replace('"page":1', '"page":"one"'),
    'the field "outcome.retrieved[0].page" is not a whole number from 0.',
    "outcome.retrieved[0].page",
  ],
  [
    line.replace('"answer":null', '"answer":{"text":"","kind":"guessed"}'),
    'the field "outcome.answer.kind" is not one of "answered", "not-found", "failed".',
    "outcome.answer.kind",
  ],
])("names line and field of invalid data (%#)", (bad, message, field) => {
  const read = () => readRecords(`${line}\n${bad}\n${line}\n`, "records.jsonl");
  expect(read).toThrow(message);
  expect(read).toThrow(
    expect.objectContaining({
      code: "invalid-data",
      data: { file: "records.jsonl", line: 2, field },
    }),
  );
});

function change(other: object): string {
  return JSON.stringify({ ...record, ...other });
}
