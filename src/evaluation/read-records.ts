import { checkText } from "../core/arguments.js";
import { PagehoundError } from "../core/errors.js";
import { parseJson } from "../core/json.js";
import {
  anyObject,
  boolean,
  count,
  list,
  mismatch,
  nullable,
  number,
  object,
  oneOf,
  optional,
  placeOf,
  text,
} from "../core/shape.js";
import type { EvaluationRecord } from "./outcome.js";

/** Where a value stands in a recording, for messages. */
export interface RecordPlace {
  /** What the recording is called. */
  readonly name: string;
  /** Counts from 1. */
  readonly line: number;
  /** The field, such as `outcome.usage.total`; empty for the whole line. */
  readonly field: string;
}

/** Throws `invalid-data` with line and field. */
function invalidRecord({ name, line, field }: RecordPlace, problem: string): never {
  const what = field === "" ? "the line" : `the field "${field}"`;
  throw new PagehoundError(
    "invalid-data",
    `${name}, line ${line}: ${what} ${problem}. Mend or delete this line; the others are as they were.`,
    { data: { file: name, line, field } },
  );
}

/** What was read of a recording. */
export interface ReadRecords {
  readonly records: readonly EvaluationRecord[];
  /** What was left out, in words for people: a last line that was cut off while it was written. */
  readonly note: string | null;
  /** Length of the text up to where the next line belongs. */
  readonly end: number;
}

const failure = nullable(object({ code: text, message: text }));
const usage = object({
  calls: count,
  turns: count,
  promptTokens: number,
  reusedTokens: number,
  generatedTokens: number,
  folds: count,
  firstToken: nullable(number),
  total: number,
});
const misplaced = object({
  number: text,
  kind: oneOf("column", "row", "unit", "sign", "scale", "unstated", "company"),
  stands: text,
  said: text,
});
const sentence = object({
  text,
  supported: boolean,
  citations: list(object({ path: text, page: count })),
  calculations: list(anyObject),
  unsupportedNumbers: list(text),
  misplacedNumbers: optional(list(misplaced)),
  dropped: list(text),
});
const outcome = object({
  retrieved: list(object({ path: text, page: count, lastPage: count, text })),
  answer: nullable(
    object({
      text,
      kind: oneOf("answered", "not-found", "failed"),
      reason: nullable(text),
      sentences: list(sentence),
      checked: boolean,
    }),
  ),
  chosen: optional(text),
  calls: list(object({ tool: text, arguments: anyObject, text, failed: boolean })),
  usage,
});
const exchange = object({
  keptMessages: count,
  addedMessages: list(object({ role: text, content: text })),
  format: nullable(text),
  reply: nullable(
    object({
      content: text,
      finishReason: oneOf("stop", "length"),
      usage: object({
        promptTokens: number,
        reusedTokens: nullable(number),
        completionTokens: number,
      }),
      timing: object({ firstToken: nullable(number), total: number }),
    }),
  ),
  failure,
});
const modelInfo = object({
  id: text,
  name: text,
  provider: text,
  contextLength: number,
  sendsTo: nullable(text),
  choosesTools: boolean,
});
const judgement = object({
  judge: text,
  verdict: nullable(oneOf("correct", "incorrect", "refusal")),
  reason: text,
  exchanges: list(exchange),
});
const record = object({
  recordVersion: oneOf(1),
  dataSet: text,
  question: text,
  strategy: text,
  model: nullable(text),
  outcome: nullable(outcome),
  failure,
  exchanges: list(exchange),
  modelInfo: optional(nullable(modelInfo)),
  judgement: optional(nullable(judgement)),
  similarity: optional(number),
});

/**
 * Reads a recording: JSON, one record a line. A last line that is no JSON and has no line break was
 * cut off while it was written, and is left out with a note. Throws `invalid-data`, naming line and
 * field, for anything else that is not as expected.
 */
export function readRecords(recording: string, name: string): ReadRecords {
  checkText("A recording", recording);
  checkText("The name of a log", name);
  const records: EvaluationRecord[] = [];
  let line = 0;
  let start = 0;
  while (start < recording.length) {
    line++;
    const lineBreak = recording.indexOf("\n", start);
    const end = lineBreak < 0 ? recording.length : lineBreak;
    const content = recording.slice(start, end);
    const isBlank = content.trim() === "";
    const value = isBlank ? undefined : parseJson(content);
    if (value === undefined && !isBlank) {
      if (lineBreak >= 0) invalidRecord({ name, line, field: "" }, "is no JSON");
      const note = `${name}, line ${line} was cut off while it was written. It was left out; its question is run again.`;
      return { records, note, end: start };
    }
    if (!isBlank) records.push(readRecord(value, name, line));
    start = end + 1;
  }
  return { records, note: null, end: recording.length };
}

/** A value as a record of line `line`. Throws `invalid-data`, naming line and field. */
export function readRecord(value: unknown, name: string, line: number): EvaluationRecord {
  const problem = mismatch(record, value);
  if (problem) invalidRecord({ name, line, field: placeOf(problem) }, problem.message);
  // Checked field by field.
  return value as EvaluationRecord;
}
