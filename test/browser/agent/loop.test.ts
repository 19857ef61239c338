import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostileModel } from "../../../src/evaluation/testing/hostile-model.js";
import {
  type ScriptedModel,
  scriptedModel,
} from "../../../src/evaluation/testing/scripted-model.js";
import {
  type Answer,
  type AskEvent,
  type EvidenceId,
  type LanguageModel,
  type Pagehound,
  PagehoundError,
} from "../../../src/index.js";
import { type CheckedRun, checkRun } from "./check-run.js";
import { openLibrary } from "./library.js";

let hound: Pagehound;
/** A passage of the income statement, and one about ropes. */
let table: EvidenceId;
let knots: EvidenceId;

beforeAll(async () => {
  hound = await openLibrary("loop-test");
  table = await passageWith("Freight and mail fuel");
  knots = await passageWith("bends and hitches plain lines");
});
afterAll(() => hound.close());

async function passageWith(words: string): Promise<EvidenceId> {
  const { hits } = await hound.search(words, { limit: 1 });
  if (!hits[0]) throw new Error(`No passage has ${words}.`);
  return hits[0].id;
}

type Call = { tool: string; arguments: Record<string, unknown> };
const act = (...calls: Call[]) => ({ thought: "go on", calls });
const search = (query: string): Call => ({ tool: "search", arguments: { query } });
type Claimed = [text: string, ...citations: [id: string, quote: string][]];
const answer = (...sentences: Claimed[]) =>
  act({
    tool: "answer",
    arguments: {
      enough: true,
      missing: "",
      sentences: sentences.map(([text, ...citations]) => ({
        text,
        citations: citations.map(([id, quote]) => ({ id, quote })),
      })),
    },
  });
const notEnough = (missing: string) =>
  act({ tool: "answer", arguments: { enough: false, missing, sentences: [] } });
const fuelText = "Fuel cost 11,002 thousand in 2024.";
const fuelAnswer = () => answer([fuelText, [table, "Fuel (11,002)"]]);

async function ask(
  model: ScriptedModel,
  question = "What did fuel cost in 2024?",
  options: Partial<NonNullable<Parameters<Pagehound["ask"]>[1]>> = {},
): Promise<CheckedRun> {
  const run = hound.ask(question, { model, strategy: "tools", ...options });
  const checked = await checkRun(hound, run, options.calls ?? 10);
  model.finish();
  for (const { messages } of model.requests) {
    const [system, ...turns] = messages.map(({ role }) => role);
    expect(system).toBe("system");
    expect(turns).toEqual(turns.map((_, index) => (index % 2 === 0 ? "user" : "assistant")));
  }
  return checked;
}

function texts(events: readonly AskEvent[], type: "tool-result" | "tool-error"): string[] {
  return events.flatMap((event) => {
    if (event.type !== type) return [];
    return [event.type === "tool-result" ? event.text : event.message];
  });
}

