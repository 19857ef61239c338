import type { Citation } from "../../core/citation.js";
import type { DraftAnswer, DraftSentence } from "../../core/draft-answer.js";
import type { PassageText } from "../../core/passage.js";
import type { AnswerSentence } from "../answer.js";
import { checkCitations, withoutRepetition } from "./check-citations.js";
import { checkNumbers } from "./check-numbers.js";
import { EvidenceBook } from "./evidence-book.js";
import { type SourcedCalculation, sourcedCalculations } from "./sourced-calculations.js";
import type { VerifyContext } from "./verify-context.js";

export type { VerifyContext } from "./verify-context.js";

/**
 * Checks what a model wrote against the documents. A citation stays when its quote stands in the
 * passage, on its page, or in a passage that was shown; it is then the page's own text at an exact
 * place. A number stays when it stands in a cited passage or in the question, or when it is the
 * result of a calculation with sources, whose operands' places then count as citations, too.
 *
 * Whatever the draft holds, this rejects with nothing but the signal's reason.
 */
export async function verifyAnswer(
  draft: DraftAnswer,
  context: VerifyContext,
): Promise<AnswerSentence[]> {
  const { signal } = context;
  signal.throwIfAborted();
  const book = new EvidenceBook(context);
  const sourced = await sourcedCalculations(context.calculations, book);
  const sentences: AnswerSentence[] = [];
  for (const sentence of draft.sentences) {
    sentences.push(await verifySentence(sentence, { book, sourced, question: context.question }));
    signal.throwIfAborted();
  }
  return sentences;
}

async function verifySentence(
  { text, citations: claimed }: DraftSentence,
  parts: { book: EvidenceBook; sourced: readonly SourcedCalculation[]; question: string },
): Promise<AnswerSentence> {
  const { book, sourced, question } = parts;
  const { citations: own, dropped } = await checkCitations(claimed, book);
  const passages = await passagesOf(own, book);
  const backing = { question, passages, calculations: sourced };
  const { unsupported, calculations } = await checkNumbers(text, backing, book);
  const ofOperands = sourced.flatMap(({ calculation, citations }) =>
    calculations.includes(calculation) ? citations : [],
  );
  const citations = withoutRepetition([...own, ...ofOperands]);
  return {
    text,
    supported: citations.length > 0 && unsupported.length === 0,
    citations,
    calculations,
    unsupportedNumbers: unsupported,
    dropped,
  };
}

async function passagesOf(
  citations: readonly Citation[],
  book: EvidenceBook,
): Promise<readonly PassageText[]> {
  const ids = [...new Set(citations.map(({ evidence }) => evidence))];
  const passages = await Promise.all(ids.map(async (id) => await book.passage(id)));
  return passages.filter((passage) => passage !== null);
}
