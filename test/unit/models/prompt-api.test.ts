import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { LoadProgress } from "../../../src/models/download/load-progress.js";
import type { ChatMessage } from "../../../src/models/language-model.js";
import {
  loadPromptApi,
  promptApiAvailability,
} from "../../../src/models/prompt-api/load-prompt-api.js";
import { fakePromptApi } from "./prompt-api-fake.js";

const system: ChatMessage = { role: "system", content: "Be brief." };
const user = (content: string): ChatMessage => ({ role: "user", content });
const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
const form = { name: "action_1", schema: { type: "object" } };

describe("checking for a model in the browser", () => {
  it("reports no model without the API", async () => {
    expect(await promptApiAvailability()).toBe("unavailable");
    await expect(loadPromptApi()).rejects.toMatchObject({ code: "unsupported-browser" });
  });

  it.each(["available", "downloadable", "downloading", "unavailable"])(
    "reports the availability that the browser states: %s",
    async (answer) => {
      fakePromptApi({ availability: answer });
      expect(await promptApiAvailability({ languages: ["en"] })).toBe(answer);
    },
  );

  it("reports no model if the API fails, or returns an unknown word", async () => {
    fakePromptApi({ availability: () => Promise.reject(new Error("no")) });
    expect(await promptApiAvailability()).toBe("unavailable");
    fakePromptApi({ availability: "no" });
    expect(await promptApiAvailability()).toBe("unavailable");
  });
});

