import { Validator } from "@cfworker/json-schema";
import { type CallOptions, cutText, messageOf, PagehoundError } from "../../core/index.js";
import {
  type ChatReply,
  type ChatRequest,
  type ChatUsage,
  type LanguageModel,
  type ModelInfo,
  RequestQueue,
} from "../../models/index.js";
import { randomInstance } from "./random-instance.js";
import { promptWords, Random, randomText } from "./random-text.js";

/** A literal reply, or an object that is written as JSON. */
type Written = string | object;

/**
 * Makes a reply from the request. A `PagehoundError` it throws is what the model fails with; anything
 * else it throws, such as a failed assertion, is a fault that `finish` reports.
 */
export type ScriptedReply = (request: ChatRequest) => Written | Promise<Written>;

/** A step with expectations of the request. */
export interface ScriptedStep {
  readonly reply: Written | ScriptedReply;
  /** The text that the last message must contain. */
  readonly prompt?: string | RegExp | undefined;
  /** The beginning of the requested format's name; null if free text must be requested. */
  readonly format?: string | null | undefined;
  /** @defaultValue `stop` */
  readonly finishReason?: "stop" | "length" | undefined;
  /** @defaultValue estimated */
  readonly usage?: Partial<ChatUsage> | undefined;
}

/** A test double that replies as the test specifies. */
export interface ScriptedModel extends LanguageModel {
  /** All requests so far. */
  readonly requests: readonly ChatRequest[];
  /** Throws if a request was not as expected, or a step is unused. Call it at the end of a test. */
  finish(): void;
}

/**
 * A test double whose replies are given in order. A request after the last step, one that its step
 * does not expect, or an object that does not fit the requested format rejects with an `internal`
 * error; code that copes with failing models may hide that, so `finish` throws it again. Text is
 * returned unchanged, whether or not it fits, and is never cut off.
 *
 * @example
 * ```ts
 * import { scriptedModel } from "pagehound/evaluation";
 *
 * const answer = {
 *   thought: "",
 *   calls: [
 *     { tool: "answer", arguments: { enough: false, missing: "the year", sentences: [] } },
 *   ],
 * };
 * const model = scriptedModel([{ reply: answer, prompt: "Which year" }]);
 * await hound.ask("Which year was it?", { model, strategy: "tools" });
 * model.finish();
 * ```
 */
export function scriptedModel(
  steps: readonly (string | ScriptedReply | ScriptedStep)[],
  info: Partial<ModelInfo> = {},
): ScriptedModel {
  const requests: ChatRequest[] = [];
  const faults: PagehoundError[] = [];
  const model = new TestModel(testInfo("scripted", info), async (request, { say }) => {
    requests.push(request);
    const number = requests.length;
    try {
      const utterance = await perform(steps[number - 1], request);
      for (const piece of utterance.content.match(/[\s\S]{1,24}/g) ?? []) {
        say(piece);
        await null;
      }
      return utterance;
    } catch (thrown) {
      if (PagehoundError.isInstance(thrown)) throw thrown;
      const reason = messageOf(thrown);
      const fault = new PagehoundError("internal", `Step ${number} of the script: ${reason}`, {
        cause: thrown,
      });
      faults.push(fault);
      throw fault;
    }
  });
  return Object.assign(model, {
    requests,
    finish: () => {
      const [first] = faults;
      if (first) throw first;
      const unused = steps.length - requests.length;
      if (unused > 0) {
        throw new PagehoundError(
          "internal",
          `The script has ${steps.length} steps, and the last ${unused} were not used.`,
        );
      }
    },
  });
}

async function perform(
  scripted: string | ScriptedReply | ScriptedStep | undefined,
  request: ChatRequest,
): Promise<Utterance> {
  const last = request.messages.at(-1)?.content ?? "";
  if (scripted === undefined) {
    throw new Error(`there is no such step, but the model was asked: ${cutText(last, 400)}`);
  }
  const step: ScriptedStep =
    typeof scripted === "string" || typeof scripted === "function" ? { reply: scripted } : scripted;
  expectPrompt(step, last);
  expectFormat(step, request);
  const written = typeof step.reply === "function" ? await step.reply(request) : step.reply;
  if (typeof written !== "string") expectFit(written, request);
  return {
    content: typeof written === "string" ? written : JSON.stringify(written),
    finishReason: step.finishReason ?? "stop",
    usage: step.usage,
  };
}

function expectPrompt({ prompt }: ScriptedStep, last: string): void {
  if (prompt === undefined) return;
  const found = typeof prompt === "string" ? last.includes(prompt) : last.search(prompt) >= 0;
  if (!found) throw new Error(`${String(prompt)} was expected in: ${cutText(last, 400)}`);
}

function expectFormat({ format }: ScriptedStep, { responseFormat }: ChatRequest): void {
  if (format === undefined) return;
  const name = responseFormat?.name ?? null;
  if (format === null ? name !== null : !name?.startsWith(format)) {
    throw new Error(`the form "${format}" was expected, but "${name}" was asked for.`);
  }
}

function expectFit(written: object, { responseFormat }: ChatRequest): void {
  if (responseFormat === undefined) return;
  const { valid, errors } = new Validator(responseFormat.schema, "2020-12", false).validate(
    JSON.parse(JSON.stringify(written)),
  );
  if (valid) return;
  const reasons = errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
  throw new Error(`the reply does not fit "${responseFormat.name}": ${reasons.join(" ")}`);
}

/** A test double's reply. */
export interface Utterance {
  readonly content: string;
  readonly finishReason: ChatReply["finishReason"];
  readonly usage?: Partial<ChatUsage> | undefined;
}

/** How a test double makes its replies. `say` passes on a piece of the reply. */
export type Respond = (
  request: ChatRequest,
  turn: { readonly signal: AbortSignal; readonly say: (piece: string) => void },
) => Promise<Utterance>;

/** The shared part of the test doubles: one request at a time, abort, unload, usage and timing. */
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

/** The description of a test double, with the values that the test overrides. */
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

/** Lets other work run for a moment, without a timer: tests may have replaced those. */
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

/** The longest piece of a reply, in UTF-16 code units. */
const longestPiece = 40;

/**
 * A test double that talks nonsense: every reply fits the requested format, and is otherwise
 * random, with ids and words of the prompt in it so that calls have results. Without a format it is
 * random text. The same seed and requests give the same replies. A reply longer than `maxTokens` is
 * cut off, like a real model's. A format with an unknown keyword rejects with `invalid-argument`.
 */
export function randomModel(seed: number, info: Partial<ModelInfo> = {}): LanguageModel {
  const random = new Random(seed);
  return new TestModel(testInfo(`random-${seed}`, info), async (request, { signal, say }) => {
    const utterance = withinLimit(randomReply(request, random), request);
    await speak(utterance.content, random, signal, say);
    return utterance;
  });
}

/** A reply that fits the requested format. */
export function randomReply(request: ChatRequest, random: Random, prefer?: RegExp): string {
  const words = promptWords(request);
  const { responseFormat } = request;
  if (responseFormat === undefined) return randomText(random, words, 0, 400);
  return JSON.stringify(randomInstance(responseFormat.schema, { random, words, prefer }));
}

/** Says a reply piece by piece; sometimes other work may run in between. */
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
