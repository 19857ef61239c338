import Papa from "papaparse";
import { isRecord } from "../../core/is-record.js";
import { shown } from "./faults.js";
import { Fields } from "./fields.js";
import { lineOfFault } from "./json-fault.js";
import type { Reading } from "./layout.js";

/** A file that is one JSON value; undefined after a fault. */
async function jsonFile(reading: Reading, file: string): Promise<unknown> {
  const text = await utf8Text(reading, file);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const start = text.trimStart();
    const line = lineOfFault(text);
    const cause = /^[{[]/.test(start)
      ? "is not complete JSON: it breaks off, or has a mistake in it."
      : `is not JSON: ${shown(start)}`;
    reading.faults.add({ file, line, entry: "" }, null, cause);
    return undefined;
  }
}

/**
 * The rows of a CSV file with a head line, by the names of its columns. `line` of a row's place is
 * where it begins. A column that is missing in the head is a fault.
 */
export async function csvRows(
  reading: Reading,
  file: string,
  columns: readonly string[],
): Promise<Fields[]> {
  const text = await utf8Text(reading, file);
  if (text === null) return [];
  const rows: Fields[] = [];
  let names: string[] | null = null;
  let line = 1;
  let from = 0;
  Papa.parse<string[]>(text, {
    delimiter: ",",
    step: ({ data, errors, meta }) => {
      const place = { file, line, entry: "" };
      line += lineBreaks(text.slice(from, meta.cursor));
      from = meta.cursor;
      const mistake = errors.find(({ code }) => code !== "UndetectableDelimiter");
      if (mistake) reading.faults.add(place, null, `is no CSV: ${mistake.message}.`);
      if (data.every((cell) => cell.trim() === "")) return;
      if (names) {
        const cells = names.map((name, index) => [name, data[index] ?? null] as const);
        rows.push(new Fields(Object.fromEntries(cells), place, reading.faults));
        return;
      }
      names = data.map((name) => name.trim());
      for (const column of columns) {
        if (!names.includes(column)) {
          reading.faults.add(place, column, "is missing: the first line must name this column.");
        }
      }
    },
  });
  if (rows.length === 0) reading.faults.add({ file, line: null, entry: "" }, null, "has no rows.");
  return rows;
}

/** Null after a fault: nothing in it, or no UTF-8. The mark of the byte order is no part of it. */
async function utf8Text(reading: Reading, file: string): Promise<string | null> {
  const bytes = await (await reading.file(file)).arrayBuffer();
  reading.signal?.throwIfAborted();
  const place = { file, line: null, entry: "" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.trim() !== "") return text;
    reading.faults.add(place, null, "is empty.");
  } catch {
    reading.faults.add(place, null, "is not UTF-8 text. Save the file as UTF-8.");
  }
  return null;
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}

/** The object that a JSON file is; null after a fault. */
export async function topFields(reading: Reading, file: string): Promise<Fields | null> {
  const value = await jsonFile(reading, file);
  if (value === undefined) return null;
  const place = { file, line: null, entry: "" };
  if (isRecord(value)) return new Fields(value, place, reading.faults);
  reading.faults.add(place, null, `must be a JSON object, not ${shown(value)}.`);
  return null;
}

/** The objects in the list that a JSON file is. */
export async function* listedFields(reading: Reading, file: string): AsyncGenerator<Fields> {
  const value = await jsonFile(reading, file);
  if (value === undefined) return;
  const place = { file, line: null, entry: "" };
  if (!Array.isArray(value)) {
    reading.faults.add(place, null, `must be a JSON list, not ${shown(value)}.`);
    return;
  }
  for (const [index, one] of (value as unknown[]).entries()) {
    const at = { ...place, entry: `[${index}]` };
    if (isRecord(one)) yield new Fields(one, at, reading.faults);
    else reading.faults.add(at, null, `must be an object, not ${shown(one)}.`);
    await reading.pause();
  }
}
