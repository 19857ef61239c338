import { seededRandom } from "../../bench/seeded-random.js";
import { latin1 } from "./pdf-objects.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Numbers that programs stumble over, as written in a file. */
const numbers = ["-1", "0", "65536", "2147483648", "99999999999999", "1e308", "4294967295"];

/** Damages a file in one of several ways, the same way for the same seed. */
export function mutated(files: readonly Bytes[], seed: number): Bytes {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const file = one(files);
  const kinds = [
    () => flipped(file, 1 + below(40), below),
    () => file.slice(0, below(file.length)),
    () => file.slice(below(file.length)),
    () => spliced(file, one(files), below),
    () => repeated(file, below),
    () => renumbered(file, one(numbers), below),
    () => blanked(file, below),
  ];
  return one(kinds)();
}

function flipped(file: Bytes, count: number, below: (limit: number) => number): Bytes {
  const copy = file.slice();
  for (let flip = 0; flip < count; flip++) copy[below(copy.length)] = below(256);
  return copy;
}

/** The beginning of one file joined to the end of another. */
function spliced(file: Bytes, other: Bytes, below: (limit: number) => number): Bytes {
  return joined(file.slice(0, below(file.length)), other.slice(below(other.length)));
}

/** A piece of the file, repeated many times. */
function repeated(file: Bytes, below: (limit: number) => number): Bytes {
  const from = below(file.length);
  const piece = file.slice(from, from + 1 + below(200));
  const times = 1 + below(500);
  return joined(
    file.slice(0, from),
    ...Array.from({ length: times }, () => piece),
    file.slice(from),
  );
}

/** The file with one of its numbers replaced: an offset, a length, a count, a matrix. */
function renumbered(file: Bytes, number: string, below: (limit: number) => number): Bytes {
  const text = Array.from(file, (byte) => String.fromCharCode(byte)).join("");
  const found = [...text.matchAll(/\d+/g)];
  const chosen = found[below(Math.max(1, found.length))];
  if (!chosen) return file;
  const after = chosen.index + chosen[0].length;
  return latin1(`${text.slice(0, chosen.index)}${number}${text.slice(after)}`);
}

function blanked(file: Bytes, below: (limit: number) => number): Bytes {
  const copy = file.slice();
  const from = below(copy.length);
  copy.fill(below(2) * 0x20, from, from + below(400));
  return copy;
}

function joined(...pieces: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
