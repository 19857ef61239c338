import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { checkList, checkShape, checkText } from "../core/arguments.js";
import { PagehoundError } from "../core/errors.js";
import type { EvaluationRecord } from "./outcome.js";
import { readRecord, readRecords } from "./read-records.js";

/** A log in this browser. */
export interface StoredLogSummary {
  readonly name: string;
  readonly records: number;
  /** When it was begun, and last added to, in milliseconds since 1970. */
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

/** A log that is kept in this browser's database `pagehound-evaluation`; a new one where there is none of this name. */
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

/** All logs in this browser, the one that was added to last first. */
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

/** A log as a recording: JSON, one record a line. Empty for a log that is not there. */
export async function exportLog(name: string): Promise<Blob> {
  const records = await storedLog(name).read();
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  return new Blob(lines, { type: "application/jsonl" });
}

/**
 * Stores a recording as the log of this name, in the place of one that is there. Returns what was
 * left out of it, or null. Throws `invalid-data` before anything is changed.
 */
export async function importLog(name: string, recording: string): Promise<string | null> {
  checkText("The name of a log", name);
  const { records, note } = readRecords(recording, name);
  await withDatabase((database) => add(database, name, records, true));
  return note;
}

/** Deletes a log, if there is one. */
export function deleteLog(name: string): Promise<void> {
  return withDatabase((database) => remove(database, name));
}

async function add(
  database: IDBPDatabase<LogSchema>,
  name: string,
  records: readonly EvaluationRecord[],
  replaces: boolean,
): Promise<void> {
  // Strict: what `append` has resolved for is still there after a crash.
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

/** Opened once for the page, and anew after the browser has closed it. */
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
        ? "The browser has no more room for the records of the evaluation. Delete older ones or export them first."
        : "The browser's database refused the records of the evaluation. Export what is there, and reload the page.",
      { cause: thrown },
    );
  }
}

/**
 * Where the records of a run are kept while it goes on, so that it can be taken up again. A log
 * belongs to one way of running: other models and strategies may be added to it, but a question is
 * run once with each, so that other options, such as another number of calls, want another log.
 */
export interface EvaluationLog {
  /** What was kept by earlier runs, in order. Throws `invalid-data`. */
  read(): Promise<readonly EvaluationRecord[]>;
  /** Resolves when the record is stored for good. */
  append(record: EvaluationRecord): Promise<void>;
}

/** A log that is gone with the page; it may begin with records of another one. */
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

/** What tells the records of a log from one another: the same question is not run again. */
export function recordKey(
  record: Pick<EvaluationRecord, "dataSet" | "question" | "strategy" | "model">,
): string {
  checkShape("A record", record, { dataSet: "string", question: "string", strategy: "string" });
  const { dataSet, question, strategy, model } = record;
  return JSON.stringify([dataSet, question, strategy, model]);
}
