import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ChatRequest } from "../../../src/models/language-model.js";
import { connectEndpoint } from "../../../src/models/openai/endpoint-model.js";
import { delta, json, routed, serveEndpoint, stream } from "./openai-server.js";

const question: ChatRequest = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "What is a qersu?" },
  ],
};
const form = { name: "action_1", schema: { type: "object" } };

describe("an endpoint's reply", () => {
  it("reports an error on one line, without direction marks", async () => {
    const message = "no\u202e room\u001b[31m\u0000 left";
    const server = await serveEndpoint(json({ error: { message } }, 500));
    const model = await connectEndpoint({ url: server.url });
    await expect(model.complete(question)).rejects.toMatchObject({
      code: "endpoint-failed",
      message: expect.stringContaining("(500): no room [31m left. See"),
    });
  });

  it("an endpoint's reply arrives in pieces, with its usage", async () => {
    const usage = {
      prompt_tokens: 40,
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: 30 },
    };
    const server = await serveEndpoint(
      stream({ choices: [{ delta: { role: "assistant" } }] }, delta("Hel"), delta("lo", "stop"), {
        choices: [],
        usage,
      }),
    );
    const model = await connectEndpoint({ url: server.url });
    const pieces: string[] = [];
    const reply = await model.complete(question, { onProgress: (piece) => pieces.push(piece) });
    expect(reply).toMatchObject({
      content: "Hello",
      finishReason: "stop",
      usage: { promptTokens: 40, reusedTokens: 30, completionTokens: 2 },
    });
    expect(pieces).toEqual(["Hel", "lo"]);
    expect(reply.timing.firstToken).toBeLessThanOrEqual(reply.timing.total);
  });

  it("accepts an unstreamed reply", async () => {
    const server = await serveEndpoint(
      json({
        choices: [{ message: { content: "<think>Hm.</think>All" }, finish_reason: "length" }],
        usage: { prompt_tokens: 5, completion_tokens: 6 },
      }),
    );
    const model = await connectEndpoint({ url: server.url });
    const pieces: string[] = [];
    const reply = await model.complete(question, { onProgress: (piece) => pieces.push(piece) });
    expect(reply).toMatchObject({
      content: "All",
      finishReason: "length",
      usage: { promptTokens: 5, reusedTokens: null, completionTokens: 6 },
    });
    expect(pieces).toEqual(["All"]);
  });

  it("accepts a stream without a content type, with empty events", async () => {
    const server = await serveEndpoint((response) => {
      response.writeHead(200);
      response.end(`data:\n\ndata: ${JSON.stringify(delta("Hello", "stop"))}\n\n`);
    });
    const model = await connectEndpoint({ url: server.url });
    expect((await model.complete(question)).content).toBe("Hello");
  });

  it("accepts a reply that is split anywhere, even inside a character", async () => {
    const bytes = Buffer.from(
      `: ping\r\n\r\ndata: ${JSON.stringify(delta("Größe 😀", "stop"))}\r\n\r\ndata: [DONE]\r\n\r\n`,
    );
    const server = await serveEndpoint(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.socket?.setNoDelay(true);
      for (const byte of bytes) {
        response.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
      response.end();
    });
    const model = await connectEndpoint({ url: server.url });
    expect((await model.complete(question)).content).toBe("Größe 😀");
  });

  it("omits thinking, however the server sends it", async () => {
    const thought = (text: string) => ({ choices: [{ delta: { reasoning_content: text } }] });
    const server = await serveEndpoint(
      stream(thought("First,"), delta("<thi"), delta("nk>Hm"), delta("m</think>\n"), delta("42")),
    );
    const model = await connectEndpoint({ url: server.url });
    expect((await model.complete(question)).content).toBe("42");
  });

  it("estimates a reply's tokens, and reports none of the prompt, if the server counts nothing", async () => {
    const server = await serveEndpoint(stream(delta("12345678", "stop")));
    const model = await connectEndpoint({ url: server.url });
    const { usage } = await model.complete(question);
    expect(usage).toEqual({ promptTokens: 0, reusedTokens: null, completionTokens: 2 });
  });

  it("waits for the previous reply", async () => {
    let open = 0;
    let most = 0;
    const server = await serveEndpoint(async (response, request) => {
      most = Math.max(most, ++open);
      await new Promise(setImmediate);
      open--;
      return stream(delta("x", "stop"))(response, request);
    });
    const model = await connectEndpoint({ url: server.url });
    await Promise.all([1, 2, 3].map(() => model.complete(question)));
    expect(most).toBe(1);
  });
});

