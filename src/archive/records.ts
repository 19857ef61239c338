import { joined } from "../core/joined-bytes.js";
import { Malformed } from "./file-errors.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** A piece of a section: what JSON can say, and numbers, which it says badly. */
export interface SectionRecord {
  readonly json: Bytes;
  readonly numbers: Bytes;
}

/** Two lengths stand before each record. */
const prefix = 8;
/** A record is in memory whole, so there is a limit to what a file can ask for. */
const mostBytes = 256 * 1024 * 1024;

/** A record as bytes. Throws `Malformed` when it is too large to be read again. */
export function writeRecord(value: unknown, numbers: readonly Bytes[]): Bytes {
  const json = new TextEncoder().encode(jsonOf(value));
  const size = numbers.reduce((sum, { byteLength }) => sum + byteLength, json.byteLength);
  if (prefix + size > mostBytes) throw tooLarge();
  const lengths = new Uint8Array(prefix);
  const view = new DataView(lengths.buffer);
  view.setUint32(0, json.byteLength, true);
  view.setUint32(4, size - json.byteLength, true);
  return joined([lengths, json, ...numbers]);
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // No text can be as long.
    throw tooLarge();
  }
}

function tooLarge(): Malformed {
  return new Malformed("a part of it is too large");
}

/** The records in bytes that come in pieces. Throws `Malformed` when they end in the middle of one. */
export async function* readRecords(pieces: AsyncIterable<Bytes>): AsyncGenerator<SectionRecord> {
  const waiting: Bytes[] = [];
  let there = 0;
  let needed = prefix;
  for await (const piece of pieces) {
    waiting.push(piece);
    there += piece.byteLength;
    if (there < needed) continue;
    let bytes = joined(waiting.splice(0));
    for (;;) {
      needed = prefix;
      if (bytes.byteLength < needed) break;
      const view = new DataView(bytes.buffer, bytes.byteOffset, prefix);
      const [json, numbers] = [view.getUint32(0, true), view.getUint32(4, true)];
      needed += json + numbers;
      if (needed > mostBytes) throw tooLarge();
      if (bytes.byteLength < needed) break;
      yield {
        json: bytes.subarray(prefix, prefix + json),
        numbers: bytes.subarray(prefix + json, needed),
      };
      bytes = bytes.subarray(needed);
    }
    there = bytes.byteLength;
    if (there > 0) waiting.push(bytes);
  }
  if (there > 0) throw new Malformed("a part of it ends too early");
}
