import type { PatternOptions } from "../../../../src/search/grep/api.js";
import { compilePattern, foldText } from "../../../../src/search/grep/compile-pattern.js";
import { findersOf } from "../../../../src/search/grep/finders.js";

import { grepPage } from "../../../../src/search/grep/grep-session.js";

/** The texts of all matches of a pattern on a page. */
export function found(pattern: string, text: string, options: PatternOptions = {}): string[] {
  const finders = findersOf(compilePattern(pattern, options).compiled);
  const folded = options.foldDiacritics ? foldText(text) : null;
  const wanted = { skip: 0, take: Number.POSITIVE_INFINITY, before: 0, after: 0 };
  return grepPage(text, finders, wanted, folded).found.flatMap(({ marks }) =>
    marks.map(({ start, end }) => text.slice(start, end)),
  );
}
