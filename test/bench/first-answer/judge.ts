import type { EvaluationQuestion } from "../../../src/evaluation/api.js";
import { wordTokens } from "../../../src/evaluation/metrics/comparisons.js";
import { comparedTexts, satisfies } from "../../../src/evaluation/metrics/evidence.js";

/** A text of a document, to be compared with the gold answer. */
export interface JudgedText {
  readonly path: string;
  readonly page: number;
  readonly text: string;
}

/** Compares texts with a question's gold answer. */
export interface Judge {
  answers(text: JudgedText): boolean;
  /**
   * True if a passage is part of the evidence or, where the evidence has no text, answers the
   * question.
   */
  holdsEvidence(text: JudgedText): boolean;
  /** True if an answer of the code's own words contains a gold answer. */
  isSaid(text: string): boolean;
}

/**
 * Returns a judge for one question. A text must come from a document the evidence names, if it
 * names any. If a gold answer occurs literally in the evidence, the text must contain it too,
 * ignoring case, punctuation and white space. Otherwise (long answers, yes and no), half of the
 * text's five-word runs must occur in the evidence, or half of the evidence's in the text; see
 * `satisfies`.
 */
export function judgeOf({ answers, evidence }: EvaluationQuestion): Judge {
  const documents = new Set(evidence.map(({ document }) => document));
  const places = evidence.filter(({ unit }) => unit !== "document");
  const proofs = places.flatMap((one) =>
    one.unit === "document" ? [] : [` ${joined(one.text)} `],
  );
  const isBare = (answer: string): boolean => /^(?:yes|no)$/iu.test(answer.trim());
  const verbatim = answers
    .filter((answer) => !isBare(answer))
    .map((answer) => ` ${joined(answer)} `)
    .filter((answer) => proofs.length === 0 || proofs.some((proof) => proof.includes(answer)));
  const overlaps = (judged: JudgedText): boolean => {
    const texts = comparedTexts([{ ...judged, lastPage: judged.page }]);
    return texts.some((text) => places.some((gold) => satisfies(text, gold)));
  };
  const isRight = (judged: JudgedText): boolean => {
    if (documents.size > 0 && !documents.has(judged.path)) return false;
    if (verbatim.length === 0) return overlaps(judged);
    const words = ` ${joined(judged.text)} `;
    return verbatim.some((answer) => words.includes(answer));
  };
  return {
    answers: isRight,
    holdsEvidence: (judged) => (proofs.length > 0 ? overlaps(judged) : isRight(judged)),
    isSaid: (text) => answers.some((answer) => ` ${joined(text)} `.includes(` ${joined(answer)} `)),
  };
}

function joined(text: string): string {
  return wordTokens(text).join(" ");
}
