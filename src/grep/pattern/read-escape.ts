import { escapedClass, wordMembers } from "./classes.js";
import type { PatternReader } from "./pattern-reader.js";
import type { Place, SetPart } from "./syntax.js";

/** What an escape stands for. */
export type Escape =
  /** This character and no other. */
  | { readonly type: "code"; readonly code: number }
  /** A character that needs no escape or is plain behind it, to be read as if it were typed. */
  | { readonly type: "typed"; readonly code: number }
  | { readonly type: "part"; readonly part: SetPart }
  | { readonly type: "place"; readonly place: Place }
  | { readonly type: "reference"; readonly name: string; readonly position: number }
  | { readonly type: "quoted"; readonly text: string }
  | { readonly type: "not-newline" }
  | { readonly type: "grapheme" };

const control: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };

const places: Readonly<Record<string, Place>> = {
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
