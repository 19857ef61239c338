import { deleteDB } from "idb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  EvaluationQuestion,
  StrategyContext,
  StrategyOutcome,
} from "../../../src/evaluation/api.js";
import { replayQuestion, runQuestion } from "../../../src/evaluation/recording.js";
import { strategyNamed } from "../../../src/evaluation/strategies/strategy-named.js";
import {
  type ScriptedModel,
  type ScriptedStep,
  scriptedModel,
} from "../../../src/evaluation/testing/scripted-model.js";
import { Pagehound, PagehoundError } from "../../../src/index.js";
import { fixture } from "../fixture.js";

const plant = [
  "The heliostat field has 4212 mirrors. They are washed each spring by two people.",
  ...Array.from({ length: 120 }, (_, index) => `Valve ${index} of the plant is checked daily.`),
  "The turbine was delivered by the firm of Brandt in 1987.",
].join("\n\n");
const cats = "# Cats\n\nCats sleep a lot. Some dream of mirrors.\n\n# Mice\n\nMice run slowly.";
const name = "evaluation-strategies-test";
let hound: Pagehound;
let documents: StrategyContext["documents"];

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
  const files = [
    { path: "plant.txt", file: new Blob([plant]) },
    { path: "cats.md", file: new Blob([cats]) },
    { path: "table.pdf", file: await fixture("pdf/table.pdf") },
  ];
  for await (const event of hound.add(files)) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
  documents = new Map((await hound.documents()).map(({ path, id }) => [path, id]));
});
afterAll(() => hound.close());

function question(text: string, more: Partial<EvaluationQuestion> = {}): EvaluationQuestion {
  return {
    id: "q1",
    text,
    answers: [],
    unanswerable: false,
    evidence: [],
    documents: null,
    kind: null,
    ...more,
  };
}

function contextWith(more: Partial<StrategyContext> = {}): StrategyContext {
  const { signal } = new AbortController();
  const dataSet = { name: "two", documents: [], questions: [], notes: [] };
  return { collection: hound, documents, dataSet, model: null, embedder: null, signal, ...more };
}

async function run(
  strategy: string,
  question: EvaluationQuestion,
  more: Partial<StrategyContext> = {},
  seed = 1,
): Promise<StrategyOutcome> {
  const context = contextWith(more);
  const prepared = await strategyNamed(strategy).prepare(context, () => {});
  return prepared.run(question, context, seed);
}

/**
 * Runs with a model that gives these replies, all of which must be used. Also returns the prompts.
 */
async function runWith(
  strategy: string,
  question: EvaluationQuestion,
  steps: readonly (string | ScriptedStep)[],
  info: Parameters<typeof scriptedModel>[1] = {},
): Promise<{ outcome: StrategyOutcome; model: ScriptedModel }> {
  const model = scriptedModel(steps, info);
  const outcome = await run(strategy, question, { model });
  model.finish();
  return { outcome, model };
}

const mirrors = question("How many mirrors has the heliostat field?");
const paths = ({ retrieved }: StrategyOutcome) => retrieved.map(({ path }) => path);
const scripted = (...replies: object[]): ScriptedStep[] => replies.map((reply) => ({ reply }));
const search = (query: string) => ({ action: "search", query });
const answer = (text: string) => ({ action: "answer", answer: text });

