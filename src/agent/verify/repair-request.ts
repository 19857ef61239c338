import { estimateTokens } from "../../reading/estimate-tokens.js";
import type { AnswerSentence } from "../answer.js";

/** Tokens of the longest request, by estimate. */
const longest = 150;

const advice =
  "Copy each quote exactly from the text you were shown, use calculate for computed numbers, or drop the sentence. Then answer again.";

/**
 * What to tell a model about an answer of which not all could be verified, in at most 150 tokens by
 * estimate; null when all was.
 */
export function repairRequest(sentences: readonly AnswerSentence[]): string | null {
  const failed = sentences.flatMap((sentence, index) =>
    sentence.supported ? [] : [`Sentence ${index + 1}: ${problemOf(sentence)}`],
  );
  if (failed.length === 0) return null;
  for (let shown = Math.min(failed.length, 12); shown > 0; shown--) {
    const left = failed.length - shown;
    const rest = left > 0 ? [`${left} more sentences failed.`] : [];
    const request = [...failed.slice(0, shown), ...rest, advice].join("\n");
    if (estimateTokens(request) <= longest) return request;
  }
  return `${failed.length} of ${sentences.length} sentences could not be verified.\n${advice}`;
}

function problemOf({ citations, unsupportedNumbers, dropped }: AnswerSentence): string {
  const problems: string[] = [];
  if (citations.length === 0) problems.push(dropped[0] ?? "It cites nothing.");
  if (unsupportedNumbers.length > 0) {
    const numbers = unsupportedNumbers.slice(0, 3).map((number) => number.slice(0, 24));
    const stand = unsupportedNumbers.length > 1 ? "stand" : "stands";
    problems.push(`${numbers.join(", ")} ${stand} in nothing it cites.`);
  }
  return problems.join(" ");
}
