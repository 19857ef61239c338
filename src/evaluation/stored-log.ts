import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import {
  anyObject,
  boolean,
  checkList,
  checkText,
  count,
  list,
  mismatch,
  misplacedNumber,
  nullable,
  number,
  object,
  oneOf,
  optional,
  PagehoundError,
  parseJson,
  placeOf,
  runUsage,
  text,
} from "../core/index.js";
import { exchangeShapes } from "../models/index.js";
import type { EvaluationRecord } from "./api.js";

/** A log in this browser. */
export interface StoredLogSummary {
  readonly name: string;
  readonly records: number;
  /** When it was created, and last added to, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
}

interface LogSchema extends DBSchema {
  logs: {
    key: string;
    value: { name: string; createdAt: number; changedAt: number };
  };
  records: {
    key: number;
    value: { log: string; record: EvaluationRecord };
    indexes: { log: string };
  };
}

/** A log in this browser's database `pagehound-evaluation`; a new one if none has this name. */
export function storedLog(name: string): EvaluationLog {
  return {
    read: () =>
      withDatabase(async (database) => {
        const rows = await database.getAllFromIndex("records", "log", name);
        return rows.map(({ record }, index) => readRecord(record, name, index + 1));
      }),
    append: (record) => withDatabase((database) => add(database, name, [record], false)),
  };
}

/** All logs in this browser, the latest first. */
export function storedLogs(): Promise<StoredLogSummary[]> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(["logs", "records"]);
    const logs = await transaction.objectStore("logs").getAll();
    const records = transaction.objectStore("records").index("log");
    const summaries = await Promise.all(
      logs.map(async (log) => ({ ...log, records: await records.count(log.name) })),
    );
    return summaries.sort((a, b) => b.changedAt - a.changedAt);
  });
}

/** A log as a recording: JSON, one record per line. Empty for a missing log. */
export async function exportLog(name: string): Promise<Blob> {
  const records = await storedLog(name).read();
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  return new Blob(lines, { type: "application/jsonl" });
}

/**
 * Stores a recording as the log of this name, replacing an existing one. Returns a note on what was
 * left out, or null. Throws `invalid-data` before anything is changed.
 */
export async function importLog(name: string, recording: string): Promise<string | null> {
  checkText("The name of a log", name);
  const { records, note } = readRecords(recording, name);
  await withDatabase((database) => add(database, name, records, true));
  return note;
}

/** Deletes a log, if it exists. */
export function deleteLog(name: string): Promise<void> {
  return withDatabase((database) => remove(database, name));
}

async function add(
  database: IDBPDatabase<LogSchema>,
  name: string,
  records: readonly EvaluationRecord[],
  replaces: boolean,
): Promise<void> {
  // Strict durability: what `append` has resolved survives a crash.
  const transaction = database.transaction(["logs", "records"], "readwrite", {
    durability: "strict",
  });
  const logs = transaction.objectStore("logs");
  const rows = transaction.objectStore("records");
  const now = Date.now();
  const { createdAt = now } = (await logs.get(name)) ?? {};
  const gone = replaces ? await rows.index("log").getAllKeys(name) : [];
  await Promise.all([
    logs.put({ name, createdAt, changedAt: now }),
    ...gone.map((key) => rows.delete(key)),
    ...records.map((record) => rows.add({ log: name, record })),
    transaction.done,
  ]);
}

async function remove(database: IDBPDatabase<LogSchema>, name: string): Promise<void> {
  const transaction = database.transaction(["logs", "records"], "readwrite");
  const keys = await transaction.objectStore("records").index("log").getAllKeys(name);
  await Promise.all([
    transaction.objectStore("logs").delete(name),
    ...keys.map((key) => transaction.objectStore("records").delete(key)),
    transaction.done,
  ]);
}

let opened: Promise<IDBPDatabase<LogSchema>> | null = null;

