import { PagehoundError } from "../../core/errors.js";

/** The flags in force at a place of a pattern. */
export interface Flags {
  readonly anyCase: boolean;
  readonly dotAll: boolean;
  readonly extended: boolean;
}

/** A pattern being read, character by character, and what is known so far. */
export class PatternReader {
  readonly pattern: string;
  readonly notes: Set<string> = new Set();
  /** Changed while reading by `(?i)` and its like. */
  flags: Flags;
  position: number = 0;

  constructor(pattern: string, flags: Flags) {
    this.pattern = pattern;
    this.flags = flags;
  }

  get ended(): boolean {
    return this.position >= this.pattern.length;
  }

  /** The next character, not taken; "" at the end. */
  peek(): string {
    const code = this.pattern.codePointAt(this.position);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  /** Takes the next character; "" at the end. */
  next(): string {
    const character = this.peek();
    this.position += character.length;
    return character;
  }

  /** Takes `text` if it comes next. */
  take(text: string): boolean {
    if (!this.pattern.startsWith(text, this.position)) return false;
    this.position += text.length;
    return true;
  }

  /** Takes what a sticky pattern matches here. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.pattern);
    if (match) this.position += match[0].length;
    return match;
  }

  fail(problem: string, advice: string, position: number = this.position): PagehoundError {
    return invalidPattern(this.pattern, position, problem, advice);
  }
}

const longestName = 200;

/** The error for a pattern that cannot be used: what is wrong, where if known, and what to write instead. */
export function invalidPattern(
  pattern: string,
  position: number | null,
  problem: string,
  advice: string,
): PagehoundError {
  const place = position === null ? "" : ` (character ${position + 1})`;
  const named = pattern.length <= longestName ? pattern : `${pattern.slice(0, longestName)}…`;
  return new PagehoundError(
    "invalid-argument",
    `The pattern ${named} cannot be used: ${problem}${place}. ${advice}`,
    { data: { pattern, position } },
  );
}
