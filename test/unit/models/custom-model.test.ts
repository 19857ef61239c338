import { describe, expect, it, vi } from "vitest";
import { PagehoundError } from "../../../src/core/errors.js";
import { type CustomModelOptions, customModel } from "../../../src/models/index.js";
import { checkModel } from "../../../src/models/language-model.js";

const messages = [{ role: "user", content: "How many mirrors?" }] as const;
const made = (complete: CustomModelOptions["complete"], more: Partial<CustomModelOptions> = {}) =>
  customModel({ name: "Mine", contextLength: 4096, complete, ...more });

describe("a custom model", () => {
  it("a custom model has a name, stays on this device and follows a fixed pipeline by default", () => {
    expect(made(() => "").info).toEqual({
      id: "custom:Mine",
      name: "Mine",
      provider: "custom",
      contextLength: 4096,
      sendsTo: null,
      choosesTools: false,
    });
    const more = { sendsTo: "https://models.example", choosesTools: true, controlTokens: ["<x>"] };
    expect(made(() => "", more).info).toMatchObject(more);
  });

  const ways: [string, CustomModelOptions["complete"]][] = [
    ["text", () => "4212"],
    ["a promise of it", async () => "4212"],
    ["an object", () => ({ content: "4212" })],
    [
      "pieces",
      async function* (): AsyncGenerator<string> {
        yield "42";
        yield "";
        yield "12";
      },
    ],
  ];
  it.each(ways)("accepts a reply of a custom model as %s", async (what, complete) => {
    const pieces: string[] = [];
    const reply = await made(complete).complete(
      { messages },
      { onProgress: (piece) => pieces.push(piece) },
    );
    expect(reply).toMatchObject({
      content: "4212",
      finishReason: "stop",
      usage: { promptTokens: 5, reusedTokens: null, completionTokens: 1 },
      timing: { firstToken: expect.any(Number), total: expect.any(Number) },
    });
    expect(pieces).toEqual(what === "pieces" ? ["42", "12"] : ["4212"]);
  });

  it("accepts usage and truncation from a custom model", async () => {
    const complete = () =>
      ({ content: "42", finishReason: "length", usage: { promptTokens: 7 } }) as const;
    expect(await made(complete).complete({ messages })).toMatchObject({
      finishReason: "length",
      usage: { promptTokens: 7, reusedTokens: null, completionTokens: 1 },
    });
  });

  it("sends a custom model one request at a time, and none once it is unloaded", async () => {
    const running: (() => void)[] = [];
    const unload = vi.fn();
    const model = made(
      () => new Promise<string>((resolve) => running.push(() => resolve("done"))),
      { unload },
    );
    const first = model.complete({ messages });
    const second = model.complete({ messages });
    await vi.waitFor(() => expect(running).toHaveLength(1), 30_000);
    running[0]?.();
    expect(await first).toMatchObject({ content: "done" });
    await vi.waitFor(() => expect(running).toHaveLength(2), 30_000);
    const closed = model.unload();
    await expect(second).rejects.toMatchObject({ code: "closed" });
    expect(unload).not.toHaveBeenCalled();
    running[1]?.();
    await Promise.all([closed, model.unload()]);
    expect(unload).toHaveBeenCalledOnce();
    await expect(model.complete({ messages })).rejects.toMatchObject({ code: "closed" });
  });

  it("notifies a custom model when its reply is no longer needed", async () => {
    const stop = new AbortController();
    let received: AbortSignal | undefined;
    const model = made((_request, { signal }) => {
      received = signal;
      return new Promise(() => undefined);
    });
    const reply = model.complete({ messages }, { signal: stop.signal });
    await vi.waitFor(() => expect(received).toBeDefined(), 30_000);
    stop.abort("enough");
    await expect(reply).rejects.toBe("enough");
    expect(received?.aborted).toBe(true);
  });

  it("fails with a code, whatever it throws or returns", async () => {
    const failing = (complete: unknown) =>
      made(complete as CustomModelOptions["complete"]).complete({ messages });
    const thrown = failing(() => {
      throw new Error("no power");
    });
    await expect(thrown).rejects.toMatchObject({ code: "model-failed", message: /no power/ });
    const typed = failing(() => Promise.reject(new PagehoundError("device-lost", "It went away.")));
    await expect(typed).rejects.toMatchObject({ code: "device-lost" });
    for (const nothing of [undefined, null, 42, {}, { content: 42 }, ["a"]]) {
      await expect(failing(() => nothing)).rejects.toMatchObject({ code: "invalid-argument" });
    }
  });

  it.each([
    undefined,
    {},
    { name: "", contextLength: 4096, complete: () => "" },
    { name: "Mine", contextLength: 0, complete: () => "" },
    { name: "Mine", contextLength: "4096", complete: () => "" },
    { name: "Mine", contextLength: 4096 },
  ])("rejects a custom model created from %j", (options) => {
    expect(() => customModel(options as CustomModelOptions)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});

describe("a value passed as a model", () => {
  it("accepts a value with the members of a model", () => {
    expect(() => checkModel(made(() => ""))).not.toThrow();
  });

  it.each([
    ["its name", "web-llm:Qwen3", /not the text “web-llm:Qwen3”/],
    ["a function", () => "", /not a function/],
    ["a promise of a model", Promise.resolve(), /`info` must be an object, not undefined|promise/],
    ["another engine", { chat: {} }, /`info` must be an object/],
    ["no way to ask", { info: {} }, /`complete` must be a function/],
    [
      "no context",
      { info: { id: "x", name: "x", contextLength: 0 }, complete: () => "" },
      /a number of tokens, not 0/,
    ],
  ])(
    "rejects a value that is %s as a model, and says how to create one",
    (_what, model, message) => {
      expect(() => checkModel(model)).toThrow(
        expect.objectContaining({
          code: "invalid-argument",
          message: expect.stringMatching(message),
        }),
      );
      expect(() => checkModel(model)).toThrow("customModel({ name, contextLength, complete })");
    },
  );
});
