import { describe, expect, it } from "vitest";
import type { ChatRequest } from "../../../src/models/language-model.js";
import { jsonInReply, simpleSchema } from "../../../src/models/openai/dialect.js";
import {
  connectEndpoint,
  type EndpointOptions,
} from "../../../src/models/openai/endpoint-model.js";
import { delta, json, type SeenRequest, serveEndpoint, stream } from "./openai-server.js";

const schema = {
  type: "object",
  properties: {
    thought: { type: "string", maxLength: 240 },
    pattern: { type: "string", pattern: "^[a-z]+$", minLength: 1 },
  },
  required: ["thought", "pattern"],
};
const request: ChatRequest = {
  messages: [{ role: "user", content: "What is a qersu?" }],
  responseFormat: { name: "action_1", schema },
};

type Answer = Parameters<typeof serveEndpoint>[0];

/** The reply format of a request. */
function formOf(body: Record<string, unknown> | null): string {
  const format = body?.response_format as { type: string; json_schema?: unknown } | undefined;
  if (format?.type !== "json_schema") return format?.type ?? "text";
  return JSON.stringify(format.json_schema).includes("maxLength") ? "schema" : "simple-schema";
}

/** Refuses some formats with a response, and replies to the others. */
function refusing(refused: Readonly<Record<string, Answer>>, reply = '{"thought":"x"}'): Answer {
  return (response, seen) =>
    (refused[formOf(seen.body)] ?? stream(delta(reply, "stop")))(response, seen);
}

async function connected(chat: Answer, options: Partial<EndpointOptions> = {}) {
  const server = await serveEndpoint(chat);
  const notices: string[] = [];
  const model = await connectEndpoint({
    url: server.url,
    onNotice: ({ replyForm, message }) => notices.push(`${replyForm}: ${message}`),
    ...options,
  });
  return { model, notices, forms: () => server.chats().map(formOf), server };
}

/** llama-cpp-python's response to an unknown format, as FastAPI prints it. */
const literalError = json(
  {
    error: {
      message: `1 validation error:
  {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "Input should be 'text' or 'json_object'", 'input': 'json_schema', 'ctx': {'expected': "'text' or 'json_object'"}}

  File "app.py", line 376, in create_chat_completion
    POST /v1/chat/completions`,
      type: "internal_server_error",
      param: null,
      code: null,
    },
  },
  500,
);
/** llama.cpp's response, also through LM Studio and Ollama. */
const grammarError = json(
  {
    error: {
      code: 400,
      message: "Failed to initialize samplers: failed to parse grammar",
      type: "invalid_request_error",
    },
  },
  400,
);
const lmStudioError = json(
  { error: "'response_format.type' must be 'json_schema' or 'text'" },
  400,
);

