import { describe, expect, it } from "vitest";
import { readChunkName } from "../../../../src/evaluation/strategies/chunk-strategy.js";
import {
  expandStrategies,
  strategyGroups,
  strategyNamed,
  strategyNames,
} from "../../../../src/evaluation/strategies/strategy-named.js";

const needs = (name: string) => strategyNamed(name).needs;

describe("strategyNamed", () => {
  it.each([
    ["search", false, false],
    ["search-scoped-k5", false, false],
    ["semantic", false, true],
    ["hybrid-k100", false, true],
    ["chunks-300", false, false],
    ["chunks-1000-k20-o0-tfidf", false, false],
    ["chunks-300-vectors", false, true],
    ["rag-1000", true, false],
    ["vector-rag", true, true],
    ["closed-book", true, false],
    ["auto", true, false],
    ["full-document", true, false],
    ["retrieve-tools-calls-3", true, false],
    ["rag-passes-5", true, false],
    ["routing-random-calls-15", true, false],
    ["routing-semantic", true, true],
    ["chunks-300-k1000", false, false],
    ["rag-tools-4000-k3", true, false],
  ])("creates %s, which states its requirements", (name, model, embedder) => {
    const strategy = strategyNamed(name);
    expect(strategy.name).toBe(name);
    expect(strategy.description).toMatch(/^\S.*[^.]$/);
    expect(strategy.needs).toEqual({ model, embedder });
  });

  it.each([
    [
      "chunk-300",
      /There is no strategy "chunk-300"\. Choose one of: search.*chunks-<size>.*retrieval/,
    ],
    ["full-document-calls-3", /There is no strategy/],
    ["chunks-300-bm42", /There is no strategy/],
    ["retrieve-tools-calls-16", /tool calls must be a whole number from 1 to 15, not 16/],
    ["chunks-10", /tokens of a chunk must be a whole number from 50/],
    ["chunks-300-k0", /number of chunks/],
    ["chunks-300-o200", /overlap by at most 150 tokens/],
    ["rag-passes-0", /number of passes/],
    ["search-k0", /number of passages/],
    ["", /There is no strategy/],
  ])("rejects %j and lists the choices", (name, message) => {
    expect(() => strategyNamed(name)).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringMatching(message),
      }),
    );
  });

  it("rejects a number of calls that no strategy accepts", () => {
    expect(() => strategyNamed("tools", { calls: 0 })).toThrow(/from 1 to 15, not 0/);
    expect(strategyNamed("tools", { calls: 15 }).name).toBe("tools");
  });
});

describe("readChunkName", () => {
  it("uses the papers' chunks by default", () => {
    const ranking = "bm25";
    expect(readChunkName("-300")).toEqual({ size: 300, overlap: 60, best: 5, ranking });
    expect(readChunkName("-1000")).toEqual({ size: 1000, overlap: 200, best: 10, ranking });
    expect(readChunkName("-500-k3-o50-vectors")).toEqual({
      size: 500,
      overlap: 50,
      best: 3,
      ranking: "vectors",
    });
  });
});

describe("expandStrategies", () => {
  it("replaces groups by their strategies, each once", () => {
    expect(expandStrategies(["tools", "paper-a", "search"])).toEqual([
      "tools",
      "vector-rag",
      "rag-300",
      "search",
    ]);
    expect(() => expandStrategies(["search", "nonsense"])).toThrow(/There is no strategy/);
  });

  it.each(Object.entries(strategyGroups))("knows all strategies of %s", (_name, { strategies }) => {
    expect(strategies.map((name) => strategyNamed(name).name)).toEqual(strategies);
    expect(expandStrategies(strategies)).toEqual(strategies);
  });

  it("includes in retrieval only strategies that need no model or embedder", () => {
    for (const name of strategyGroups.retrieval?.strategies ?? []) {
      expect(needs(name)).toEqual({ model: false, embedder: false });
    }
  });
});

describe("strategyNames", () => {
  it("lists each form once, none with the name of a group", () => {
    const names = strategyNames.map(({ name }) => name);
    expect(new Set([...names, ...Object.keys(strategyGroups)]).size).toBe(
      names.length + Object.keys(strategyGroups).length,
    );
  });
});
