import { loadWllama } from "../../../src/model/wllama/load-wllama.js";
import { randomGguf } from "../../fixtures/models/random-gguf.js";

/** How long an engine takes, in milliseconds. */
export interface EngineTimes {
  /** From an abort until the caller has control again, each time. */
  readonly callerStopped: readonly number[];
  /** From an abort until the engine has answered another request with one token, each time. */
  readonly engineFree: readonly number[];
  /** That one token without an abort before it, each time. */
  readonly oneToken: readonly number[];
  readonly decodedPerSecond: number;
  /** Share of the prompt that a conversation which only grew had still in memory. */
  readonly reused: number;
}

const times = 20;

/** Stops llama.cpp in the middle of a reply, many times, and asks it something else at once. */
export async function stopEngine(): Promise<EngineTimes> {
  const model = await loadWllama({
    model: new File([randomGguf()], "random.gguf"),
    assetsBase: "/wllama/",
    compatBase: "/wllama-compat/",
    contextLength: 2048,
  });
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
  };
}
