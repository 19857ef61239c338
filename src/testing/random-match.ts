import { PagehoundError } from "../core/errors.js";
import type { Random } from "./random.js";

/** Repetitions of what may be repeated without end. */
const mostRepetitions = 6;

/**
 * A text that matches a regular expression made of characters, classes, groups, alternatives,
 * repetitions, `^` and `$`. Throws `invalid-argument` for anything else.
 */
export function randomMatch(random: Random, pattern: string): string {
  const reader = new PatternSampler(random, pattern);
  return reader.sample();
}

class PatternSampler {
  readonly #random: Random;
  readonly #pattern: readonly string[];
  #at = 0;

  constructor(random: Random, pattern: string) {
    this.#random = random;
    this.#pattern = Array.from(pattern);
  }

  sample(): string {
    const sampled = this.#alternatives();
    if (this.#at < this.#pattern.length) throw this.#unknown();
    return sampled();
  }

  #alternatives(): () => string {
    const branches = [this.#sequence()];
    while (this.#take("|")) branches.push(this.#sequence());
    return () => this.#random.pick(branches)();
  }

  #sequence(): () => string {
    const parts: (() => string)[] = [];
    while (this.#at < this.#pattern.length && !this.#sees("|") && !this.#sees(")")) {
      if (this.#take("^") || this.#take("$")) continue;
      parts.push(this.#repeated(this.#atom()));
    }
    return () => parts.map((part) => part()).join("");
  }

  #repeated(atom: () => string): () => string {
    let least = 1;
    let most = 1;
    if (this.#take("?")) least = 0;
    else if (this.#take("*")) [least, most] = [0, mostRepetitions];
    else if (this.#take("+")) [least, most] = [1, mostRepetitions];
    else if (this.#sees("{")) {
      const rest = this.#pattern.slice(this.#at).join("");
      const [all = "", from = "", comma, to] = /^\{(\d+)(,)?(\d+)?\}/.exec(rest) ?? [];
      if (all === "") throw this.#unknown();
      this.#at += all.length;
      least = Number(from);
      most = to !== undefined ? Number(to) : comma ? least + mostRepetitions : least;
    } else return atom;
    return () => Array.from({ length: this.#random.integer(least, most) }, () => atom()).join("");
  }

  #atom(): () => string {
    const character = this.#next();
    if (character === "(") {
      if (this.#take("?") && !this.#take(":")) throw this.#unknown();
      const group = this.#alternatives();
      if (!this.#take(")")) throw this.#unknown();
      return group;
    }
    if (character === "[") return this.#anyOf(this.#set());
    if (character === ".") return this.#anyOf([[0x20, 0x7e]]);
    if (character === "\\") return this.#anyOf(this.#escape());
    if ("*+?{}])".includes(character)) throw this.#unknown();
    return () => character;
  }

  #anyOf(ranges: readonly Range[]): () => string {
    return () => {
      const [first, last] = this.#random.pick(ranges);
      return String.fromCodePoint(this.#random.integer(first, last));
    };
  }

  #set(): Range[] {
    const inverted = this.#take("^");
    const ranges: Range[] = [];
    while (!this.#take("]")) {
      const first = this.#member();
      const [single] = first;
      if (first.length === 1 && single && this.#sees("-") && !this.#sees("]", 1)) {
        this.#at++;
        const last = this.#member()[0]?.[1] ?? single[1];
        ranges.push([single[0], last]);
      } else ranges.push(...first);
    }
    return inverted ? complement(ranges) : ranges;
  }

  #member(): Range[] {
    const character = this.#next();
    return character === "\\" ? this.#escape() : [range(character, character)];
  }

  #escape(): Range[] {
    const character = this.#next();
    if (character === "d") return [range("0", "9")];
    if (character === "w")
      return [range("a", "z"), range("A", "Z"), range("0", "9"), range("_", "_")];
    if (character === "s") return [range(" ", " ")];
    if (character === "S") return [range("!", "~")];
    if (character === "D") return [range("A", "Z")];
    if (character === "n") return [range("\n", "\n")];
    if (character === "t") return [range("\t", "\t")];
    if (/[a-z0-9]/i.test(character)) throw this.#unknown();
    return [range(character, character)];
  }

  #next(): string {
    const character = this.#pattern[this.#at++];
    if (character === undefined) throw this.#unknown();
    return character;
  }

  #sees(character: string, ahead = 0): boolean {
    return this.#pattern[this.#at + ahead] === character;
  }

  #take(character: string): boolean {
    const taken = this.#sees(character);
    if (taken) this.#at++;
    return taken;
  }

  #unknown(): PagehoundError {
    return new PagehoundError(
      "invalid-argument",
      `No text can be made up for the pattern ${this.#pattern.join("")}: only characters, classes, groups, alternatives and repetitions are known here.`,
    );
  }
}

/** First and last code point. */
type Range = readonly [number, number];

function range(first: string, last: string): Range {
  return [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
}

/** Printable ASCII that is in none of these. */
function complement(ranges: readonly Range[]): Range[] {
  const outside: Range[] = [];
  for (let code = 0x20; code <= 0x7e; code++) {
    if (!ranges.some(([first, last]) => first <= code && code <= last)) outside.push([code, code]);
  }
  return outside;
}
