import { describe, expect, test } from "vitest";
import { PagehoundError } from "../../../src/core/errors.js";
import type {
  EvaluationQuestion,
  PreparedStrategy,
  StrategyContext,
  StrategyOutcome,
} from "../../../src/evaluation/api.js";
import {
  outcomeDifference,
  recordedMessages,
  recordingModel,
  replayingModel,
  replayQuestion,
  runQuestion,
} from "../../../src/evaluation/recording.js";

import type { ChatMessage, LanguageModel, ModelInfo } from "../../../src/models/language-model.js";
import type { RecordedExchange } from "../../../src/models/recorded-exchange.js";

const info: ModelInfo = {
  id: "custom:test",
  name: "Test",
  provider: "custom",
  contextLength: 4000,
  sendsTo: null,
  choosesTools: true,
};
const user = (content: string): ChatMessage => ({ role: "user", content });

/** Returns these replies in turn; null fails. */
function speaking(...replies: (string | null)[]): LanguageModel {
  return {
    info,
    complete: async () => {
      const content = replies.shift() ?? null;
      if (content === null) throw new PagehoundError("endpoint-failed", "It went away.");
      return {
        content,
        finishReason: "stop",
        usage: { promptTokens: 7, reusedTokens: null, completionTokens: 2 },
        timing: { firstToken: 11, total: 31 },
      };
    },
    unload: async () => {},
  };
}

const prompts = [
  [user("a")],
  [user("a"), { role: "assistant", content: "one" } as const, user("b")],
  [user("c")],
];

async function recorded(): Promise<readonly RecordedExchange[]> {
  const { model, exchanges } = recordingModel(speaking("one", null, "three"));
  for (const messages of prompts) await model.complete({ messages }).catch(() => {});
  return exchanges();
}

describe("a recording", () => {
  test("stores what each request adds, the replies with their times, and failures", async () => {
    const exchanges = await recorded();
    expect(exchanges.map(({ keptMessages }) => keptMessages)).toEqual([0, 1, 0]);
    expect(exchanges[0]?.reply).toMatchObject({ content: "one", timing: { total: 31 } });
    expect(exchanges[1]).toMatchObject({
      reply: null,
      failure: { code: "endpoint-failed", message: "It went away." },
    });
    expect(recordedMessages(exchanges)).toEqual(prompts);
  });

  test("replays requests in order, including failures, without a difference", async () => {
    const { model, difference } = replayingModel(await recorded(), info);
    const first = await model.complete({ messages: prompts[0] ?? [] });
    expect(first).toMatchObject({ content: "one", usage: { promptTokens: 7 } });
    await expect(model.complete({ messages: prompts[1] ?? [] })).rejects.toMatchObject({
      code: "endpoint-failed",
      message: "It went away.",
    });
    expect(difference()).toBe("The model was asked 2 times; the recording has 3.");
    await model.complete({ messages: prompts[2] ?? [] });
    expect(difference()).toBeNull();
  });

  test("names the first different message, and still answers", async () => {
    const { model, difference } = replayingModel(await recorded(), info);
    await model.complete({ messages: [user("another")] });
    await model.complete({ messages: [user("yet another")] }).catch(() => {});
    expect(difference()).toBe(
      "Request 1 to the model: message 1 differs at character 2: “another”, in the recording “a”.",
    );
  });

  test("distinguishes changed document ids from other differences", async () => {
    const { model: recording, exchanges } = recordingModel(speaking("fine"));
    await recording.complete({ messages: [user("[d3.p2.s1] Some text of d3.")] });
    const { model, difference } = replayingModel(exchanges(), info);
    await model.complete({ messages: [user("[d14.p2.s1] Some text of d14.")] });
    expect(difference()).toMatch(/ids of documents only: they were added in another order/);
  });

  test("fails on more requests than were recorded", async () => {
    const { model, difference } = replayingModel([], info);
    await expect(model.complete({ messages: prompts[0] ?? [] })).rejects.toMatchObject({
      code: "model-failed",
    });
    expect(difference()).toBe("The model was asked 1 times; the recording has 0.");
  });
});

