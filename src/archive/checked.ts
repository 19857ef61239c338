import { PagehoundError } from "../core/errors.js";
import { isRecord } from "../core/json.js";

// What comes out of a file is looked at before it is used, whoever wrote the file. Each of these
// returns the value as what it should be, or throws `Malformed`.

const maxPoints = 10_000_000;

/** An object. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new Malformed("a part of it is not what it should be");
}

/** Text of at most so many characters. */
export function text(value: unknown, most: number = Number.POSITIVE_INFINITY): string {
  if (typeof value === "string" && value.length <= most) return value;
  throw new Malformed("a text in it is missing or too long");
}

/** Text of which no more than so many characters are taken: what is shown, and nothing depends on. */
export function shortened(value: unknown, most: number): string {
  return text(value).slice(0, most);
}

/** The same, or null. */
export function shortenedOrNull(value: unknown, most: number): string | null {
  return value === null ? null : shortened(value, most);
}

/** A whole number from 0 to `most`. */
export function count(value: unknown, most: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most) {
    return value as number;
  }
  throw new Malformed("a number in it is missing or out of range");
}

/** A length in points: from 0 to more than any page has. */
export function points(value: unknown): number {
  if (typeof value === "number" && value >= 0 && value <= maxPoints) return value;
  throw new Malformed("a number in it is missing or out of range");
}

/** True or false. */
export function flag(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new Malformed("a mark in it is missing");
}

/** One of a few values. */
export function oneOf<const Value>(value: unknown, values: readonly Value[]): Value {
  if ((values as readonly unknown[]).includes(value)) return value as Value;
  throw new Malformed("a word in it is not one that is known");
}

/** An array of at most `most` values, each of which `each` reads. */
export function list<Value>(
  value: unknown,
  each: (value: unknown) => Value,
  most: number = Number.POSITIVE_INFINITY,
): Value[] {
  if (Array.isArray(value) && value.length <= most) return value.map(each);
  throw new Malformed("a list in it is missing or too long");
}

/** What JSON text says. */
export function json(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Malformed("a part of it cannot be read");
  }
}

/** Something in a file is not as the format says. Turned into a `damaged-file` where the file is known. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** The file is of this format, and cannot be used. `cause` is a clause such as "it ends too early". */
export function damagedFile(file: string, cause: string): PagehoundError {
  return new PagehoundError(
    "damaged-file",
    `${file} is damaged: ${cause}. Nothing of it was taken over; get the file once more from where it came from.`,
    { data: { path: file } },
  );
}

/** The file says to hold more than can be believed of its size. */
export function tooMuchInside(file: string, packed: number, unpacked: number): PagehoundError {
  return new PagehoundError(
    "damaged-file",
    `${file} has ${inMegabytes(packed)} and says that it unpacks to ${inMegabytes(unpacked)}, far more than documents do. Nothing of it was taken over; ask whoever made it for the documents themselves.`,
    { data: { path: file } },
  );
}

function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? megabytes.toFixed(2) : Math.round(megabytes)} MB`;
}

/** The file is no collection at all. */
export function notACollection(file: string): PagehoundError {
  return new PagehoundError(
    "unsupported-format",
    `${file} is not a collection that Pagehound has written. Choose a file whose name ends in .pagehound.`,
    { data: { path: file } },
  );
}

/** The file is of a later version, or has what only a later version knows. */
export function tooNew(file: string): PagehoundError {
  return new PagehoundError(
    "unsupported-format",
    `${file} was written by a newer version of Pagehound than this one. Load the page again to get the newer version, or ask for a file that an older one has written.`,
    { data: { path: file } },
  );
}

/** Runs `read`; what it finds malformed is thrown as a `damaged-file`. */
export async function explained<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Malformed) throw damagedFile(file, error.message);
    throw error;
  }
}
