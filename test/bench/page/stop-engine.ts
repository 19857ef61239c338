import type { LanguageModel } from "../../../src/index.js";
import { loadWllama } from "../../../src/models/wllama/load-wllama.js";
import { randomGguf } from "../../fixtures/models/random-gguf.js";
import { addFiles, openCollection } from "./ingest.js";
import { watchLongTasks } from "./long-tasks.js";

/** How quickly an engine stops and resumes, in milliseconds. */
export interface EngineTimes {
  /** From each abort until the caller regained control. */
  readonly callerStopped: readonly number[];
  /** From each abort until the engine has answered another request with one token. */
  readonly engineFree: readonly number[];
  /** Time for that one token without a preceding abort. */
  readonly oneToken: readonly number[];
  readonly decodedPerSecond: number;
  /** Share of the prompt that was still cached in a conversation that only grew. */
  readonly reused: number;
  /** The longest main-thread task while loading and answering; 0 if none reached 50 ms. */
  readonly longestTask: number;
}

const times = 20;

/** Loads llama.cpp with a small model of random weights, which is generated in a moment. */
function loader(): (contextLength: number) => Promise<LanguageModel> {
  const file = new File([randomGguf()], "random.gguf");
  const places = { assetsBase: "/wllama/", compatBase: "/wllama-compat/" };
  return (contextLength) => loadWllama({ model: file, ...places, contextLength });
}

/** Aborts llama.cpp in the middle of many replies, and sends another request after each. */
export async function stopEngine(paths: readonly string[]): Promise<EngineTimes> {
  const load = loader();
  const longestTask = await askQuestion(load, paths);
  const model = await load(2048);
  const system = {
    role: "system",
    content: "You answer questions about documents. ".repeat(20),
  } as const;
  const ask = { role: "user", content: "Tell a long story." } as const;
  const one = async (): Promise<number> => {
    const started = performance.now();
    await model.complete({ messages: [{ role: "user", content: "One." }], maxTokens: 1 });
    return performance.now() - started;
  };
  const callerStopped: number[] = [];
  const engineFree: number[] = [];
  const oneToken: number[] = [];
  for (let time = 0; time < times; time++) {
    const stop = new AbortController();
    let aborted = 0;
    await model
      .complete(
        { messages: [system, ask], maxTokens: 400, temperature: 1, seed: time },
        {
          signal: stop.signal,
          onProgress: () => {
            aborted ||= performance.now();
            stop.abort();
          },
        },
      )
      .catch(() => {});
    callerStopped.push(performance.now() - aborted);
    await one();
    engineFree.push(performance.now() - aborted);
    oneToken.push(await one());
  }
  const first = await model.complete({
    messages: [system, ask],
    maxTokens: 100,
    temperature: 1,
    seed: 1,
  });
  const reply = { role: "assistant", content: first.content } as const;
  const second = await model.complete({ messages: [system, ask, reply, ask], maxTokens: 1 });
  await model.unload();
  const decoding = first.timing.total - (first.timing.firstToken ?? 0);
  return {
    callerStopped,
    engineFree,
    oneToken,
    decodedPerSecond: (first.usage.completionTokens / decoding) * 1000,
    reused: (second.usage.reusedTokens ?? 0) / second.usage.promptTokens,
    longestTask,
  };
}

/** Answers a question about the harness files, and watches the main thread meanwhile. */
async function askQuestion(
  load: (contextLength: number) => Promise<LanguageModel>,
  paths: readonly string[],
): Promise<number> {
  const collection = await openCollection("bench-engine");
  await addFiles(
    collection,
    paths.map((path, file) => ({ path, file })),
  );
  const longestTask = watchLongTasks();
  const model = await load(8192);
  const question = "How many passengers were carried?";
  for await (const event of collection.ask(question, { model, strategy: "tools", calls: 3 })) {
    if (event.type === "answer")
      await globalThis.say(`Answered in ${event.answer.usage.turns} turns.`);
  }
  await model.unload();
  collection.close();
  return longestTask();
}
