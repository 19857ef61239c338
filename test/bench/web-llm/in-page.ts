// Functions that run in the harness page; each is self-contained.
import type {
  ChatMessage,
  ChatReply,
  JsonSchema,
  LanguageModel,
  ModelInfo,
} from "../../../src/index.js";
import type { WebLlmModel } from "../../../src/models/web-llm/models.js";

declare global {
  /** The model loaded into web-llm on the page. */
  var loadedModel: LanguageModel | undefined;
  /** Whether part of the latest prompt has been read. */
  var webLlmHasRead: boolean;
}

export interface LoadRequest {
  readonly variant: string;
  readonly model: WebLlmModel;
  readonly contextLength: number;
}

export interface LoadedModel {
  readonly info: ModelInfo;
  /** Describes the graphics adapter, and tells whether it runs on the CPU. */
  readonly adapter: string;
  readonly software: boolean;
  readonly milliseconds: number;
  readonly phases: readonly string[];
}

/** Loads the model served under `/models/`, as `webLlm`. */
export async function loadInPage(request: LoadRequest): Promise<LoadedModel> {
  const { models } = globalThis.harness;
  const { adapter } = await models.probeDevice();
  const phases = new Set<string>();
  const started = performance.now();
  globalThis.loadedModel = await models.loadWebLlm(
    {
      model: request.variant,
      models: [request.model],
      modelBase: "/models/",
      modelLibBase: "/models/",
      contextLength: request.contextLength,
    },
    { onProgress: ({ phase }) => phases.add(phase) },
  );
  const { vendor = "", architecture = "", description = "", software = true } = adapter ?? {};
  return {
    info: globalThis.loadedModel.info,
    adapter: [vendor, architecture, description].filter(Boolean).join(" "),
    software,
    milliseconds: performance.now() - started,
    phases: [...phases],
  };
}

/** A request, and when to abort it. */
export interface CompleteRequest {
  readonly messages: readonly ChatMessage[];
  readonly maxTokens?: number;
  readonly schema?: JsonSchema;
  /** Aborts once part of the prompt was read, or once a second piece was written. */
  readonly abort?: "reading" | "writing";
}

export interface Completed {
  /** Null if the request was aborted or failed. */
  readonly reply: ChatReply | null;
  /** Code or message of the error; "" without one. */
  readonly failure: string;
  readonly pieces: readonly string[];
  /** The progress reported while reading, as shares of the prompt. */
  readonly read: readonly number[];
  readonly milliseconds: number;
  /** Milliseconds from the abort until the caller regained control; 0 without an abort. */
  readonly abortedAfter: number;
}

/** Sends one request to the loaded model. */
export async function completeInPage(request: CompleteRequest): Promise<Completed> {
  const { messages, maxTokens, schema, abort } = request;
  globalThis.webLlmHasRead = false;
  const stop = new AbortController();
  const pieces: string[] = [];
  const read: number[] = [];
  const started = performance.now();
  let aborted = Number.POSITIVE_INFINITY;
  const end = () => {
    aborted = performance.now();
    stop.abort(new Error("stopped"));
  };
  const responseFormat = schema && { name: JSON.stringify(schema), schema };
  let reply: ChatReply | null = null;
  let failure = "";
  try {
    if (!globalThis.loadedModel) throw new Error("No model is loaded.");
    reply = await globalThis.loadedModel.complete(
      { messages, maxTokens, responseFormat },
      {
        signal: stop.signal,
        onProgress: (piece) => {
          pieces.push(piece);
          if (abort === "writing" && pieces.length === 2) end();
        },
        onReading: (progress) => {
          globalThis.webLlmHasRead = true;
          read.push(progress.read / progress.total);
          if (abort === "reading" && !stop.signal.aborted) end();
        },
      },
    );
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    failure = typeof code === "string" ? code : String(message);
  }
  const ended = performance.now();
  const abortedAfter = Math.max(0, ended - aborted);
  return { reply, failure, pieces, read, milliseconds: ended - started, abortedAfter };
}
