import type { PatternReader } from "./pattern-reader.js";
import type { PatternNode } from "./syntax.js";

const quantifier = /[*+?]|\{(?:(\d+)(,?)(\d*)|,(\d+))\}/y;

/** Numbers behind one another, as in `a{2}{3}`. */
const greatestDepth = 10;

/** How often something is repeated. */
interface Limits {
  readonly least: number;
  readonly most: number;
}

const symbols: Readonly<Record<string, Limits>> = {
  "*": { least: 0, most: Number.POSITIVE_INFINITY },
  "+": { least: 1, most: Number.POSITIVE_INFINITY },
  "?": { least: 0, most: 1 },
};

/** The node, repeated as what follows says. `start` is where the node begins. */
export function readRepetition(
  reader: PatternReader,
  body: PatternNode,
  start: number,
  depth: number = 0,
): PatternNode {
  const found = reader.match(quantifier);
  if (!found) return body;
  if (depth > greatestDepth) {
    throw reader.fail("it repeats repetitions too often", "Write one number.", start);
  }
  const limits = symbols[found[0]] ?? countedLimits(found);
  if (limits.most < limits.least) {
    throw reader.fail(
      `${found[0]} repeats at least more often than at most`,
      "Swap the numbers.",
      start,
    );
  }
  const lazy = reader.take("?");
  const possessive = !lazy && reader.take("+");
  if (/[*+?]/.test(reader.peek())) {
    throw reader.fail(
      `${reader.peek()} repeats what is repeated already`,
      "Leave one of them out, or group the inner one.",
    );
  }
  if (possessive && found[0] === "+" && body.type === "character") noteLetter(reader, body.code);
  const repeat: PatternNode = { type: "repeat", body, ...limits, lazy };
  // A number may follow: what is repeated is then repeated again.
  const whole: PatternNode = possessive ? { type: "atomic", body: repeat } : repeat;
  return readRepetition(reader, whole, start, depth + 1);
}

/** Says so of names such as "C++". */
function noteLetter(reader: PatternReader, code: number): void {
  const letter = String.fromCodePoint(code);
  if (!/\p{L}/u.test(letter)) return;
  reader.notes.add(
    `${letter}++ is one ${letter} or more; write ${letter}\\+\\+ for plus signs, or use a fixed string.`,
  );
}

function countedLimits([, least, comma, most, mostAlone]: RegExpExecArray): Limits {
  if (mostAlone !== undefined) return { least: 0, most: Number(mostAlone) };
  if (!comma) return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most ? Number(most) : Number.POSITIVE_INFINITY };
}
