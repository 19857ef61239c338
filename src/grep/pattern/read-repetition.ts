import type { PatternReader } from "./pattern-reader.js";
import type { PatternNode } from "./syntax.js";

const quantifier = /[*+?]|\{(?:(\d+)(,?)(\d*)|,(\d+))\}/y;

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
): PatternNode {
  const found = reader.match(quantifier);
  if (!found) return body;
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
  const repeat: PatternNode = { type: "repeat", body, ...limits, lazy };
  return possessive ? { type: "atomic", body: repeat } : repeat;
}

function countedLimits([, least, comma, most, mostAlone]: RegExpExecArray): Limits {
  if (mostAlone !== undefined) return { least: 0, most: Number(mostAlone) };
  if (!comma) return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most ? Number(most) : Number.POSITIVE_INFINITY };
}
