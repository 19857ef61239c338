import { readEscape, readSet } from "./read-set.js";
import {
  type Flags,
  noteLostPlaces,
  type ParsedPattern,
  type PatternNode,
  PatternReader,
} from "./syntax.js";
import { grapheme, typed } from "./to-regexp-source.js";

const comment = /\(\?#[^)]*\)/y;
const nothing: PatternNode = { type: "sequence", items: [] };
/** Deeper nesting would overflow the stack. */
const greatestDepth = 200;

/**
 * Reads a regular expression as people and models write them: JavaScript's syntax, and what PCRE,
 * Python and grep add to it. Throws `invalid-argument` for what is wrong, and for what cannot be
 * expressed in JavaScript, with what to write instead.
 */
export function parsePattern(pattern: string, anyCase: boolean): ParsedPattern {
  const reader = new PatternReader(pattern, { anyCase, dotAll: false, extended: false });
  const parser = new PatternParser(reader);
  const root = parser.alternatives(0);
  if (!reader.ended) {
    throw reader.fail("a ) closes no group", "Write \\) for a parenthesis, or use a fixed string.");
  }
  const [, inside] = /^\/(.+)\/[dgimsuvy]*$/.exec(pattern) ?? [];
  if (inside) {
    reader.notes.add(
      `The slashes are part of the pattern and are looked for, too; without them it is ${inside}.`,
    );
  }
  return { root: parser.resolved(root), notes: [...reader.notes] };
}

/** A fixed string as a pattern. */
export function parseFixed(text: string, anyCase: boolean): ParsedPattern {
  const items = Array.from(text, (character) => typed(character.codePointAt(0) ?? 0, anyCase));
  return { root: { type: "sequence", items }, notes: [] };
}

class PatternParser {
  readonly #reader: PatternReader;
  readonly #names = new Map<string, number>();
  #captures = 0;
  /** References by name or from behind, resolved when all groups are known. */
  readonly #references: { name: string; position: number; before: number; capture: number }[] = [];

  constructor(reader: PatternReader) {
    this.#reader = reader;
  }

  /** Reads up to the end of the group, or of the pattern. */
  alternatives(depth: number): PatternNode {
    const reader = this.#reader;
    if (depth > greatestDepth) throw reader.fail("groups are nested too deep", "Simplify it.");
    const options = [this.#sequence(depth)];
    while (reader.take("|")) options.push(this.#sequence(depth));
    return options.length === 1 ? (options[0] ?? nothing) : { type: "alternatives", options };
  }

  /** The pattern with its references checked, now that all groups are known. */
  resolved(root: PatternNode): PatternNode {
    for (const reference of this.#references) {
      const { name, before, position } = reference;
      const number = /^[+-]/.test(name)
        ? before + Number(name) + (name[0] === "-" ? 1 : 0)
        : /^\d+$/.test(name)
          ? Number(name)
          : this.#names.get(name);
      if (number === undefined || number < 1 || number > this.#captures) {
        throw this.#reader.fail(
          `it refers to a group ${name} that is not there`,
          `It has ${this.#captures} groups that capture.`,
          position,
        );
      }
      reference.capture = number;
    }
    return root;
  }

  #sequence(depth: number): PatternNode {
    const reader = this.#reader;
    const items: PatternNode[] = [];
    while (!reader.ended) {
      const next = reader.peek();
      if (next === "|" || next === ")") break;
      if (reader.flags.extended && this.#skipSpace()) continue;
      const start = reader.position;
      const item = this.#item(depth);
      if (!item) continue;
      while (reader.match(comment) || (reader.flags.extended && this.#skipSpace()));
      items.push(readRepetition(reader, item, start));
    }
    noteLostPlaces(items, reader.notes);
    return items.length === 1 ? (items[0] ?? nothing) : { type: "sequence", items };
  }

  #skipSpace(): boolean {
    return this.#reader.match(/\s+|#[^\n]*/y) !== null;
  }

  /** One item without what repeats it, or null for what stands for nothing, such as a comment. */
  #item(depth: number): PatternNode | null {
    const reader = this.#reader;
    const start = reader.position;
    const { anyCase, dotAll } = reader.flags;
    const character = reader.next();
    switch (character) {
      case "(":
        return this.#group(depth, start);
      case "[":
        return readSet(reader);
      case ".":
        return { type: "any", crossing: dotAll };
      case "^":
        return { type: "place", place: "line-start" };
      case "$":
        return { type: "place", place: "line-end" };
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw reader.fail(
          `${character} has nothing to repeat`,
          `Write .* for any text, \\${character} for the character itself, or use a fixed string.`,
          start,
        );
      default:
        return typed(character.codePointAt(0) ?? 0, anyCase);
    }
  }

  #escape(): PatternNode {
    const reader = this.#reader;
    const { anyCase } = reader.flags;
    const escaped = readEscape(reader, false);
    switch (escaped.type) {
      case "code":
        return { type: "character", code: escaped.code, anyCase };
      case "typed":
        if (escaped.code === 0x7c)
          reader.notes.add("\\| is a bar itself; write | between alternatives.");
        return typed(escaped.code, anyCase);
      case "part":
        return { type: "set", parts: [escaped.part], negated: false, anyCase };
      case "place":
        if (escaped.place === "word-start" || escaped.place === "word-end")
          reader.notes.add(
            "\\< and \\> are the start and the end of a word; write < and > for the characters.",
          );
        return { type: "place", place: escaped.place };
      case "not-newline":
        return { type: "any", crossing: false };
      case "grapheme":
        return grapheme;
      case "quoted":
        return { type: "group", body: parseFixed(escaped.text, anyCase).root, capture: null };
      case "reference":
        return this.#reference(escaped.name, escaped.position);
    }
  }

  #reference(name: string, position: number): PatternNode {
    const before = this.#captures;
    const node = { type: "reference" as const, name, position, before, capture: 0 };
    this.#references.push(node);
    return node;
  }

  #group(depth: number, start: number): PatternNode | null {
    const reader = this.#reader;
    const outer = reader.flags;
    const opening = readOpening(reader, start);
    // Flags without a body hold to the end of the group around them, which restores its own.
    if (opening.type === "nothing") return null;
    if (opening.type === "reference") return this.#reference(opening.name, start);
    const capture = opening.type === "capture" ? ++this.#captures : null;
    if (opening.type === "capture" && opening.name !== null) {
      this.#name(opening.name, this.#captures, start);
    }
    const body = this.alternatives(depth + 1);
    if (!reader.take(")")) {
      throw reader.fail(
        "a ( is not closed",
        "Add a ), write \\( for a parenthesis, or use a fixed string.",
        start,
      );
    }
    reader.flags = outer;
    if (opening.type === "look") {
      return { type: "look", body, behind: opening.behind, negated: opening.negated };
    }
    return opening.type === "atomic" ? { type: "atomic", body } : { type: "group", body, capture };
  }

  #name(name: string, capture: number, start: number): void {
    if (this.#names.has(name)) {
      throw this.#reader.fail(`two groups are called ${name}`, "Rename one of them.", start);
    }
    this.#names.set(name, capture);
  }
}

