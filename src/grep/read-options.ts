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
  const patterns = listOf(asked);
  if (patterns.length === 0) {
    throw new PagehoundError("invalid-argument", "A grep needs at least one pattern.");
  }
  const context = whole("context", options.context, 0, 0, 1_000);
  return {
    patterns,
    readings: patterns.map((pattern) => compilePattern(pattern, options)),
    foldDiacritics: options.foldDiacritics ?? false,
    includes: pathFilter(listOf(options.include), listOf(options.exclude)),
    within: options.pages === undefined ? null : parsePageList(options.pages),
    before: whole("before", options.before, context, 0, 1_000),
    after: whole("after", options.after, context, 0, 1_000),
    limit: whole("limit", options.limit, 100, 1, 10_000),
    offset: whole("offset", options.offset, 0, 0, most),
    deadline: whole("deadline", options.deadline, 5_000, 10, 600_000),
  };
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === "string" ? [value] : (value ?? []);
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