describe("the loop", () => {
  it("acts, observes and answers, with the exact place of each quote", async () => {
    const model = scriptedModel([
      { reply: act(search("fuel costs")), format: "action", prompt: "Question: What did fuel" },
      { reply: fuelAnswer(), prompt: "Calls left: 9." },
    ]);
    const { answer: result, events } = await ask(model);
    expect(result).toMatchObject({ kind: "answered", reason: null });
    const [sentence] = result.sentences;
    expect(sentence).toMatchObject({ supported: true, unsupportedNumbers: [], dropped: [] });
    expect(sentence?.citations[0]).toMatchObject({ path: "reports/table.pdf", page: 1 });
    expect(sentence?.citations[0]?.quote).toMatch(/^Fuel\s\(11,002\)$/);
    expect(events.map(({ type }) => type)).toEqual([
      "run-start",
      "first-passages",
      "turn-start",
      "thought",
      "tool-call",
      "tool-result",
      "turn-start",
      "sentence-draft",
      "thought",
      "usage",
      "answer",
    ]);
    expect(result.tried).toEqual(["Looked for “fuel costs”"]);
    expect(result.usage).toMatchObject({ calls: 1, turns: 2, folds: 0 });
  });

  it("runs all calls of a turn, and returns their results in one message", async () => {
    const model = scriptedModel([
      { reply: act(search("fuel"), search("freight"), search("wages")) },
      {
        prompt:
          /<result call="1"[\s\S]*<result call="2"[\s\S]*<result call="3"[\s\S]*Calls left: 7/,
        reply: fuelAnswer(),
      },
    ]);
    expect((await ask(model)).answer.usage.calls).toBe(3);
  });

  it("answers a repeated call from memory, with a hint", async () => {
    const model = scriptedModel([
      { reply: act(search("fuel")) },
      { reply: act(search("fuel")) },
      { reply: fuelAnswer(), prompt: "You made this call before (call 1)." },
    ]);
    const { events } = await ask(model);
    const results = events.filter((event) => event.type === "tool-result");
    expect(results.map(({ repeated }) => repeated)).toEqual([false, true]);
  });

  it("reports a model's mistakes together with the valid choices", async () => {
    const wrong = JSON.stringify(
      act(
        { tool: "serach", arguments: { query: "fuel" } },
        { tool: "read", arguments: { what: "d99" } },
        { tool: "search", arguments: { words: "fuel" } },
      ),
    );
    const model = scriptedModel([wrong, { reply: fuelAnswer(), prompt: 'error="true"' }]);
    const { events } = await ask(model);
    const [tool, document, argument] = texts(events, "tool-error");
    expect(tool).toContain("search");
    expect(document).toContain("d1");
    expect(argument).toContain("query");
  });

  it("does not overflow on endlessly nested calls", async () => {
    const deep = `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`;
    const reply = `{"calls":[{"tool":"search","arguments":${deep}}]}`;
    const model = scriptedModel([reply, { reply: fuelAnswer(), prompt: "could not be read" }], {
      contextLength: 200_000,
    });
    expect((await ask(model)).answer.kind).toBe("answered");
  });

  it("keeps the complete sentences of a truncated answer", async () => {
    const whole = JSON.stringify(answer([fuelText, [table, "Fuel (11,002)"]], ["And then"]));
    const content = whole.slice(0, whole.indexOf("And then") + 5);
    const model = scriptedModel([{ reply: content, finishReason: "length" }]);
    const { answer: result } = await ask(model);
    expect(result.sentences).toMatchObject([{ text: fuelText, supported: true }]);
  });

  it("asks for a shorter reply after a truncated one", async () => {
    const model = scriptedModel([
      { reply: '{"thought":"so', finishReason: "length" },
      { reply: fuelAnswer(), prompt: "too long" },
    ]);
    expect((await ask(model)).answer.kind).toBe("answered");
  });

  it("asks once for a correction of an unparseable reply", async () => {
    const model = scriptedModel([
      "I think that I should search for fuel.",
      { reply: fuelAnswer(), prompt: "could not be read" },
    ]);
    const { answer: result, events } = await ask(model);
    expect(result.kind).toBe("answered");
    expect(events.filter(({ type }) => type === "repair")).toHaveLength(1);
  });

  it("falls back to the simplest prompt after a second bad reply, and to passages after a fourth", async () => {
    const model = scriptedModel(["no", "no", { reply: "no", format: "answer" }, "no"]);
    const { answer: result, events } = await ask(model);
    expect(result.kind).toBe("passages");
    expect(result.reason).toContain("could not be read");
    expect(result.passages[0]).toMatchObject({ path: "reports/table.pdf" });
    expect(events.flatMap((event) => (event.type === "fallback" ? [event.to] : []))).toEqual([
      "retrieve",
      "passages",
    ]);
  });

  it("stops at the budget and makes the model conclude", async () => {
    const model = scriptedModel([
      { reply: act(search("fuel"), search("freight")) },
      { reply: act(search("wages"), search("mail")) },
      { reply: fuelAnswer(), format: "answer", prompt: "No calls left. Answer now" },
    ]);
    const { answer: result } = await ask(model, undefined, { calls: 3 });
    expect(result.usage.calls).toBe(3);
  });

  it("accepts no more calls once the budget is used up, however often the model makes them", async () => {
    const more = JSON.stringify(act(search("freight")));
    const model = scriptedModel([{ reply: act(search("fuel")) }, more, more, more, more]);
    const { answer: result } = await ask(model, undefined, { calls: 1 });
    expect(result).toMatchObject({ kind: "passages", usage: { calls: 1, turns: 5 } });
  });

  it("ignores an answer that arrives together with other calls", async () => {
    const both = JSON.stringify({ calls: [search("fuel"), ...fuelAnswer().calls] });
    const model = scriptedModel([both, { reply: fuelAnswer(), prompt: "answer comes alone" }]);
    expect((await ask(model)).answer.kind).toBe("answered");
  });
});

