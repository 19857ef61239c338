import type { CallOptions } from "../core/call-options.js";
import {
  type ChatReply,
  type ChatRequest,
  type ChatUsage,
  type LanguageModel,
  type ModelInfo,
  RequestQueue,
} from "../models/language-model.js";
import { randomInstance } from "./random-instance.js";
import { promptWords, Random, randomText } from "./random-text.js";

/** What a test double says. */
export interface Utterance {
  readonly content: string;
  readonly finishReason: ChatReply["finishReason"];
  readonly usage?: Partial<ChatUsage> | undefined;
}

/** How a test double comes to its replies. `say` gives a piece of the reply to whoever listens. */
export type Respond = (
  request: ChatRequest,
  turn: { readonly signal: AbortSignal; readonly say: (piece: string) => void },
) => Promise<Utterance>;

/** What the test doubles have in common: one request at a time, abort, unload, usage and timing. */
export class TestModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #respond: Respond;
  readonly #queue = new RequestQueue();

  constructor(info: ModelInfo, respond: Respond) {
    this.info = info;
    this.#respond = respond;
  }

  complete(request: ChatRequest, options: CallOptions<string> = {}): Promise<ChatReply> {
    const startedAt = performance.now();
    return this.#queue.run(async (signal) => {
      let firstToken: number | null = null;
      const say = (piece: string) => {
        if (piece === "" || signal.aborted) return;
        firstToken ??= performance.now() - startedAt;
        options.onProgress?.(piece);
      };
      const { content, finishReason, usage } = await this.#respond(request, { signal, say });
      return {
        content,
        finishReason,
        usage: {
          promptTokens: request.messages.reduce((sum, one) => sum + tokensOf(one.content), 0),
          reusedTokens: null,
          completionTokens: tokensOf(content),
          ...usage,
        },
        timing: { firstToken, total: performance.now() - startedAt },
      };
    }, options.signal);
  }

  unload(): Promise<void> {
    return this.#queue.close();
  }
}

/** The information of a test double, with what the test says otherwise. */
export function testInfo(name: string, info: Partial<ModelInfo> = {}): ModelInfo {
  return {
    id: `custom:${name}`,
    name: `${name} (test double)`,
    provider: "custom",
    contextLength: 4096,
    sendsTo: null,
    choosesTools: true,
    ...info,
  };
}

/** Characters that count as a token here. */
const charactersPerToken = 4;

export function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** Cuts a reply off where a real model would have to stop. */
export function withinLimit(
  content: string,
  { maxTokens }: ChatRequest,
  finishReason: ChatReply["finishReason"] = "stop",
): Utterance {
  if (maxTokens === undefined || tokensOf(content) <= maxTokens) return { content, finishReason };
  return { content: content.slice(0, maxTokens * charactersPerToken), finishReason: "length" };
}

/** Lets everything else go on for a moment, without a timer: tests may have replaced those. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

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