describe("strategies that only retrieve", () => {
  it("search returns passages with their places, best first", async () => {
    const outcome = await run("search", mirrors);
    expect(outcome.retrieved[0]).toMatchObject({ path: "plant.txt", page: 1, lastPage: 1 });
    expect(outcome.retrieved[0]?.text).toContain("4212 mirrors");
    expect(outcome).toMatchObject({ answer: null, calls: [], usage: { turns: 0, calls: 0 } });
    expect((await run("search-k1", mirrors)).retrieved).toHaveLength(1);
  });

  it("retrieval-only strategies search only the question's documents, and find nothing if it names none", async () => {
    const ofCats = { ...mirrors, documents: ["cats.md"] };
    const ofNone = { ...mirrors, documents: ["refused.pdf"] };
    for (const strategy of ["search", "chunks-300", "chunks-300-tfidf"]) {
      expect(new Set(paths(await run(strategy, ofCats)))).toEqual(new Set(["cats.md"]));
      expect(paths(await run(strategy, ofNone))).toEqual([]);
    }
  });

  it("search-scoped searches only the documents of the evidence", async () => {
    const evidence = [{ unit: "document", document: "cats.md", grade: 1 }] as const;
    const outcome = await run("search-scoped", { ...mirrors, evidence });
    expect(new Set(paths(outcome))).toEqual(new Set(["cats.md"]));
    expect(outcome).toMatchObject({ depth: 20, told: ["cats.md"] });
    const nowhere = [{ unit: "passage", document: "", text: "4212 mirrors" }] as const;
    const unscoped = await run("search-scoped", { ...mirrors, evidence: nowhere });
    expect(paths(unscoped)).toContain("plant.txt");
    expect(unscoped.told).toBeUndefined();
  });

  it("takes chunks from all kinds of documents, with pages and whole table rows", async () => {
    const progress: number[][] = [];
    const prepared = await strategyNamed("chunks-60-k3").prepare(contextWith(), (...progressed) =>
      progress.push(progressed),
    );
    const ask = (text: string) => prepared.run(question(text), contextWith(), 1);
    const [first] = (await ask("Who delivered the turbine?")).retrieved;
    expect(first).toMatchObject({ path: "plant.txt" });
    expect(first?.text).toMatch(/firm of Brandt in 1987\.$/);
    const fuel = await ask("Freight and mail fuel");
    expect(fuel.retrieved[0]).toMatchObject({ path: "table.pdf", page: 1 });
    expect(fuel.retrieved.some(({ text }) => /^Fuel\t.*\t.*$/m.test(text))).toBe(true);
    const [done, total] = progress.at(-1) ?? [];
    expect(done).toBe(total);
  });

  it("stops making chunks when the signal aborts", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(run("chunks-300", mirrors, { signal })).rejects.toThrow("enough");
  });

  it("strategies based on vectors use the embedder's vectors", async () => {
    const embed = async (texts: readonly string[]) =>
      texts.map((text) => new Float32Array(/turbine|Who/.test(text) ? [1, 0] : [0, 1]));
    const info = { id: "test", version: "1", name: "Test", dimensions: 2 };
    const embedder = { info, embed, unload: async () => {} };
    const outcome = await run("chunks-100-k1-vectors", question("Who brought it?"), { embedder });
    expect(outcome.retrieved[0]?.text).toContain("turbine");
    const nearest = await run("semantic-k1", question("Who brought it?"), { embedder });
    expect(nearest.retrieved).toMatchObject([{ path: "plant.txt" }]);
    expect(nearest.retrieved[0]?.text).toContain("turbine");
    const both = await run("hybrid", question("Who brought mice?"), { embedder });
    expect(both.retrieved.map(({ text }) => text).join()).toMatch(/turbine/);
    expect(both.retrieved.map(({ text }) => text).join()).toMatch(/Mice/);
    for (const strategy of ["chunks-100-vectors", "semantic"]) {
      await expect(run(strategy, mirrors)).rejects.toMatchObject({ code: "invalid-argument" });
    }
  });
});

describe("plain RAG", () => {
  it("answers from the best chunks in one request, unchecked", async () => {
    const { outcome, model } = await runWith("rag-300", mirrors, [
      { reply: "4212 mirrors.", prompt: "has 4212 mirrors", format: null },
    ]);
    expect(outcome.answer).toEqual({
      text: "4212 mirrors.",
      kind: "answered",
      reason: null,
      sentences: [],
      checked: false,
    });
    expect(model.requests[0]?.messages.at(-1)?.content).toContain(mirrors.text);
    expect(outcome.usage).toMatchObject({ turns: 1, calls: 0 });
    expect(outcome.usage.promptTokens).toBeGreaterThan(0);
    expect(outcome.retrieved.length).toBeGreaterThan(1);
  });

  it("shows as many chunks as fit, and half of them if the model finds that too long", async () => {
    const tooLong: ScriptedStep = {
      reply: () => {
        throw new PagehoundError("context-exceeded", "too long");
      },
    };
    const { outcome, model } = await runWith("rag-300", mirrors, [tooLong, "4212."], {
      contextLength: 2000,
    });
    const shown = model.requests.map(
      ({ messages }) => messages.at(-1)?.content.match(/<excerpt /g)?.length ?? 0,
    );
    expect(shown[0]).toBeLessThan(5);
    expect(shown[1]).toBe((shown[0] ?? 0) >> 1);
    expect(outcome.retrieved).toHaveLength(shown[1] ?? 0);
  });

  it("accepts the model's claim that there is no answer, and records its failures", async () => {
    const none = await runWith("rag-300", mirrors, ["NOT FOUND"]);
    expect(none.outcome.answer).toMatchObject({ kind: "not-found", text: "" });
    const failing: ScriptedStep = {
      reply: () => {
        throw new PagehoundError("model-failed", "It broke.");
      },
    };
    const failed = await runWith("rag-300", mirrors, [failing]);
    expect(failed.outcome.answer).toMatchObject({ kind: "failed", reason: "It broke." });
  });

  it("closed-book shows the model no documents", async () => {
    const { outcome, model } = await runWith("closed-book", mirrors, ["<think>Hm.</think>\nSome."]);
    expect(JSON.stringify(model.requests)).not.toContain("4212");
    expect(outcome).toMatchObject({ retrieved: [], answer: { text: "Some." } });
  });

  it("plain RAG in passes runs the search that the model requests next, and merges the results", async () => {
    const { outcome } = await runWith("rag-passes-2", mirrors, [
      { reply: { query: "mice run" }, format: "evaluation_next_query", prompt: "4212" },
      { reply: "4212.", format: null, prompt: "Mice run slowly" },
    ]);
    expect(outcome.usage.turns).toBe(2);
    const unread = await runWith("rag-passes-2", mirrors, ["no JSON", "4212."]);
    expect(unread.outcome.answer).toMatchObject({ text: "4212." });
  });
});

