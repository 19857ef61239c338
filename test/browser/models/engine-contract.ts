import { Validator } from "@cfworker/json-schema";
import { beforeAll, expect, test } from "vitest";
import { actionFormat, answerFormat, rewriteFormat } from "../../../src/agent/loop/read-reply.js";
import { answerTool, standardTools } from "../../../src/agent/tools/standard-tools.js";
import type {
  ChatMessage,
  JsonSchemaFormat,
  LanguageModel,
  ReadingProgress,
} from "../../../src/models/language-model.js";
import { isLong, tries } from "../../tries.js";
import { failure } from "./failure.js";

export function user(content: string): ChatMessage {
  return { role: "user", content };
}

const tools = standardTools.filter(({ name }) => name !== answerTool.name);
/** Schema features that our own schemas do not use. */
const rest: JsonSchemaFormat = {
  name: "rest",
  schema: {
    type: "object",
    properties: {
      word: { type: "string", minLength: 1, maxLength: 20 },
      from: { type: ["number", "null"] },
      below: { type: "integer", maximum: -5 },
      kind: { oneOf: [{ const: 'a "b"\n' }, { enum: ["c\\d", 3, null] }] },
      none: { type: "array", items: { type: "string" }, maxItems: 0 },
    },
    required: ["below", "kind", "none"],
    additionalProperties: false,
  },
};
const formats = [actionFormat(tools, answerTool), answerFormat(answerTool), rewriteFormat, rest];

/**
 * Tests of generating that every engine passes, for a model with random weights and a context of
 * 2,048 tokens.
 */
