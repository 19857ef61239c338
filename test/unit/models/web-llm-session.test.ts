import { describe, expect, it } from "vitest";
import type { LoadProgress } from "../../../src/models/download/load-progress.js";
import type { ChatMessage, ReadingProgress } from "../../../src/models/language-model.js";
import { type Answer, FakeEngine, fakeModel, fakeSession, reply } from "./web-llm-fake.js";

const user = (content: string): ChatMessage => ({ role: "user", content });
const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
const system: ChatMessage = { role: "system", content: "Be brief." };

async function loaded(answer: Answer, thinks = false) {
  const engine = new FakeEngine(answer);
  const made = await fakeSession(engine);
  await made.session.load({ ...fakeModel, thinks });
  return { ...made, engine };
}

describe("a session", () => {
  it("loads in phases, and reports progress", async () => {
    const { session } = await fakeSession(new FakeEngine(() => reply([])));
    const progress: LoadProgress[] = [];
    await session.load(fakeModel, { onProgress: (one) => progress.push(one) });
    const phases = progress.map(({ phase }) => phase);
    expect([...new Set(phases)]).toEqual(["download", "prepare", "check"]);
    expect(progress.at(-1)).toMatchObject({ loadedBytes: 100, totalBytes: 100 });
    expect(progress).toContainEqual(
      expect.objectContaining({ phase: "prepare", loadedBytes: 50, totalBytes: 100 }),
    );
  });

  it("replies in pieces, with usage", async () => {
    const { session } = await loaded(() => reply(["It ", "was ", "12."], { read: 40 }));
    const pieces: (string | ReadingProgress)[] = [];
    const messages = [system, user("What was it?")];
    const answer = await session.complete({ messages }, { onProgress: (one) => pieces.push(one) });
    expect(pieces).toEqual(["It ", "was ", "12."]);
    expect(answer.content).toBe("It was 12.");
    expect(answer.finishReason).toBe("stop");
    expect(answer.usage).toEqual({ promptTokens: 40, reusedTokens: 0, completionTokens: 3 });
    expect(answer.timing.firstToken).not.toBeNull();
  });

  it("uses deterministic replies by default", async () => {
    const { session, engine } = await loaded(() => reply(["x"]));
    await session.complete({ messages: [user("?")] });
    await session.complete({ messages: [user("?")], temperature: 0.7, seed: 3, maxTokens: 90 });
    expect(engine.requests).toMatchObject([
      { temperature: 0, seed: undefined, maxTokens: undefined, thinking: undefined },
      { temperature: 0.7, seed: 3, maxTokens: 90 },
    ]);
  });

  it("compiles a grammar once for each name", async () => {
    const { session, engine, compiled } = await loaded(() => reply(["{}"]));
    const form = (name: string) => ({ name, schema: { type: "object" } });
    for (const name of ["action", "answer", "action", "action"]) {
      await session.complete({ messages: [user("?")], responseFormat: form(name) });
    }
    expect(compiled).toEqual(["action", "answer"]);
    expect(engine.requests.map(({ grammar }) => grammar)).toEqual(
      ["action", "answer", "action", "action"].map((name) => `root ::= "${name}"`),
    );
  });
});

describe("tokens in the engine's cache", () => {
  const first = [system, user("One?")];
  const next = [...first, assistant("Yes."), user("Two?")];

  async function usages(requests: readonly (readonly ChatMessage[])[], reason = "stop") {
    const { session } = await loaded(() => reply(["Yes", "."], { reason, read: 50 }));
    const counted: (number | null)[][] = [];
    for (const messages of requests) {
      const { usage } = await session.complete({ messages });
      counted.push([usage.promptTokens, usage.reusedTokens]);
    }
    return counted;
  }

  it("reuses the tokens of the previous conversation if only one message is new", async () => {
    // 50 read and 2 written, of which the last was never read: 51 are cached.
    const third = [...next, assistant("Yes."), user("Three?")];
    expect(await usages([first, next, third])).toEqual([
      [50, 0],
      [101, 51],
      [152, 102],
    ]);
  });

  it.each([
    ["another system message", [{ ...system, content: "Be long." }, ...next.slice(1)]],
    ["a different reply", [...first, assistant("Yes!"), user("Two?")]],
    ["two new messages", [...next, assistant("No."), user("Three?")]],
    ["a restarted conversation", [system, user("Two?")]],
  ])("reuses no tokens with %s", async (_, messages) => {
    expect(await usages([first, messages])).toEqual([
      [50, 0],
      [50, 0],
    ]);
  });

  it("reuses no tokens after a truncated reply", async () => {
    expect(await usages([first, next], "length")).toEqual([
      [50, 0],
      [50, 0],
    ]);
  });
});

describe("a model that thinks aloud", () => {
  const thought = "<think>\n\n</think>\n\n";

  it("turns off thinking, and hides the empty thought from the caller but not from the engine", async () => {
    const { session, engine } = await loaded(() => reply([`${thought}Yes`, "."]), true);
    const pieces: unknown[] = [];
    const options = { onProgress: (piece: unknown) => void pieces.push(piece) };
    const messages = [user("One?")];
    const { content } = await session.complete({ messages, maxTokens: 10 }, options);
    expect(content).toBe("Yes.");
    expect(pieces).toEqual(["Yes", "."]);
    expect(engine.requests[0]).toMatchObject({ thinking: false, maxTokens: 14 });
    const more = [...messages, assistant(content), user("Two?")];
    const { usage } = await session.complete({ messages: more });
    expect(engine.requests[1]?.messages[1]).toEqual(assistant(`${thought}Yes.`));
    expect(usage.reusedTokens).toBe(11);
  });
});

describe("failures of a session", () => {
  it("gives failures a code, even thrown strings", async () => {
    const { session } = await loaded(async function* () {
      yield { type: "text", text: "I" };
      throw "number of prompt tokens: 5000; context window size: 4096";
    });
    await expect(session.complete({ messages: [user("?")] })).rejects.toMatchObject({
      code: "context-exceeded",
    });
  });

  it("reports a lost device, even if the engine never answers again", async () => {
    const { session, loseDevice } = await loaded(async function* () {
      yield { type: "text", text: "I" };
      await new Promise(() => {});
    });
    const onProgress = () => loseDevice();
    const answer = session.complete({ messages: [user("?")] }, { onProgress });
    await expect(answer).rejects.toMatchObject({ code: "device-lost" });
  });

  it("reports too little memory if the device is lost while a model is loaded", async () => {
    const load = async () => {
      made.loseDevice();
      throw "Engine.unload() is called.";
    };
    const made = await fakeSession(new FakeEngine(() => reply([]), load));
    await expect(made.session.load(fakeModel)).rejects.toMatchObject({ code: "not-enough-memory" });
  });

  it("reports an engine that ends silently", async () => {
    const { session } = await loaded(() => reply(["I"], { reason: "abort" }));
    await expect(session.complete({ messages: [user("?")] })).rejects.toMatchObject({
      code: "model-failed",
    });
  });

  it("does not report an abort as a failure, but interrupts the engine", async () => {
    const { session, engine } = await loaded(async function* (_request, interrupted) {
      yield { type: "text", text: "I" };
      await interrupted;
      yield { type: "end", reason: "abort" };
    });
    const controller = new AbortController();
    const answer = session.complete(
      { messages: [user("?")] },
      { signal: controller.signal, onProgress: () => controller.abort(new Error("enough")) },
    );
    await expect(answer).rejects.toThrow("enough");
    await session.rest();
    expect(engine.requests).toHaveLength(1);
  });
});
