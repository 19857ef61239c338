import { estimateTokens } from "../../reading/estimate-tokens.js";
import type { AnswerSentence } from "../answer.js";

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

function problemOf({ citations, unsupportedNumbers, dropped }: AnswerSentence): string {
  // Without a citation no number can stand in one: to say so, too, would not help.
  if (citations.length === 0) return dropped[0] ?? "It cites nothing.";
  const numbers = unsupportedNumbers.slice(0, 3).map((number) => number.slice(0, 24));
  const stand = unsupportedNumbers.length > 1 ? "stand" : "stands";
  return `${numbers.join(", ")} ${stand} in nothing it cites.`;
}
