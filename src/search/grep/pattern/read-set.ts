import type { PatternNode, PatternPlace, PatternReader, SetPart } from "./syntax.js";
import {
  escapedClass,
  posixClass,
  posixNames,
  typedMember,
  wordMembers,
} from "./to-regexp-source.js";

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

/** What an escape stands for. */
export type Escape =
  /** This character and no other. */
  | { readonly type: "code"; readonly code: number }
  /** A character that needs no escape or is plain behind it, to be read as if it were typed. */
  | { readonly type: "typed"; readonly code: number }
  | { readonly type: "part"; readonly part: SetPart }
  | { readonly type: "place"; readonly place: PatternPlace }
  | { readonly type: "reference"; readonly name: string; readonly position: number }
  | { readonly type: "quoted"; readonly text: string }
  | { readonly type: "not-newline" }
  | { readonly type: "grapheme" };

const control: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };

const places: Readonly<Record<string, PatternPlace>> = {
  A: "page-start",
  z: "page-end",
  Z: "last-line-end",
  b: "word-edge",
  B: "no-word-edge",
  "<": "word-start",
  ">": "word-end",
};

const impossible: Readonly<Record<string, string>> = {
  K: "Put what stands before it into (?<=…).",
  G: "Leave it out: matches are found anywhere.",
  C: "Use . for a character.",
};

const hexadecimal =
  /x\{([\da-fA-F]{1,6})\}|x([\da-fA-F]{1,2})|u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|U([\da-fA-F]{8})/y;
/** A character beyond U+FFFF as JavaScript and JSON write it without braces. */
const surrogates = /u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})/y;
const octal = /0[0-7]{0,2}|o\{([0-7]{1,7})\}/y;
const reference = /[1-9]\d?|g\{?([+-]?\d+|\w+)\}?|k(?:<(\w+)>|'(\w+)'|\{(\w+)\})/y;
const property = /(p|P)(?:\{(\^?)([\w=: &-]+)\}|([A-Z]))/y;
const quotation = /Q([\s\S]*?)(?:\\E|$)/y;
const controlLetter = /c([a-zA-Z])/y;

/** Reads what follows a backslash, which has been taken already. Inside a set, places are characters. */
export function readEscape(reader: PatternReader, inSet: boolean): Escape {
  const start = reader.position - 1;
  if (reader.ended) {
    throw reader.fail("it ends with a backslash", "Write \\\\ for a backslash itself.", start);
  }
  const code = readCode(reader, start);
  if (code !== null) return { type: "code", code };
  const named = reader.match(property);
  if (named) return { type: "part", part: propertyPart(reader, named, start) };
  const quoted = reader.match(quotation);
  if (quoted) return { type: "quoted", text: quoted[1] ?? "" };
  if (!inSet) {
    const to = reader.match(reference);
    if (to) {
      const name = to[1] ?? to[2] ?? to[3] ?? to[4] ?? to[0];
      return { type: "reference", name, position: start };
    }
  }
  const letter = reader.next();
  if (letter === "b" && inSet) return { type: "code", code: 8 };
  const place = inSet ? undefined : places[letter];
  if (place) return { type: "place", place };
  const part = escapedClass(letter);
  if (part) return { type: "part", part };
  if (letter === "R") return { type: "code", code: 10 };
  if (!inSet && letter === "N") return { type: "not-newline" };
  if (!inSet && letter === "X") return { type: "grapheme" };
  const known = control[letter];
  if (known !== undefined) return { type: "code", code: known };
  if (letter === "E") return { type: "quoted", text: "" };
  if (!/[A-Za-z\d]/.test(letter)) return { type: "typed", code: letter.codePointAt(0) ?? 0 };
  throw reader.fail(
    `\\${letter} is no escape that can be matched here`,
    impossible[letter] ?? `Write ${letter} for the character, \\\\ for a backslash.`,
    start,
  );
}

function readCode(reader: PatternReader, start: number): number | null {
  const [, high, low] = reader.match(surrogates) ?? [];
  if (high && low) {
    return (
      String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0
    );
  }
  const inHexadecimal = reader.match(hexadecimal);
  const inOctal = inHexadecimal ? null : reader.match(octal);
  const letter = inHexadecimal || inOctal ? null : reader.match(controlLetter)?.[1];
  if (letter) return letter.toUpperCase().charCodeAt(0) - 64;
  const digits = inHexadecimal?.slice(1).find(Boolean);
  if (!digits && !inOctal) return null;
  const code = digits
    ? Number.parseInt(digits, 16)
    : Number.parseInt(inOctal?.[1] ?? inOctal?.[0] ?? "0", 8);
  if (code > 0x10ffff) {
    throw reader.fail("there is no such character", "The greatest code is \\x{10FFFF}.", start);
  }
  return code;
}

/** What other dialects have a name for and JavaScript does not. */
const otherNames: Readonly<Record<string, string>> = {
  "L&": "\\p{LC}",
  Xan: "\\p{L}\\p{N}",
  Xwd: wordMembers,
};

function propertyPart(reader: PatternReader, match: RegExpExecArray, start: number): SetPart {
  const [, letter, caret, long, short] = match;
  const asked = (long ?? short ?? "").trim().replace(/^(?:Is|script:)/i, "");
  const negated = (letter === "P") !== (caret === "^");
  const members = Object.hasOwn(otherNames, asked) ? otherNames[asked] : undefined;
  if (members !== undefined) return { type: "class", members, negated };
  for (const form of [asked, `Script=${asked}`, asked.replace(":", "=")]) {
    try {
      new RegExp(`\\p{${form}}`, "u");
      return { type: "class", members: `\\p{${form}}`, negated };
    } catch {
      // The next form is tried.
    }
  }
  throw reader.fail(
    `\\p{${asked}} is no property of characters`,
    "Use one of Unicode's, such as \\p{L}, \\p{Lu}, \\p{N} or \\p{Script=Greek}.",
    start,
  );
}