/** Opened once for the page, and again if the browser has closed it. */
function openLogs(): Promise<IDBPDatabase<LogSchema>> {
  const forget = () => {
    opened = null;
  };
  opened ??= openDB<LogSchema>("pagehound-evaluation", 1, {
    upgrade: (database) => {
      database.createObjectStore("logs", { keyPath: "name" });
      database.createObjectStore("records", { autoIncrement: true }).createIndex("log", "log");
    },
    blocking: (_version, _blocked, event) => {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

async function withDatabase<T>(use: (database: IDBPDatabase<LogSchema>) => Promise<T>): Promise<T> {
  try {
    return await use(await openLogs());
  } catch (thrown) {
    if (PagehoundError.isInstance(thrown)) throw thrown;
    const full = thrown instanceof DOMException && thrown.name === "QuotaExceededError";
    throw new PagehoundError(
      full ? "storage-full" : "storage-failed",
      full
        ? "The browser has no more room for the records of the evaluation. Export or delete older ones first."
        : "The browser's database refused the records of the evaluation. Export the records, and reload the page.",
      { cause: thrown },
    );
  }
}

/**
 * Stores the records of a run as it proceeds, so that it can be resumed. A log belongs to one
 * configuration: other models and strategies may be added to it, but each runs a question only
 * once, so that different options, such as another number of calls, need another log.
 */
export interface EvaluationLog {
  /** The records of earlier runs, in order. Throws `invalid-data`. */
  read(): Promise<readonly EvaluationRecord[]>;
  /** Resolves when the record is stored permanently. */
  append(record: EvaluationRecord): Promise<void>;
}

/** A log that is lost with the page; it may start with records of another one. */
export function memoryLog(records: readonly EvaluationRecord[] = []): EvaluationLog {
  checkList("The records of a log", records);
  const kept = [...records];
  return {
    read: async () => [...kept],
    append: async (record) => {
      kept.push(record);
    },
  };
}

/** Distinguishes the records of a log: the same question is not run again. */
export function recordKey(
  record: Pick<EvaluationRecord, "dataSet" | "question" | "strategy" | "model">,
): string {
  const { dataSet, question, strategy, model } = record;
  return JSON.stringify([dataSet, question, strategy, model]);
}

/** The position of a value in a recording, for messages. */
export interface RecordPlace {
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
    `${name}, line ${line}: ${what} ${problem}. Fix or delete this line; the other lines are unaffected.`,
    { data: { file: name, line, field } },
  );
}

/** The contents of a recording. */
export interface ReadRecords {
  readonly records: readonly EvaluationRecord[];
  /** A note on what was left out: a last line that was cut off while it was written. */
  readonly note: string | null;
  /** The length of the text, without an incomplete last line. */
  readonly end: number;
}

const sentence = object({
  text,
  supported: boolean,
  citations: list(object({ path: text, page: count })),
  calculations: list(anyObject),
  unsupportedNumbers: list(text),
  misplacedNumbers: optional(list(misplacedNumber(text))),
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
  usage: runUsage,
});
const exchange = object(exchangeShapes);
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
  failure: exchangeShapes.failure,
  exchanges: list(exchange),
  modelInfo: optional(nullable(modelInfo)),
  judgement: optional(nullable(judgement)),
  similarity: optional(number),
});

/**
 * Reads a recording: JSON, one record per line. A last line that is not JSON and has no line break
 * was cut off while it was written, and is left out with a note. Throws `invalid-data`, naming line
 * and field, for anything else that is invalid.
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
      const note = `${name}, line ${line} was cut off while it was being written. It was skipped; its question is run again.`;
      return { records, note, end: start };
    }
    if (!isBlank) records.push(readRecord(value, name, line));
    start = end + 1;
  }
  return { records, note: null, end: recording.length };
}

/** A value as a record of line `line`. Throws `invalid-data`, naming line and field. */
function readRecord(value: unknown, name: string, line: number): EvaluationRecord {
  const problem = mismatch(record, value);
  if (problem) invalidRecord({ name, line, field: placeOf(problem) }, problem.message);
  // Checked field by field.
  return value as EvaluationRecord;
}

/**
 * Logs of runs: in memory, or stored in this browser by name.
 *
 * @example
 * ```ts
 * import { evaluationLogs } from "pagehound/evaluation";
 *
 * for (const { name } of await evaluationLogs.list()) {
 *   const recording = await evaluationLogs.export(name);
 *   console.log(name, recording.size);
 * }
 * ```
 */
export const evaluationLogs: {
  readonly memory: typeof memoryLog;
  readonly stored: typeof storedLog;
  readonly list: typeof storedLogs;
  readonly export: typeof exportLog;
  readonly import: typeof importLog;
  readonly delete: typeof deleteLog;
  readonly parse: typeof readRecords;
} = {
  memory: memoryLog,
  stored: storedLog,
  list: storedLogs,
  export: exportLog,
  import: importLog,
  delete: deleteLog,
  parse: readRecords,
};
