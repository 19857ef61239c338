import { type AnswerUnit, answerUnits, type Span } from "../../core/index.js";
import { hasName, namesOther } from "./kinds-of-answers.js";

/** Beginnings of sentences that refer to the one before, in English, German, French and Spanish. */
const backwards =
  /^["“„«(]?(?:he|she|it|they|his|her|its|their|this|that|these|those|such|both|most of (?:them|these|those)|er|sie|es|dies(?:e[mnrs]?)?|il|elle|ils|elles|ce(?:tte|s|la)?|él|ella|ellos|ellas|est[aeo]s?)(?![a-zß-ɏḀ-ỿ])/iu;

/** Beginnings of sentences that refer to a person, in the same languages. */
const toPerson =
  /^["“„«(]?(?:he|she|his|her|er|sie|sein|ihr|il|elle|él|ella)(?:e[mnrs]?)?(?![a-zß-ɏḀ-ỿ])/iu;

/** Whether a sentence begins with a word that refers to the one before. */
export function refersBack(sentence: string): boolean {
  return backwards.test(sentence);
}

/** Whether a sentence begins with a word that refers to a person. */
export function refersToPerson(sentence: string): boolean {
  return toPerson.test(sentence);
}

/** Maximum number of sentences between a pronoun and the name it stands for. */
const longestReference = 2;

/**
 * The sentence with the name that a sentence without one refers to: "Ada Byron was a mathematician.
 * She wrote the first program." Undefined if there is none.
 *
 * @param keys of the words of the question, whose names are known
 */
export function sentenceNaming(
  text: string,
  { start, end }: Span,
  keys: readonly string[],
): AnswerUnit | undefined {
  const content = text.slice(start, end);
  if (!refersToPerson(content) || namesOther(content, keys)) return undefined;
  const paragraph = text.lastIndexOf("\n\n", start) + 1;
  const sentences = answerUnits(text.slice(paragraph, start)).slice(-longestReference).toReversed();
  const named = sentences.find((one) => {
    const before = text.slice(paragraph + one.start, paragraph + one.end);
    return one.kind === "sentence" && !refersBack(before) && hasName(before, keys);
  });
  return named && { ...named, start: paragraph + named.start, end: paragraph + named.end };
}
