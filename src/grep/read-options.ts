import type { DocumentId } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { PageRange } from "../core/page-range.js";
import type { GrepOptions } from "./api.js";
import { compilePattern, type PatternReading } from "./compile-pattern.js";
import { parsePageList } from "./page-list.js";
import { pathFilter } from "./path-filter.js";

/** What a caller asked for, checked and with everything decided that was not told. */
export interface GrepQuestion {
  readonly patterns: readonly string[];
  readonly readings: readonly PatternReading[];
  readonly foldDiacritics: boolean;
  /** Null for all. */
  readonly documents: readonly DocumentId[] | null;
  /** Whether a path is to be looked at. */
  readonly includes: (path: string) => boolean;
  /** In ascending order; null for all pages. */
  readonly within: readonly PageRange[] | null;
  readonly before: number;
  readonly after: number;
  readonly limit: number;
  readonly offset: number;
  /** Milliseconds. */
  readonly deadline: number;
}

const most = Number.MAX_SAFE_INTEGER;

/** Checks what was asked. Throws `invalid-argument`. */
export function readGrepOptions(
  asked: string | readonly string[],
  options: GrepOptions,
): GrepQuestion {
  const patterns = texts("patterns", asked);
  if (patterns.length === 0) {
    throw new PagehoundError("invalid-argument", "A grep needs at least one pattern.");
  }
  for (const name of ["fixed", "ignoreCase", "wholeWord", "foldDiacritics"] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== "boolean")
      throw wrong(name, "true or false", value);
  }
  const context = whole("context", options.context, 0, 0, 1_000);
  return {
    patterns,
    readings: patterns.map((pattern) => compilePattern(pattern, options)),
    foldDiacritics: options.foldDiacritics ?? false,
    documents:
      options.documents === undefined
        ? null
        : (texts("documents", options.documents) as readonly DocumentId[]),
    includes: pathFilter(texts("include", options.include), texts("exclude", options.exclude)),
    within: pageList(options.pages),
    before: whole("before", options.before, context, 0, 1_000),
    after: whole("after", options.after, context, 0, 1_000),
    limit: whole("limit", options.limit, 100, 1, 10_000),
    offset: whole("offset", options.offset, 0, 0, most),
    deadline: whole("deadline", options.deadline, 5_000, 10, 600_000),
  };
}

/** A text or several. What callers without types pass is checked, too. */
function texts(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.every((each) => typeof each === "string")) return list;
  throw wrong(name, "a text or a list of texts", value);
}

/** One page may be told as a number. */
function pageList(value: unknown): PageRange[] | null {
  if (value === undefined) return null;
  if (typeof value === "string" || typeof value === "number") return parsePageList(`${value}`);
  throw wrong("pages", 'a list such as "2-3,5"', value);
}

function wrong(name: string, right: string, value: unknown): PagehoundError {
  const message = `The ${name} of a grep ${name.endsWith("s") ? "are" : "is"} ${right}, not ${JSON.stringify(value)}.`;
  return new PagehoundError("invalid-argument", message);
}

function whole(
  name: string,
  value: number | undefined,
  otherwise: number,
  from: number,
  to: number,
): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new PagehoundError(
    "invalid-argument",
    `The ${name} of a grep is a whole number ${to === most ? `of at least ${from}` : `from ${from} to ${to}`}, not ${value}.`,
    { data: { [name]: value } },
  );
}
