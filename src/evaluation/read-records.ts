import { checkText } from "../core/arguments.js";
import { PagehoundError } from "../core/errors.js";
import { isRecord } from "../core/json.js";
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

/** A check of a value: throws `invalid-data`, naming line and field, when it is something else. */
export type FieldCheck = (value: unknown, place: RecordPlace) => void;

/** Throws `invalid-data` with line and field. */
function invalidRecord({ name, line, field }: RecordPlace, problem: string): never {
  const what = field === "" ? "the line" : `the field "${field}"`;
  throw new PagehoundError(
    "invalid-data",
    `${name}, line ${line}: ${what} ${problem}. Mend or delete this line; the others are as they were.`,
    { data: { file: name, line, field } },
  );
}

function plain(expected: string, is: (value: unknown) => boolean): FieldCheck {
  return (value, place) => {
    if (value === undefined) invalidRecord(place, "is missing");
    if (!is(value)) invalidRecord(place, `is not ${expected}`);
  };
}

const text: FieldCheck = plain("a text", (value) => typeof value === "string");
const finiteNumber: FieldCheck = plain("a number", Number.isFinite);
const wholeNumber: FieldCheck = plain(
  "a whole number from 0",
  (value) => Number.isInteger(value) && Number(value) >= 0,
);
const truth: FieldCheck = plain("true or false", (value) => typeof value === "boolean");
const anyObject: FieldCheck = plain("an object", isRecord);

/** One of these values. */
function oneOf(...values: readonly (string | number)[]): FieldCheck {
  const listed = values.map((value) => JSON.stringify(value)).join(", ");
  return plain(values.length === 1 ? listed : `one of ${listed}`, (value) =>
    values.some((one) => one === value),
  );
}

/** Null, or what the other check says. */
function orNull(check: FieldCheck): FieldCheck {
  return (value, place) => {
    if (value !== null) check(value, place);
  };
}

/** Absent, or what the other check says. */
function optional(check: FieldCheck): FieldCheck {
  return (value, place) => {
    if (value !== undefined) check(value, place);
  };
}

/** A list, each item of which the other check holds for. */
function listOf(check: FieldCheck): FieldCheck {
  const isList = plain("a list", Array.isArray);
  return (value, place) => {
    isList(value, place);
    for (const [index, item] of (value as unknown[]).entries()) {
      check(item, { ...place, field: `${place.field}[${index}]` });
    }
  };
}

/** An object with these fields. Others are let be. */
function fields(checks: Readonly<Record<string, FieldCheck>>): FieldCheck {
  return (value, place) => {
    anyObject(value, place);
    for (const [name, check] of Object.entries(checks)) {
      const field = place.field === "" ? name : `${place.field}.${name}`;
      check((value as Readonly<Record<string, unknown>>)[name], { ...place, field });
    }
  };
}

/** What was read of a recording. */
export interface ReadRecords {
  readonly records: readonly EvaluationRecord[];
  /** What was left out, in words for people: a last line that was cut off while it was written. */
  readonly note: string | null;
  /** Length of the text up to where the next line belongs. */
  readonly end: number;
}

const failure = orNull(fields({ code: text, message: text }));
const usage = fields({
  calls: wholeNumber,
  turns: wholeNumber,
  promptTokens: finiteNumber,
  reusedTokens: finiteNumber,
  generatedTokens: finiteNumber,
  folds: wholeNumber,
  firstToken: orNull(finiteNumber),
  total: finiteNumber,
});
const sentence = fields({
  text,
  supported: truth,
  citations: listOf(fields({ path: text, page: wholeNumber })),
  calculations: listOf(anyObject),
  unsupportedNumbers: listOf(text),
  dropped: listOf(text),
});
const outcome = fields({
  retrieved: listOf(fields({ path: text, page: wholeNumber, lastPage: wholeNumber, text })),
  answer: orNull(
    fields({
      text,
      kind: oneOf("answered", "not-found", "failed"),
      reason: orNull(text),
      sentences: listOf(sentence),
      checked: truth,
    }),
  ),
  calls: listOf(fields({ tool: text, arguments: anyObject, text, failed: truth })),
  usage,
});
const exchange = fields({
  keptMessages: wholeNumber,
  addedMessages: listOf(fields({ role: text, content: text })),
  format: orNull(text),
  reply: orNull(
    fields({
      content: text,
      finishReason: oneOf("stop", "length"),
      usage: fields({
        promptTokens: finiteNumber,
        reusedTokens: orNull(finiteNumber),
        completionTokens: finiteNumber,
      }),
      timing: fields({ firstToken: orNull(finiteNumber), total: finiteNumber }),
    }),
  ),
  failure,
});
const modelInfo = fields({
  id: text,
  name: text,
  provider: text,
  contextLength: finiteNumber,
  sendsTo: orNull(text),
  choosesTools: truth,
});
const judgement = fields({
  judge: text,
  verdict: orNull(oneOf("correct", "incorrect", "refusal")),
  reason: text,
  exchanges: listOf(exchange),
});
const record: FieldCheck = fields({
  recordVersion: oneOf(1),
  dataSet: text,
  question: text,
  strategy: text,
  model: orNull(text),
  outcome: orNull(outcome),
  failure,
  exchanges: listOf(exchange),
  modelInfo: optional(orNull(modelInfo)),
  judgement: optional(orNull(judgement)),
  similarity: optional(finiteNumber),
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
    const value = content.trim() === "" ? undefined : parsed(content);
    if (value === notJson) {
      if (lineBreak >= 0) invalidRecord({ name, line, field: "" }, "is no JSON");
      const note = `${name}, line ${line} was cut off while it was written. It was left out; its question is run again.`;
      return { records, note, end: start };
    }
    if (value !== undefined) records.push(readRecord(value, name, line));
    start = end + 1;
  }
  return { records, note: null, end: recording.length };
}

/** A value as a record of line `line`. Throws `invalid-data`, naming line and field. */
export function readRecord(value: unknown, name: string, line: number): EvaluationRecord {
  record(value, { name, line, field: "" });
  // Checked field by field.
  return value as EvaluationRecord;
}

const notJson = Symbol("not JSON");

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return notJson;
  }
}