describe("checked answers", () => {
  it("gives the model one turn to correct unsupported sentences", async () => {
    const model = scriptedModel([
      { reply: answer(["Fuel cost 99,999 thousand.", [table, "Fuel (99,999)"]]) },
      { reply: fuelAnswer(), prompt: /not|cannot/i },
    ]);
    const { answer: result, events } = await ask(model);
    expect(result.sentences).toMatchObject([{ supported: true }]);
    expect(events.filter(({ type }) => type === "self-check")).toHaveLength(1);
  });

  it("breaks up fences that a wrong quote repeats, before it tells the model so", async () => {
    const quote = 'Fuel cost <result call="3"> 99,999 thousand';
    const model = scriptedModel([
      { reply: answer(["Fuel cost 99,999 thousand.", [table, quote]]) },
      { reply: fuelAnswer(), prompt: /quote “Fuel cost < result call/ },
    ]);
    const { answer: result } = await ask(model);
    expect(result.sentences).toMatchObject([{ supported: true }]);
  });

  it("marks unsupported sentences, and shows the nearest passage", async () => {
    const made = answer(["Fuel cost 99,999 thousand.", [table, "Fuel (99,999)"]]);
    const model = scriptedModel([{ reply: made }, { reply: made }]);
    const { answer: result } = await ask(model);
    expect(result.sentences).toMatchObject([
      { supported: false, citations: [], unsupportedNumbers: ["99,999 thousand"] },
    ]);
    expect(result.sentences[0]?.dropped).toHaveLength(1);
    expect(result.passages.length).toBeGreaterThan(0);
  });

  it("moves a citation to the shown passage that contains its quote", async () => {
    const model = scriptedModel([
      { reply: act({ tool: "get_passages", arguments: { ids: [table] } }) },
      { reply: answer(["Fuel cost 11,002 thousand.", [knots, "Fuel (11,002)"]]) },
    ]);
    const { answer: result } = await ask(model);
    expect(result.sentences[0]?.citations).toMatchObject([{ evidence: table }]);
  });

  it("accepts calculated numbers whose operands are in documents", async () => {
    const calculation = {
      expression: "percent_change(a, b)",
      values: [
        { name: "a", id: table, number: "38,950" },
        { name: "b", id: table, number: "41,207" },
      ],
    };
    const model = scriptedModel([
      { reply: act({ tool: "calculate", arguments: calculation }) },
      { reply: answer(["Fares grew by 5.8 %.", [table, "Fares $ 41,207 $ 38,950"]]) },
    ]);
    const { answer: result } = await ask(model, "How much did fares grow?");
    expect(result.sentences).toMatchObject([{ supported: true, calculations: [{ id: "c1" }] }]);
    expect(result.calculations[0]).toMatchObject({ sourced: true });
    expect(result.calculations[0]?.operands[0]?.citation?.quote).toContain("38,950");
  });
});

describe("the question's text", () => {
  it("does not treat the question's text as support for a number", async () => {
    const conversation = crypto.randomUUID();
    const first = scriptedModel([{ reply: fuelAnswer() }]);
    await ask(first, "What did fuel cost in 2024?", { conversation });
    const made = "Fares are recognised when the journey of $500 million in 2031 is made.";
    const claim = answer([made, [table, "Fares are recognised when the journey is made"]]);
    const second = scriptedModel([
      { reply: { question: "How did fares reach $500 million in 2031?", queries: ["fares"] } },
      { reply: claim },
      { reply: claim },
    ]);
    const { answer: result } = await ask(second, "And then?", { conversation });
    expect(result.sentences).toMatchObject([{ supported: false }]);
  });
});

