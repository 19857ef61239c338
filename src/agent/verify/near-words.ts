import { numbersIn } from "../../core/numbers.js";
import type { Span } from "../../core/span.js";

/** Ends of clauses; the words beyond speak of something else. */
const clauseEnd =
  /[;:!?]|\.(?=\s|$)|,(?=\s|$)|(?<![\p{L}\p{N}])(?:and|but|while|whereas|although|though|despite|because|since|when|which|after that|und|aber|während|et|mais|y|pero)(?![\p{L}\p{N}])/giu;

/** Words that join a number to what was said before, and say nothing by themselves. */
const joining =
  /(?<![\p{L}\p{N}])(?:and|or|in|at|to|from|was|were|is|are|about|approximately|around|nearly|of|with|for|by|on|versus|vs|as|compared|against|respectively|fiscal|fy|year|years|ended|million|billion|thousand|january|february|march|april|may|june|july|august|september|october|november|december|und|oder|auf|von|im|gegenüber|nach|et|ou|en|contre|y|o|de|a|frente)(?![\p{L}\p{N}])/giu;

/**
 * The words that speak of a number: its clause up to it, not beyond the number before. Where only
 * words such as "and" stand there, those that speak of the number before.
 */
export function wordsBefore(text: string, { start }: Span): string {
  const before = text.slice(Math.max(0, start - 400), start);
  const spans = numbersIn(before).map(({ span }) => span);
  let to = before.length;
  for (let index = spans.length; index >= 0; index--) {
    const from = spans[index - 1]?.end ?? 0;
    let rest = before.slice(from, to);
    // The last clause that says something.
    while (rest !== "") {
      const cut = lastClauseEnd(rest);
      const clause = rest.slice(cut);
      if (/\p{L}/u.test(clause.replace(joining, ""))) return clause + before.slice(to);
      if (/[;:.!?]/.test(rest.slice(Math.max(0, cut - 1), cut))) return clause;
      if (cut === 0) break;
      rest = rest.slice(0, lastClauseStart(rest));
    }
    to = spans[index - 1]?.start ?? 0;
  }
  return "";
}

function lastClauseEnd(text: string): number {
  const last = [...text.matchAll(clauseEnd)].at(-1);
  return last ? last.index + last[0].length : 0;
}

function lastClauseStart(text: string): number {
  return [...text.matchAll(clauseEnd)].at(-1)?.index ?? 0;
}

/** The first four words after a number in its clause: "was lost", "decrease". */
export function wordsAfter(text: string, { end }: Span): string {
  const after = text.slice(end, end + 120);
  const [next] = numbersIn(after);
  const rest = after.slice(0, next?.span.start ?? after.length);
  const [clause = ""] = rest.split(clauseEnd);
  return clause.trim().split(/\s+/).slice(0, 4).join(" ");
}

/** What names a number of a document: the words before it in its line, else those of the line before. */
export function labelOf(text: string, { start, end }: Span): string {
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const own = wordsBefore(text.slice(line, end), { start: start - line, end: end - line });
  if (/\p{L}/u.test(own) || line === 0) return own;
  const above = text.lastIndexOf("\n", line - 2) + 1;
  return wordsBefore(text.slice(above, end), { start: start - above, end: end - above });
}
