import type { PastTurn } from "../../core/index.js";
import {
  isContentWord,
  keysOf,
  type ReadQuestion,
  readQuestion,
  wordKey,
} from "../../figures/index.js";
import type { FoundFigure, SearchHit, SearchResponse } from "../../search/index.js";
import { missingWords } from "./answer-judgement.js";

/** A question with fewer words may be incomprehensible without the one before it. */
const shortQuestion = 7;
/** Content words of a question that names its own subject. */
const namesSubject = 2;
/**
 * Share of the best score below which a document hardly answers a question. Between .2 and .3 it
 * separates follow-ups from changes of subject best (decision 111).
 */
const leastShare = 0.3;

/**
 * Words that point to something said before, in English, German, French and Spanish. German "Sie"
 * is also "you", so that such questions count as pointing back. German "es" is left out, because it
 * is "is" in Spanish.
 */
const pointing =
  /(?<![a-zß-ɏḀ-ỿ-])(?:it|its|they|theirs?|them|that|this|those|these|he|she|his|him|hers?|ones?|same|there|then|else|others?|another|er|sie|ihr(?:e[mnrs]?)?|sein(?:e[mnrs]?)?|ihm|ihn(?:en)?|dies(?:e[mnrs]?)?|jene[mnrs]?|davon|dafür|dazu|darin|damit|dabei|dort|damals|dann|andere[mnrs]?|ils?|elles?|lui|leurs?|ses|ce(?:tte|t|s|la|lui|lles?)?|ceux|ça|autres?|él|ell[ao]s?|sus?|est[aeo]s?|es[aeo]s?|otr[ao]s?|allí)(?![a-zß-ɏḀ-ỿ’'-])|-t-(?:il|elle)s?(?![a-zß-ɏḀ-ỿ])|^¿?(?:and|what about|how about|why|und|was ist mit|warum|et|pourquoi|y|por qué)(?![a-zß-ɏḀ-ỿ])/iu;

/** Whether a question has a word that points to something said before: "it", "the same", "and". */
export function pointsBack(question: string): boolean {
  return pointing.test(question);
}

/** Pronouns for the thing that the question before it was about. */
const pronoun = /(?<![a-zß-ɏḀ-ỿ-])(?:it|its|they|theirs?|them)(?![a-zß-ɏḀ-ỿ’'-])/iu;
/** Words that "it" only introduces: "Is it possible to …", "How long does it take to …". */
const emptyIt =
  /(?<![a-zß-ɏḀ-ỿ-])it (?:(?:is|was) )?(?:take|possible|necessary|allowed|permitted|worth|rain|true|mean|matter|seem|happen)/iu;

/** Whether a question without a subject of its own asks about the thing before: "Is it normal?" */
export function pointsToThing(question: string): boolean {
  return isShort(question) && pronoun.test(question) && !emptyIt.test(question);
}

/** Whether a question is so short that it may be incomprehensible without the one before it. */
export function isShort(question: string): boolean {
  return question.split(/\s+/u).length < shortQuestion;
}

/**
 * Whether a question asks about the subject of the turn before it. A short one does, unless it
 * names its own subject and the document that was shown first in that turn says hardly anything
 * about it, or names a subject that no document has, and does not point back.
 *
 * @param response the search for the question by itself
 */
export function isFollowUp(
  question: string,
  { document }: PastTurn,
  response: SearchResponse,
): boolean {
  if (!isShort(question)) return false;
  if (pointsBack(question)) return true;
  const asked = readQuestion(question);
  const subject = contentWords(question, asked);
  const unknown = new Set(missingWords(response, asked).flatMap(keysOf));
  if (subject.length > 0 && subject.every((word) => keysOf(word).every((key) => unknown.has(key))))
    return false;
  if (subject.length < namesSubject) return true;
  const { hits } = response;
  const best = hits[0]?.score ?? 0;
  const before = hits.find((hit) => hit.document === document)?.score ?? 0;
  return before >= leastShare * best;
}

/** The words of a question that say what it is about. */
function contentWords(question: string, { asking }: ReadQuestion): readonly string[] {
  const words = question.match(/[\p{Alpha}\p{N}]+(?:[-'’][\p{Alpha}\p{N}]+)*/gu) ?? [];
  return words.filter((word) => isContentWord(word) && !asking.has(wordKey(word)));
}

/**
 * Results for a follow-up question together with the one before it, without the figures of the
 * earlier subject: after "the dose of aspirin", "and of ramipril" asks for another row of the table,
 * but "and in March" for another column of the same row.
 */
export function withoutEarlierRows(response: SearchResponse, question: string): SearchResponse {
  const keys = new Set(
    keysOf((question.match(/[\p{Alpha}\p{N}]+/gu) ?? []).filter(isContentWord).join(" ")),
  );
  const hits = response.hits.map((hit) => {
    const { figures = [] } = hit;
    if (figures.length === 0) return hit;
    const isNamed = hit.text.split("\n").some((line) => isRowOf(line, keys));
    return isNamed
      ? { ...hit, figures: figures.filter((one) => isRowOf(rowAt(hit, one), keys)) }
      : hit;
  });
  return { ...response, hits };
}

/** The text of a figure's row or sentence. */
function rowAt({ text, span: { start } }: SearchHit, { span }: FoundFigure): string {
  return text.slice(Math.max(0, span.start - start), Math.max(0, span.end - start));
}

/** Whether the label of a table row has any of these words. */
function isRowOf(line: string, keys: ReadonlySet<string>): boolean {
  const [label = "", ...cells] = line.split("\t");
  return cells.length > 0 && keysOf(label).some((key) => keys.has(key));
}
