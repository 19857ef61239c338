import { actionFormat } from "../../../src/agent/loop/read-reply.js";
import { answerTool, standardTools } from "../../../src/agent/tools/standard-tools.js";
import type { LanguageModel } from "../../../src/index.js";
import { connectEndpoint } from "../../../src/models/openai/endpoint-model.js";
import { loadWllama } from "../../../src/models/wllama/load-wllama.js";

/**
 * What is measured: the page's model file with this many threads, the same for transformers.js, or
 * a server; with a required format, or without.
 */
export interface SpeedRequest {
  /** Null for the default. */
  readonly threads: number | null;
  /** Base address of an OpenAI-compatible server; null for the file. */
  readonly server: string | null;
  /** Address of the folder with the model for transformers.js; null for the file. */
  readonly onnx: string | null;
  readonly form: boolean;
  /** Whether a short prompt is enough, to check that everything works. */
  readonly quick: boolean;
}

/** How fast a model is. */
export interface EngineSpeed {
  /** Milliseconds until it was ready. */
  readonly load: number;
  /** Prompt tokens that were read, and how many of them per second. */
  readonly read: number;
  readonly readPerSecond: number;
  readonly written: number;
  readonly writtenPerSecond: number;
  /** Tokens read per second of processor time, which other programs do not affect. */
  readonly readPerCpuSecond: number;
  readonly writtenPerCpuSecond: number;
  /** Share of the next prompt that was still cached, after the same beginning. */
  readonly reused: number;
  /** Longest time between two ticks of the page while it read the prompt, in milliseconds. */
  readonly longestPause: number;
}

declare global {
  /** Seconds of processor time that all threads of the page's process have used so far. */
  var cpuSeconds: () => Promise<number>;
}

const text =
  "The heliostat plant near the river has twelve hundred mirrors, and each of them turns twice an hour toward the tower. In its third year it produced more than it had promised, although two of its pumps had to be replaced in spring. ";
const writtenTokens = 48;
const fewTokens = 8;

/** Makes a model read about a thousand tokens and write some, then reuse the same beginning. */
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
    // The first token is written with the prompt.
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
    // From the package: unlike this page, it leaves onnxruntime's wasm in its place.
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
 * Ticks every few milliseconds; the returned function reports the longest time between two ticks.
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
