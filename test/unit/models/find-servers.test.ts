import { describe, expect, it } from "vitest";
import {
  type FoundServer,
  findModelServers,
  type ModelServerName,
  usualModelServers,
} from "../../../src/models/openai/find-servers.js";
import { json, type Routes, routed, type SeenRequest, serveEndpoint } from "./openai-server.js";

/** A server that returns recorded responses for each path. */
async function serving(list: unknown, routes: Routes = {}) {
  const byName = routed(routes);
  return serveEndpoint(byName, json(list), byName);
}

async function found(name: ModelServerName, { url }: { url: string }) {
  const { servers, obstacle } = await findModelServers({ places: [{ name, url }] });
  expect(obstacle).toBeNull();
  return servers[0];
}

const ollamaList = {
  object: "list",
  data: [
    { id: "llama3.2:latest", object: "model", created: 1746405457, owned_by: "library" },
    { id: "qwen3:8b", object: "model", created: 1746405457, owned_by: "library" },
    { id: "nomic-embed-text:latest", object: "model", created: 1746405457, owned_by: "library" },
  ],
};
const ollamaShown: Readonly<Record<string, unknown>> = {
  "llama3.2:latest": {
    parameters: 'num_keep                       24\nstop                           "<|eot_id|>"',
    model_info: { "general.architecture": "llama", "llama.context_length": 131072 },
    capabilities: ["completion", "tools"],
  },
  "qwen3:8b": {
    parameters: "num_ctx                        16384\ntemperature                    0.6",
    model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40960 },
    capabilities: ["completion", "tools", "thinking"],
  },
  "nomic-embed-text:latest": {
    model_info: { "general.architecture": "nomic-bert", "nomic-bert.context_length": 2048 },
    capabilities: ["embedding"],
  },
};

describe("a server on this computer", () => {
  it("lists no models with names that cannot be shown unchanged", async () => {
    const names = ["fine:8b", "turned\u202egpj", "bell\u0007", "line\nbreak", "__proto__"];
    const server = await serving({ data: names.map((id) => ({ id, owned_by: "vllm" })) });
    const { models = [] } = (await found("vLLM", server)) ?? {};
    expect(models.map(({ id }) => id)).toEqual(["fine:8b", "__proto__"]);
  });

  it("recognises Ollama, with current and maximum context sizes", async () => {
    const server = await serving(ollamaList, {
      "/api/ps": { models: [{ name: "llama3.2:latest", context_length: 8192 }] },
      "/api/show": (body: { model: string }) => ollamaShown[body.model],
    });
    expect(await found("Ollama", server)).toEqual({
      name: "Ollama",
      url: server.url,
      state: "ready",
      models: [
        { id: "llama3.2:latest", contextLength: 8192, longestContext: 131072 },
        { id: "qwen3:8b", contextLength: 16384, longestContext: 40960 },
      ],
      remedy: null,
      advice: null,
    });
  });

  it.each([
    [
      "/api/v0/models",
      {
        object: "list",
        data: [
          {
            id: "qwen2-vl-7b-instruct",
            object: "model",
            type: "vlm",
            state: "not-loaded",
            max_context_length: 32768,
          },
          {
            id: "meta-llama-3.1-8b-instruct",
            object: "model",
            type: "llm",
            state: "loaded",
            max_context_length: 131072,
            loaded_context_length: 8192,
          },
          { id: "text-embedding-nomic-embed-text-v1.5", type: "embeddings" },
        ],
      },
    ],
    [
      "/api/v1/models",
      {
        models: [
          {
            type: "llm",
            key: "qwen2-vl-7b-instruct",
            loaded_instances: [],
            max_context_length: 32768,
          },
          {
            type: "llm",
            key: "meta-llama-3.1-8b-instruct",
            loaded_instances: [{ id: "x", config: { context_length: 8192 } }],
            max_context_length: 131072,
          },
          { type: "embedding", key: "text-embedding-nomic-embed-text-v1.5-embedding" },
        ],
      },
    ],
  ])("recognises LM Studio, with its own list at %s", async (path, list) => {
    const entry = { id: "qwen2-vl-7b-instruct", object: "model", owned_by: "organization_owner" };
    const server = await serving({ object: "list", data: [entry] }, { [path]: list });
    expect(await found("LM Studio", server)).toMatchObject({
      state: "ready",
      models: [
        { id: "qwen2-vl-7b-instruct", contextLength: null, longestContext: 32768 },
        { id: "meta-llama-3.1-8b-instruct", contextLength: 8192, longestContext: 131072 },
      ],
    });
  });

  it("recognises llama.cpp, with the context of one slot", async () => {
    const meta = { vocab_type: 2, n_ctx: 16384, n_ctx_train: 131072, n_params: 8030261312 };
    const entry = { id: "tiny.gguf", object: "model", owned_by: "llamacpp", meta };
    const server = await serving(
      { object: "list", data: [entry] },
      { "/props": { default_generation_settings: { n_ctx: 4096 }, total_slots: 4 } },
    );
    expect(await found("llama.cpp", server)).toMatchObject({
      models: [{ id: "tiny.gguf", contextLength: 4096, longestContext: 131072 }],
    });
  });

  it.each<[ModelServerName, Readonly<Record<string, unknown>>, number | null]>([
    ["vLLM", { id: "Qwen/Qwen3-8B", owned_by: "vllm", max_model_len: 32768 }, 32768],
    ["llama-cpp-python", { id: "m.gguf", owned_by: "me", permissions: [] }, null],
  ])(
    "recognises %s by what its list says, regardless of its address",
    async (name, entry, contextLength) => {
      const server = await serving({ object: "list", data: [{ object: "model", ...entry }] });
      expect(await found("Jan", server)).toMatchObject({ name, models: [{ contextLength }] });
    },
  );

  it("keeps the list of a server that reports nothing more", async () => {
    const server = await serving(ollamaList);
    expect((await found("Ollama", server))?.models).toHaveLength(3);
  });

  it("reports a server that asks for a key", async () => {
    const server = await serveEndpoint(() => {}, json({ error: "no" }, 401));
    expect(await found("Jan", server)).toMatchObject({
      state: "needs-key",
      models: [],
      advice: expect.stringMatching(/^Jan at .* requires a key/),
    });
  });

  it.each([
    ["something else", { hello: "world" }, 200],
    ["no such path", { error: "Not found" }, 404],
  ])("ignores a server that answers with %s", async (_what, body, status) => {
    const server = await serveEndpoint(() => {}, json(body, status));
    expect(await found("vLLM", server)).toBeUndefined();
  });
});