const question: EvaluationQuestion = {
  id: "q1",
  text: "What?",
  answers: ["That"],
  unanswerable: false,
  evidence: [{ unit: "document", document: "a.txt", grade: 1 }],
  documents: null,
  kind: null,
};
const usage = {
  calls: 0,
  turns: 1,
  promptTokens: 7,
  reusedTokens: 0,
  generatedTokens: 2,
  folds: 0,
  firstToken: 11,
  total: 31,
};
const retrieved = [{ path: "a.txt", page: 1, lastPage: 1, text: "words" }];

function context(model: LanguageModel | null): StrategyContext {
  const { signal } = new AbortController();
  // There is no collection, because the strategies here do not use it.
  return { model, signal, embedder: null, documents: new Map() } as unknown as StrategyContext;
}

const answering: PreparedStrategy = {
  run: async (_question, { model }, seed) => {
    const reply = await model?.complete({ messages: [user(`Say it. ${seed}`)] });
    const text = reply?.content ?? "";
    const total = performance.now();
    return {
      retrieved,
      answer: { text, kind: "answered", reason: null, sentences: [], checked: false },
      calls: [],
      usage: { ...usage, total },
    };
  },
};
const retrieving: PreparedStrategy = {
  run: async () => ({ retrieved, answer: null, calls: [], usage }),
};
const named = (model: boolean) => ({ name: "some", needs: { model, embedder: false } });

describe("a recorded question", () => {
  test("replays a question with the recorded replies and times", async () => {
    const record = await runQuestion(
      { name: "set" },
      question,
      named(true),
      answering,
      context(speaking("That")),
    );
    expect(record).toMatchObject({
      dataSet: "set",
      question: "q1",
      strategy: "some",
      model: "custom:test",
      modelInfo: info,
      failure: null,
    });
    const replayed = await replayQuestion(question, record, answering, context(null));
    expect(replayed.difference).toBeNull();
    expect(JSON.stringify(replayed.record)).toBe(JSON.stringify(record));
  });

  test("stores no text if only whole documents count and nothing is answered", async () => {
    const run = (question: EvaluationQuestion) =>
      runQuestion({ name: "set" }, question, named(false), retrieving, context(null));
    const { outcome, exchanges, model } = await run(question);
    expect({ exchanges, model }).toEqual({ exchanges: [], model: null });
    expect(outcome?.retrieved).toEqual([{ path: "a.txt", page: 1, lastPage: 1, text: "" }]);
    const ofText = { unit: "passage", document: "a.txt", text: "words" } as const;
    const other = await run({ ...question, evidence: [ofText] });
    expect(other.outcome?.retrieved).toEqual(retrieved);
  });

  test("records a question that throws with its failure, but not one that is aborted", async () => {
    const failing: PreparedStrategy = {
      run: async () => {
        throw new PagehoundError("no-documents", "Nothing there.");
      },
    };
    const run = (signal: AbortSignal) =>
      runQuestion({ name: "set" }, question, named(false), failing, { ...context(null), signal });
    expect(await run(new AbortController().signal)).toMatchObject({
      outcome: null,
      failure: { code: "no-documents", message: "Nothing there." },
    });
    await expect(run(AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
  });
});

describe("an outcome", () => {
  const outcome: StrategyOutcome = { retrieved, answer: null, calls: [], usage };
  const came = (change: Partial<StrategyOutcome>) => ({
    outcome: { ...outcome, ...change },
    failure: null,
  });

  test.each([
    [came({}), null],
    [came({ retrieved: [] }), "The retrieved text 1 is absent, in the recording a.txt page 1."],
    [
      came({ retrieved: [{ path: "a.txt", page: 1, lastPage: 1, text: "other" }] }),
      "The retrieved text 1 (a.txt page 1) has another text than in the recording.",
    ],
    [came({ usage: { ...usage, promptTokens: 8 } }), "What it cost differs from the recording."],
    [
      { outcome: null, failure: { code: "internal", message: "Broken." } },
      "It failed: Broken. The recorded run did not fail.",
    ],
  ])("compares an outcome with the recorded one (%#)", (now, difference) => {
    expect(outcomeDifference(now, came({}))).toBe(difference);
  });
});
