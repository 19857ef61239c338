import { afterEach, describe, expect, it, vi } from "vitest";
import { chooseStrategy } from "../../../src/agent/loop/run.js";
import type { ChatMessage, ChatRequest, ModelInfo } from "../../../src/models/language-model.js";
import type { DeviceReport } from "../../../src/models/web-llm/choose-model.js";
import type { WebLlmEngineApi, WebLlmFileStore } from "../../../src/models/web-llm/engine-api.js";
import type { WebLlmEngineSession } from "../../../src/models/web-llm/engine-session.js";
import { loadWith } from "../../../src/models/web-llm/load-web-llm.js";
import { WorkerModel } from "../../../src/models/worker-model.js";
import {
  type Answer,
  FakeEngine,
  fakeModel,
  fakeSession,
  linkedWorker,
  reply,
  storeWithModel,
} from "./web-llm-fake.js";

const info: ModelInfo = {
  id: `web-llm:${fakeModel.id}`,
  name: "Fake",
  provider: "web-llm",
  contextLength: 4096,
  sendsTo: null,
  choosesTools: false,
};
const messages: ChatMessage[] = [{ role: "user", content: "?" }];
const never = new Promise<never>(() => {});

/** A model whose workers each answer by one script; counts the workers that were started. */
async function modelOf(scripts: readonly Answer[], patience = 60_000, store?: WebLlmFileStore) {
  const sessions: { session: WebLlmEngineSession; loseDevice(): void }[] = [];
  for (const script of scripts) sessions.push(await fakeSession(new FakeEngine(script), store));
  const workers = { started: 0, ended: 0 };
  const model = await WorkerModel.load<WebLlmEngineApi>({
    info,
    load: async (remote, fetches, each) => {
      const controlTokens = await remote.load({ ...fakeModel, fetches }, each);
      return { controlTokens };
    },
    patience,
    startWorker() {
      const next = sessions[workers.started++];
      if (!next) throw new Error("No more workers were expected.");
      const worker = linkedWorker(next.session);
      const end = (error: Error) => {
        workers.ended++;
        worker.end(error);
      };
      return { ...worker, end };
    },
  });
  return { model, workers, sessions };
}

/** A graphics card that can run any model. */
const card: DeviceReport = {
  adapter: {
    vendor: "",
    architecture: "",
    description: "",
    software: false,
    features: [],
    maxBufferSize: 2 ** 32,
    maxStorageBufferBindingSize: 2 ** 31,
    maxComputeWorkgroupStorageSize: 2 ** 15,
    maxStorageBuffersPerShaderStage: 10,
  },
  deviceMemory: 8,
  mobile: false,
  storage: null,
};

/** Answers once it is released or interrupted. */
const talk: Answer = async function* (_request, interrupted) {
  yield { type: "text", text: "I" };
  await interrupted;
  yield { type: "end", reason: "abort" };
};

