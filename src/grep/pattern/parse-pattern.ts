import { grapheme, typed } from "./classes.js";
import { noteLostPlaces } from "./lost-places.js";
import { PatternReader } from "./pattern-reader.js";
import { readEscape } from "./read-escape.js";
import { readOpening } from "./read-opening.js";
import { readRepetition } from "./read-repetition.js";
import { readSet } from "./read-set.js";
import type { ParsedPattern, PatternNode } from "./syntax.js";

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
