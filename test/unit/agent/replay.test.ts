import { describe, expect, it } from "vitest";
import { run } from "../../../src/agent/loop/run.js";
import { estimateTokens } from "../../../src/agent/reading/reading.js";
import { matchDocuments, recordedTools, renaming, replay } from "../../../src/agent/session.js";
import type { ToolDefinition } from "../../../src/agent/tools/definition.js";
import { readThrough } from "../../../src/agent/tools/reader-stages.js";
import type { Tool, ToolContext, ToolReader } from "../../../src/agent/tools/tool.js";
import { recordedModel, recordedTurns } from "../../../src/agent/trace/compare-runs.js";
import {
  parseTrace,
  type Trace,
  type TracedCall,
  type TracedTurn,
} from "../../../src/agent/trace/trace.js";
import type { DocumentId } from "../../../src/core/document.js";
import { PagehoundError } from "../../../src/core/errors.js";
import { scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import type { ModelInfo } from "../../../src/models/language-model.js";

import { someDocuments } from "./tools/memory-reader.js";

const id = (text: string) => text as DocumentId;
const stored = (name: string, path: string, hash: string, readHere = true) => ({
  ...{ id: id(name), path, hash },
  readHere,
});

describe("the documents of a trace", () => {
  const recorded = [stored("d1", "a.pdf", "A"), stored("d2", "b.pdf", "B")];
  const match = (...now: ReturnType<typeof stored>[]) => {
    const { names, changed } = matchDocuments(recorded, now);
    return { names: Object.fromEntries(names), changed };
  };

  it("finds the documents of a trace by their content, regardless of their paths and ids", () => {
    expect(match(stored("d9", "b.pdf", "B"), stored("d8", "new/a.pdf", "A"))).toEqual({
      names: { d1: "d8", d2: "d9" },
      changed: [{ path: "a.pdf", change: "renamed" }],
    });
  });

  it("finds the documents of a trace by their path if their content has changed", () => {
    expect(match(stored("d3", "a.pdf", "X"), stored("d2", "b.pdf", "B"))).toEqual({
      names: { d1: "d3", d2: "d2" },
      changed: [{ path: "a.pdf", change: "changed" }],
    });
  });

  it("finds documents that have swapped their paths", () => {
    const { names, changed } = match(stored("d3", "a.pdf", "B"), stored("d4", "b.pdf", "A"));
    expect(names).toEqual({ d1: "d4", d2: "d3" });
    expect(changed.map(({ change }) => change)).toEqual(["renamed", "renamed"]);
  });

  it("reports documents that no longer exist", () => {
    expect(match(stored("d1", "a.pdf", "A"))).toMatchObject({
      changed: [{ path: "b.pdf", change: "missing" }],
    });
  });

  it("prefers a file read here to unverified claims about its bytes", () => {
    expect(match(stored("d8", "a.pdf", "A", false), stored("d9", "z.pdf", "A"))).toEqual({
      names: { d1: "d9" },
      changed: [
        { path: "a.pdf", change: "renamed" },
        { path: "b.pdf", change: "missing" },
      ],
    });
  });

  it("names documents that exist only as unverified claims", () => {
    const [renamed, other] = [stored("d8", "new.pdf", "A", false), stored("d9", "a.pdf", "X")];
    expect(match(renamed, other, stored("d2", "b.pdf", "B"))).toEqual({
      names: { d1: "d8", d2: "d2" },
      changed: [{ path: "a.pdf", change: "unproven" }],
    });
  });

  it("distinguishes copies by their paths", () => {
    const copies = [stored("d1", "a.pdf", "A"), stored("d2", "b.pdf", "A")];
    const now = [stored("d5", "b.pdf", "A"), stored("d6", "a.pdf", "A")];
    expect(Object.fromEntries(matchDocuments(copies, now).names)).toEqual({ d1: "d6", d2: "d5" });
  });
});

describe("a collection with other ids", () => {
  it("queries a collection with other ids, and answers with the recorded ids", async () => {
    const requested: unknown[] = [];
    const reader = {
      documents: async () => [{ id: "d7" }, { id: "d10" }],
      passagesById: async (ids: unknown) => {
        requested.push(ids);
        return [{ id: "d10.p1.s2", text: "d10.p1.s2 stays in a text" }, null];
      },
      search: async (_query: string, options: unknown) => {
        requested.push(options);
        return {
          hits: [{ id: "d7.p1.s1", document: "d7", path: "d7" }],
          coverage: { documents: 2 },
        };
      },
    } as unknown as ToolReader;
    const names = new Map([
      [id("d10"), id("d7")],
      [id("d1"), id("d10")],
    ]);
    const renamed = readThrough(reader, renaming(names));
    expect((await renamed.documents()).map((document) => document.id)).toEqual(["d10", "d1"]);
    expect(await renamed.passagesById(["d1.p1.s2", "d10.p3.s4"])).toEqual([
      { id: "d1.p1.s2", text: "d10.p1.s2 stays in a text" },
      null,
    ]);
    expect(await renamed.search("boats", { documents: [id("d1")], limit: 3 })).toEqual({
      hits: [{ id: "d10.p1.s1", document: "d10", path: "d7" }],
      coverage: { documents: 2 },
    });
    expect(requested).toEqual([["d10.p1.s2", "d7.p3.s4"], { documents: ["d10"], limit: 3 }]);
  });
});

describe("a recorded model", () => {
  const turn: TracedTurn = {
    type: "turn",
    keptMessages: 0,
    addedMessages: [],
    format: null,
    reply: {
      content: "one",
      finishReason: "stop",
      usage: { promptTokens: 1, reusedTokens: 0, completionTokens: 1 },
      timing: { firstToken: 1, total: 1 },
    },
    failure: null,
    at: 0,
  };
  const failure = { code: "device-lost", message: "It went away." };

  it("a recorded model repeats its replies and failures, and fails once there are no more", async () => {
    const steps = [turn, { ...turn, reply: null, failure }];
    const model = recordedModel({} as ModelInfo, steps);
    const pieces: string[] = [];
    const onProgress = (piece: string) => pieces.push(piece);
    expect((await model.complete({ messages: [] }, { onProgress })).content).toBe("one");
    expect(pieces).toEqual(["one"]);
    await expect(model.complete({ messages: [] })).rejects.toMatchObject(failure);
    await expect(model.complete({ messages: [] })).rejects.toMatchObject({ code: "model-failed" });
  });
});

describe("recorded tools", () => {
  const call: TracedCall = {
    type: "call",
    call: 1,
    tool: "price",
    arguments: { thing: "tea" },
    description: "Called price",
    text: '<result call="1" tool="price">\n4 pounds\na cup\n</result>',
    summary: "a price",
    evidence: [],
    failed: false,
    repeated: false,
    at: 0,
    took: 0,
  };

  const definition: ToolDefinition = {
    name: "price",
    description: "The price of a thing.",
    parameters: {
      type: "object",
      properties: { thing: { type: "string" }, count: { type: "integer" } },
      required: ["thing"],
    },
    readOnly: true,
  };
  const failed: TracedCall = {
    ...call,
    text: '<result call="2" error="true">\nThe shop is closed.\n</result>',
    failed: true,
  };
  const toolOf = (...calls: TracedCall[]): Tool => {
    const [tool] = recordedTools([definition], calls);
    if (!tool) throw new Error("There is no tool.");
    return tool;
  };
  const context = {} as ToolContext;

  it("describes recorded tools as recorded, whether or not they were called", () => {
    const other = { ...definition, name: "clock", description: "The time.", readOnly: false };
    expect(recordedTools([definition, other], [])).toMatchObject([definition, other]);
  });

  it("returns only what was recorded", async () => {
    const tool = toolOf({ ...call, tool: "search", text: "another tool's" }, call);
    expect(await tool.run({ thing: "tea" }, context)).toEqual({
      text: "4 pounds\na cup",
      evidence: [],
      summary: "a price",
    });
    await expect(tool.run({ thing: "milk" }, context)).rejects.toMatchObject({ code: "not-found" });
  });

  it("fails as recorded, and then returns what the retry returned", async () => {
    const tool = toolOf(failed, call, { ...call, repeated: true, text: "a nudge" });
    await expect(tool.run({ thing: "tea" }, context)).rejects.toThrow("The shop is closed.");
    expect(await tool.run({ thing: "tea" }, context)).toMatchObject({ text: "4 pounds\na cup" });
  });

  it("recognises a recorded call however the model wrote it", async () => {
    const tool = toolOf({ ...call, tool: "Price", arguments: { thing: "tea", count: "2" } });
    expect(await tool.run({ thing: "tea", count: 2 }, context)).toMatchObject({
      summary: "a price",
    });
  });
});

describe("a run with tools of the page", () => {
  const parameters = { type: "object", properties: { thing: { type: "string" } } } as const;
  const called = (...calls: object[]) => ({ thought: "", calls });
  const shop = (): Tool[] => {
    let calls = 0;
    return [
      {
        name: "price",
        description: "The price of a thing, as the shop names it today.",
        parameters,
        readOnly: true,
        run: async () => {
          if (calls++ === 0) throw new PagehoundError("internal", "The shop is closed.");
          return { text: `${calls} pounds`, evidence: [], summary: "a price" };
        },
      },
      {
        name: "stock",
        description: `How many there are. ${"It counts what stands on the shelves. ".repeat(8)}`,
        parameters,
        readOnly: true,
        run: async () => ({ text: "none", evidence: [], summary: "a number" }),
      },
    ];
  };

  it("replays a run with page tools with the same prompts, calls and answer", async () => {
    const reader = await someDocuments();
    const price = { tool: "price", arguments: { thing: "tea" } };
    const bounded = { contextLength: 4096 };
    const replies = [
      called(price, { tool: "read", arguments: { what: "d3" } }),
      called(price, { tool: "search", arguments: { query: "boat water" } }),
      called({
        tool: "answer",
        arguments: { enough: false, missing: "the price", sentences: [] },
      }),
      called({
        tool: "answer",
        arguments: { enough: false, missing: "the price", sentences: [] },
      }),
      called({
        tool: "answer",
        arguments: { enough: false, missing: "the price", sentences: [] },
      }),
    ];
    const traces: Trace[] = [];
    const keep: typeof run = (request, parts, options) =>
      run(request, parts, {
        ...options,
        onProgress: (event) => {
          if (event.type === "answer") traces.push(event.trace);
          options.onProgress?.(event);
        },
      });
    await keep(
      {
        question: "What does tea cost?",
        history: [],
        documents: null,
        strategy: "retrieve-tools",
        calls: 10,
        passages: 5,
      },
      {
        reader,
        model: scriptedModel(
          replies.map((reply) => ({ reply })),
          bounded,
        ),
        tools: shop(),
        countTokens: estimateTokens,
      },
      {},
    );
    const [recorded] = traces;
    if (!recorded) throw new Error("There is no trace.");
    const saved = parseTrace(JSON.stringify(recorded));
    expect(saved.steps).toContainEqual(
      expect.objectContaining({ type: "call", tool: "price", failed: true }),
    );
    expect(saved.tools.map(({ name }) => name)).toEqual(["price", "stock"]);
    const replayed = await replay(saved, { reader, countTokens: estimateTokens, run: keep }, {});
    expect(replayed).toEqual({ same: true, differences: [], changedDocuments: [] });
    const prompts = traces.map(({ steps }) =>
      recordedTurns(steps).map(({ addedMessages }) => addedMessages),
    );
    expect(prompts[1]).toEqual(prompts[0]);
  });

  it("searches in the recorded mode, regardless of the current defaults", async () => {
    const modes: unknown[] = [];
    const documents = await someDocuments();
    const reader = {
      documents: () => documents.documents(),
      outline: (document) => documents.outline(document),
      passages: (document, options) => documents.passages(document, options),
      passagesById: (ids) => documents.passagesById(ids),
      grep: (patterns, options) => documents.grep(patterns, options),
      coverage: () => documents.coverage(),
      search: (query, options) => {
        modes.push(options?.by ?? "words");
        return documents.search(query, options);
      },
    } satisfies ToolReader;
    for (const by of ["words", "both"] as const) {
      const traces: Trace[] = [];
      modes.length = 0;
      const question = { question: "What floats on water?", history: [], documents: null };
      await run(
        { ...question, strategy: "retrieve", by, calls: 10, passages: 5 },
        { reader, model: null, tools: [], countTokens: estimateTokens },
        { onProgress: (event) => void (event.type === "answer" && traces.push(event.trace)) },
      );
      const saved = parseTrace(JSON.stringify(traces[0]));
      expect(saved.by).toBe(by === "words" ? undefined : by);
      const searches = modes.splice(0);
      expect(new Set(searches)).toEqual(new Set([by]));
      const replayed = await replay(saved, { reader, countTokens: estimateTokens, run }, {});
      expect(replayed).toMatchObject({ same: true, differences: [] });
      expect(modes).toEqual(searches);
    }
  });
});