describe("a server that cannot enforce a format", () => {
  it.each<[string, Readonly<Record<string, Answer>>, readonly string[]]>([
    ["llama-cpp-python", { schema: literalError }, ["schema", "json_object"]],
    ["llama.cpp with a long text", { schema: grammarError }, ["schema", "simple-schema"]],
    [
      "LM Studio with an engine that cannot convert the schema",
      { schema: grammarError, "simple-schema": grammarError, json_object: lmStudioError },
      ["schema", "simple-schema", "json_object", "text"],
    ],
    [
      "vLLM",
      {
        schema: json(
          {
            error: {
              message:
                "Grammar error: The provided JSON schema contains features not supported by xgrammar.",
              type: "BadRequestError",
              param: null,
              code: 400,
            },
          },
          400,
        ),
      },
      ["schema", "simple-schema"],
    ],
    [
      "Ollama with a grammar that its runner refuses",
      {
        schema: json(
          {
            error: {
              message: "failed to parse grammar",
              type: "api_error",
              param: null,
              code: null,
            },
          },
          500,
        ),
      },
      ["schema", "simple-schema"],
    ],
    [
      "a strict server",
      {
        schema: json(
          {
            error: {
              message:
                "Invalid schema for response_format 'action_1': In context=('properties', 'thought'), 'maxLength' is not permitted.",
              param: "response_format",
            },
          },
          400,
        ),
        "simple-schema": json({ error: { message: "Invalid schema for response_format" } }, 400),
        json_object: json(
          {
            error: {
              message:
                "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
            },
          },
          400,
        ),
      },
      ["schema", "simple-schema", "json_object", "text"],
    ],
    [
      "a server that says so inside the stream",
      { schema: stream({ error: { message: "failed to parse grammar" } }) },
      ["schema", "simple-schema"],
    ],
    [
      "a server that gives no reason",
      {
        schema: (response) => response.writeHead(500).end("Internal Server Error"),
        "simple-schema": (response) => response.writeHead(500).end(),
      },
      ["schema", "simple-schema", "json_object"],
    ],
  ])("asks the server for a simpler format: %s", async (_server, refused, expected) => {
    const { model, notices, forms } = await connected(refusing(refused));
    expect((await model.complete(request)).content).toBe('{"thought":"x"}');
    expect(forms()).toEqual(expected);
    expect(notices).toHaveLength(1);
    // The format that worked is remembered.
    await model.complete(request);
    expect(forms()).toEqual([...expected, expected.at(-1)]);
    expect(notices).toHaveLength(1);
  });

  it("reports a refused format in one sentence, and uses a known simpler one at once", async () => {
    const chat = refusing({ schema: literalError });
    const { notices, model, server } = await connected(chat);
    await model.complete(request);
    expect(notices).toEqual([
      `json: ${server.origin} does not support JSON schemas, so it is asked for any JSON, which is checked here.`,
    ]);
    const again = await connected(chat, { replyForm: "json" });
    await again.model.complete(request);
    expect(again.forms()).toEqual(["json_object"]);
    expect(again.notices).toEqual([]);
  });

  it("keeps its format after an unrelated failure", async () => {
    let broken = false;
    const { model, forms, notices } = await connected((response, seen) =>
      (broken ? json({}, 500) : stream(delta('{"thought":""}', "stop")))(response, seen),
    );
    await model.complete(request);
    broken = true;
    await expect(model.complete(request)).rejects.toMatchObject({ code: "endpoint-failed" });
    expect(forms()).toEqual(["schema", "schema"]);
    const out = await connected(json({ error: { message: "CUDA error: out of memory" } }, 500));
    await expect(out.model.complete(request)).rejects.toThrow(/\(500\): CUDA error: out of memory/);
    expect(out.forms()).toEqual(["schema"]);
    expect([...notices, ...out.notices]).toEqual([]);
  });

  it("does not ask again once a reply has begun", async () => {
    const { model, forms } = await connected(
      stream(delta("{"), { error: { message: "failed to parse grammar" } }),
    );
    await expect(model.complete(request)).rejects.toThrow(/in the middle of a reply: failed to/);
    expect(forms()).toEqual(["schema"]);
  });

  it("shows its own message, short and in one line", async () => {
    const free = { messages: request.messages };
    const validation = await connected(literalError);
    await expect(validation.model.complete(free)).rejects.toThrow(
      "(500): Input should be 'text' or 'json_object' (body.response_format.type). See",
    );
    const long = await connected(json({ error: { message: `bad\n${"x ".repeat(2000)}` } }, 500));
    await expect(long.model.complete(free)).rejects.toThrow(/\(500\): bad x [x ]{280,300}…\. See/);
    const whole = await connected(json({ object: "error", message: "No such\nengine." }));
    await expect(whole.model.complete(free)).rejects.toThrow(
      /is not a chat completion: No such engine\. Check/,
    );
  });

  it("accepts text around the JSON of a reply", async () => {
    const reply = 'Sure! {"an example"}\n```json\n{"thought":"a } b","pattern":"x"}\n```\nDone.';
    const { model } = await connected(refusing({}, reply));
    expect((await model.complete(request)).content).toBe('{"thought":"a } b","pattern":"x"}');
    expect((await model.complete({ messages: request.messages })).content).toBe(reply);
  });

  it("rejects unknown names", async () => {
    const replyForm = "xml" as never;
    await expect(
      connectEndpoint({ url: "http://127.0.0.1:1/v1", replyForm }),
    ).rejects.toMatchObject({ code: "invalid-argument" });
  });
});

describe("JSON in a reply", () => {
  it.each([
    ['{"thought":1}', '{"thought":1}'],
    ["no JSON", "no JSON"],
    // Truncated: the object inside is not the requested one.
    ['Here: {"calls":[{"thought":1}', 'Here: {"calls":[{"thought":1}'],
    ['{"name":1} then {"thought":{"a":2}} {"thought":3}', '{"thought":{"a":2}}'],
  ])("finds the JSON in a reply: %s", (reply, found) => {
    expect(jsonInReply(reply, schema)).toBe(found);
  });

  it("finds any object if the schema names no properties", () => {
    expect(jsonInReply('x {"a":"\\"}"} y', { type: "object" })).toBe('{"a":"\\"}"}');
  });
});

it("omits lengths and patterns of a schema, and keeps properties with these names", () => {
  const item = { anyOf: [{ const: { pattern: 1 } }, { type: "string", format: "uri" }] };
  expect(simpleSchema({ ...schema, items: [item], maxItems: 3 })).toEqual({
    type: "object",
    properties: { thought: { type: "string" }, pattern: { type: "string" } },
    required: ["thought", "pattern"],
    items: [{ anyOf: [{ const: { pattern: 1 } }, { type: "string" }] }],
    maxItems: 3,
  });
});

describe("a connection that breaks before a response", () => {
  const breaking =
    (times: number, seen: SeenRequest[] = []): Answer =>
    (response, request) => {
      seen.push(request);
      if (seen.length <= times) return response.destroy();
      return stream(delta("x", "stop"))(response, request);
    };
  const free = { messages: request.messages };

  it("retries a broken connection once", async () => {
    const { model, server } = await connected(breaking(1));
    expect((await model.complete(free)).content).toBe("x");
    expect(server.chats()).toHaveLength(2);
  });

  it("does not retry a broken connection twice", async () => {
    const { model, server } = await connected(breaking(2));
    await expect(model.complete(free)).rejects.toMatchObject({ code: "endpoint-failed" });
    expect(server.chats()).toHaveLength(2);
  });

  it("does not retry after the first byte or an abort", async () => {
    const begun = await connected((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(delta("x"))}\n\n`, () => response.destroy());
    });
    await expect(begun.model.complete(free)).rejects.toThrow(/in the middle of a reply/);
    expect(begun.server.chats()).toHaveLength(1);
    const abort = new AbortController();
    const aborted = await connected((response) => {
      abort.abort(new Error("enough"));
      response.destroy();
    });
    await expect(aborted.model.complete(free, { signal: abort.signal })).rejects.toThrow("enough");
    expect(aborted.server.chats()).toHaveLength(1);
  });
});
