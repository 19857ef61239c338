import { type CallOptions, never, PagehoundError, slicer } from "../../core/index.js";
import type { LoadProgress } from "../download/load-progress.js";
import type { TokenGrammar, TokenMask } from "../grammar/token-grammar.js";
import type { ChatReply, ChatRequest, ReadingProgress } from "../language-model.js";
import { checkRuntimeFiles } from "../onnx/runtime.js";
import { bringOnnxFiles, discardOnnxFiles } from "./bring-files.js";
import { chooseToken, seededNumbers } from "./choose-token.js";
import { createEngine, type OnnxEngine } from "./engine.js";
import type { LoadedOnnxModel, OnnxEngineApi, OnnxEngineModel } from "./engine-api.js";
import { onnxEngineFailure } from "./engine-failure.js";
import { HeldPrompt } from "./held-prompt.js";
import type { Memory } from "./network.js";

/** Creates the session of transformers.js that the worker serves to the page. */
export function createOnnxEngineSession(): OnnxEngineApi {
  const session = new OnnxEngineSession();
  // Only own properties are served.
  return {
    load: (model, options) => session.load(model, options),
    complete: (request, options) => session.complete(request, options),
    rest: () => session.rest(),
  };
}

interface Loaded {
  readonly model: OnnxEngineModel;
  readonly engine: OnnxEngine;
  readonly held: HeldPrompt;
  readonly contextLength: number;
  grammar: TokenGrammar | null;
}

/**
 * How many prompt tokens are read between two checks for an abort. On the processor, larger pieces
 * are no faster.
 */
const pieceTokens = 128;

class OnnxEngineSession implements OnnxEngineApi {
  #loaded: Loaded | null = null;
  #running: Promise<unknown> = Promise.resolve();

  async load(
    model: OnnxEngineModel,
    { signal, onProgress }: CallOptions<LoadProgress> = {},
  ): Promise<LoadedOnnxModel> {
    const files = await bringOnnxFiles(model, { signal, onProgress });
    const bytes = Array.from(files.values()).reduce((sum, { size }) => sum + size, 0);
    const known = { loadedBytes: bytes, totalBytes: bytes, millisecondsLeft: null };
    try {
      onProgress?.({ phase: "prepare", ...known });
      const engine = await createEngine(model, files);
      signal?.throwIfAborted();
      onProgress?.({ phase: "check", ...known });
      // Only a generated token proves that a model works.
      const prompt = engine.encode([{ role: "user", content: "Hello" }]);
      const first = await engine.network.read(prompt, null, false);
      chooseToken(first.logits, null, 0, () => 0);
      engine.network.forget(first.memory);
      const contextLength = Math.min(model.contextLength, engine.contextLength);
      const held = new HeldPrompt(engine.network);
      this.#loaded = { model, engine, held, contextLength, grammar: null };
      return { contextLength, controlTokens: engine.controlTokens };
    } catch (thrown) {
      signal?.throwIfAborted();
      const failure = onnxEngineFailure(thrown, model);
      // Damaged files would fail again at every load.
      if (failure.data.damaged === true) await discardOnnxFiles(model, files);
      else if (failure.code === "model-failed") await checkRuntimeFiles(model, signal);
      throw failure;
    }
  }

  async complete(
    request: ChatRequest,
    options: CallOptions<string | ReadingProgress> = {},
  ): Promise<ChatReply> {
    const loaded = this.#loaded;
    if (!loaded) throw new PagehoundError("internal", "The engine was used before it was loaded.");
    const work = this.#reply(loaded, request, options);
    this.#running = work.catch(() => {});
    try {
      return await work;
    } catch (thrown) {
      options.signal?.throwIfAborted();
      throw onnxEngineFailure(thrown, loaded.model);
    }
  }

  async rest(): Promise<void> {
    await this.#running;
  }

