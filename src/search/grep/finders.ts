import type { CompiledPattern } from "./api.js";
import { type HashedNeeds, hashedNeeds } from "./page-filter.js";

/** Finds the matches of one pattern in a text, in order. Reusable, to avoid recompiling. */
export interface Finder {
  /** The latest match, which is never empty. */
  readonly start: number;
  readonly end: number;
  /** The texts that every page with a match has. */
  readonly needs: HashedNeeds;
  /** Starts searching another text. */
  begin(text: string): void;
  /** Finds the first match that begins at `from` or later; `from` never goes back. */
  next(from: number): boolean;
}

/** The finders for a pattern's matches: if two begin at the same place, the first finder wins. */
export function findersOf(pattern: CompiledPattern): Finder[] {
  if (pattern.type === "literal") {
    return pattern.texts.map((text) => new LiteralFinder(text, pattern.wholeWord));
  }
  const regexp = new RegExp(pattern.source, `${pattern.flags}g`);
  const finder = new RegExpFinder(regexp, hashedNeeds(pattern.needs));
  if (pattern.required.length === 0) return [finder];
  const required = new EarliestText(pattern.required);
  if (pattern.reach === "page") return [new PageFinder(finder, required)];
  return [new StretchFinder(finder, required, pattern.reach === "line" ? "\n" : "\n\n")];
}

const word = /[\p{L}\p{M}\p{N}_]/u;

class LiteralFinder implements Finder {
  start = 0;
  end = 0;
  readonly needs: HashedNeeds;
  readonly #literal: string;
  readonly #wholeWord: boolean;
  #text = "";

  constructor(literal: string, wholeWord: boolean) {
    this.needs = hashedNeeds({ type: "text", text: literal });
    this.#literal = literal;
    this.#wholeWord = wholeWord;
  }

  begin(text: string): void {
    this.#text = text;
  }

  next(from: number): boolean {
    for (let at = from; ; at = this.start + 1) {
      this.start = this.#text.indexOf(this.#literal, at);
      if (this.start < 0) return false;
      this.end = this.start + this.#literal.length;
      if (!this.#wholeWord || this.#standsAlone()) return true;
    }
  }

  #standsAlone(): boolean {
    // Both neighbours are read as whole code points, which may be surrogate pairs.
    const before =
      /.$/su.exec(this.#text.slice(Math.max(0, this.start - 2), this.start))?.[0] ?? "";
    const code = this.#text.codePointAt(this.end);
    return !word.test(before) && (code === undefined || !word.test(String.fromCodePoint(code)));
  }
}

class RegExpFinder implements Finder {
  start = 0;
  end = 0;
  readonly needs: HashedNeeds;
  readonly #regexp: RegExp;
  #text = "";

  constructor(regexp: RegExp, needs: HashedNeeds) {
    this.#regexp = regexp;
    this.needs = needs;
  }

  begin(text: string): void {
    this.#text = text;
  }

  next(from: number): boolean {
    const regexp = this.#regexp;
    regexp.lastIndex = from;
    for (;;) {
      const match = regexp.exec(this.#text);
      if (!match) return false;
      this.start = match.index;
      this.end = regexp.lastIndex;
      if (this.end > this.start && this.start >= from) return true;
      // An empty match shows nothing, and would be found again forever. Steps are whole characters,
      // because a `u` expression moves from the middle of a surrogate pair back to its start.
      const code = this.#text.codePointAt(this.end) ?? 0;
      regexp.lastIndex = this.end + (code > 0xffff ? 2 : 1);
    }
  }
}

/** Matches only pages that contain a required text. */
class PageFinder implements Finder {
  readonly #finder: RegExpFinder;
  readonly #required: EarliestText;
  #possible = false;

  constructor(finder: RegExpFinder, required: EarliestText) {
    this.#finder = finder;
    this.#required = required;
  }

  get needs(): HashedNeeds {
    return this.#finder.needs;
  }

  get start(): number {
    return this.#finder.start;
  }

  get end(): number {
    return this.#finder.end;
  }

  begin(text: string): void {
    this.#required.begin(text);
    this.#possible = this.#required.from(0) >= 0;
    this.#finder.begin(text);
  }

  next(from: number): boolean {
    return this.#possible && this.#finder.next(from);
  }
}

/**
 * Matches only the lines, or the blocks, that contain a required text, for a pattern whose matches
 * never leave them. This runs a slow pattern on very little of the text.
 */
class StretchFinder implements Finder {
  start = 0;
  end = 0;
  readonly needs: HashedNeeds;
  readonly #finder: RegExpFinder;
  readonly #required: EarliestText;
  readonly #separator: string;
  #text = "";
  #stretchStart = 0;
  #stretchEnd = 0;

  constructor(finder: RegExpFinder, required: EarliestText, separator: string) {
    this.needs = finder.needs;
    this.#finder = finder;
    this.#required = required;
    this.#separator = separator;
  }

  begin(text: string): void {
    this.#text = text;
    this.#stretchStart = 0;
    this.#stretchEnd = 0;
    this.#required.begin(text);
  }

  next(from: number): boolean {
    for (let at = from; ; at = this.#stretchEnd) {
      if (at >= this.#stretchEnd && !this.#enter(at)) return false;
      if (!this.#finder.next(Math.max(0, at - this.#stretchStart))) continue;
      this.start = this.#finder.start + this.#stretchStart;
      this.end = this.#finder.end + this.#stretchStart;
      return true;
    }
  }

  #enter(from: number): boolean {
    const text = this.#text;
    const found = this.#required.from(from);
    if (found < 0) return false;
    const before = text.lastIndexOf(this.#separator, found);
    const after = text.indexOf(this.#separator, found);
    this.#stretchStart = before < 0 ? 0 : before + this.#separator.length;
    this.#stretchEnd = after < 0 ? text.length : after;
    this.#finder.begin(text.slice(this.#stretchStart, this.#stretchEnd));
    return true;
  }
}

/** Finds the first occurrence of several texts. */
class EarliestText {
  readonly #wanted: readonly string[];
  /** The first position of each text from the last `from` on; -1 if there is none. */
  readonly #places: number[];
  #text = "";

  constructor(wanted: readonly string[]) {
    this.#wanted = wanted;
    this.#places = wanted.map(() => 0);
  }

  begin(text: string): void {
    this.#text = text;
    this.#wanted.forEach((wanted, index) => {
      this.#places[index] = text.indexOf(wanted);
    });
  }

  /** The first position from `from` on, or -1. `from` never goes back. */
  from(from: number): number {
    let earliest = -1;
    this.#wanted.forEach((wanted, index) => {
      let place = this.#places[index] ?? -1;
      if (place >= 0 && place < from) {
        place = this.#text.indexOf(wanted, from);
        this.#places[index] = place;
      }
      if (place >= 0 && (earliest < 0 || place < earliest)) earliest = place;
    });
    return earliest;
  }
}