describe("loading the browser's model", () => {
  it("describes the model", async () => {
    fakePromptApi({ window: 6144 });
    expect((await loadPromptApi()).info).toEqual({
      id: "browser",
      name: "The browser's built-in model",
      provider: "prompt-api",
      contextLength: 6144,
      sendsTo: null,
      choosesTools: false,
    });
    expect((await loadPromptApi({ contextLength: 2048 })).info.contextLength).toBe(2048);
    fakePromptApi({ window: Number.POSITIVE_INFINITY, oldNames: true });
    expect((await loadPromptApi()).info.contextLength).toBe(131_072);
  });

  it.each([0, -1, 2.5, Number.NaN])("rejects a context of %d tokens", async (contextLength) => {
    fakePromptApi();
    await expect(loadPromptApi({ contextLength })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it.each([0, Number.NaN, null])("treats %s from the browser as no answer", async (window) => {
    fakePromptApi({ window });
    expect((await loadPromptApi()).info.contextLength).toBe(4096);
  });

  it("reports bytes if the browser does, else the remaining time", async () => {
    fakePromptApi({
      availability: "downloadable",
      downloads: [{ loaded: 0 }, { loaded: 0.5 }, { loaded: 700, total: 1000 }, { loaded: 1 }],
    });
    const seen: LoadProgress[] = [];
    await loadPromptApi({}, { onProgress: (progress) => seen.push(progress) });
    const unknown = { loadedBytes: 0, totalBytes: null };
    expect(seen).toEqual([
      { phase: "download", ...unknown, millisecondsLeft: null },
      { phase: "download", ...unknown, millisecondsLeft: expect.any(Number) },
      {
        phase: "download",
        loadedBytes: 700,
        totalBytes: 1000,
        millisecondsLeft: expect.any(Number),
      },
      { phase: "download", ...unknown, millisecondsLeft: 0 },
      { phase: "prepare", ...unknown, millisecondsLeft: null },
    ]);
  });

  it.each([
    ["NotAllowedError", "model-failed", /click/],
    ["NotSupportedError", "unsupported-browser", /another model/],
    ["NetworkError", "model-failed", /connection/],
    ["OperationError", "model-failed", /OperationError: why/],
  ])("fails with %s", async (name, code, message) => {
    fakePromptApi({ refusal: new DOMException("why.", name) });
    await expect(loadPromptApi()).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it("stops loading on abort", async () => {
    fakePromptApi();
    const reason = new Error("enough");
    await expect(loadPromptApi({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const abort = new AbortController();
    fakePromptApi({
      availability: async () => {
        abort.abort(reason);
        return "available";
      },
    });
    await expect(loadPromptApi({}, { signal: abort.signal })).rejects.toBe(reason);
  });

  it("keeps a loaded model when the signal it was loaded with aborts later", async () => {
    fakePromptApi({ replies: ["One", "Two"] });
    const abort = new AbortController();
    const model = await loadPromptApi({}, { signal: abort.signal });
    const request = { messages: [system, user("1")] };
    await model.complete(request, { signal: abort.signal });
    abort.abort();
    const next = [...request.messages, assistant("One"), user("2")];
    expect((await model.complete({ messages: next })).content).toBe("Two");
  });
});

describe("the browser's model", () => {
  it("answers in pieces, with its usage", async () => {
    fakePromptApi({ replies: ["Hello"] });
    const model = await loadPromptApi();
    const pieces: string[] = [];
    const reply = await model.complete(
      { messages: [{ role: "system", content: "x".repeat(40) }, user("y".repeat(20))] },
      { onProgress: (piece) => pieces.push(piece) },
    );
    expect(pieces).toEqual(["Hel", "lo"]);
    expect(reply).toMatchObject({
      content: "Hello",
      finishReason: "stop",
      usage: { promptTokens: 15, reusedTokens: 0, completionTokens: 2 },
    });
  });

  it.each([false, true])(
    "keeps its session while a conversation grows (old names: %s)",
    async (oldNames) => {
      const api = fakePromptApi({ replies: ["One", "Two"], oldNames });
      const model = await loadPromptApi();
      const first = [system, user("1")];
      await model.complete({ messages: first });
      const second = [...first, assistant("One"), user("2")];
      const { usage } = await model.complete({ messages: second });
      expect(api.log.slice(2)).toEqual(["create system", "clone", "prompt 1", "prompt 2"]);
      expect(usage).toEqual({ promptTokens: 6, reusedTokens: 5, completionTokens: 1 });
    },
  );

  it("starts another conversation from the known system message", async () => {
    const api = fakePromptApi({ replies: ["One", "Two", "Three"] });
    const model = await loadPromptApi();
    await model.complete({ messages: [system, user("1")] });
    const { usage } = await model.complete({ messages: [system, user("2")] });
    expect(usage.reusedTokens).toBe(3);
    await model.complete({ messages: [user("3")] });
    expect(api.log.slice(2)).toEqual([
      ...["create system", "clone", "prompt 1"],
      ...["destroy", "clone", "prompt 2"],
      ...["destroy", "destroy", "create", "clone", "prompt 3"],
    ]);
  });

  it("starts over if earlier messages have changed", async () => {
    const api = fakePromptApi({ replies: ["One", "Two"] });
    const model = await loadPromptApi();
    await model.complete({ messages: [system, user("1")] });
    await model.complete({ messages: [system, user("1"), assistant("Other"), user("2")] });
    expect(api.log.slice(5)).toEqual(["destroy", "create system,user,assistant", "prompt 2"]);
  });

  it("requests a format without putting the schema into the prompt", async () => {
    const api = fakePromptApi({ replies: ["{}"] });
    const model = await loadPromptApi();
    await model.complete({ messages: [user("1")], responseFormat: form });
    expect(api.prompts[0]).toMatchObject({
      responseConstraint: form.schema,
      omitResponseConstraintInput: true,
    });
  });

  it("omits a format that the browser refuses, and remembers that", async () => {
    const refusal = new DOMException("pattern", "NotSupportedError");
    const api = fakePromptApi({ replies: [refusal, "{}", "{}"] });
    const model = await loadPromptApi();
    const request = { messages: [user("1")], responseFormat: form };
    expect((await model.complete(request)).content).toBe("{}");
    await model.complete(request);
    expect(api.prompts.map((options) => "responseConstraint" in options)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("stops at about its token limit", async () => {
    const api = fakePromptApi({ replies: ["x".repeat(100), "ok"] });
    const model = await loadPromptApi();
    const reply = await model.complete({ messages: [user("1")], maxTokens: 10 });
    expect(reply.finishReason).toBe("length");
    expect(reply.content.length).toBeGreaterThan(36);
    expect(reply.content.length).toBeLessThan(48);
    const next = [user("1"), assistant(reply.content), user("2")];
    expect((await model.complete({ messages: next })).content).toBe("ok");
    expect(api.log.at(-2)).toBe("create user,assistant");
  });

  it.each([
    ["measured before", [system, user("x".repeat(5000))], []],
    ["earlier messages", [system, user("x".repeat(5000)), assistant("y"), user("z")], []],
    ["refused", [user("x")], [new DOMException("too long", "QuotaExceededError")]],
  ])("says that a prompt is too long: %s", async (_how, messages, replies) => {
    fakePromptApi({ window: 1000, replies: [...replies, "ok"] });
    const model = await loadPromptApi();
    await expect(model.complete({ messages })).rejects.toMatchObject({ code: "context-exceeded" });
    expect((await model.complete({ messages: [user("short")] })).content).toBe("ok");
  });

  it("says that a prompt is too long if the browser drops it without measuring it", async () => {
    fakePromptApi({ window: null, replies: ["never read", "ok"] });
    const model = await loadPromptApi();
    const messages = [user("x".repeat(6000))];
    await expect(model.complete({ messages })).rejects.toMatchObject({ code: "context-exceeded" });
    expect((await model.complete({ messages: [user("short")] })).content).toBe("ok");
  });

  it.each([false, true])(
    "returns the partial reply that fills the context (old names: %s)",
    async (oldNames) => {
      const whole = "y".repeat(3000);
      fakePromptApi({ window: 1000, replies: [whole, "ok"], oldNames });
      const model = await loadPromptApi();
      const pieces: string[] = [];
      const reply = await model.complete(
        { messages: [user("x".repeat(3000))] },
        { onProgress: (piece) => pieces.push(piece) },
      );
      expect(reply.finishReason).toBe("length");
      expect(reply.content.length).toBeGreaterThan(900);
      expect(reply.content.length).toBeLessThan(1100);
      expect(pieces.join("")).toBe(reply.content);
      expect((await model.complete({ messages: [user("short")] })).content).toBe("ok");
    },
  );

  it.each([1000, null])(
    "respects the context size it reports (the browser's: %s)",
    async (window) => {
      fakePromptApi({ window, replies: ["y".repeat(1000), "ok"] });
      const model = await loadPromptApi({ contextLength: 100 });
      const long = { messages: [user("x".repeat(500))] };
      await expect(model.complete(long)).rejects.toMatchObject({ code: "context-exceeded" });
      const { content, finishReason, usage } = await model.complete({
        messages: [user("x".repeat(200))],
        maxTokens: 900,
      });
      expect(finishReason).toBe("length");
      expect(content.length).toBeGreaterThan(150);
      expect(usage.promptTokens + Math.ceil(content.length / 4)).toBeLessThanOrEqual(101);
      expect((await model.complete({ messages: [user("short")] })).finishReason).toBe("stop");
    },
  );

  it("recreates its sessions if the browser has ended them", async () => {
    const api = fakePromptApi({ replies: ["One", "Two"] });
    const model = await loadPromptApi();
    await model.complete({ messages: [system, user("1")] });
    api.kill();
    const next = { messages: [system, user("2")] };
    await expect(model.complete(next)).rejects.toMatchObject({ code: "model-failed" });
    expect((await model.complete(next)).content).toBe("Two");
  });

  it("does not wait for a prompt to be measured once its request is aborted", async () => {
    const settings = { neverMeasures: true, replies: ["ok"] };
    fakePromptApi(settings);
    const model = await loadPromptApi();
    const abort = new AbortController();
    const reason = new Error("enough");
    const aborted = model.complete({ messages: [user("1")] }, { signal: abort.signal });
    const next = model.complete({ messages: [user("2")] });
    // Both are in progress when the first is aborted.
    await new Promise((resolve) => setTimeout(resolve));
    settings.neverMeasures = false;
    abort.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    expect((await next).content).toBe("ok");
  });

  it("measures a reply's time from its request, even while another request is served", async () => {
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const onPrompt = () => {
      clock += 1000;
    };
    fakePromptApi({ replies: ["One", "Two"], onPrompt });
    const model = await loadPromptApi();
    const [first, second] = await Promise.all([
      model.complete({ messages: [user("1")] }),
      model.complete({ messages: [user("2")] }),
    ]);
    expect(first.timing).toEqual({ firstToken: 1000, total: 1000 });
    expect(second.timing).toEqual({ firstToken: 2000, total: 2000 });
  });

  it("reports a failure, and answers again", async () => {
    const replies = [new DOMException("no match", "SyntaxError"), "ok"];
    fakePromptApi({ replies });
    const model = await loadPromptApi();
    await expect(model.complete({ messages: [user("1")] })).rejects.toMatchObject({
      code: "model-failed",
      message: expect.stringContaining("SyntaxError: no match"),
    });
    expect((await model.complete({ messages: [user("1")] })).content).toBe("ok");
  });

  it("aborts a request at once, and answers the next one", async () => {
    fakePromptApi({ replies: ["hang", "ok"] });
    const model = await loadPromptApi();
    const abort = new AbortController();
    const reason = new Error("enough");
    const call = model.complete(
      { messages: [user("1")] },
      { signal: abort.signal, onProgress: () => abort.abort(reason) },
    );
    await expect(call).rejects.toBe(reason);
    expect((await model.complete({ messages: [user("1")] })).content).toBe("ok");
  });

  it("ends its sessions when the model is unloaded", async () => {
    const api = fakePromptApi({ replies: ["One", "hang"] });
    const model = await loadPromptApi();
    await model.complete({ messages: [system, user("1")] });
    const running = model.complete({ messages: [system, user("2")] });
    const closed = expect(running).rejects.toMatchObject({ code: "closed" });
    await model.unload();
    await closed;
    expect(api.open()).toBe(0);
    await expect(model.complete({ messages: [user("3")] })).rejects.toMatchObject({
      code: "closed",
    });
  });
});
