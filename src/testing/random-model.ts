import type { ChatRequest, LanguageModel, ModelInfo } from "../models/language-model.js";
import { randomInstance } from "./random-instance.js";
import { promptWords, Random, randomText } from "./random-text.js";

import { pause, TestModel, testInfo, withinLimit } from "./test-model.js";

/** Pieces of a reply are this long at most, in UTF-16 code units. */
const longestPiece = 40;

/**
 * A test double that talks nonsense: every reply fits the form asked for, and is otherwise random, with
 * ids and words of the prompt in it so that calls get somewhere. Without a form it is random text. The
 * same seed and requests give the same replies. A reply longer than `maxTokens` is cut off, as a real
 * model's is. A form that has a keyword unknown to it rejects with `invalid-argument`.
 */
export function randomModel(seed: number, info: Partial<ModelInfo> = {}): LanguageModel {
  const random = new Random(seed);
  return new TestModel(testInfo(`random-${seed}`, info), async (request, { signal, say }) => {
    const utterance = withinLimit(randomReply(request, random), request);
    await speak(utterance.content, random, signal, say);
    return utterance;
  });
}

/** A reply that fits the form asked for. */
export function randomReply(request: ChatRequest, random: Random, prefer?: RegExp): string {
  const words = promptWords(request);
  const { responseFormat } = request;
  if (responseFormat === undefined) return randomText(random, words, 0, 400);
  return JSON.stringify(randomInstance(responseFormat.schema, { random, words, prefer }));
}

/** Says a reply piece by piece; sometimes everything else may go on in between. */
export async function speak(
  content: string,
  random: Random,
  signal: AbortSignal,
  say: (piece: string) => void,
): Promise<void> {
  const slowness = random.pick([0, 0.02, 0.2]);
  for (let from = 0; from < content.length; ) {
    const size = random.integer(1, longestPiece);
    say(content.slice(from, from + size));
    from += size;
    if (random.chance(slowness)) await pause();
    signal.throwIfAborted();
  }
}