describe("routing", () => {
  it("routing by relevance finds the evidence, unlike routing in order", async () => {
    const steps = () => scripted(search("turbine Brandt"), answer("Brandt."));
    const relevant = await runWith("routing-relevance", question("Who?"), steps());
    expect(relevant.outcome.retrieved[0]?.text).toContain("Brandt");
    const sequential = await runWith("routing-sequential", question("Who?"), steps());
    expect(paths(sequential.outcome).slice(0, 2)).toEqual(["cats.md", "plant.txt"]);
    expect(sequential.outcome.retrieved.map(({ text }) => text).join()).not.toContain("Brandt");
    const { outcome } = sequential;
    expect(outcome).toMatchObject({
      answer: { kind: "answered", text: "Brandt.", checked: false },
      calls: [{ tool: "search", arguments: { query: "turbine Brandt" }, failed: false }],
      usage: { calls: 1, turns: 2 },
    });
    expect(outcome.calls[0]?.text).toContain("4212 mirrors");
  });

  it("routing at random depends only on the seed, and shows nothing twice", async () => {
    const drawn = async (seed: number) => {
      const model = scriptedModel(scripted(search("a"), search("b"), answer("NOT FOUND")));
      const outcome = await run("routing-random", mirrors, { model }, seed);
      model.finish();
      expect(outcome.answer?.kind).toBe("not-found");
      return { requests: model.requests, texts: outcome.retrieved.map(({ text }) => text) };
    };
    const once = await drawn(7);
    expect(await drawn(7)).toEqual(once);
    expect(new Set(once.texts).size).toBe(once.texts.length);
    const others = await Promise.all([8, 9, 10].map(async (seed) => (await drawn(seed)).texts));
    expect(others.some((texts) => texts[0] !== once.texts[0])).toBe(true);
  });

  it("routing ends when no searches are left, whatever the model replies", async () => {
    const { outcome, model } = await runWith("routing-relevance-calls-2", mirrors, [
      "gibberish",
      { reply: search("mirrors"), format: "evaluation_action" },
      { reply: answer("4212."), format: "evaluation_answer", prompt: "No searches left" },
    ]);
    expect(outcome.answer).toMatchObject({ text: "4212." });
    expect(model.requests[1]?.messages.at(-1)?.content).toContain("not one JSON object");
    const stubborn = await runWith("routing-relevance-calls-1", mirrors, [
      { reply: search("mirrors") },
      JSON.stringify(search("mirrors")),
    ]);
    expect(stubborn.outcome.answer?.kind).toBe("failed");
  });

  it("drops the oldest results when the context is full", async () => {
    const queries = ["valve", "plant", "checked", "daily", "mirrors"].map(search);
    const { outcome, model } = await runWith(
      "routing-relevance",
      mirrors,
      scripted(...queries, answer("4212.")),
      { contextLength: 1600 },
    );
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last[3]?.content).toContain("Left out");
    expect(last.at(-1)?.content).toContain("<excerpt ");
    expect(outcome.usage.folds).toBeGreaterThan(0);
  });

  it("rag-tools begins with the best chunks", async () => {
    const { outcome } = await runWith("rag-tools-100-k2", mirrors, [
      { reply: answer("4212."), prompt: "has 4212 mirrors", format: "evaluation_action" },
    ]);
    expect(outcome.retrieved.length).toBeGreaterThan(0);
    expect(outcome.calls).toEqual([]);
  });
});

