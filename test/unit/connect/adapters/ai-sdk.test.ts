import { generateText, isStepCount, streamText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { beforeAll, expect, it } from "vitest";
import { documentTools, retrievalMiddleware } from "../../../../src/connect/adapters/ai-sdk.js";
import { type MemoryReader, someDocuments } from "../../agent/tools/memory-reader.js";

let reader: MemoryReader;
beforeAll(async () => {
  reader = await someDocuments();
});

type Reply = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

const usage: Reply["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function reply(unified: "stop" | "tool-calls", ...content: Reply["content"]): Reply {
  return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] };
}

const say = (text: string): Reply => reply("stop", { type: "text", text });

const callOf = (toolName: string, input: object): Reply =>
  reply("tool-calls", {
    type: "tool-call",
    toolCallId: `call-${toolName}`,
    toolName,
    input: JSON.stringify(input),
  });

it("a loop of the AI SDK calls the tools, showing text to the model and citations to the application", async () => {
  const model = new MockLanguageModelV4({
    doGenerate: [
      callOf("search", { query: "capital expenditure" }),
      // Digits as text, and a single text instead of a list, are accepted.
      callOf("list_documents", { documents: "*2019*", details: "no" }),
      say("Found."),
    ],
  });
  const tools = documentTools(reader);
  const { text, steps } = await generateText({
    model,
    tools,
    prompt: "How much was spent?",
    stopWhen: isStepCount(5),
  });
  expect(text).toBe("Found.");
  const results = steps.flatMap((step) => step.staticToolResults);
  const [found, listed] = results.map(({ output }) => output);
  expect(found?.evidence.length).toBeGreaterThan(0);
  expect(found?.citations.map(({ evidence }) => evidence)).toEqual(found?.evidence);
  const [citation] = found?.citations ?? [];
  const [passage] = await reader.passagesById(found?.evidence.slice(0, 1) ?? []);
  expect(citation).toMatchObject({
    page: passage?.page,
    span: passage?.span,
    quote: passage?.text,
  });
  expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  expect(listed).toMatchObject({ summary: "2 documents", citations: [] });
  // The model received the tools' schemas, and only the text of results.
  const [first, second] = model.doGenerateCalls;
  const definition = first?.tools?.find(({ name }) => name === "search");
  expect(definition).toMatchObject({ inputSchema: { type: "object", required: ["query"] } });
  const shown = second?.prompt.at(-1);
  expect(shown).toMatchObject({
    role: "tool",
    content: [{ output: { type: "text", value: found?.text } }],
  });
});

it("returns correctable mistakes to the model as errors of the call", async () => {
  const model = new MockLanguageModelV4({
    doGenerate: [callOf("read", { what: "d999" }), say("Nothing there.")],
  });
  const { steps } = await generateText({
    model,
    tools: documentTools(reader),
    prompt: "Read it.",
    stopWhen: isStepCount(3),
  });
  expect(steps[0]?.content).toContainEqual(
    expect.objectContaining({
      type: "tool-error",
      error: expect.objectContaining({ name: "PagehoundError", code: "not-found" }),
    }),
  );
  expect(JSON.stringify(model.doGenerateCalls[1]?.prompt.at(-1))).toContain("d999");
});

it("an aborted call ends with the signal's reason", async () => {
  const stop = AbortSignal.abort(new Error("given up"));
  const { execute } = documentTools(reader).search ?? {};
  const call = execute?.({ query: "x" }, {
    toolCallId: "1",
    messages: [],
    abortSignal: stop,
    context: {},
  } as never);
  await expect(call).rejects.toThrow("given up");
});

it("middleware shows the passages with the question, and returns them as sources", async () => {
  const plain = new MockLanguageModelV4({ doGenerate: say("It rose.") });
  const model = wrapLanguageModel({
    model: plain,
    middleware: retrievalMiddleware(reader, { limit: 2 }),
  });
  const question = "What was the capital expenditure?";
  const { text, sources } = await generateText({ model, prompt: question });
  expect(text).toBe("It rose.");
  expect(sources).toHaveLength(2);
  const [source] = sources;
  expect(source).toMatchObject({
    sourceType: "document",
    mediaType: "text/markdown",
    title: expect.stringMatching(/^acme \d{4}\.md, part \d+/),
    providerMetadata: { pagehound: { evidence: source?.id, quote: expect.any(String) } },
  });
  const message = plain.doGenerateCalls[0]?.prompt.at(-1);
  expect(message).toMatchObject({ role: "user", content: [{ text: question }, { type: "text" }] });
  expect(JSON.stringify(message)).toContain(source?.id);
});

it("streams sources before the text, and searches nothing without a question", async () => {
  const plain = new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: "stream-start", warnings: [] },
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta: "It rose." },
          { type: "text-end", id: "1" },
          { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage },
        ] as const,
      }) as never,
    }),
  });
  const model = wrapLanguageModel({ model: plain, middleware: retrievalMiddleware(reader) });
  const types: string[] = [];
  for await (const { type } of streamText({ model, prompt: "capital expenditure" }).fullStream) {
    if (type === "source" || type === "text-delta") types.push(type);
  }
  expect(types.at(-1)).toBe("text-delta");
  expect(types.length).toBeGreaterThan(1);
  expect(types.slice(0, -1).every((type) => type === "source")).toBe(true);
  const silent = new MockLanguageModelV4({ doGenerate: say("?") });
  const wrapped = wrapLanguageModel({ model: silent, middleware: retrievalMiddleware(reader) });
  expect((await generateText({ model: wrapped, prompt: "  " })).sources).toEqual([]);
});

it("rejects invalid options at once", () => {
  expect(() => documentTools(null as never)).toThrow("A collection must be an object");
  expect(() => documentTools(reader, { budget: { limit: 0 } })).toThrow("token budget");
  expect(() => retrievalMiddleware(reader, { limit: "3" as never })).toThrow("number of passages");
});