  async #reply(
    loaded: Loaded,
    request: ChatRequest,
    { signal, onProgress }: CallOptions<string | ReadingProgress>,
  ): Promise<ChatReply> {
    const { engine, held, contextLength } = loaded;
    const start = performance.now();
    const pause = slicer(signal ?? never());
    const prompt = engine.encode(request.messages);
    const room = contextLength - prompt.length;
    if (room < 1) throw tooLong(prompt.length, contextLength);
    const most = Math.min(room, request.maxTokens ?? room);
    const random = seededNumbers(request.seed ?? crypto.getRandomValues(new Int32Array(1))[0] ?? 0);
    const reading = await this.#read(loaded, prompt, pause, (progress) => onProgress?.(progress));
    let { logits, memory } = reading;
    const tokens = [...prompt];
    const reply: number[] = [];
    const text = new ReplyText(engine);
    let firstToken: number | null = null;
    let mask: TokenMask | null = null;
    let finishReason: ChatReply["finishReason"] = "length";
    try {
      mask = request.responseFormat
        ? await (await this.#grammar(loaded, logits.length)).begin(request.responseFormat)
        : null;
      while (reply.length < most) {
        const allowed = mask ? await mask.next() : null;
        const token = chooseToken(logits, allowed, request.temperature ?? 0, random);
        reply.push(token);
        if (engine.stopTokens.includes(token)) {
          finishReason = "stop";
          break;
        }
        mask?.accept(token);
        firstToken ??= performance.now() - start;
        const piece = text.add(token);
        if (piece !== "") onProgress?.(piece);
        if (reply.length === most) break;
        // The engine itself never yields, so without this pause an abort could not arrive.
        await pause();
        const next = await engine.network.read([...tokens, token], memory, held.isHead(memory));
        ({ logits, memory } = next);
        tokens.push(token);
      }
      const rest = text.end();
      if (rest !== "") onProgress?.(rest);
    } finally {
      mask?.dispose();
      // The last token was chosen but never read.
      held.hold(tokens, memory);
    }
    return {
      content: text.content,
      finishReason,
      usage: {
        promptTokens: prompt.length,
        reusedTokens: reading.reused,
        completionTokens: reply.length,
      },
      timing: { firstToken, total: performance.now() - start },
    };
  }

  /** Reads a prompt in pieces, except for the part it shares with the held one. */
  async #read(
    { engine: { network }, held }: Loaded,
    prompt: readonly number[],
    pause: () => Promise<void>,
    onReading: (progress: ReadingProgress) => void,
  ): Promise<{ readonly reused: number; readonly logits: Float32Array; readonly memory: Memory }> {
    const start = performance.now();
    const { reused, memory: kept, stopAt } = await held.begin(prompt);
    let memory = kept;
    let logits = new Float32Array();
    let read = reused;
    try {
      while (read < prompt.length) {
        await pause();
        const end = nextStop(read, prompt.length, stopAt);
        const step = await network.read(prompt.slice(0, end), memory, held.isHead(memory));
        ({ memory, logits } = step as { memory: Memory; logits: Float32Array<ArrayBuffer> });
        read = end;
        if (read === stopAt) held.keepHead(prompt.slice(0, read), memory);
        const left = ((performance.now() - start) / (read - reused)) * (prompt.length - read);
        onReading({ read, total: prompt.length, millisecondsLeft: left });
      }
    } catch (error) {
      if (memory) held.hold(prompt.slice(0, read), memory);
      throw error;
    }
    if (!memory) throw new PagehoundError("internal", "A prompt without a token was read.");
    return { reused, logits, memory };
  }

  async #grammar(loaded: Loaded, size: number): Promise<TokenGrammar> {
    loaded.grammar ??= await loaded.engine.grammar(size);
    return loaded.grammar;
  }
}

/**
 * Returns where the next piece ends. The first token is read alone: its values are a hundred times
 * as large as those of other tokens, so 8-bit models that quantise a whole piece with one step size
 * would leave few steps for the other tokens.
 */
function nextStop(read: number, length: number, stopAt: number | null): number {
  if (read === 0 && length > 1) return 1;
  const end = Math.min(length, read + pieceTokens);
  return stopAt !== null && read < stopAt && stopAt < end ? stopAt : end;
}

function tooLong(promptTokens: number, contextLength: number): PagehoundError {
  return new PagehoundError(
    "context-exceeded",
    `The prompt has ${promptTokens} tokens, and the model's context only ${contextLength}. Ask about less, or load the model with a longer context.`,
    { data: { promptTokens, contextLength } },
  );
}

/** The text of a reply, in pieces that never end inside a character. */
class ReplyText {
  readonly #engine: Pick<OnnxEngine, "decode">;
  readonly #tokens: number[] = [];
  content = "";

  constructor(engine: Pick<OnnxEngine, "decode">) {
    this.#engine = engine;
  }

  add(token: number): string {
    this.#tokens.push(token);
    const text = this.#engine.decode(this.#tokens);
    // A character that consists of several tokens is not complete yet.
    return text.endsWith("\ufffd") ? "" : this.#take(text);
  }

  end(): string {
    return this.#take(this.#engine.decode(this.#tokens));
  }

  #take(text: string): string {
    const piece = text.slice(this.content.length);
    this.content = text;
    return piece;
  }
}