describe("the library's strategies", () => {
  const act = (tool: string, args: object) => ({
    thought: "go on",
    calls: [{ tool, arguments: args }],
  });
  const mirrorsId = async () => (await hound.search("heliostat")).hits[0]?.id ?? "";
  const answerWith = async (text: string) =>
    act("answer", {
      enough: true,
      missing: "",
      sentences: [{ text, citations: [{ id: await mirrorsId(), quote: "has 4212 mirrors" }] }],
    });

  it("the library's strategies return the verified answer, the calls, and what the model saw in order", async () => {
    const { outcome } = await runWith("tools", mirrors, [
      { reply: act("search", { query: "turbine Brandt" }) },
      { reply: act("search", { query: "heliostat mirrors" }) },
      { reply: await answerWith("There are 4212 mirrors.") },
    ]);
    expect(outcome.answer).toMatchObject({
      text: "There are 4212 mirrors.",
      kind: "answered",
      checked: true,
      sentences: [{ supported: true }],
    });
    expect(outcome.calls.map(({ arguments: args }) => args.query)).toEqual([
      "turbine Brandt",
      "heliostat mirrors",
    ]);
    const texts = outcome.retrieved.map(({ text }) => text);
    expect(texts[0]).toContain("Brandt");
    expect(texts.some((text) => text.includes("4212"))).toBe(true);
    expect(new Set(texts).size).toBe(texts.length);
    expect(outcome.usage).toMatchObject({ calls: 2, turns: 3 });
  });

  it.each(["retrieve-tools", "full-tools", "full-document"])(
    "%s counts its opening as retrieved",
    async (strategy) => {
      const { outcome } = await runWith(strategy, mirrors, [{ reply: await answerWith("4212.") }]);
      expect(outcome.retrieved.map(({ text }) => text).join()).toContain("4212 mirrors");
      expect(paths(outcome)).toContain("plant.txt");
    },
  );

  it("the library's strategies use only the question's documents, and say if there are none", async () => {
    const ofCats = { ...mirrors, documents: ["cats.md"] };
    const missing = { reply: act("answer", { enough: false, missing: "all", sentences: [] }) };
    const { outcome } = await runWith("full-document", ofCats, [missing]);
    expect(outcome.answer).toMatchObject({ kind: "not-found", text: "" });
    expect(new Set(paths(outcome))).toEqual(new Set(["cats.md"]));
    const none = await runWith("tools", { ...mirrors, documents: ["refused.pdf"] }, []);
    expect(none.outcome.answer).toMatchObject({ kind: "failed" });
  });

  it("the library's strategies respect the number of calls in their name, and fail with a reason", async () => {
    const { outcome } = await runWith("tools-calls-1", mirrors, [
      { reply: act("search", { query: "mirrors" }), format: "action" },
      { reply: await answerWith("There are 4212 mirrors."), format: "answer" },
    ]);
    expect(outcome.calls).toHaveLength(1);
    const broken = await runWith("tools", mirrors, [
      {
        reply: () => {
          throw new PagehoundError("model-failed", "It broke.");
        },
      },
    ]);
    expect(broken.outcome.answer).toMatchObject({ kind: "failed", text: "" });
    expect(broken.outcome.answer?.reason).toMatch(/\S/);
  });
});

describe("recordings", () => {
  it.each([
    ["rag-passes-2", scripted({ query: "mice" }, answer("4212."))],
    ["routing-random", scripted(search("a"), search("b"), answer("4212."))],
    ["rag-tools-60", [...scripted(search("turbine")), "gibberish", ...scripted(answer("1987"))]],
    ["retrieve", [...scripted({ question: "How many?", queries: ["mirrors"] }), "?", "?"]],
  ])("replays %s with the same requests and outcome", async (name, steps) => {
    const strategy = strategyNamed(name);
    const context = contextWith({ model: scriptedModel(steps) });
    const prepared = await strategy.prepare(context, () => {});
    const dataSet = { name: "test" };
    const record = await runQuestion(dataSet, mirrors, strategy, prepared, context);
    expect(record.exchanges.length).toBeGreaterThan(1);
    const again = await strategy.prepare(contextWith(), () => {});
    const replayed = await replayQuestion(mirrors, record, again, contextWith());
    expect(replayed.difference).toBeNull();
    expect(replayed.record.outcome).toEqual(record.outcome);
  });
});
