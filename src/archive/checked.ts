import { PagehoundError } from "../core/errors.js";
import { Mismatch, mapped, placeOf, type Shape, shape, text } from "../core/shape.js";

// What comes out of a file is looked at before it is used, whoever wrote the file.

const maxPoints = 10_000_000;

/** A length in points: from 0 to more than any page has. */
export const points: Shape<number> = shape(
  "a length in points",
  (each) => typeof each === "number" && each >= 0 && each <= maxPoints,
);

/** Text of which no more than so many characters are taken: what is shown, and nothing depends on. */
export function shortened(max: number): Shape<string> {
  return mapped(text, (whole) => whole.slice(0, max));
}

/** A value as its shape says. Throws `Malformed`, naming the place of what is not. */
export function read<Value>(expected: Shape<Value>, value: unknown): Value {
  try {
    return expected(value);
  } catch (thrown) {
    if (!(thrown instanceof Mismatch)) throw thrown;
    throw new Malformed(`${placeOf(thrown) || "a part of it"} is not what it should be`);
  }
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