describe("a search for servers", () => {
  it("asks all servers at once, reports each in order, and sends nothing else", async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = await serveEndpoint(
      () => {},
      async (response, request) => {
        await held;
        json({ data: [{ id: "slow" }] })(response, request);
      },
    );
    const quick = await serving({ data: [{ id: "quick" }] });
    const reported: string[] = [];
    const { servers } = await findModelServers({
      places: [
        { name: "vLLM", url: slow.url },
        { name: "Jan", url: "http://127.0.0.1:1/v1" },
        { name: "Jan", url: quick.url },
      ],
      onProgress: ({ models }: FoundServer) => {
        reported.push(models[0]?.id ?? "");
        release();
      },
    });
    expect(reported).toEqual(["quick", "slow"]);
    expect(servers.map(({ models }) => models[0]?.id)).toEqual(["slow", "quick"]);
    const seen = [...slow.requests, ...quick.requests];
    expect(seen.map(({ method, body }: SeenRequest) => [method, body])).toEqual([
      ["GET", null],
      ["GET", null],
    ]);
  });

  it("does not wait for silent servers, and can be cancelled", async () => {
    const silent = await serveEndpoint(
      () => {},
      () => {},
    );
    const places = [{ name: "Ollama", url: silent.url }] as const;
    expect((await findModelServers({ places, timeout: 50 })).servers).toEqual([]);
    const abort = new AbortController();
    const search = findModelServers({ places, signal: abort.signal });
    const reason = new Error("enough");
    abort.abort(reason);
    await expect(search).rejects.toBe(reason);
    await expect(findModelServers({ places, signal: abort.signal })).rejects.toBe(reason);
  });

  it("searches this computer only, by default", () => {
    for (const { url } of usualModelServers) expect(url).toMatch(/^http:\/\/localhost:\d+\/v1$/);
  });

  it("rejects invalid options", async () => {
    const wrong = { places: "http://localhost" } as never;
    await expect(findModelServers(wrong)).rejects.toMatchObject({ code: "invalid-argument" });
  });
});
