import { isRecord, parseJson } from "../../core/json.js";
import { Fields, shown } from "./fields.js";
import type { DataSetReading } from "./layout.js";

/** A longer line is a file of another kind. */
const longestLine = 8 * 2 ** 20;
const lineFeed = 10;

/** A line of a text file. */
export interface SourceLine {
  /** Counts from 1. */
  readonly number: number;
  /** Without its line break. */
  readonly text: string;
  /** Whether a line break ends it; the last line of a file may have none. */
  readonly ended: boolean;
}

/**
 * The lines of a UTF-8 file that are not blank, read piece by piece. A mark of the byte order and
 * carriage returns are no part of them. Bytes that are no UTF-8 are a fault and end the file; so is a
 * line of more than 8 MiB.
 */
export async function* sourceLines(
  reading: DataSetReading,
  file: string,
): AsyncGenerator<SourceLine> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const blob = await reading.file(file);
  let number = 0;
  for await (const { bytes, ended } of byteLines(blob, reading.signal)) {
    number += 1;
    const place = { file, line: number, entry: "" };
    if (bytes === null) {
      reading.faults.add(place, null, "is longer than 8 MiB, so this is no file of this kind.");
      return;
    }
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      reading.faults.add(place, null, "is not UTF-8 text. Save the file as UTF-8.");
      return;
    }
    if (text.trim() !== "") yield { number, text: text.replace(/\r$/, ""), ended };
    await reading.pause();
  }
}

/** The records of a file with one JSON object on each line. A line that is none is a fault. */
export async function* jsonLines(reading: DataSetReading, file: string): AsyncGenerator<Fields> {
  let found = false;
  const faultsBefore = reading.faults.count;
  for await (const { number, text, ended } of sourceLines(reading, file)) {
    found = true;
    const place = { file, line: number, entry: "" };
    const value = parseJson(text);
    if (value === undefined) {
      const cut = !ended && text.startsWith("{");
      const cause = cut
        ? "breaks off: the file ends before its JSON does, so it may be half written."
        : `is not JSON: ${shown(text)}`;
      reading.faults.add(place, null, cause);
    } else if (isRecord(value)) {
      yield new Fields(value, place, reading.faults);
    } else {
      reading.faults.add(place, null, `must be a JSON object, not ${shown(value)}.`);
    }
  }
  if (!found && reading.faults.count === faultsBefore) {
    reading.faults.add({ file, line: null, entry: "" }, null, "is empty: it has no lines.");
  }
}

async function* byteLines(
  blob: Blob,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ bytes: Uint8Array | null; ended: boolean }> {
  const reader = blob.stream().getReader();
  let pieces: Uint8Array[] = [];
  let length = 0;
  const take = (): Uint8Array | null => {
    const bytes = length > longestLine ? null : joined(pieces, length);
    pieces = [];
    length = 0;
    return bytes;
  };
  const keep = (piece: Uint8Array): void => {
    length += piece.length;
    if (length <= longestLine) pieces.push(piece);
  };
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      let start = 0;
      for (let end = value.indexOf(lineFeed); end >= 0; end = value.indexOf(lineFeed, start)) {
        keep(value.subarray(start, end));
        yield { bytes: take(), ended: true };
        start = end + 1;
      }
      keep(value.subarray(start));
    }
    if (length > 0) yield { bytes: take(), ended: false };
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  if (pieces.length === 1 && pieces[0]) return pieces[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
