import { posixClass, posixNames, typedSpace } from "./classes.js";
import type { PatternReader } from "./pattern-reader.js";
import { readEscape } from "./read-escape.js";
import type { PatternNode, SetPart } from "./syntax.js";

const posix = /\[:(\^?)(\w+):\]/y;
const space = 0x20;

/** Reads a set of characters; its `[` has been taken already. */
export function readSet(reader: PatternReader): PatternNode {
  const start = reader.position - 1;
  const { anyCase } = reader.flags;
  if (/^\[:\w+:\]/.test(reader.pattern.slice(start))) {
    throw reader.fail(
      "a POSIX class stands outside of a set",
      "Write [[:space:]], not [:space:].",
      start,
    );
  }
  const negated = reader.take("^");
  // `[^]` is any character in JavaScript; everywhere else a `]` that comes first is a member.
  if (negated && reader.peek() === "]" && !reader.pattern.includes("]", reader.position + 1)) {
    reader.next();
    return { type: "any", crossing: true };
  }
  const parts: SetPart[] = [];
  for (let first = true; first || reader.peek() !== "]"; first = false) {
    if (reader.ended) {
      throw reader.fail("a set is not closed", "Add a ], or write \\[ for a bracket.", start);
    }
    readMember(reader, parts);
  }
  reader.next();
  return isEverything(parts)
    ? { type: "any", crossing: !negated }
    : { type: "set", parts, negated, anyCase };
}

function readMember(reader: PatternReader, parts: SetPart[]): void {
  const start = reader.position;
  const from = readOne(reader, parts);
  if (from === null) return;
  // A hyphen is a member itself at the end of a set and beside a class.
  const after = reader.pattern[reader.position + 1];
  if (reader.peek() !== "-" || after === undefined || after === "]") {
    parts.push(from === space ? typedSpace : { type: "range", from, to: from });
    return;
  }
  reader.next();
  const ends: SetPart[] = [];
  const to = readOne(reader, ends);
  if (to === null) {
    parts.push({ type: "range", from, to: from }, { type: "range", from: 0x2d, to: 0x2d }, ...ends);
    return;
  }
  if (to < from) {
    const range = reader.pattern.slice(start, reader.position);
    throw reader.fail(
      `the range ${range} runs backwards`,
      "Put the smaller end first, or a hyphen last.",
      start,
    );
  }
  parts.push({ type: "range", from, to });
}

/** Reads a character and returns its code, or adds a class to `parts` and returns null. */
function readOne(reader: PatternReader, parts: SetPart[]): number | null {
  const named = reader.match(posix);
  if (named) {
    const part = posixClass(named[2] ?? "", named[1] === "^");
    if (!part) {
      const advice = `The names are ${posixNames.join(", ")}.`;
      throw reader.fail(`[:${named[2]}:] is no class`, advice, reader.position - named[0].length);
    }
    parts.push(part);
    return null;
  }
  const character = reader.next();
  if (character !== "\\") return character.codePointAt(0) ?? 0;
  const escaped = readEscape(reader, true);
  if (escaped.type === "code" || escaped.type === "typed") return escaped.code;
  if (escaped.type === "part") parts.push(escaped.part);
  if (escaped.type === "quoted") {
    for (const each of escaped.text) {
      const code = each.codePointAt(0) ?? 0;
      parts.push({ type: "range", from: code, to: code });
    }
  }
  return null;
}

/** Whether a set holds a class and its opposite, as in `[\s\S]`. */
function isEverything(parts: readonly SetPart[]): boolean {
  const classes = new Set<string>();
  for (const part of parts) {
    if (part.type === "space") classes.add(`+${part.members}`);
    if (part.type === "class") classes.add(`${part.negated ? "-" : "+"}${part.members}`);
  }
  return [...classes].some((each) => each[0] === "+" && classes.has(`-${each.slice(1)}`));
}
