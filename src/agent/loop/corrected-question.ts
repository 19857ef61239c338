import { type BestPassage, type Correction, capitalised } from "../../core/index.js";
import { askedTerm, keysOf, type ReadQuestion, readQuestion } from "../../figures/index.js";
import { onlyAsks } from "./answer-judgement.js";

/** Number of letters that "longest" and "long" have in common at least. */
const shortStem = 3;
/** A word that compares with the most or the least: "longest". */
const superlative = /\p{Alpha}{2}est$/iu;

/**
 * The corrections of words that say what a question is about. Documents need not have words that
 * only ask, such as "quickly" in "how quickly", so their absence is not a typo; nor is that of
 * "longest", which tables do not contain, next to "long".
 */
export function tellingCorrections(
  corrections: readonly Correction[],
  question: Pick<ReadQuestion, "asking">,
): readonly Correction[] {
  return corrections.filter(
    ({ from, to }) =>
      !onlyAsks(from, question) &&
      !(superlative.test(from) && from.slice(0, shortStem) === to.slice(0, shortStem)),
  );
}

/** A question with the words that were searched for in place of likely typos. */
export function correctedQuestion(question: string, corrections: readonly Correction[]): string {
  const words = new Map(corrections.map(({ from, to }) => [from, to]));
  return question.replace(/\p{Alpha}[\p{Alpha}\p{M}]*(?:['’]s(?!\p{Alpha}))?/gu, (word) => {
    const to = words.get(word);
    return to === undefined ? word : inCaseOf(word, to);
  });
}

/** A word with the capitals of another, unless it has its own. */
function inCaseOf(model: string, word: string): string {
  if (/\p{Uppercase}/u.test(word)) return word;
  const isCapital = /^\p{Uppercase}/u.test(model);
  if (isCapital && model === model.toUpperCase()) return word.toUpperCase();
  return isCapital ? capitalised(word) : word;
}

/** Whether a name, or the term to define, was corrected: the passages may be about another one. */
export function correctsName(question: string, corrections: readonly Correction[]): boolean {
  if (corrections.length === 0) return false;
  const { names } = readQuestion(question);
  const subjects = new Set([...names, ...keysOf(askedTerm(question)?.text ?? "")]);
  return corrections.some(({ from }) => keysOf(from).some((key) => subjects.has(key)));
}

/** Passages whose marks are at most possible answers. */
export function asPossible(passages: readonly BestPassage[]): BestPassage[] {
  return passages.map((passage) =>
    passage.certainty ? { ...passage, certainty: "possible" } : passage,
  );
}
