import { posixClass, posixNames, typedMember } from "./classes.js";
import type { PatternReader } from "./pattern-reader.js";
import { readEscape } from "./read-escape.js";
import type { PatternNode, SetPart } from "./syntax.js";

const posix = /\[:(\^?)(\w+):\]/y;

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
  if (/^\[\[:[<>]:\]\]/.test(reader.pattern.slice(start))) {
    const advice = "Write \\< for a word's start and \\> for its end.";
    throw reader.fail("[[:<:]] and [[:>:]] are no sets", advice, start);
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
    refuseSetOfSets(reader);
    readMember(reader, parts);
  }
  reader.next();
  if (!isEverything(parts)) return { type: "set", parts, negated, anyCase };
  return negated
    ? { type: "set", parts: [], negated: false, anyCase }
    : { type: "any", crossing: true };
}

/** A character of a set. */
interface Member {
  readonly code: number;
  /** Whether it was written by its code, and so stands for no other form. */
  readonly exact: boolean;
}

const hyphen: Member = { code: 0x2d, exact: false };

function readMember(reader: PatternReader, parts: SetPart[]): void {
  const start = reader.position;
  const first = readOne(reader, parts);
  if (first === null) return;
  // A hyphen is a member itself at the end of a set and beside a class.
  const after = reader.pattern[reader.position + 1];
  if (reader.peek() !== "-" || after === undefined || after === "]") {
    parts.push(...partsOf(first));
    return;
  }
  reader.next();
  const ends: SetPart[] = [];
  const last = readOne(reader, ends);
  if (last === null) {
    parts.push(...partsOf(first), ...partsOf(hyphen), ...ends);
    return;
  }
  const [from, to] = [first.code, last.code];
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

function partsOf({ code, exact }: Member): readonly SetPart[] {
  return exact ? [{ type: "range", from: code, to: code }] : typedMember(code);
}

/** Reads a character, or adds a class to `parts` and returns null. */
function readOne(reader: PatternReader, parts: SetPart[]): Member | null {
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
  if (character !== "\\") return { code: character.codePointAt(0) ?? 0, exact: false };
  const escaped = readEscape(reader, true);
  if (escaped.type === "code") return { code: escaped.code, exact: true };
  if (escaped.type === "typed") return { code: escaped.code, exact: false };
  if (escaped.type === "part") parts.push(escaped.part);
  if (escaped.type === "quoted") {
    for (const each of escaped.text) parts.push(...typedMember(each.codePointAt(0) ?? 0));
  }
  return null;
}

/** Refuses what is a set of sets elsewhere, and would be read as characters here. */
function refuseSetOfSets(reader: PatternReader): void {
  if (/^(?:&&|--\[|~~\[)/.test(reader.pattern.slice(reader.position, reader.position + 3))) {
    throw reader.fail(
      "sets cannot be made of other sets",
      "Write (?![b])[a-z] for [a-z] without b, (?=[b])[a-z] for what is in both.",
    );
  }
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