describe("abstaining", () => {
  it("accepts that something is missing only after asking for another search, and lists what was tried", async () => {
    const model = scriptedModel([
      { reply: act(search("fuel in 2019")) },
      { reply: notEnough("figures of 2019") },
      {
        reply: act({ tool: "grep", arguments: { patterns: ["2019"] } }),
        prompt: "something is missing (figures of 2019)",
      },
      { reply: notEnough("figures of 2019") },
      { reply: notEnough("figures of 2019") },
    ]);
    const { answer: result } = await ask(model, "What did fuel cost in 2019?");
    expect(result).toMatchObject({
      kind: "not-found",
      sentences: [],
      tried: ["Looked for “fuel in 2019”", "Looked for every “2019”"],
    });
    expect(result.passages.length).toBeGreaterThan(0);
    expect(result.coverage.pagesWithoutText).toBeGreaterThan(0);
  });
});

describe("context", () => {
  it("compacts a full context once, and continues the run", async () => {
    const words = [
      "fuel",
      "fares",
      "freight",
      "wages",
      "mail",
      "income",
      "splices",
      "sails",
      "cutting",
      "correcting",
    ];
    const model = scriptedModel(
      [...words.map((word) => ({ reply: act(search(word)) })), { reply: fuelAnswer() }],
      { contextLength: 2400 },
    );
    const { events, answer: result, trace } = await ask(model);
    expect(events.filter(({ type }) => type === "compaction")).toHaveLength(1);
    expect(result).toMatchObject({ kind: "answered", usage: { folds: 1 } });
    expect(JSON.stringify(trace)).toContain("<notes>");
  });

  it("reuses the context from turn to turn until it is compacted", async () => {
    const model = scriptedModel(
      [
        ...["fuel", "fares", "freight", "wages"].map((word) => ({ reply: act(search(word)) })),
        { reply: fuelAnswer() },
      ],
      { contextLength: 16_384 },
    );
    const { answer: result } = await ask(model);
    const { requests } = model;
    for (const [index, { messages }] of requests.entries()) {
      const before = requests[index - 1]?.messages;
      if (!before) continue;
      expect(messages.slice(0, before.length)).toEqual(before);
      expect(messages).toHaveLength(before.length + 2);
    }
    expect(result.usage.reusedTokens).toBeGreaterThan(result.usage.promptTokens / 2);
  });

  it("compacts the context if the model's is shorter than stated, and continues the run", async () => {
    let refused = 0;
    const tooLong = () => {
      refused++;
      throw new PagehoundError("context-exceeded", "Too long.");
    };
    const model = scriptedModel([{ reply: act(search("fuel")) }, tooLong, { reply: fuelAnswer() }]);
    expect((await ask(model)).answer.kind).toBe("answered");
    expect(refused).toBe(1);
  });

  it("ends with passages and one clear sentence if the context is far too short", async () => {
    const model = scriptedModel([], { contextLength: 600 });
    const { answer: result } = await ask(model);
    expect(result.kind).toBe("passages");
    expect(result.reason).toContain("600 tokens");
  });
});

describe("follow-up questions", () => {
  it("rewrites a follow-up question as a self-contained one in the first turn of the same conversation", async () => {
    const first = scriptedModel([{ reply: act(search("fuel")) }, { reply: fuelAnswer() }]);
    const conversation = await conversationOf(
      hound.ask("What did fuel cost in 2024?", {
        model: first,
        strategy: "tools",
        conversation: "new",
      }),
    );
    const question = "What did fuel cost in 2023?";
    const second = scriptedModel([
      {
        format: "rewrite",
        prompt: "Q: What did fuel cost in 2024?\nA: Fuel cost 11,002 thousand in 2024.",
        reply: { question, queries: ["fuel 2023"] },
      },
      {
        prompt: `Question: ${question}`,
        reply: answer(["Fuel cost 12,480 thousand in 2023.", [table, "Fuel (11,002) (12,480)"]]),
      },
    ]);
    const { answer: result, events } = await ask(second, "And in 2023?", { conversation });
    expect(result).toMatchObject({
      question: "And in 2023?",
      standalone: question,
      kind: "answered",
    });
    expect(events).toContainEqual(expect.objectContaining({ type: "question-rewrite", question }));
    const [earlier, later] = second.requests;
    expect(later?.messages.slice(0, 2)).toEqual(earlier?.messages);
    const stored = await hound.conversations.get(conversation);
    expect(stored.turns.map((turn) => turn.standalone)).toEqual([
      "What did fuel cost in 2024?",
      question,
    ]);
  });
});

async function conversationOf(run: AsyncIterable<AskEvent>): Promise<string> {
  for await (const event of run) {
    if (event.type === "answer" && event.conversation !== null) return event.conversation;
  }
  throw new Error("The run told no conversation.");
}