export function testGenerating(loaded: () => LanguageModel): void {
  let model: LanguageModel;
  beforeAll(() => {
    model = loaded();
  });

  test.each(formats)(
    "generates JSON that fits the schema $name, without insignificant white space",
    async (format) => {
      const validator = new Validator(format.schema as object, "2020-12");
      let ended = 0;
      for (let seed = 0; seed < tries(3, 8); seed++) {
        const { content, finishReason } = await model.complete({
          messages: [user("What did the company earn?")],
          responseFormat: format,
          temperature: 1,
          maxTokens: 800,
          seed,
        });
        const outside = content.replace(/"(?:[^"\\]|\\.)*"?/g, "");
        expect(outside).not.toMatch(/\s/);
        if (finishReason === "length") continue;
        ended++;
        expect(validator.validate(JSON.parse(content)).errors, content).toEqual([]);
      }
      expect(ended).toBeGreaterThan(tries(1, 4));
    },
  );

  test("returns the reply in pieces, and its usage", async () => {
    const pieces: string[] = [];
    const request = { messages: [user("Tell me more.")], temperature: 1, seed: 3, maxTokens: 40 };
    const reply = await model.complete(request, { onProgress: (piece) => pieces.push(piece) });
    expect(pieces.join("")).toBe(reply.content);
    expect(reply.usage.completionTokens).toBeGreaterThan(0);
    expect(reply.usage.completionTokens).toBeLessThanOrEqual(40);
    expect(reply.usage.promptTokens).toBeGreaterThan(4);
    expect(reply.timing.firstToken).toBeLessThanOrEqual(reply.timing.total);
  });

  test("repeats its reply for the same seed", async () => {
    const request = { messages: [user("Once more.")], temperature: 1, seed: 11, maxTokens: 30 };
    const first = await model.complete(request);
    const second = await model.complete(request);
    expect(second.content).toBe(first.content);
  });

  test("reads any text, whatever its script", async () => {
    const text = 'Größe 日本語 🙂 \u0000 مرحبا <|im_end|> {"a":1}';
    const { usage } = await model.complete({ messages: [user(text)], maxTokens: 1 });
    expect(usage.promptTokens).toBeGreaterThan(30);
  });

  test("stops at the requested number of tokens", async () => {
    const schema = { type: "string", minLength: 900, maxLength: 900 };
    const reply = await model.complete({
      messages: [user("x")],
      responseFormat: { name: "long", schema },
      temperature: 1,
      maxTokens: 12,
    });
    expect(reply).toMatchObject({ finishReason: "length", usage: { completionTokens: 12 } });
  });

  test("reads only new tokens when a conversation grows at its end", async () => {
    const messages: ChatMessage[] = [
      { role: "system", content: "You answer questions about documents. ".repeat(20) },
      user("What was the profit?"),
    ];
    const first = await model.complete({ messages, maxTokens: 20, temperature: 1, seed: 5 });
    messages.push({ role: "assistant", content: first.content }, user("And the year before?"));
    const second = await model.complete({ messages, maxTokens: 5 });
    expect(second.usage.promptTokens).toBeGreaterThan(first.usage.promptTokens);
    expect(second.usage.reusedTokens).toBeGreaterThanOrEqual(first.usage.promptTokens - 1);
  });

  test("reads the common start of two questions only once, and reports its progress", async () => {
    const system = {
      role: "system",
      content: "You answer questions about pages of documents. ".repeat(40),
    } as const;
    const ask = async (question: string) => {
      const steps: ReadingProgress[] = [];
      const { usage } = await model.complete(
        { messages: [system, user(question)], maxTokens: 1 },
        { onReading: (step) => steps.push(step) },
      );
      return { usage, steps };
    };
    const first = await ask("What was the profit?");
    const read = first.steps.map((step) => step.read);
    expect(read.length).toBeGreaterThan(2);
    expect(read).toEqual([...read].sort((one, other) => one - other));
    expect(read.at(-1)).toBe(first.usage.promptTokens);
    for (const { total } of first.steps) expect(total).toBe(first.usage.promptTokens);
    const half = first.steps.find((step) => step.read > step.total / 2 && step.read < step.total);
    expect(half?.millisecondsLeft).toBeGreaterThan(0);

    const second = await ask("Who carried the passengers over the river that year?");
    expect(second.usage.reusedTokens).toBeGreaterThan(first.usage.promptTokens * 0.9);
    expect(second.steps.length).toBeLessThan(first.steps.length);
  });

  test("refuses a prompt that is longer than the context, and answers the next", async () => {
    const messages = [user("All is about profits and statements. ".repeat(400))];
    const error = await failure(model.complete({ messages }));
    expect(error.code).toBe("context-exceeded");
    expect(error.data.contextLength).toBe(2048);
    await expect(model.complete({ messages: [user("Hi")], maxTokens: 3 })).resolves.toBeDefined();
  });

  test.runIf(isLong)("ends a reply when the context is full", async () => {
    const schema = { type: "array", items: { type: "string", minLength: 20 }, minItems: 100 };
    const reply = await model.complete({
      messages: [user("All is about profits. ".repeat(180))],
      responseFormat: { name: "endless", schema },
      temperature: 1,
      seed: 2,
    });
    expect(reply.finishReason).toBe("length");
    const { promptTokens, completionTokens } = reply.usage;
    expect(promptTokens + completionTokens).toBeGreaterThan(2000);
    expect(promptTokens + completionTokens).toBeLessThanOrEqual(2049);
  });

  test("answers requests one after the other", async () => {
    const order: string[] = [];
    const ask = async (name: string) => {
      await model.complete(
        {
          messages: [user(`Tell ${name}.`)],
          // A reply from random weights might otherwise end at once.
          responseFormat: { name: "told", schema: { type: "string", minLength: 5 } },
          ...{ temperature: 1, seed: 4, maxTokens: 20 },
        },
        { onProgress: () => order.at(-1) !== name && order.push(name) },
      );
      order.push(`end of ${name}`);
    };
    await Promise.all([ask("one"), ask("two"), ask("three")]);
    expect(order).toEqual(["one", "end of one", "two", "end of two", "three", "end of three"]);
  });

  test("rejects an aborted request at once and answers the next", async () => {
    const schema = { type: "string", minLength: 900 };
    const endless = { name: "endless", schema };
    const controller = new AbortController();
    let after = 0;
    const request = { messages: [user("Write.")], responseFormat: endless, temperature: 1 };
    const reply = model.complete(request, {
      signal: controller.signal,
      onProgress: () => {
        if (controller.signal.aborted) after++;
        controller.abort(new Error("enough"));
      },
    });
    // The caller is rejected before the engine is free for the next request.
    const order: string[] = [];
    const rejected = expect(reply.finally(() => order.push("rejected"))).rejects.toThrow("enough");
    const next = model.complete(
      { messages: [user("Hi")], temperature: 1, seed: 3, maxTokens: 3 },
      { onProgress: () => order.push("next") },
    );
    await rejected;
    await expect(next).resolves.toBeDefined();
    expect(order[0]).toBe("rejected");
    expect(order).toContain("next");
    expect(after).toBe(0);
  });

  test("aborts a request while it waits for its turn", async () => {
    const running = model.complete({ messages: [user("Long.")], temperature: 1, maxTokens: 30 });
    const controller = new AbortController();
    const waiting = model.complete({ messages: [user("Hi")] }, { signal: controller.signal });
    controller.abort(new Error("no need"));
    await expect(waiting).rejects.toThrow("no need");
    await expect(running).resolves.toBeDefined();
  });

  test("aborts a request while the model reads the prompt", async () => {
    const controller = new AbortController();
    const pieces: string[] = [];
    const request = {
      messages: [user("Another text about profits. ".repeat(220))],
      responseFormat: { name: "endless", schema: { type: "string", minLength: 900 } },
      temperature: 1,
    };
    const reply = model.complete(request, {
      signal: controller.signal,
      onProgress: (piece) => pieces.push(piece),
    });
    setTimeout(() => controller.abort(new Error("stop reading")));
    await expect(reply).rejects.toThrow("stop reading");
    expect(pieces).toEqual([]);
    await expect(model.complete({ messages: [user("Hi")], maxTokens: 3 })).resolves.toBeDefined();
  });
}

/** A test of unloading that every engine passes. */
export function testUnloading(load: () => Promise<LanguageModel>): void {
  test("rejects pending and later requests once it is unloaded", async () => {
    const loaded = await load();
    const running = loaded.complete({
      messages: [user("Write.")],
      responseFormat: { name: "endless", schema: { type: "string", minLength: 900 } },
      temperature: 1,
    });
    const waiting = loaded.complete({ messages: [user("Hi")] });
    const outcomes = Promise.all([failure(running), failure(waiting)]);
    await loaded.unload();
    expect((await outcomes).map(({ code }) => code)).toEqual(["closed", "closed"]);
    expect((await failure(loaded.complete({ messages: [user("Hi")] }))).code).toBe("closed");
    await loaded.unload();
  });
}