/** What kind of group opens. */
export type GroupOpening =
  | { readonly type: "capture"; readonly name: string | null }
  | { readonly type: "plain" | "atomic" }
  | { readonly type: "look"; readonly behind: boolean; readonly negated: boolean }
  /** A comment, or flags for what follows: the group is over already. */
  | { readonly type: "nothing" }
  /** `(?P=name)`, which is over already, too. */
  | { readonly type: "reference"; readonly name: string };

const restOfComment = /#[^)]*\)/y;
const look = /(<?)([=!])/y;
const name = /P?<(\w+)>|'(\w+)'/y;
const reference = /P=(\w+)\)/y;
const flagsAndEnd = /([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/y;

/** Reads what makes a group special. Its `(` at `start` has been taken already. */
function readOpening(reader: PatternReader, start: number): GroupOpening {
  if (reader.peek() === "*") {
    throw reader.fail("verbs such as (*SKIP) cannot be expressed", "Leave it out.", start);
  }
  if (!reader.take("?")) return { type: "capture", name: null };
  if (reader.match(restOfComment)) return { type: "nothing" };
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

const quantifier = /[*+?]|\{(?:(\d+)(?:(,)(\d*))?|,(\d+))\}/y;

/** Numbers behind one another, as in `a{2}{3}`. */
const deepestRepetition = 10;

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
function readRepetition(
  reader: PatternReader,
  body: PatternNode,
  start: number,
  depth: number = 0,
): PatternNode {
  const found = reader.match(quantifier);
  if (!found) return body;
  if (depth > deepestRepetition) {
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

function countedLimits([, least, comma, most, maxAlone]: RegExpExecArray): Limits {
  if (maxAlone !== undefined) return { least: 0, most: Number(maxAlone) };
  if (!comma) return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most ? Number(most) : Number.POSITIVE_INFINITY };
}