describe("a model that fails", () => {
  it("retries the model once after a lost device", async () => {
    const lost = () => {
      throw new PagehoundError("device-lost", "The graphics device was lost.");
    };
    const model = scriptedModel([lost, { reply: fuelAnswer() }]);
    expect((await ask(model)).answer.kind).toBe("answered");
  });

  it("returns the passages and the reason if the model fails", async () => {
    const model = scriptedModel([
      () => {
        throw new PagehoundError("endpoint-failed", "The endpoint said no.");
      },
    ]);
    const { answer: result } = await ask(model);
    expect(result).toMatchObject({ kind: "passages", reason: "The endpoint said no." });
  });

  it("keeps the answer unchanged if the model fails while correcting it", async () => {
    const model = scriptedModel([
      { reply: answer(["Fuel cost 11,002 thousand.", [table, "Fuel (11,002)"]], ["It is 7."]) },
      () => {
        throw new PagehoundError("model-failed", "The engine broke.");
      },
    ]);
    const { answer: result } = await ask(model);
    expect(result.kind).toBe("answered");
    expect(result.sentences.map(({ supported }) => supported)).toEqual([true, false]);
  });

  it("abandons a model that never answers", async () => {
    const model = hostileModel(1, { kinds: ["never"] });
    const run = hound.ask("What did fuel cost?", { model, strategy: "tools", turnTimeout: 50 });
    const { answer: result } = await checkRun(hound, run, 10);
    expect(result.kind).toBe("passages");
    expect(result.reason).toContain("did not respond");
  });

  it("stops a model that never stops writing", async () => {
    const endless: LanguageModel = {
      info: scriptedModel([]).info,
      unload: async () => {},
      complete: (_request, { signal, onProgress } = {}) =>
        new Promise((_resolve, reject) => {
          const timer = setInterval(() => onProgress?.("blah ".repeat(40)), 1);
          signal?.addEventListener("abort", () => {
            clearInterval(timer);
            reject(signal.reason);
          });
        }),
    };
    const run = hound.ask("What did fuel cost?", { model: endless, strategy: "tools" });
    const { answer: result } = await checkRun(hound, run, 10);
    expect(result.kind).toBe("passages");
  });

  it("a failing model can be stopped at any time", async () => {
    const model = hostileModel(1, { kinds: ["never"] });
    const stop = new AbortController();
    const run = hound.ask("What did fuel cost?", { model, strategy: "tools", signal: stop.signal });
    const events: AskEvent[] = [];
    const ended = (async () => {
      for await (const event of run) {
        events.push(event);
        if (event.type === "turn-start") stop.abort();
      }
    })();
    await expect(ended).rejects.toMatchObject({ name: "AbortError" });
    expect(events.at(-1)?.type).toBe("turn-start");
  });
});

describe("invalid questions", () => {
  it("rejects invalid questions with one sentence", async () => {
    const drain = async (run: AsyncIterable<AskEvent>) => {
      for await (const event of run) void event;
    };
    expect(() => hound.ask("  ")).toThrow("The question is empty");
    expect(() => hound.ask("Why?", { calls: 16 })).toThrow("from 1 to 15");
    const gone = (await hound.documents()).map(({ id }) => `${id}000` as typeof id);
    await expect(drain(hound.ask("Why?", { documents: gone }))).rejects.toMatchObject({
      code: "no-documents",
    });
    const [id] = (await hound.documents()).map((document) => document.id);
    const some = hound.ask("Knots", { documents: [...gone, ...(id ? [id] : [])] });
    expect((await checkRun(hound, some, 10)).answer.coverage.documents).toBe(1);
  });
});

describe("without a model", () => {
  it("returns the best passages, with the sentence or row marked", async () => {
    const result = await answerOf(hound.ask("What did fuel cost in 2024?"));
    expect(result).toMatchObject({ kind: "passages", reason: null, sentences: [] });
    const [best] = result.passages;
    expect(best?.path).toBe("reports/table.pdf");
    const marked = best?.marked.map(({ start, end }) => best.text.slice(start, end)).join("\n");
    expect(marked).toContain("(11,002)");
  });
});

async function answerOf(run: AsyncIterable<AskEvent>): Promise<Answer> {
  return (await checkRun(hound, run, 10)).answer;
}