describe("a request to an endpoint", () => {
  it("sends the messages, the format, and the options", async () => {
    const server = await serveEndpoint(stream(delta("{}", "stop")));
    const model = await connectEndpoint({
      url: `${server.url}/`,
      apiKey: "key-1234567890",
      headers: { "x-team": "finance" },
    });
    await model.complete({ ...question, responseFormat: form, maxTokens: 99, seed: 7 });
    const { path, method, headers, body } = server.requests[1] ?? {};
    expect({ path, method }).toEqual({ path: "/v1/chat/completions", method: "POST" });
    expect(headers).toMatchObject({ authorization: "Bearer key-1234567890", "x-team": "finance" });
    expect(headers).not.toHaveProperty("referer");
    expect(headers).not.toHaveProperty("cookie");
    expect(body).toEqual({
      model: "tiny",
      messages: question.messages,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      seed: 7,
      max_tokens: 99,
      response_format: {
        type: "json_schema",
        json_schema: { name: "action_1", schema: { type: "object" }, strict: true },
      },
    });
  });

  it("relaxes the format when it is refused, and remembers that", async () => {
    const server = await serveEndpoint((response, request) => {
      const format = request.body?.response_format as { type: string } | undefined;
      const refusal = { error: { message: `response_format ${format?.type} is not supported` } };
      return (
        format
          ? json(refusal, format.type === "json_schema" ? 400 : 422)
          : stream(delta("{}", "stop"))
      )(response, request);
    });
    const model = await connectEndpoint({ url: server.url });
    const request = { ...question, responseFormat: form };
    const types = () =>
      server
        .chats()
        .map(({ response_format: format }) => (format as { type: string } | undefined)?.type);
    await model.complete(request);
    expect(types()).toEqual(["json_schema", "json_object", undefined]);
    await model.complete(request);
    expect(types()).toEqual(["json_schema", "json_object", undefined, undefined]);
  });

  it.each([
    ["stream_options is not permitted", null, "stream_options"],
    ["Use 'max_completion_tokens' instead of 'max_tokens'.", "max_tokens", "max_tokens"],
    ["Only the default is supported.", "temperature", "temperature"],
  ])("omits a parameter that the server refuses: %s", async (message, param, refused) => {
    const server = await serveEndpoint((response, request) =>
      (refused in (request.body ?? {})
        ? json({ error: { message, param } }, 400)
        : stream(delta("ok", "stop")))(response, request),
    );
    const model = await connectEndpoint({ url: server.url });
    const request = { ...question, maxTokens: 9 };
    expect((await model.complete(request)).content).toBe("ok");
    expect((await model.complete(request)).content).toBe("ok");
    expect(server.chats().map((body) => refused in body)).toEqual([true, false, false]);
    if (refused === "max_tokens") expect(server.chats()[1]?.max_completion_tokens).toBe(9);
  });

  it("fails if the server keeps refusing", async () => {
    const server = await serveEndpoint(json({ error: "bad response_format" }, 400));
    const model = await connectEndpoint({ url: server.url });
    await expect(model.complete({ ...question, responseFormat: form })).rejects.toMatchObject({
      code: "endpoint-failed",
      message: expect.stringContaining("bad response_format"),
    });
    expect(server.chats()).toHaveLength(3);
  });

  it("does not follow a redirect, so that text goes nowhere else", async () => {
    const elsewhere = await serveEndpoint(stream(delta("stolen", "stop")));
    const server = await serveEndpoint((response) => {
      response.writeHead(307, { location: `${elsewhere.url}/chat/completions` });
      response.end();
    });
    const model = await connectEndpoint({ url: server.url });
    await expect(model.complete(question)).rejects.toMatchObject({ code: "endpoint-failed" });
    expect(elsewhere.requests).toEqual([]);
  });

  it("aborts a request at once, and the connection with it", async () => {
    let closed: Promise<unknown> | undefined;
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const server = await serveEndpoint((response) => {
      closed = once(response, "close");
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(delta("Hel"))}\n\n`);
      begin();
    });
    const model = await connectEndpoint({ url: server.url });
    const abort = new AbortController();
    const reply = model.complete(question, { signal: abort.signal });
    const next = model.complete(question, { signal: abort.signal });
    await begun;
    const reason = new Error("enough");
    abort.abort(reason);
    await expect(reply).rejects.toBe(reason);
    await expect(next).rejects.toBe(reason);
    await closed;
    expect(server.chats()).toHaveLength(1);
  });

  it("rejects a request after unloading, even if it waited", async () => {
    const server = await serveEndpoint(() => {});
    const model = await connectEndpoint({ url: server.url });
    const waiting = [model.complete(question), model.complete(question)];
    const unloading = model.unload();
    for (const reply of [...waiting, model.complete(question)]) {
      await expect(reply).rejects.toMatchObject({ code: "closed" });
    }
    await unloading;
  });
});

describe("an endpoint that fails", () => {
  async function failureWith(chat: Parameters<typeof serveEndpoint>[0], options = {}) {
    const server = await serveEndpoint(chat);
    const model = await connectEndpoint({ url: server.url, ...options });
    return model.complete(question).then(
      () => expect.unreachable("It did not fail."),
      (thrown: unknown) => thrown,
    );
  }

  it.each([
    ["OpenAI", 400, { error: { message: "Too long.", code: "context_length_exceeded" } }],
    [
      "vLLM",
      400,
      {
        object: "error",
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
        type: "BadRequestError",
        code: 400,
      },
    ],
    [
      "vLLM, offline checks",
      400,
      {
        error: {
          message:
            "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
        },
      },
    ],
    [
      "llama.cpp",
      400,
      {
        error: {
          code: 400,
          message: "the request exceeds the available context size, try increasing it",
          type: "exceed_context_size_error",
          n_prompt_tokens: 5000,
          n_ctx: 4096,
        },
      },
    ],
    [
      "older llama.cpp",
      500,
      {
        error: {
          code: 500,
          message:
            "the request exceeds the available context size. try increasing the context size or enable context shift",
          type: "server_error",
        },
      },
    ],
    ["Ollama", 400, { error: { message: "the input length exceeds the context length" } }],
  ])("says that a prompt is too long: %s", async (_server, status, body) => {
    expect(await failureWith(json(body, status))).toMatchObject({ code: "context-exceeded" });
    const inStream = "error" in body ? body : { error: body };
    expect(await failureWith(stream(delta("x"), inStream))).toMatchObject({
      code: "context-exceeded",
    });
  });

  it.each([
    [401, { error: "no" }, /requires an API key \(401\)/],
    [404, { error: { message: "model 'tiny' not found" } }, /model 'tiny' not found/],
    [429, { detail: "slow down" }, /\(429\): slow down\. Try again later/],
    [422, { detail: [{ loc: ["body"], msg: "field required" }] }, /field required/],
    [500, { message: "out of\n  memory." }, /\(500\): out of memory\. See/],
  ])("reports a failing endpoint with its status: %i", async (status, body, message) => {
    expect(await failureWith(json(body, status))).toMatchObject({
      code: "endpoint-failed",
      message: expect.stringMatching(message),
      data: { status },
    });
  });

  it("never includes the key in errors", async () => {
    const apiKey = "sk-very-secret";
    const headers = { "x-token": "Token other-secret" };
    for (const [status, message] of [
      [403, "no"],
      [500, `bad key ${apiKey} or other-secret or Token other-secret`],
    ] as const) {
      const error = await failureWith(json({ error: { message } }, status), { apiKey, headers });
      expect(error).toMatchObject({ code: "endpoint-failed" });
      expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain("secret");
    }
    const refused = connectEndpoint({ url: "http://127.0.0.1:1/v1", apiKey: `${apiKey}\n…` });
    await expect(refused).rejects.toMatchObject({ code: "invalid-argument" });
    await refused.catch((error: Error) => {
      expect(`${error.stack} ${error.cause}`).not.toContain("secret");
    });
  });

  it("reports an error in the middle of a stream", async () => {
    expect(
      await failureWith(stream(delta("Hel"), { error: { message: "CUDA error" } })),
    ).toMatchObject({ code: "endpoint-failed", message: expect.stringContaining("CUDA error") });
  });

  it.each([
    ["ends", (data: string) => data],
    ["sends invalid JSON", (data: string) => `${data}data: {"choi\n\n`],
  ])("reports an unfinished reply: it %s", async (_how, change) => {
    const error = await failureWith((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(change(`data: ${JSON.stringify(delta("Hel"))}\n\n`));
    });
    expect(error).toMatchObject({
      code: "endpoint-failed",
      message: expect.stringContaining("in the middle"),
    });
  });

  it("reports a connection that breaks in the middle of a reply", async () => {
    const error = await failureWith((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(delta("Hel"))}\n\n`);
      setImmediate(() => response.destroy());
    });
    expect(error).toMatchObject({
      code: "endpoint-failed",
      message: expect.stringContaining("in the middle"),
    });
  });

  it.each(["text/html", "text/plain", "application/json"])(
    "reports an HTML page in place of a reply, with %s",
    async (type) => {
      const error = await failureWith((response) => {
        response.writeHead(200, { "content-type": type });
        response.end("<!doctype html>\n\n<p>Hello</p>");
      });
      expect(error).toMatchObject({
        code: "endpoint-failed",
        message: expect.stringContaining("not a chat completion"),
      });
    },
  );

  it("reports a reply withheld by a content filter", async () => {
    expect(await failureWith(stream(delta("x", "content_filter")))).toMatchObject({
      code: "endpoint-failed",
      message: expect.stringContaining("content filter"),
    });
  });

  it("reports an endpoint that sends nothing", async () => {
    const server = await serveEndpoint(
      () => {},
      () => {},
    );
    await expect(connectEndpoint({ url: server.url, timeout: 50 })).rejects.toMatchObject({
      code: "endpoint-failed",
      message: expect.stringContaining("was silent"),
    });
  });

  it("measures a reply's time from its request, even while another request is served", async () => {
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const server = await serveEndpoint((response, request) => {
      clock += 1000;
      return stream(delta("x", "stop"))(response, request);
    });
    const model = await connectEndpoint({ url: server.url });
    const replies = await Promise.all([model.complete(question), model.complete(question)]);
    expect(replies.map(({ timing }) => timing)).toEqual([
      { firstToken: 1000, total: 1000 },
      { firstToken: 2000, total: 2000 },
    ]);
  });

  it("answers again after a failure", async () => {
    let failed = false;
    const server = await serveEndpoint((response, request) => {
      const answer = failed ? stream(delta("x", "stop")) : json({}, 500);
      failed = true;
      return answer(response, request);
    });
    const model = await connectEndpoint({ url: server.url });
    await expect(model.complete(question)).rejects.toMatchObject({ code: "endpoint-failed" });
    expect((await model.complete(question)).content).toBe("x");
  });
});

describe("connecting to an endpoint", () => {
  const silent = () => {};

  it("reports where text is sent, and which model it is", async () => {
    const server = await serveEndpoint(silent);
    const { info } = await connectEndpoint({ url: `${server.url}/chat/completions?v=1#x` });
    expect(info).toEqual({
      id: `openai:${server.url}#tiny`,
      name: "tiny",
      provider: "openai",
      contextLength: 4096,
      sendsTo: server.origin,
      choosesTools: true,
    });
  });

  it.each([
    [{ id: "m", max_model_len: 32768 }, 32768],
    [{ id: "m", meta: { n_ctx: 4096, n_ctx_train: 131072 } }, 4096],
    [{ id: "m", context_length: 65536 }, 65536],
    [{ id: "m", context_length: "many" }, 4096],
    [{ id: "m", max_model_len: 0 }, 4096],
  ])("takes the context length from the list of models: %j", async (entry, contextLength) => {
    const server = await serveEndpoint(silent, json({ data: [{ id: "other" }, entry] }));
    const model = await connectEndpoint({ url: server.url, model: "m" });
    expect(model.info.contextLength).toBe(contextLength);
    const connected = await connectEndpoint({ url: server.url, model: "m", contextLength: 1000 });
    expect(connected.info.contextLength).toBe(1000);
  });

  const owned = (id: string, owned_by: string) => json({ data: [{ id, owned_by }] });
  it.each([
    [
      "llama.cpp",
      owned("m", "llamacpp"),
      { "/props": { default_generation_settings: { n_ctx: 12_288 } } },
      12_288,
    ],
    [
      "Ollama, with a loaded model",
      owned("m", "library"),
      { "/api/ps": { models: [{ name: "m", context_length: 16_384 }] } },
      16_384,
    ],
    [
      "Ollama, with a model's own setting",
      owned("m", "library"),
      { "/api/show": { parameters: "num_ctx 8192", capabilities: ["completion"] } },
      8192,
    ],
    [
      "LM Studio",
      owned("m", "organization_owner"),
      { "/api/v0/models": { data: [{ id: "m", type: "llm", loaded_context_length: 8000 }] } },
      8000,
    ],
    [
      "a server that does not say what it is",
      json({ data: [{ id: "m" }] }),
      { "/props": { default_generation_settings: { n_ctx: 6000 } } },
      6000,
    ],
    [
      "a server without a list",
      json({}, 404),
      { "/props": { default_generation_settings: { n_ctx: 6000 } } },
      6000,
    ],
  ])(
    "requests the context size from %s if the list does not say",
    async (_, list, routes, contextLength) => {
      const server = await serveEndpoint(silent, list, routed(routes));
      const notices: unknown[] = [];
      const onNotice = (notice: unknown) => notices.push(notice);
      const apiKey = "a-key-of-mine";
      const model = await connectEndpoint({ url: server.url, model: "m", apiKey, onNotice });
      expect(model.info.contextLength).toBe(contextLength);
      expect(notices).toEqual([]);
      for (const { headers } of server.requests) {
        expect(headers.authorization).toBe(`Bearer ${apiKey}`);
      }
    },
  );

  it("warns if the context size is unknown, and requests nothing if it is set", async () => {
    const server = await serveEndpoint(silent, owned("m", "vllm"));
    const notices: unknown[] = [];
    const onNotice = (notice: unknown) => notices.push(notice);
    const model = await connectEndpoint({ url: server.url, onNotice });
    expect(model.info.contextLength).toBe(4096);
    expect(notices).toEqual([
      {
        about: "context-length",
        replyForm: "schema",
        message: expect.stringMatching(
          /does not report the context length .* so 4,096 tokens are assumed\./,
        ),
      },
    ]);
    // vLLM reports it in its list or nowhere.
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/models"]);
    const other = await serveEndpoint(silent, owned("m", "llamacpp"));
    await connectEndpoint({ url: other.url, contextLength: 9000, onNotice });
    expect(other.requests.map(({ path }) => path)).toEqual(["/v1/models"]);
    expect(notices).toHaveLength(1);
  });

  it("lists no more models than can be read", async () => {
    const data = Array.from({ length: 300 }, (_, index) => ({ id: `model-${index}` }));
    const server = await serveEndpoint(silent, json({ data }));
    await expect(connectEndpoint({ url: server.url, model: "c" })).rejects.toMatchObject({
      message: expect.stringMatching(/model-0, .*model-19 and 280 more\.$/),
    });
  });

  it("finds a model without its tag `latest`", async () => {
    const server = await serveEndpoint(
      silent,
      json({ data: [{ id: "a" }, { id: "qwen3:latest" }] }),
    );
    const { info } = await connectEndpoint({ url: server.url, model: "qwen3" });
    expect(info.name).toBe("qwen3:latest");
  });

  it("lists the models if the requested one is missing", async () => {
    const server = await serveEndpoint(silent, json({ data: [{ id: "a" }, { id: "b" }] }));
    await expect(connectEndpoint({ url: server.url, model: "c" })).rejects.toMatchObject({
      code: "unknown-model",
      message: expect.stringMatching(/“c”.*a, b/),
      data: { url: server.url, model: "c", offered: "a, b" },
    });
  });

  it("requires a name if the endpoint has no list, or an empty one", async () => {
    const none = await serveEndpoint(silent, json({}, 404));
    expect((await connectEndpoint({ url: none.url, model: "x" })).info.name).toBe("x");
    await expect(connectEndpoint({ url: none.url })).rejects.toMatchObject({
      code: "unknown-model",
    });
    const empty = await serveEndpoint(silent, json({ object: "list", data: null }));
    await expect(connectEndpoint({ url: empty.url })).rejects.toMatchObject({
      code: "unknown-model",
    });
  });

  it("reports that the key was refused", async () => {
    const server = await serveEndpoint(silent, json({}, 401));
    const call = connectEndpoint({ url: server.url, apiKey: "wrong-key-123" });
    await expect(call).rejects.toMatchObject({
      code: "endpoint-failed",
      message: expect.stringContaining("does not accept the API key"),
    });
  });

  it("says what to check if nothing is reachable", async () => {
    await expect(connectEndpoint({ url: "http://127.0.0.1:1/v1" })).rejects.toMatchObject({
      code: "endpoint-failed",
      message: expect.stringMatching(
        /does not respond at http:\/\/127\.0\.0\.1:1 \(.+\)\. Check that it is running/,
      ),
      data: { url: "http://127.0.0.1:1/v1" },
    });
  });

  it.each(["", "localhost:11434/v1", "file:///etc", "/v1", "http://user:secret@localhost/v1"])(
    "rejects the address %j",
    async (url) => {
      const call = connectEndpoint({ url });
      await expect(call).rejects.toMatchObject({ code: "invalid-argument" });
      await expect(call).rejects.not.toThrow(/secret/);
    },
  );

  it.each([0, -1, 1.5, Number.NaN])("rejects a context of %d tokens", async (contextLength) => {
    const call = connectEndpoint({ url: "http://127.0.0.1:1/v1", contextLength });
    await expect(call).rejects.toMatchObject({ code: "invalid-argument" });
  });

  it.each([0, Number.POSITIVE_INFINITY])("rejects a timeout of %d ms", async (timeout) => {
    const call = connectEndpoint({ url: "http://127.0.0.1:1/v1", timeout });
    await expect(call).rejects.toMatchObject({ code: "invalid-argument" });
  });

  it("stops connecting to an endpoint on abort", async () => {
    const abort = new AbortController();
    const server = await serveEndpoint(silent, () => abort.abort(new Error("enough")));
    const call = connectEndpoint({ url: server.url }, { signal: abort.signal });
    await expect(call).rejects.toThrow("enough");
  });
});
