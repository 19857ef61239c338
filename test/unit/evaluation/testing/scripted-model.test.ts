import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PagehoundError } from "../../../../src/core/errors.js";
import { scriptedModel } from "../../../../src/evaluation/testing/scripted-model.js";
import type { ChatRequest } from "../../../../src/models/language-model.js";

function ask(content: string, format?: string): ChatRequest {
  const schema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
  return {
    messages: [{ role: "user", content }],
    responseFormat: format === undefined ? undefined : { name: format, schema },
  };
}

describe("a scripted model", () => {
  it("replies in order, in pieces, and records its requests", async () => {
    const model = scriptedModel([
      "first",
      ({ messages }) => `you said ${messages[0]?.content}`,
      async () => ({ a: 1 }),
      { reply: { a: 2 }, finishReason: "length", usage: { reusedTokens: 7 } },
    ]);
    const pieces: string[] = [];
    const onProgress = (piece: string) => pieces.push(piece);
    expect((await model.complete(ask("1"))).content).toBe("first");
    const second = await model.complete(ask("something rather long"), { onProgress });
    expect(second.content).toBe("you said something rather long");
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe(second.content);
    expect((await model.complete(ask("3", "action_1"))).content).toBe('{"a":1}');
    expect(await model.complete(ask("1234 5678"))).toMatchObject({
      content: '{"a":2}',
      finishReason: "length",
      usage: { promptTokens: 3, reusedTokens: 7, completionTokens: 2 },
    });
    expect(model.requests.map(({ messages }) => messages[0]?.content)).toEqual([
      ...["1", "something rather long", "3", "1234 5678"],
    ]);
    expect(() => model.finish()).not.toThrow();
  });

  it("measures a reply's time from its request, even while another request is served", async () => {
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const slow = () => {
      clock += 1000;
      return "x";
    };
    const model = scriptedModel([slow, slow]);
    const replies = await Promise.all([model.complete(ask("1")), model.complete(ask("2"))]);
    expect(replies.map(({ timing }) => timing)).toEqual([
      { firstToken: 1000, total: 1000 },
      { firstToken: 2000, total: 2000 },
    ]);
  });

  it("fails on an extra request, at once and at the end", async () => {
    const model = scriptedModel(["only"]);
    await model.complete(ask("1"));
    await expect(model.complete(ask("what else"))).rejects.toMatchObject({
      code: "internal",
      message: expect.stringMatching(/Step 2.*what else/),
    });
    expect(() => model.finish()).toThrow(/Step 2/);
  });

  it("fails at the end if a step is unused", async () => {
    const model = scriptedModel(["one", "two", "three"]);
    await model.complete(ask("1"));
    expect(() => model.finish()).toThrow(/last 2 were not used/);
  });

  it.each([
    ["a prompt", { reply: "x", prompt: "revenue" }],
    ["a prompt that matches", { reply: "x", prompt: /^rev/ }],
    ["a form", { reply: "x", format: "answer" }],
    ["free text", { reply: "x", format: null }],
    ["an object that fits", { reply: { a: "1" } }],
    ["what its own code checks", () => expect.unreachable("as told")],
  ])("fails if a step does not get the expected %s", async (_what, step) => {
    const model = scriptedModel([step]);
    await expect(model.complete(ask("cost", "action_1"))).rejects.toMatchObject({
      code: "internal",
    });
    expect(() => model.finish()).toThrow(/Step 1/);
  });

  it("accepts the expected requests", async () => {
    const model = scriptedModel([
      { reply: { a: 1 }, prompt: "cost", format: "action" },
      { reply: "{", prompt: /COST/i, format: null },
      { reply: "not JSON at all", format: "action_1" },
    ]);
    await model.complete(ask("the cost", "action_1"));
    await model.complete(ask("the cost"));
    await model.complete(ask("the cost", "action_1"));
    expect(() => model.finish()).not.toThrow();
  });

  it("fails on request like a model", async () => {
    const model = scriptedModel([
      () => {
        throw new PagehoundError("device-lost", "Gone.");
      },
    ]);
    await expect(model.complete(ask("1"))).rejects.toMatchObject({ code: "device-lost" });
    expect(() => model.finish()).not.toThrow();
  });

  it("aborts at once, during a reply or before it", async () => {
    const model = scriptedModel(["x".repeat(1000), () => new Promise<string>(() => {})]);
    const reason = new Error("enough");
    const abort = new AbortController();
    const pieces: string[] = [];
    const call = model.complete(ask("1"), {
      signal: abort.signal,
      onProgress: (piece) => {
        pieces.push(piece);
        abort.abort(reason);
      },
    });
    await expect(call).rejects.toBe(reason);
    expect(pieces).toHaveLength(1);
    const later = new AbortController();
    const hanging = model.complete(ask("2"), { signal: later.signal });
    later.abort(reason);
    await expect(hanging).rejects.toBe(reason);
  });

  it("answers nothing after it was unloaded", async () => {
    const model = scriptedModel(["x"]);
    await model.unload();
    await expect(model.complete(ask("1"))).rejects.toMatchObject({ code: "closed" });
  });

  it("a test model has the properties that the test sets", () => {
    expect(scriptedModel([], { contextLength: 512, choosesTools: false }).info).toEqual({
      id: "custom:scripted",
      name: "scripted (test double)",
      provider: "custom",
      contextLength: 512,
      sendsTo: null,
      choosesTools: false,
    });
  });
});
