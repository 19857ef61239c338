import type { Citation, DraftAnswer, DraftSentence } from "../../core/answer.js";
import type { PassageText } from "../../core/passage.js";
import { estimateTokens } from "../../reading/reading.js";
import type { AnswerSentence } from "../answer.js";
import { checkCitations, withoutRepetition } from "./check-citations.js";
import { checkNumbers, type SourcedCalculation, sourcedCalculations } from "./check-numbers.js";
import { EvidenceCache, type VerifyContext } from "./evidence-cache.js";

export type { VerifyContext } from "./evidence-cache.js";

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
  const book = new EvidenceCache(context);
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
  parts: { book: EvidenceCache; sourced: readonly SourcedCalculation[]; question: string },
): Promise<AnswerSentence> {
  const { book, sourced, question } = parts;
  const { citations: own, dropped } = await checkCitations(claimed, book);
  const passages = await passagesOf(own, book);
  const backing = { question, passages, calculations: sourced };
  const { unsupported, misplaced, calculations } = await checkNumbers(text, backing, book);
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
    ...(misplaced.length > 0 ? { misplacedNumbers: misplaced } : {}),
    dropped,
  };
}

async function passagesOf(
  citations: readonly Citation[],
  book: EvidenceCache,
): Promise<readonly PassageText[]> {
  const ids = [...new Set(citations.map(({ evidence }) => evidence))];
  const passages = await Promise.all(ids.map(async (id) => await book.passage(id)));
  return passages.filter((passage) => passage !== null);
}

/** Tokens of the longest request, by estimate. */
const longest = 150;

/** What may be done about it: nothing is said of tools that can no longer be called. */
function adviceFor(callsLeft: number): string {
  const numbers =
    callsLeft > 0 ? "use calculate for computed numbers" : "drop numbers that no passage states";
  return `Copy each quote exactly from the text you were shown, ${numbers}, or drop the sentence. Then answer again.`;
}

/**
 * What to tell a model about an answer of which not all could be verified, in at most 150 tokens by
 * estimate; null when all was. `callsLeft` is how many tools it may still call.
 */
export function repairRequest(
  sentences: readonly AnswerSentence[],
  callsLeft: number,
): string | null {
  const failed = sentences.flatMap((sentence, index) =>
    sentence.supported ? [] : [`Sentence ${index + 1}: ${problemOf(sentence)}`],
  );
  if (failed.length === 0) return null;
  const advice = adviceFor(callsLeft);
  for (let shown = Math.min(failed.length, 12); shown > 0; shown--) {
    const left = failed.length - shown;
    const rest = left > 0 ? [`${left} more sentences failed.`] : [];
    const request = [...failed.slice(0, shown), ...rest, advice].join("\n");
    if (estimateTokens(request) <= longest) return request;
  }
  return `${failed.length} of ${sentences.length} sentences could not be verified.\n${advice}`;
}

function problemOf(sentence: AnswerSentence): string {
  const { citations, unsupportedNumbers, misplacedNumbers, dropped } = sentence;
  // Without a citation no number can stand in one: to say so, too, would not help.
  if (citations.length === 0) return dropped[0] ?? "It cites nothing.";
  const [misplaced] = misplacedNumbers ?? [];
  if (misplaced) {
    const { number, kind, stands, said } = misplaced;
    const place = kind === "unit" ? "counted in" : `in the ${kind}`;
    return `${number.slice(0, 24)} is ${place} ${stands.slice(0, 60)}, and the sentence says ${said.slice(0, 60)}.`;
  }
  const numbers = unsupportedNumbers.slice(0, 3).map((number) => number.slice(0, 24));
  const stand = unsupportedNumbers.length > 1 ? "stand" : "stands";
  return `${numbers.join(", ")} ${stand} in nothing it cites.`;
}
