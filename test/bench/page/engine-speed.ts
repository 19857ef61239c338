import { actionFormat } from "../../../src/agent/loop/read-reply.js";
import { answerTool, standardTools } from "../../../src/agent/tools/standard-tools.js";
import type { LanguageModel } from "../../../src/index.js";
import { connectEndpoint } from "../../../src/models/openai/endpoint-model.js";
import { loadWllama } from "../../../src/models/wllama/load-wllama.js";

/**
 * What to measure: the page's model file with this many threads, the same model in transformers.js,
 * or a server; with or without constrained output.
 */
export interface SpeedRequest {
  /** Null for the default. */
  readonly threads: number | null;
  /** Base URL of an OpenAI-compatible server; null to run the file. */
  readonly server: string | null;
  /** URL of the folder with the model for transformers.js; null to run the file. */
  readonly onnx: string | null;
  readonly form: boolean;
  /** Use a short prompt, only to check that everything works. */
  readonly quick: boolean;
}

export interface EngineSpeed {
  /** Milliseconds until the model was ready. */
  readonly load: number;
  /** Number of prompt tokens, and how many were read per second. */
  readonly read: number;
  readonly readPerSecond: number;
  readonly written: number;
  readonly writtenPerSecond: number;
  /** Tokens read per second of processor time, which other programs do not affect. */
  readonly readPerCpuSecond: number;
  readonly writtenPerCpuSecond: number;
  /** Share of the next prompt, which begins the same way, that was still cached. */
  readonly reused: number;
  /** The longest gap between two ticks of the page while the prompt was read, in milliseconds. */
  readonly longestPause: number;
}

declare global {
  /** Seconds of processor time used so far by all threads of the page's process. */
  var cpuSeconds: () => Promise<number>;
}

const text =
  "The heliostat plant near the river has twelve hundred mirrors, and each of them turns twice an hour toward the tower. In its third year it produced more than it had promised, although two of its pumps had to be replaced in spring. ";
const writtenTokens = 48;
const fewTokens = 8;

/**
 * Has a model read about a thousand tokens and write some, then continue from the same beginning.
 */
export async function engineSpeed(request: SpeedRequest): Promise<EngineSpeed> {
  const started = performance.now();
  const model = await modelOf(request);
  const load = performance.now() - started;
  const system = {
    role: "system",
    content: `Read this. ${text.repeat(request.quick ? 1 : 20)}`,
  } as const;
  const user = (content: string) => ({ role: "user", content }) as const;
  const tools = standardTools.filter(({ name }) => name !== answerTool.name);
  const responseFormat = request.form ? actionFormat(tools, answerTool) : undefined;
  const pause = watchPauses();
  const before = await globalThis.cpuSeconds();
  let readIn: Promise<number> | null = null;
  const first = await model.complete(
    {
      messages: [system, user("What does the text say about the plant? Tell all of it.")],
      maxTokens: request.quick ? fewTokens : writtenTokens,
      responseFormat,
    },
    {
      onProgress: () => {
        readIn ??= globalThis.cpuSeconds();
      },
    },
  );
  const longestPause = pause();
  const after = await globalThis.cpuSeconds();
  const atFirst = (await (readIn as Promise<number> | null)) ?? after;
  const second = await model.complete({
    messages: [system, user("How many pumps were replaced?")],
    maxTokens: 1,
  });
  await model.unload();
  const { usage, timing } = first;
  const reading = timing.firstToken ?? timing.total;
  const read = usage.promptTokens - (usage.reusedTokens ?? 0);
  return {
    load,
    read,
    readPerSecond: (read / reading) * 1000,
    written: usage.completionTokens,
    // The first token is generated together with reading the prompt.
    writtenPerSecond: ((usage.completionTokens - 1) / (timing.total - reading)) * 1000,
    readPerCpuSecond: read / (atFirst - before),
    writtenPerCpuSecond: (usage.completionTokens - 1) / (after - atFirst),
    reused: (second.usage.reusedTokens ?? 0) / second.usage.promptTokens,
    longestPause,
  };
}

async function modelOf({ threads, server, onnx }: SpeedRequest): Promise<LanguageModel> {
  if (server !== null) return connectEndpoint({ url: server, contextLength: 4096 });
  if (onnx !== null) {
    // Loaded from the package, which, unlike this page's bundle, leaves onnxruntime's wasm in
    // place.
    return globalThis.harness.models.loadTransformers({
      ...{ model: onnx, assetsBase: "/onnx/", device: "wasm", cache: false },
      threads: threads ?? undefined,
    });
  }
  return loadWllama({
    model: globalThis.harness.modelFiles(),
    assetsBase: "/wllama/",
    compatBase: "/wllama-compat/",
    threads: threads ?? undefined,
  });
}

/**
 * Ticks every few milliseconds; the returned function reports the longest gap between two ticks.
 */
function watchPauses(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
