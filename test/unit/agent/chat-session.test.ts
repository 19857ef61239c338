import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TokenEstimator } from "../../../src/agent/context/token-budget.js";
import { ChatSession } from "../../../src/agent/loop/chat-session.js";
import { RunState } from "../../../src/agent/loop/run-state.js";
import type { ToolReader } from "../../../src/agent/tools/tool.js";
import type { AgentEvent } from "../../../src/agent/trace/trace.js";
import type { CompleteOptions, LanguageModel } from "../../../src/models/language-model.js";

const patience = 1000;
const format = { name: "word", schema: { type: "string" } } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A model that answers on command, with the requests it received. */
function heldModel() {
  let resolve: (content: string) => void = () => {};
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  const calls: CompleteOptions[] = [];
  const model: LanguageModel = {
    info: {
      id: "custom:slow",
      name: "slow",
      provider: "custom",
      contextLength: 4096,
      sendsTo: null,
      choosesTools: false,
    },
    complete: async (_request, options = {}) => {
      calls.push(options);
      return {
        content: await promise,
        finishReason: "stop",
        usage: { promptTokens: 30, reusedTokens: 0, completionTokens: 1 },
        timing: { firstToken: 1, total: 1 },
      };
    },
    unload: async () => {},
  };
  return { model, calls, answer: (content: string) => resolve(content) };
}

function sessionWith(model: LanguageModel): { session: ChatSession; events: AgentEvent[] } {
  const events: AgentEvent[] = [];
  const state = new RunState({
    question: "When?",
    reader: {} as ToolReader,
    documents: [],
    gauge: new TokenEstimator((text) => text.length),
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
  });
  const session = new ChatSession(state, model, "Answer.", patience);
  session.transcript.addUserText("When?");
  return { session, events };
}

test("does not give up on a model that reports reading progress, however long that takes", async () => {
  const { model, calls, answer } = heldModel();
  const { session, events } = sessionWith(model);
  const reply = session.ask(format, 100, 0);
  for (const read of [10, 20, 30]) {
    await vi.advanceTimersByTimeAsync(patience - 1);
    calls[0]?.onReading?.({ read, total: 30, millisecondsLeft: 10 * (30 - read) });
  }
  await vi.advanceTimersByTimeAsync(patience - 1);
  answer('"nine"');
  expect((await reply).content).toBe('"nine"');
  const reading = events.filter((event) => event.type === "reading");
  expect(reading.map((event) => event.read)).toEqual([10, 20, 30]);
});

test("gives up on a model that stops sending", async () => {
  const { model, calls } = heldModel();
  const { session } = sessionWith(model);
  const failed = expect(session.ask(format, 100, 0)).rejects.toThrow("did not respond");
  await vi.advanceTimersByTimeAsync(patience - 1);
  calls[0]?.onReading?.({ read: 10, total: 30, millisecondsLeft: 200 });
  await vi.advanceTimersByTimeAsync(patience);
  await failed;
});
