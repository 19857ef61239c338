import type { Flags, PatternReader } from "./pattern-reader.js";

/** What kind of group opens. */
export type Opening =
  | { readonly type: "capture"; readonly name: string | null }
  | { readonly type: "plain" | "atomic" }
  | { readonly type: "look"; readonly behind: boolean; readonly negated: boolean }
  /** A comment, or flags for what follows: the group is over already. */
  | { readonly type: "nothing" }
  /** `(?P=name)`, which is over already, too. */
  | { readonly type: "reference"; readonly name: string };

const comment = /#[^)]*\)/y;
const look = /(<?)([=!])/y;
const name = /P?<(\w+)>|'(\w+)'/y;
const reference = /P=(\w+)\)/y;
const flagsAndEnd = /([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/y;

/** Reads what makes a group special. Its `(` at `start` has been taken already. */
export function readOpening(reader: PatternReader, start: number): Opening {
  if (reader.peek() === "*") {
    throw reader.fail("verbs such as (*SKIP) cannot be expressed", "Leave it out.", start);
  }
  if (!reader.take("?")) return { type: "capture", name: null };
  if (reader.match(comment)) return { type: "nothing" };
  if (reader.take(":")) return { type: "plain" };
  if (reader.take(">")) return { type: "atomic" };
  const [looks, behind, sign] = reader.match(look) ?? [];
  if (looks) return { type: "look", behind: behind === "<", negated: sign === "!" };
  const named = reader.match(name);
  if (named) return { type: "capture", name: named[1] ?? named[2] ?? null };
  const [, referred] = reader.match(reference) ?? [];
  if (referred !== undefined) return { type: "reference", name: referred };
  const rest = reader.pattern.slice(start);
  if (/^\(\?[RP]/.test(rest)) throw unknownGroup(reader, rest, start);
  const [flags, on = "", off = "", end] = reader.match(flagsAndEnd) ?? [];
  if (flags === undefined) throw unknownGroup(reader, rest, start);
  reader.flags = changedFlags(reader, on, off, start);
  return { type: end === ":" ? "plain" : "nothing" };
}

function changedFlags(reader: PatternReader, on: string, off: string, start: number): Flags {
  let { anyCase, dotAll, extended } = reader.flags;
  const change = (letters: string, value: boolean) => {
    for (const letter of letters) {
      if (letter === "i") anyCase = value;
      else if (letter === "s") dotAll = value;
      else if (letter === "x") extended = value;
      else if (!value && letter === "m") {
        const advice = "Write \\A and \\z for the start and the end of a page.";
        throw reader.fail("^ and $ are always the ends of a line", advice, start);
      }
      // Lines are always what ^ and $ are about, and characters are always Unicode's.
      else if (!value || !"mu".includes(letter)) {
        throw reader.fail(
          `the flag ${value ? "" : "-"}${letter} cannot be expressed`,
          "The flags are i, s, x and m.",
          start,
        );
      }
    }
  };
  change(on, true);
  change(off, false);
  return { anyCase, dotAll, extended };
}

function unknownGroup(reader: PatternReader, rest: string, start: number): Error {
  if (/^\(\?(?:R|P>|&|[+-]?\d)/.test(rest)) {
    return reader.fail(
      "a group that calls itself or another one cannot be expressed",
      "Write the group out again; for nested parentheses, write out as many levels as needed.",
      start,
    );
  }
  if (rest.startsWith("(?(")) {
    return reader.fail("conditions cannot be expressed", "Write both cases with |.", start);
  }
  if (rest.startsWith("(?|")) {
    return reader.fail("(?| cannot be expressed", "Use (?: instead.", start);
  }
  if (rest.startsWith("(?^")) {
    const advice = "Take flags back one by one, as in (?-i).";
    return reader.fail("(?^ cannot be expressed", advice, start);
  }
  return reader.fail(
    `${rest.slice(0, 3)} opens no group that is known`,
    "Use (…), (?:…), (?<name>…), (?=…), (?!…), (?<=…) or (?<!…).",
    start,
  );
}
