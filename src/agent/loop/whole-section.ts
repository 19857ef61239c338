import {
  type AnswerUnit,
  answerUnits,
  beginsMessage,
  isClause,
  isListItem,
  type Span,
} from "../../core/index.js";
import { type AnswerKind, keysOf, type ReadQuestion } from "../../figures/index.js";
import type { SearchHit } from "../../search/index.js";
import { isRunInHeading, isStatement } from "./left-out.js";
import { isLineBreak } from "./whole-list.js";

/** Longer sections are more than a list. */
const longestSection = 600;
/** Maximum length of a line that names what the next line describes. */
const longestTerm = 60;
/** Minimum letters of a word of a heading that has to be in the question. */
const shortestWord = 3;

/**
 * The section with a sentence or row, without its heading, if the question asks for several things
 * and names the section: "Possible side effects" for "list all the side effects". Null for all other
 * questions, and if the section is long, a single sentence, or the beginning of its document.
 */
export function sectionNamed(
  unit: Span,
  { text, page, span }: Pick<SearchHit, "text" | "page" | "span">,
  question: ReadQuestion,
): Span | null {
  if (!question.asksList) return null;
  const units = answerUnits(text);
  const contentOf = ({ start, end }: Span): string => text.slice(start, end);
  const isHeading = (other: AnswerUnit): boolean => {
    const content = contentOf(other);
    return other.kind === "sentence" && !isStatement(content) && !/[?？:]$/u.test(content);
  };
  const at = units.findIndex(({ start }) => start >= unit.start);
  const from = units.findLastIndex((other, index) => index < at && isHeading(other));
  const heading = units[from];
  if (!heading || !names(contentOf(heading), question)) return null;
  // The heading at the beginning may be that of the whole document.
  if (page === 1 && span.start + heading.start === 0) return null;
  const next = units.findIndex((other, index) => index > from && isHeading(other));
  const section = units.slice(from + 1, next < 0 ? undefined : next);
  const [first] = section;
  const last = section.at(-1);
  if (!first || !last || first === last || last.end - first.start > longestSection) return null;
  return { start: first.start, end: last.end };
}

/** Kinds of questions whose answer may be the thing that a heading names. */
const kindsOfThings: ReadonlySet<AnswerKind> = new Set(["any", "person", "place"]);

/**
 * Extends a sentence at the beginning of a paragraph to the heading before it on the same line, if
 * the question asks for a thing that this heading may name: "Night Line. The smallest route is the
 * most punctual one." Numbered headings are those of clauses.
 */
export function withRunInHeading(span: Span, text: string, { kind }: ReadQuestion): Span {
  if (!kindsOfThings.has(kind)) return span;
  const line = text.lastIndexOf("\n", span.start - 1) + 1;
  const heading = text.slice(line, span.start).trim();
  return isRunInHeading(heading) && /^\p{Alpha}/u.test(heading)
    ? { start: line, end: span.end }
    : span;
}

/** Extends a sentence to the line above that names it: "--reset", then "Clears the records." */
export function withTermLine(span: Span, text: string): Span {
  const term = answerUnits(text).findLast(({ end }) => end <= span.start);
  if (term?.kind !== "sentence") return span;
  const content = text.slice(term.start, term.end);
  const isRightAbove = isLineBreak(text.slice(term.end, span.start));
  const isLine = !content.includes("\n") && content.length <= longestTerm;
  const marked = text.slice(span.start, span.end);
  const isItem =
    isListItem(content) || isListItem(marked) || isClause(marked) || beginsMessage(marked);
  return isRightAbove && isLine && !isItem && !/[.!?？:;,)]["”’]?$/u.test(content)
    ? { start: term.start, end: span.end }
    : span;
}

/** Words with which minutes state a decision. */
const decision =
  /(?<![a-zß-ɏḀ-ỿ])(?:deci(?:d|s)\p{Alpha}+|agree[ds]?|resolv\p{Alpha}+|voted?|approved|adopted|carried|rejected|beschl\p{Alpha}+|angenommen|abgelehnt|genehmigt|décid\p{Alpha}+|décision|adoptée?s?|rejetée?s?|reportée?s?|decidi\p{Alpha}+|acord\p{Alpha}+|aprob\p{Alpha}+)(?![a-zß-ɏḀ-ỿ])/iu;
/** Longer texts are about more than one decision. */
const longestDecided = 600;

/**
 * Extends a sentence that only says what was brought up to the decision after it, if one is asked
 * for: "Fourteen households asked for allotments. … Resolved: to refuse."
 */
export function withDecision(span: Span, text: string, { asksDecision }: ReadQuestion): Span {
  if (!asksDecision || decision.test(text.slice(span.start, span.end))) return span;
  const following = answerUnits(text).filter(({ start }) => start >= span.end);
  const next = following.findIndex(({ start, end }) => isClause(text.slice(start, end)));
  const sameItem = following.slice(0, next < 0 ? undefined : next);
  const decided = sameItem.find(({ start, end }) => decision.test(text.slice(start, end)));
  return decided && decided.end - span.start <= longestDecided
    ? { start: span.start, end: decided.end }
    : span;
}

/** A line that is only a name of two to four words. */
const nameLine =
  /^\p{Uppercase}[\p{Alpha}.’'-]{1,30}(?: \p{Uppercase}[\p{Alpha}.’'-]{0,30}){1,3}$/u;

/** Extends a short line to the name above it: "Ada Lovelace", then "Chair of the board". */
export function withNameAbove(span: Span, text: string, { kind }: ReadQuestion): Span {
  const role = text.slice(span.start, span.end);
  if (kind !== "person" || role.length > longestTerm || /[.!?]$/u.test(role)) return span;
  const above = text.slice(0, span.start).trimEnd();
  const line = above.lastIndexOf("\n") + 1;
  return nameLine.test(above.slice(line)) ? { start: line, end: span.end } : span;
}

/** Whether a question has the words of a heading: most of them, and two that are adjacent in both. */
function names(heading: string, { keys, pairs }: ReadQuestion): boolean {
  const words = keysOf(heading);
  const telling = words.filter((key) => key.length >= shortestWord);
  const common = telling.filter((key) => keys.includes(key));
  const isPaired = words.some((key, index) => pairs.has(`${words[index - 1] ?? ""} ${key}`));
  return common.length > telling.length / 2 && (isPaired || words.length === 1);
}