/** Keeps reading the prompt forever, ignoring interruptions. */
const hang: Answer = async function* () {
  await never;
  yield* reply([]);
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a model in a worker", () => {
  it("answers one request after the other", async () => {
    let running = 0;
    let most = 0;
    const { model } = await modelOf([
      async function* () {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve));
        yield* reply(["ok"]);
        running--;
      },
    ]);
    const answers = await Promise.all([1, 2, 3].map(() => model.complete({ messages })));
    expect(answers.map(({ content }) => content)).toEqual(["ok", "ok", "ok"]);
    expect(most).toBe(1);
  });

  it.each([
    ["a small one", 0.135e9, "guided"],
    ["a larger one whose name says less", 5.1e9, "full-tools"],
  ])(
    "reports its parameters, by which a strategy is chosen: %s",
    async (_, parameters, strategy) => {
      vi.stubGlobal("location", { href: "https://page.example/" });
      const { session } = await fakeSession(new FakeEngine(() => reply([])));
      const form = { id: fakeModel.id, library: "fake.wasm", memoryBytes: 1 };
      const model = {
        id: "Fake-2B",
        name: "Fake-2B",
        license: "CC0-1.0",
        parameters,
        variants: { f16: form, f32: form },
        numbersPerToken: 1,
        largestTensor: 1,
        contextLength: 4096,
        minimumContext: 4096,
        mobile: true,
        choosesTools: true,
        thinks: false,
      };
      const { info: loaded } = await loadWith(
        { probe: async () => card, startWorker: () => linkedWorker(session), patience: 1000 },
        {
          model: model.id,
          models: [model],
          modelBase: "https://models.example/",
          modelLibBase: "https://models.example/libs/",
        },
      );
      expect(loaded.parameters).toBe(parameters / 1e9);
      expect(chooseStrategy([{ words: 10 }], loaded).name).toBe(strategy);
    },
  );

  it("reports how much it has read, and yields the pieces of its reply", async () => {
    const { model } = await modelOf([
      (_request, _interrupted, onRead) => {
        onRead(8, 24);
        onRead(24, 24);
        return reply(["It ", "was."]);
      },
    ]);
    const [pieces, read]: [string[], number[][]] = [[], []];
    await model.complete(
      { messages },
      {
        onProgress: (piece) => pieces.push(piece),
        onReading: (progress) => read.push([progress.read, progress.total]),
      },
    );
    expect(pieces).toEqual(["It ", "was."]);
    expect(read).toEqual([
      [8, 24],
      [24, 24],
    ]);
  });

  it("keeps its worker if an aborted reply stops", async () => {
    let calls = 0;
    const { model, workers } = await modelOf([
      (...parameters) => (calls++ === 0 ? talk(...parameters) : reply(["again"])),
    ]);
    const controller = new AbortController();
    const options = { signal: controller.signal, onProgress: () => controller.abort("enough") };
    await expect(model.complete({ messages }, options)).rejects.toBe("enough");
    expect((await model.complete({ messages })).content).toBe("again");
    expect(workers).toEqual({ started: 1, ended: 0 });
  });

  it("terminates a worker that keeps reading the prompt, and loads the model again", async () => {
    const controller = new AbortController();
    const hangAndAbort: Answer = (...parameters) => {
      controller.abort("enough");
      return hang(...parameters);
    };
    const { model, workers } = await modelOf([hangAndAbort, () => reply(["again"])], 1);
    const answer = model.complete({ messages }, { signal: controller.signal });
    await expect(answer).rejects.toBe("enough");
    expect((await model.complete({ messages })).content).toBe("again");
    expect(workers).toEqual({ started: 2, ended: 1 });
  });

  it("says that the device was lost, and loads the model again", async () => {
    const { model, workers, sessions } = await modelOf([talk, () => reply(["again"])]);
    const onProgress = () => sessions[0]?.loseDevice();
    await expect(model.complete({ messages }, { onProgress })).rejects.toMatchObject({
      code: "device-lost",
    });
    expect((await model.complete({ messages })).content).toBe("again");
    expect(workers).toEqual({ started: 2, ended: 1 });
  });

  it("keeps its worker if a prompt is too long", async () => {
    const { model, workers } = await modelOf([
      // biome-ignore lint/correctness/useYield: it fails first.
      async function* () {
        throw new Error("number of prompt tokens: 5000; context window size: 4096");
      },
    ]);
    await expect(model.complete({ messages })).rejects.toMatchObject({ code: "context-exceeded" });
    expect(workers.ended).toBe(0);
  });

  it.each<[string, Partial<ChatRequest>, RegExp]>([
    ["no tokens to write", { maxTokens: 0 }, /maxTokens.*not 0/],
    ["half a token", { maxTokens: 1.5 }, /maxTokens/],
    ["a temperature below zero", { temperature: -1 }, /temperature/],
    ["a temperature that is not a number", { temperature: Number.NaN }, /temperature/],
    ["a fractional seed", { seed: 0.5 }, /seed/],
    ["no messages", { messages: [] }, /messages/],
    [
      "a last message that is not the user's",
      { messages: [...messages, { role: "assistant", content: "!" }] },
      /messages/,
    ],
    [
      "a system message in the middle",
      { messages: [...messages, { role: "system", content: "!" }, ...messages] },
      /messages/,
    ],
    [
      "a pattern that no grammar can follow",
      {
        responseFormat: { name: "ahead", schema: { type: "string", pattern: "^(?=a)b$" } },
      },
      /schema/,
    ],
    [
      "bounds that contradict each other",
      {
        responseFormat: { name: "bounds", schema: { type: "string", minLength: 5, maxLength: 2 } },
      },
      /schema/,
    ],
  ])("refuses %s, and keeps its worker", async (_, wrong, message) => {
    let calls = 0;
    const { model, workers } = await modelOf([
      () => {
        calls++;
        return reply(["ok"]);
      },
    ]);
    const error: unknown = await model.complete({ messages, ...wrong }).then(
      () => null,
      (reason) => reason,
    );
    expect(error).toMatchObject({ code: "invalid-argument" });
    expect(String(error)).toMatch(message);
    expect(calls).toBe(0);
    expect((await model.complete({ messages })).content).toBe("ok");
    expect(workers).toEqual({ started: 1, ended: 0 });
  });

  it("does not download the model again during a request if it is no longer stored", async () => {
    const store = await storeWithModel();
    const shard = new URL("params_shard_0.bin", fakeModel.folder).href;
    const { model, workers, sessions } = await modelOf(
      [talk, talk, () => reply(["again"])],
      60_000,
      store,
    );
    const onProgress = () => sessions[0]?.loseDevice();
    await expect(model.complete({ messages }, { onProgress })).rejects.toMatchObject({
      code: "device-lost",
    });
    const fetched = vi.spyOn(globalThis, "fetch");
    await store.remove("webllm/model", shard);
    await expect(model.complete({ messages })).rejects.toMatchObject({
      code: "model-failed",
      message: expect.stringMatching(/no longer completely stored.*Load the model again/),
    });
    expect(fetched).not.toHaveBeenCalled();
    // As if another page had downloaded it in the meantime.
    await store.write("webllm/model", shard, new Uint8Array(100), "arraybuffer");
    expect((await model.complete({ messages })).content).toBe("again");
    expect(workers).toEqual({ started: 3, ended: 2 });
  });

  it("counts the time of a reply from the request, including the wait for earlier ones", async () => {
    const started: number[] = [];
    const { model } = await modelOf([
      async function* () {
        started.push(performance.now());
        await new Promise((resolve) => setTimeout(resolve, 30));
        yield* reply(["ok"]);
      },
    ]);
    const begun = performance.now();
    const [, second] = await Promise.all([1, 2].map(() => model.complete({ messages })));
    const waited = (started[1] ?? 0) - begun;
    expect(waited).toBeGreaterThan(0);
    expect(second?.timing.firstToken).toBeGreaterThanOrEqual(waited);
    expect(second?.timing.total).toBeGreaterThanOrEqual(waited);
  });

  it("ends the worker when the model is unloaded, and rejects pending and later calls", async () => {
    const { model, workers } = await modelOf([hang]);
    const answers = [1, 2].map(() => model.complete({ messages }));
    const outcomes = Promise.allSettled(answers);
    await model.unload();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "closed" } });
    }
    await expect(model.complete({ messages })).rejects.toMatchObject({ code: "closed" });
    expect(workers).toEqual({ started: 1, ended: 1 });
  });

  it("does not call the model if the signal is already aborted", async () => {
    let calls = 0;
    const { model } = await modelOf([
      () => {
        calls++;
        return reply(["ok"]);
      },
    ]);
    const answer = model.complete({ messages }, { signal: AbortSignal.abort("no") });
    await expect(answer).rejects.toBe("no");
    await model.complete({ messages });
    expect(calls).toBe(1);
  });
});
